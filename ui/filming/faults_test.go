package filming

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/film"
	"driftlab/film/encode"
	"driftlab/internal/files"
	"driftlab/internal/long"
	"driftlab/scenario"
)

// filmFiles makes a short film with all that stands beside it, but for its pictures' content: what is tested are its
// files.
func filmFiles(t *testing.T, opt config.Film) error {
	t.Helper()
	picture, err := newFilmPicture(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Session.Close()
	j := &Job{picture: picture, opt: opt, ctx: context.Background(), frames: film.Frames(opt.Length, opt.FPS)}
	if err := j.prepare(); err != nil {
		return j.unbegun(err)
	}
	j.made = append(j.made, sidecar{path: j.sidecars.Card, text: []byte("card")})
	sink, err := encode.Create(encode.Spec{Path: opt.Out, Width: 32, Height: 32, FPS: opt.FPS, Encoder: opt.Encoder, FS: opt.Files})
	if err != nil {
		return j.unbegun(err)
	}
	j.sink = sink
	for range j.frames {
		if j.err = sink.Write(sink.Buffer()); j.err != nil {
			break
		}
		j.done++
	}
	return j.end()
}

// filesIn returns the files of a folder, parts apart.
func filesIn(t *testing.T, dir string) (whole map[string]string, parts []string) {
	t.Helper()
	whole = map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), ".part") {
			parts = append(parts, e.Name())
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		whole[e.Name()] = string(text)
	}
	return whole, parts
}

func TestAFailedStepLeavesAFilmAndWhatStandsBesideItOldOrNew(t *testing.T) {
	full := errors.New("no space left on device")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	base := filmOf(t, "first", "", func(o *config.Film) {
		o.Sidecars, o.FPS, o.Length = true, 4, time.Second
	})
	make := func(k int, older bool, name, encoder string, dir string) (*files.Faulty, error) {
		opt := base
		opt.Out, opt.Encoder = filepath.Join(dir, name), encoder
		if older {
			opt.Length = 500 * time.Millisecond
		}
		sc, err := scenario.Load("first")
		if err != nil {
			t.Fatal(err)
		}
		sc.Duration = opt.Length
		opt.Scenario = sc
		faulty := &files.Faulty{FS: files.Disk{}, Fail: k, Err: full}
		opt.Files = faulty
		return faulty, filmFiles(t, opt)
	}
	for name, encoder := range map[string]string{"x.mp4": "builtin", "x.gif": "gif"} {
		begin := func() (dir string) {
			dir = t.TempDir()
			if _, err := make(0, true, name, encoder, dir); err != nil {
				t.Fatal(err)
			}
			return dir
		}
		dir := begin()
		older, _ := filesIn(t, dir)
		counted, err := make(0, false, name, encoder, dir)
		if err != nil {
			t.Fatal(err)
		}
		newer, left := filesIn(t, dir)
		if len(left) > 0 || len(newer) != 6 || maps.Equal(older, newer) {
			t.Fatalf("%s: %d files and the parts %q", name, len(newer), left)
		}
		all := draw.Perm(counted.Steps())
		for _, k := range all[:min(len(all), long.Count(6, len(all)))] {
			dir := begin()
			_, err := make(k+1, false, name, encoder, dir)
			got, parts := filesIn(t, dir)
			want := older
			if err == nil || strings.HasPrefix(err.Error(), "the film is whole") {
				want = newer
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, step %d: the files are not all of one film (%v)", name, k+1, err)
			}
			if err != nil && (!errors.Is(err, full) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("%s, step %d: error %q", name, k+1, err)
			}
			if len(parts) > 0 && (err == nil || !strings.Contains(err.Error(), ".part")) {
				t.Errorf("%s, step %d: %q are left, and nothing says so: %v", name, k+1, parts, err)
			}
		}
	}
}

// An update makes as many frames as it has time for: a window that is not looked at gets few updates.
func TestAnUpdateMakesSeveralFramesAndEachIsAsAlone(t *testing.T) {
	var hashes [2][]string
	for i, slice := range []time.Duration{0, time.Hour} {
		opt := filmOf(t, "first", "", nil)
		picture, err := newFilmPicture(opt)
		if err != nil {
			t.Fatal(err)
		}
		sink := &testSink{size: 4 * 320 * 180, frame: func(_ int, pix []byte) {
			hashes[i] = append(hashes[i], fmt.Sprintf("%x", sha256.Sum256(pix)))
		}}
		j := &Job{picture: picture, opt: opt, ctx: context.Background(), frames: film.Frames(opt.Length, opt.FPS), sink: sink, slice: slice}
		updates := 0
		for err = nil; err == nil; updates++ {
			err = j.Update()
		}
		picture.Session.Close()
		for _, img := range j.images {
			img.Deallocate()
		}
		if j.err != nil || j.done != j.frames {
			t.Fatalf("%d of %d frames, %v", j.done, j.frames, j.err)
		}
		if many := updates >= j.frames; many != (slice == 0) {
			t.Errorf("%d frames in %d updates of %v", j.frames, updates, slice)
		}
	}
	if !slices.Equal(hashes[0], hashes[1]) {
		t.Error("the frames differ")
	}
}
