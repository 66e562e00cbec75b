package encode

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// fakeFFmpeg puts a shell script before the real ffmpeg in PATH. In it, $real is the real program, and film is true if it makes a
// film and does not answer a question.
func fakeFFmpeg(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for ffmpeg is a shell script")
	}
	real, _ := exec.LookPath("ffmpeg")
	folder := t.TempDir()
	head := fmt.Sprintf("#!/bin/sh\nreal=%q\nfilm=false\ncase \"$*\" in *pipe:0*file:*) film=true ;; esac\n", real)
	check(t, os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte(head+script), 0o755))
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// oldFilm is an older film of that name, as far as anyone looks: the start of a GIF with its stamp.
var oldFilm = "GIF89a\x01\x00\x01\x00\x80\x00\x00" + strings.Repeat("\x00", 6) + string(gifStamp)

// few is the number of frames of a film in tests that need no particular number.
const few = 16

// smallSpec is a film next to an older one of the same name.
func smallSpec(t *testing.T, name, encoder string) Spec {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	check(t, os.WriteFile(path, []byte(oldFilm), 0o666))
	return Spec{Path: path, Width: 160, Height: 90, FPS: 30, Encoder: encoder}
}

// oldFilmStays checks that the older film is unchanged.
func oldFilmStays(t *testing.T, path string) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || string(b) != oldFilm {
		t.Errorf("the older film is gone: %d bytes, %v", len(b), err)
	}
}

// oneLine checks that an error is one line with all the wanted words.
func oneLine(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %q", want)
		return
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %q, want one line with %q", err, w)
		}
	}
}

