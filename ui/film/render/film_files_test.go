package render

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
)

func TestWhatAFilmIsMadeFromIsSafeBeforeItsFirstFrame(t *testing.T) {
	opt := filmOf(t, "first", "lesson-07", func(o *config.Film) {
		o.Sidecars, o.Out, o.Title = true, filepath.Join(t.TempDir(), "two clocks.mp4"), "It's a test"
	})
	j := render(t, opt, &testSink{size: 4 * 320 * 180, fail: errors.New("disk full")})
	if j.err == nil || j.done != 0 {
		t.Fatalf("%d frames, %v", j.done, j.err)
	}
	base := strings.TrimSuffix(opt.Out, ".mp4") + ".part"
	for i, want := range []*scenario.Scenario{opt.Beside, opt.Scenario} {
		path := base + [...]string{".a", ".b"}[i] + ".session.toml"
		got, err := scenario.Load(path)
		if err != nil || got.Text() != want.Text() {
			t.Errorf("%s: %v", path, err)
		}
		text, _ := os.ReadFile(path)
		if !strings.Contains(string(text), `-title 'It'\''s a test'`) || !strings.HasPrefix(string(text), "# A session of a film") {
			t.Errorf("no command stands in\n%.300s", text)
		}
	}
	if _, err := film.ReadSRT(base + ".srt"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{".a.clock.csv", ".b.clock.csv"} {
		if info, err := os.Stat(base + name); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	err := j.end()
	if err == nil || !strings.Contains(err.Error(), "the film was broken off after 0 of 30 frames: disk full; the finished part is in half.part.mp4; its session is in "+base) {
		t.Errorf("got %v", err)
	}
}

func TestAFilmThatCannotBeBegunSaysWhereItsSessionIs(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) { o.Sidecars = true })
	j := &Job{opt: opt, ctx: context.Background()}
	var err error
	j.picture, err = newFilmPicture(opt)
	check(t, err)
	defer j.picture.Session.Close()
	beside := film.SidecarsOf(encode.PartName(opt.Out), false)
	check(t, os.Mkdir(beside.Clocks[0], 0o777))
	err = j.unbegun(j.prepare())
	if err == nil || !strings.HasPrefix(err.Error(), "the film was not begun: ") || !strings.HasSuffix(err.Error(), "choose another name; its session is in "+beside.Sessions[0]) {
		t.Errorf("got %v", err)
	}
	if _, err := scenario.Load(beside.Sessions[0]); err != nil {
		t.Error(err)
	}
}

func TestACancelledFilmSaysWhatIsLeft(t *testing.T) {
	opt := filmOf(t, "first", "", nil)
	ctx, cancel := context.WithCancel(context.Background())
	sink := &testSink{size: 4 * 320 * 180}
	j := render(t, opt, sink)
	j.ctx, sink.k = ctx, 12 // the others wait for the encoder
	cancel()
	var cancelled Cancelled
	if err := j.end(); !errors.As(err, &cancelled) || err.Error() != "the film was cancelled after 12 of 30 frames; the finished part is in half.part.mp4" {
		t.Errorf("got %v", err)
	}
	if j.end(); sink.aborted != 1 {
		t.Errorf("it was broken off %d times", sink.aborted)
	}
}

func TestAFilmThatIsCancelledBeforeItHasAFrameLeavesNothing(t *testing.T) {
	for _, begun := range []bool{false, true} {
		opt := filmOf(t, "first", "", func(o *config.Film) { o.Sidecars, o.Encoder = true, "builtin" })
		ctx, cancel := context.WithCancel(context.Background())
		j := &Job{opt: opt, ctx: ctx, frames: 30}
		var err error
		j.picture, err = newFilmPicture(opt)
		check(t, err)
		defer j.picture.Session.Close()
		if !begun {
			cancel()
		}
		if err = j.prepare(); begun && err == nil {
			j.sink, err = encode.Create(encode.Spec{Path: opt.Out, Width: 320, Height: 180, FPS: 30, Encoder: "builtin"})
		}
		if begun && err == nil {
			cancel()
			err = j.end()
		} else {
			err = j.unbegun(err)
		}
		if !errors.As(err, &Cancelled{}) || !strings.HasSuffix(err.Error(), "; nothing is left of it") {
			t.Errorf("begun %v: got %v", begun, err)
		}
		if left, err := os.ReadDir(filepath.Dir(opt.Out)); err != nil || len(left) > 0 {
			t.Errorf("begun %v: there is %v, %v", begun, left, err)
		}
		cancel()
	}
}

