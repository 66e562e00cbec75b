package web

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/Eyevinn/mp4ff/mp4"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/ui/film/encode"
)

// films is a page that keeps what it offers for download, and the texts under its picture.
func films(t *testing.T, b *chromium, before string) *tab {
	t.Helper()
	p := open(t, b, "?scenario=first&view=lab&paused=1", 1280, 720, before, `localStorage.setItem("driftlab.settings", "")`)
	p.Eval(`globalThis.taken = []; driftlabDisk.saved = (name, bytes) => { taken.push([name, bytes]); }; 0`)
	return p
}

// record makes a page film its first seconds, from 0 on: a page that opens paused stands at the first instant that shows
// something.
func record(p *tab, seconds float64) {
	to := func(seconds float64) {
		p.Eval(fmt.Sprintf(`driftlabAsk('{"driftlab": "seek", "seconds": %g}')`, seconds))
		p.Await(fmt.Sprintf(`now.seconds === %g`, seconds))
	}
	to(0)
	p.Key("r", "KeyR", 'R')
	p.Await(said("Recording from 0.000 s"))
	to(seconds)
	p.Key("r", "KeyR", 'R')
}

// handedOver waits for the one file that a page offers and for the message about it, and returns the file.
func handedOver(t *testing.T, p *tab, says string) (name string, content []byte) {
	t.Helper()
	p.Await(`taken.length > 0 || now.failed`)
	if p.Eval(`now.failed`) == true {
		t.Fatalf("it says: %v", p.Eval(`now.sentence`))
	}
	p.Await(said(says))
	if n := p.Eval(`taken.length`); n != 1.0 {
		t.Fatalf("%v files were handed over: %v", n, p.Eval(`taken.map(f => f[0])`))
	}
	text := p.Eval(`new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(new Blob([taken[0][1]])); })`).(string)
	_, text, _ = strings.Cut(text, ",")
	content, err := base64.StdEncoding.DecodeString(text)
	check(t, err)
	name = p.Eval(`taken[0][0]`).(string)
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		filetest.Write(t, filepath.Join(path, name), content)
	}
	return name, content
}

// times returns a film's time scale, how long each frame is shown, and the numbers of its key frames.
func times(t *testing.T, content []byte) (scale, duration uint64, frames []uint32, keys []uint32) {
	t.Helper()
	f, err := mp4.DecodeFile(bytes.NewReader(content))
	check(t, err)
	media := f.Moov.Trak.Mdia
	stts := media.Minf.Stbl.Stts
	for i, n := range stts.SampleCount {
		frames = append(frames, slices.Repeat([]uint32{stts.SampleTimeDelta[i]}, int(n))...)
	}
	return uint64(media.Mdhd.Timescale), media.Mdhd.Duration, frames, media.Minf.Stbl.Stss.SampleNumber
}

func TestAFilmThatAPageMakesHasTheFramesAndTimesOfANativeOne(t *testing.T) {
	testkit.LongOnly(t)
	const frames = 300
	seconds := float64(frames) / 60
	b := start(t)
	p := films(t, b, "")
	record(p, seconds)
	name, content := handedOver(t, p, "The film is among your downloads · H.264 by the browser")
	if name != fmt.Sprintf("first-film-0.000-%.3fs.mp4", seconds) {
		t.Errorf("it is called %q", name)
	}
	native := encode.Spec{Path: filepath.Join(t.TempDir(), "native.mp4"), Width: 1280, Height: 720, FPS: 60, Encoder: "builtin"}
	film, err := encode.Create(native)
	check(t, err)
	for range frames {
		check(t, film.Write(film.Buffer()))
	}
	check(t, film.Close())
	want := filetest.Read(t, native.Path)
	scale, duration, shown, keys := times(t, content)
	wantScale, wantDuration, wantShown, wantKeys := times(t, want)
	if scale != wantScale || duration != wantDuration || !slices.Equal(shown, wantShown) || len(shown) != frames || !slices.Equal(keys, wantKeys) {
		t.Errorf("it has %d frames in %d/%d s, keys %v; a native one has %d in %d/%d s, keys %v",
			len(shown), duration, scale, keys, len(wantShown), wantDuration, wantScale, wantKeys)
	}
	plays(t, b, content, seconds)
}

// plays checks that a player shows a film whose last picture differs from its first. The page itself must play nothing.
func plays(t *testing.T, b *chromium, content []byte, seconds float64) {
	t.Helper()
	player := b.Open("about:blank", 1280, 720)
	player.Eval(fmt.Sprintf(`globalThis.shown = (async () => {
		const v = document.createElement("video"), c = document.createElement("canvas");
		v.muted = true;
		v.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], { type: "video/mp4" }));
		await new Promise((done, fail) => { v.onloadeddata = done; v.onerror = () => fail(v.error.message); });
		[c.width, c.height] = [v.videoWidth, v.videoHeight];
		const at = async s => {
			await new Promise(done => { v.onseeked = done; v.currentTime = s; });
			c.getContext("2d").drawImage(v, 0, 0);
			return c.toDataURL();
		};
		const first = await at(0.5 / 60);
		while (await at(v.duration - 0.5 / 60) === first) await new Promise(done => setTimeout(done, 50)); // it may be drawn later than it is found
		return [v.videoWidth, v.videoHeight, v.duration].join(" ");
	})(); 0`, base64.StdEncoding.EncodeToString(content)))
	if got, want := player.Eval(`shown`), fmt.Sprintf("1280 720 %g", seconds); got != want {
		t.Errorf("a player shows %v, want %s", got, want)
	}
}

func TestAPageWhoseBrowserEncodesNoH264MakesAnMP4OfVP9(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	p := films(t, b, `{
		const asked = VideoEncoder.isConfigSupported.bind(VideoEncoder);
		VideoEncoder.isConfigSupported = async config => config.codec.startsWith("avc1") ? { supported: false, config } : asked(config);
	}`)
	record(p, 5)
	name, content := handedOver(t, p, "The film is among your downloads · VP9 by the browser")
	if name != "first-film-0.000-5.000s.mp4" {
		t.Errorf("it is called %q", name)
	}
	if _, _, shown, keys := times(t, content); len(shown) != 300 || !slices.Equal(keys, []uint32{1, 121, 241}) {
		t.Errorf("it has %d frames, keys %v", len(shown), keys)
	}
	plays(t, b, content, 5)
}

func TestAPageWithoutWebCodecsRecordsItsFilmAndSaysSo(t *testing.T) {
	testkit.LongOnly(t)
	p := films(t, start(t), `delete globalThis.VideoEncoder`)
	record(p, 0.5)
	name, content := handedOver(t, p, "The film is among your downloads · WebM by the browser · WebM, because this browser can't make an MP4")
	if name != "first-film-0.000-0.500s.webm" || !bytes.HasPrefix(content, []byte("\x1a\x45\xdf\xa3")) { // EBML's head
		t.Errorf("it is called %q and begins with %x", name, content[:min(len(content), 8)])
	}
}