// untilFailure writes up to n frames until that fails.
func untilFailure(film *Film, most int) error {
	for range most {
		b := film.Buffer()
		drawMarked(film.handed, film.spec.Width, film.spec.Height, b)
		if err := film.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// plays checks that an unfinished film can be decoded, and has some frames.
func plays(t *testing.T, path string) {
	t.Helper()
	if path == "" {
		t.Error("nothing was kept of the film")
		return
	}
	if p, _ := ffprobePart(t, path); p.frames() < few-8 { // some waited for the encoder
		t.Errorf("%s has %d frames only", path, p.frames())
	}
}

func TestWithoutFFmpegTheNextEncoderIsTakenAndSaysWhy(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	film := makeFilm(t, Spec{Path: filepath.Join(t.TempDir(), "a.mp4"), Width: 64, Height: 64, FPS: 30}, 5)
	if line := film.Encoder(); !strings.Contains(line, "OpenH264") || !strings.Contains(line, "not ffmpeg: no program ffmpeg in PATH") {
		t.Error(line)
	}
	_, err := Create(Spec{Path: filepath.Join(t.TempDir(), "a.webm"), Width: 64, Height: 64, FPS: 30})
	oneLine(t, err, ".webm cannot be made here: ffmpeg: no program ffmpeg in PATH; an .mp4 needs no other program")
}

func TestFFmpegThatFailsAtOnceIsPassedOver(t *testing.T) {
	for name, test := range map[string]struct{ script, want string }{
		"crash":    {"echo 'error while loading shared libraries: libx' >&2; exit 127", "ffmpeg: error while loading shared libraries: libx (exit status 127)"},
		"killed":   {"kill -9 $$", "ffmpeg: signal: killed"},
		"encoders": {`case "$*" in *-encoders*) echo ' V....D mpeg4 MPEG-4' ;; *) echo ffmpeg version 9 ;; esac`, "it has none of the encoders libx264, "},
		"hardware": {`case "$*" in *-encoders*) echo ' V....D h264_mf H.264' ;; *-version*) echo ffmpeg version 9 ;; *) echo '[h264_mf @ 0x55] no device' >&2; exit 1 ;; esac`, "ffmpeg: no device (exit status 1)"},
	} {
		t.Run(name, func(t *testing.T) {
			fakeFFmpeg(t, test.script)
			_, err := Create(smallSpec(t, "a.mp4", "ffmpeg"))
			oneLine(t, err, ".mp4 cannot be made here: ffmpeg: ", test.want)
			film := makeFilm(t, smallSpec(t, "a.mp4", ""), 5)
			if !strings.Contains(film.Encoder(), test.want) {
				t.Error(film.Encoder())
			}
		})
	}
}

func TestFFmpegThatDoesNotAnswerIsPassedOver(t *testing.T) {
	stand := stands(t, `stand`)
	spec := smallSpec(t, "a.mp4", "")
	spec.patience, spec.Waiting = stand.patience(), stand.say
	var film *Film
	stand.passes(t, func() { film = makeFilm(t, spec, 5) })
	if !strings.Contains(film.Encoder(), "(not ffmpeg: ffmpeg has done nothing for 30s, and was stopped") {
		t.Error(film.Encoder())
	}
	if want := []string{"ffmpeg does not come to its end: it is waited for, up to 30s", ""}; !slices.Equal(stand.said, want) {
		t.Errorf("said %q, want %q", stand.said, want)
	}
}

func TestFFmpegWithoutItsBestEncoderUsesTheNext(t *testing.T) {
	works(t, "webm", "ffmpeg")
	fakeFFmpeg(t, `case "$*" in *-encoders*) "$real" "$@" | grep -v libvpx-vp9 ;; *) exec "$real" "$@" ;; esac`)
	film := makeFilm(t, smallSpec(t, "a.webm", ""), 30)
	if !strings.HasPrefix(film.Encoder(), "VP8 by ffmpeg") {
		t.Error(film.Encoder())
	}
	if p := ffprobe(t, film.spec.Path); p.Codec != "vp8" || p.frames() != 30 {
		t.Errorf("%+v", p)
	}
}

func TestFFmpegThatCrashesHalfWayLeavesThePart(t *testing.T) {
	works(t, "mp4", "ffmpeg")
	// It gets 100 frames, then the end of its input, and fails after it has written them.
	fakeFFmpeg(t, `if $film; then head -c $((100*4*160*90)) | "$real" "$@"; echo 'Conversion failed!' >&2; exit 69; fi; exec "$real" "$@"`)
	film := created(t, smallSpec(t, "a.mp4", "ffmpeg"))
	oneLine(t, untilFailure(film, 3000), "frame ", "ffmpeg: Conversion failed! (exit status 69)")
	oneLine(t, film.Close(), "Conversion failed!", "the finished part of the film is in "+PartName(film.spec.Path))
	plays(t, PartName(film.spec.Path))
	oldFilmStays(t, film.spec.Path)
}

func TestFFmpegKilledHalfWayLeavesThePart(t *testing.T) {
	for _, format := range []string{"mp4", "webm"} {
		t.Run(format, func(t *testing.T) {
			works(t, format, "ffmpeg")
			film := created(t, smallSpec(t, "a."+format, "ffmpeg"))
			writeFrames(t, film, 300)
			film.sink.(*ffmpegSink).kill()
			oneLine(t, untilFailure(film, 3000), "frame ", "ffmpeg: signal: killed")
			kept, err := film.Abort()
			check(t, err)
			plays(t, kept)
			oldFilmStays(t, film.spec.Path)
		})
	}
}

func TestFFmpegThatFailsToCopyLeavesThePart(t *testing.T) {
	works(t, "mp4", "ffmpeg")
	fakeFFmpeg(t, `case "$*" in *faststart*) echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 228 ;; esac; exec "$real" "$@"`)
	film := created(t, smallSpec(t, "a.mp4", "ffmpeg"))
	writeFrames(t, film, 100)
	oneLine(t, film.Close(), "No space left on device", "the finished part of the film is in ")
	plays(t, PartName(film.spec.Path))
	oldFilmStays(t, film.spec.Path)
	if _, err := os.Stat(PartName(PartName(film.spec.Path))); err == nil {
		t.Error("half a copy is left behind")
	}
}

func TestCancelledFilmKeepsWhatPlays(t *testing.T) {
	withEveryEncoder(t, formats(), func(t *testing.T, f format, e encoder, film *Film) {
		writeFrames(t, film, 47)
		kept, err := film.Abort()
		check(t, err)
		oldFilmStays(t, film.spec.Path)
		if f.extension == "png" {
			kept = filepath.Join(kept, "a-%06d.png")
		}
		plays(t, kept)
		// When a film is cancelled, some frames wait for the encoder: they are not in it.
		if f.even {
			if got := ffprobe(t, kept).frames(); got != film.Encoded() || got > film.handed {
				t.Errorf("%d frames are there; it says %d of %d", got, film.Encoded(), film.handed)
			}
		}
		if err := film.Write(film.Buffer()); !errors.Is(err, ErrAborted) {
			t.Errorf("Write after Abort: %v", err)
		}
		if err := film.Close(); !errors.Is(err, ErrAborted) {
			t.Errorf("Close after Abort: %v", err)
		}
	})
}

func TestFilmCancelledBeforeItsFirstFrameLeavesNothing(t *testing.T) {
	withEveryEncoder(t, formats(), func(t *testing.T, f format, e encoder, film *Film) {
		kept, err := film.Abort()
		left, _ := os.ReadDir(filepath.Dir(film.spec.Path))
		// ffmpeg writes a head without frames before it knows that there are none.
		if err != nil || e.name != "ffmpeg" && (kept != "" || len(left) != 1) {
			t.Errorf("kept %q, %v, %v", kept, left, err)
		}
	})
}

func TestAbortEndsAFilmWhoseEncoderHangs(t *testing.T) {
	works(t, "mp4", "ffmpeg")
	fakeFFmpeg(t, `if $film; then exec sleep 1000; fi; exec "$real" "$@"`)
	film := created(t, smallSpec(t, "a.mp4", "ffmpeg"))
	ended := make(chan error)
	go func() { ended <- untilFailure(film, 3000) }() // it stands still once the encoder has all buffers
	for len(film.free) > 0 {
		time.Sleep(time.Millisecond)
	}
	if kept, err := film.Abort(); kept != "" || err != nil {
		t.Errorf("kept %q, %v", kept, err)
	}
	if err := <-ended; !errors.Is(err, ErrAborted) {
		t.Errorf("the drawer was told %v", err)
	}
	oldFilmStays(t, film.spec.Path)
}

func TestUnwritablePlaceIsOneLine(t *testing.T) {
	folder := t.TempDir()
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		if folder = "/proc"; runtime.GOOS != "linux" {
			t.Skip("no place is closed to this user")
		}
	} else if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, f := range formats() {
		for _, e := range f.encoders {
			if _, err := e.probe(Spec{}); err == nil {
				_, err := Create(Spec{Path: filepath.Join(folder, "a."+f.extension), Width: 64, Height: 64, FPS: 30, Encoder: e.name})
				oneLine(t, err, "a.part", "cannot be written: ")
			}
		}
	}
}

func TestOnlyPicturesOfAnEarlierTryAreRemoved(t *testing.T) {
	spec := Spec{Path: filepath.Join(t.TempDir(), "v.png"), Width: 16, Height: 16, FPS: 1}
	folder := strings.TrimSuffix(spec.Path, ".png") + ".part"
	write := func(name string) {
		check(t, os.WriteFile(filepath.Join(folder, name), nil, 0o666))
	}
	check(t, os.Mkdir(folder, 0o777))
	write("v-000007.png")
	f := created(t, spec)
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("there is still %v", left)
	}
	if kept, err := f.Abort(); kept != "" || err != nil {
		t.Errorf("kept %q, %v", kept, err)
	}
	for _, name := range []string{"mine.txt", "v-7.png", "v-000007.png.txt", "w-000007.png"} {
		check(t, os.MkdirAll(folder, 0o777))
		write(name)
		_, err := Create(spec)
		oneLine(t, err, "contains "+name)
		check(t, os.Remove(filepath.Join(folder, name)))
	}
}