func TestNoFileOfAFilmTakesThePlaceOfWhatItIsMadeFrom(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.mp4")
	beside := film.SidecarsOf(out, false)
	for _, own := range []string{beside.Sessions[0], beside.Captions} {
		check(t, os.WriteFile(own, []byte("mine"), 0o666))
	}
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Out, o.Sidecars, o.Sources = out, true, []string{beside.Sessions[0], beside.Captions}
	})
	j := render(t, opt, &testSink{size: 4 * 320 * 180})
	if err := j.end(); err != nil {
		t.Error(err)
	}
	for _, own := range []string{beside.Sessions[0], beside.Captions} {
		if text, err := os.ReadFile(own); err != nil || string(text) != "mine" {
			t.Errorf("%s is now %.80q, %v", own, text, err)
		}
	}
	if _, err := os.Stat(beside.Card); err != nil {
		t.Error(err)
	}
}

// unnamed is a file system in which a file can't get its final name.
type unnamed struct {
	files.FS
	path string
}

func (u unnamed) Rename(from, to string) error {
	if to == u.path {
		return syscall.ENOSPC
	}
	return u.FS.Rename(from, to)
}

// TestAnOlderFilmKeepsItsFilesUntilTheNewOneIsWhole first cancels a film, then makes one from what that has left, at first with a
// file that can't get its name.
func TestAnOlderFilmKeepsItsFilesUntilTheNewOneIsWhole(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) { o.Sidecars = true })
	beside, parts := film.SidecarsOf(opt.Out, false), film.SidecarsOf(encode.PartName(opt.Out), false)
	set := files.NewSet(files.Disk{})
	folder, err := set.Folder(filepath.Split(beside.Manifest))
	check(t, err)
	for _, path := range beside.All() {
		f, err := folder.Create(filepath.Base(path))
		check(t, err)
		f.WriteString("old")
	}
	check(t, set.Commit())
	j := render(t, opt, &testSink{size: 4 * 320 * 180, fail: errors.New("disk full")})
	if err := j.end(); err == nil || !strings.HasSuffix(err.Error(), "; its session is in "+parts.Sessions[0]) {
		t.Errorf("got %v", err)
	}
	are := func(old bool) {
		t.Helper()
		for _, path := range beside.All() {
			if text, err := os.ReadFile(path); err != nil || (string(text) == "old") != old {
				t.Errorf("%s is %.40q, %v", path, text, err)
			}
		}
	}
	are(true)
	if text, err := os.ReadFile(parts.Sessions[0]); err != nil || !strings.HasPrefix(film.SessionCommand(string(text)), "driftlab record -replay x.part.session.toml ") {
		t.Errorf("got %.400s, %v", text, err)
	}
	opt.Sources = []string{parts.Sessions[0]}
	for _, fsys := range []files.FS{unnamed{files.Disk{}, beside.Card}, files.Disk{}} {
		opt.Files = fsys
		j = render(t, opt, &testSink{size: 4 * 320 * 180})
		err := j.end()
		if whole := fsys == files.FS(files.Disk{}); (err == nil) != whole || !whole && !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		are(err != nil)
	}
	if text, _ := os.ReadFile(beside.Sessions[0]); !strings.HasPrefix(film.SessionCommand(string(text)), "driftlab record -replay x.session.toml ") {
		t.Errorf("got %.400s", text)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(opt.Out), "*.part*"))
	if !slices.Equal(left, []string{parts.Sessions[0], parts.Manifest}) {
		t.Errorf("%q is left over", left)
	}
}
