package ui

import (
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/film"
	"driftlab/scenario"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
)

// children stands for the processes that make films.
type children struct {
	args [][]string
	now  *fakeChild // the one that was started last
	fail error      // of the start
}

// A fakeChild says and does what a test has it.
type fakeChild struct {
	reports *io.PipeWriter
	code    error
	once    sync.Once
	stopped bool
	exit    chan struct{}
}

func (c *children) start(args []string) (*child, error) {
	c.args = append(c.args, args)
	if c.fail != nil {
		return nil, c.fail
	}
	f := &fakeChild{exit: make(chan struct{})}
	reports := (*io.PipeReader)(nil)
	reports, f.reports = io.Pipe()
	c.now = f
	return &child{reports: reports, stop: func() { f.stopped = true; f.end(errors.New("signal: interrupt")) },
		wait: func() error { <-f.exit; return f.code }}, nil
}

// end ends the process.
func (f *fakeChild) end(code error) {
	f.once.Do(func() {
		f.code = code
		f.reports.Close()
		close(f.exit)
	})
}

// newFilmApp returns a window whose films are made by nobody, at 2 s of virtual time.
func newRecordingApp(t *testing.T) (*App, *children) {
	a := newTestApp(t, "first", 1600, 900, 1)
	c := &children{}
	a.rec.start = c.start
	a.Advance(2 * time.Second)
	a.Paused = true
	return a, c
}

// recorded marks two seconds, from 2 s to 4 s.
func recordTwoSeconds(t *testing.T, a *App) {
	t.Helper()
	a.record()
	if !a.rec.on || a.Fault != "" || !strings.Contains(a.Notice, "Recording from 2.000 s") {
		t.Fatalf("on %v, message %q, notice %q", a.rec.on, a.Fault, a.Notice)
	}
	a.Advance(2 * time.Second)
	a.record()
}

// settle lets the film that is being made be over.
func settle(t *testing.T, a *App) {
	t.Helper()
	f := a.rec.films[0]
	<-f.ended
	a.rec.update(a)
}

// flagOf returns the value behind a flag.
func flagOf(args []string, name string) string {
	if i := slices.Index(args, "-"+name); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

func TestTwoPressesHaveThePartBetweenThemFilmed(t *testing.T) {
	a, c := newRecordingApp(t)
	nextFrame(t, a)
	a.controls.set(2, "link.up.delay", "33ms")
	recordTwoSeconds(t, a)
	if a.Fault != "" || len(c.args) != 1 {
		t.Fatalf("message %q, %d processes", a.Fault, len(c.args))
	}
	args, stem := c.args[0], filepath.Join(naming.Folder(a.opt.Log), "first-film-2.000-4.000s")
	want := []string{"record", "-replay", stem + ".session.toml", "-theme", "dark", "-language", "en", "-from", "2s", "-duration", "2s",
		"-client", "1", "-tab", "error", "-progress", "json", "-o", stem + ".mp4"}
	for _, w := range want {
		if !slices.Contains(args, w) {
			t.Errorf("the process gets %q, without %q", args, w)
		}
	}
	sc, err := scenario.Load(stem + ".session.toml")
	if err != nil {
		t.Fatal(err)
	}
	if sc.Text() != a.Line.Log().Text() || sc.Duration != 4*time.Second || !strings.Contains(sc.Text(), `"client2.link.up.delay" = "33ms"`) {
		t.Errorf("the session of the film is\n%s", sc.Text())
	}
	if text, err := os.ReadFile(stem + ".session.toml"); err != nil || !strings.Contains(string(text), "#   driftlab record -replay "+filepath.Base(stem)+".session.toml ") {
		t.Errorf("the session does not say how the film is made again: %.300s", text)
	}
	fmt.Fprintln(c.now.reports, `{"event":"frame","done":30,"frames":120}`)
	for a.rec.films[0].frame.Load() != 30 {
		time.Sleep(time.Millisecond)
	}
	nextFrame(t, a)
	if share := a.rec.bar.share; share != 0.25 {
		t.Errorf("%v of the film is there", share)
	}
	if a.rec.bar.film.W == 0 || !a.rec.bar.film.Within(a.Regions.Top) {
		t.Errorf("the progress is drawn at %v", a.rec.bar.film)
	}
	if err := os.WriteFile(stem+".mp4", make([]byte, 2_340_000), 0o600); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(c.now.reports, `{"event":"warning","text":"caption 2 is cut"}`+"\n"+`{"event":"warning","text":"caption 3 is cut"}`)
	c.now.end(nil)
	settle(t, a)
	if want := "film: " + stem + ".mp4 (2.3 MB) · caption 2 is cut"; a.Notice != want || len(a.rec.films) != 0 {
		t.Errorf("message %q, notice %q, want %q", a.Fault, a.Notice, want)
	}
	nextFrame(t, a)
}

func TestARecordingRunsThroughPauseAndGoingBack(t *testing.T) {
	a, c := newRecordingApp(t)
	a.record()
	a.Seek(500e6)
	for a.Line.Busy() {
		a.Pass()
	}
	a.record()
	if got := flagOf(c.args[0], "from") + " " + flagOf(c.args[0], "duration"); got != "500ms 1.5s" {
		t.Errorf("from and length are %s", got)
	}
	a.record()
	a.record()
	if len(c.args) != 1 || !strings.Contains(a.Fault, "ended where it began") {
		t.Errorf("%d films, message %q", len(c.args), a.Fault)
	}
}

func TestAnotherSessionEndsTheRecordingOfTheOneBefore(t *testing.T) {
	a, c := newRecordingApp(t)
	a.record()
	a.Advance(time.Second)
	a.restart()
	if a.rec.on || len(c.args) != 1 || flagOf(c.args[0], "duration") != "1s" {
		t.Fatalf("on %v, processes %q", a.rec.on, c.args)
	}
	sc, err := scenario.Load(flagOf(c.args[0], "replay"))
	if err != nil || sc.Duration != 3*time.Second {
		t.Error(sc.Duration, err)
	}
}

func TestBothWorldsAreFilmed(t *testing.T) {
	a, c := newRecordingApp(t)
	a.rec.look.wipe = true
	a.record()
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "200ms")
	a.Advance(2 * time.Second)
	a.follow(t)
	a.record()
	if len(c.args) != 1 || flagOf(c.args[0], "replay") != "" || !slices.Contains(c.args[0], "-wipe") || flagOf(c.args[0], "title-seconds") != "666ms" {
		t.Fatalf("processes %q", c.args)
	}
	for flag, want := range map[string]int64{"a": 80e6, "b": 200e6} {
		sc, err := scenario.Load(flagOf(c.args[0], flag))
		if err != nil {
			t.Fatal(err)
		}
		b := newTestApp(t, flagOf(c.args[0], flag), 1600, 900, 1)
		b.Advance(3500 * time.Millisecond) // before the scenario sets it
		if got := b.Session.Value(1, "link.up.delay"); got != want || sc.Duration != 4*time.Second {
			t.Errorf("%s has %d ns up at 3.5 s and is %v long, want %d", flag, got, sc.Duration, want)
		}
	}
}

func TestWhatIsChosenIsWhatTheFilmIsAskedFor(t *testing.T) {
	a, c := newRecordingApp(t)
	a.rec.look = filmLook{size: 1, fps: 2, format: 1, camera: 4, title: " Two clocks ",
		cues: []film.Cue{{From: 3e9, To: 9e9, Text: "second\nline"}, {From: 1e9, To: 4e9, Text: "first"}, {Text: " "}}}
	recordTwoSeconds(t, a)
	args := c.args[0]
	for flag, want := range map[string]string{"size": "1920x1080", "fps": "30", "camera": "client-2", "title": "Two clocks", "title-seconds": "666ms"} {
		if got := flagOf(args, flag); got != want {
			t.Errorf("-%s %q, want %q", flag, got, want)
		}
	}
	if slices.Contains(args, "-wipe") || filepath.Ext(flagOf(args, "o")) != ".webm" {
		t.Errorf("%q", args)
	}
	cues, err := film.ReadSRT(flagOf(args, "captions"))
	if err != nil || len(cues) != 2 || cues[0] != (film.Cue{From: 1e9, To: 3e9, Text: "first"}) || cues[1].Text != "second\nline" {
		t.Errorf("captions %+v, %v", cues, err)
	}
}

func TestWhatGoesWrongIsOneLineAndTheSessionIsSafe(t *testing.T) {
	for name, test := range map[string]struct {
		before func(a *App, c *children)
		after  func(a *App, f *fakeChild)
		want   string
		logs   int
	}{
		"no process": {before: func(_ *App, c *children) { c.fail = errors.New("fork: out of memory") }, want: "fork: out of memory", logs: 1},
		"an error": {after: func(_ *App, f *fakeChild) {
			fmt.Fprintln(f.reports, "x\n\n"+`{"event":"failed","text":".mp4 cannot be made here: no ffmpeg"}`+"\nlibEGL warning: none")
			f.end(errors.New("exit status 1"))
		}, want: "not be made: .mp4 cannot be made here: no ffmpeg. Its session is in", logs: 1},
		"disk full": {after: func(_ *App, f *fakeChild) {
			fmt.Fprintln(f.reports, `{"event":"frame","done":3,"frames":120}`+"\ndriftlab: \"x.mp4\": no space left on device")
			f.end(errors.New("exit status 1"))
		}, want: "no space left on device", logs: 1},
		"killed": {after: func(_ *App, f *fakeChild) {
			fmt.Fprintln(f.reports, `{"event":"frame","done":3,"frames":120}`)
			f.end(errors.New("signal: killed"))
		}, want: "signal: killed", logs: 1},
		"killed half way": {after: func(a *App, f *fakeChild) {
			os.WriteFile(strings.TrimSuffix(a.rec.films[0].out, ".mp4")+".part.mp4", make([]byte, 70_000), 0o600)
			f.end(errors.New("signal: killed"))
		}, want: ".part.mp4 (70 kB).", logs: 1},
		"endless line": {after: func(_ *App, f *fakeChild) {
			fmt.Fprint(f.reports, strings.Repeat("x", 1<<20))
			f.end(errors.New("exit status 2"))
		}, want: "exit status 2", logs: 1},
		"cancelled": {after: func(a *App, f *fakeChild) { a.rec.cancel() }, want: "The film was cancelled. Its session is in", logs: 1},
		"nowhere":   {before: func(a *App, _ *children) { a.opt.Log = filepath.Join(filepath.Dir(a.opt.Log), "none", "x.toml") }, want: "no such"},
		"a file":    {before: func(a *App, _ *children) { os.WriteFile(a.opt.Log, nil, 0o600); a.opt.Log += "/x.toml" }, want: "not a directory"},
	} {
		a, c := newRecordingApp(t)
		dir := filepath.Dir(a.opt.Log)
		if test.before != nil {
			test.before(a, c)
		}
		if test.logs > 0 {
			recordTwoSeconds(t, a)
		} else { // it is told at once, and the marks stay for a folder that is there
			a.record()
			a.Advance(2 * time.Second)
			a.record()
		}
		if test.after != nil {
			test.after(a, c.now)
			settle(t, a)
		}
		if said := a.Fault + a.Notice; !strings.Contains(said, test.want) || strings.Contains(said, "\n") {
			t.Errorf("%s: message %q, notice %q, want %q", name, a.Fault, a.Notice, test.want)
		}
		logs, _ := filepath.Glob(filepath.Join(dir, "*.session.toml"))
		if len(logs) != test.logs || len(a.rec.films) != 0 || a.rec.on != (test.logs == 0) {
			t.Errorf("%s: %d session files, %d films wait, on %v", name, len(logs), len(a.rec.films), a.rec.on)
		}
		nextFrame(t, a)
	}
}

func TestOneKeyDropsTheRecordingAndThenTheFilm(t *testing.T) {
	a, c := newRecordingApp(t)
	a.record()
	a.Advance(time.Second)
	a.unrecord()
	if a.rec.on || len(c.args) != 0 || !strings.Contains(a.Notice, "dropped") {
		t.Errorf("on %v, processes %q, notice %q", a.rec.on, c.args, a.Notice)
	}
	a.record()
	a.Advance(time.Second)
	a.record()
	a.unrecord()
	settle(t, a)
	if !c.now.stopped || !strings.Contains(a.Notice, "cancelled") {
		t.Errorf("the film goes on: %q", a.Notice)
	}
	a.unrecord()
	if !strings.Contains(a.Fault, "Neither") {
		t.Errorf("message %q", a.Fault)
	}
}

func TestFilmsAreMadeOneAfterTheOther(t *testing.T) {
	a, c := newRecordingApp(t)
	recordTwoSeconds(t, a)
	a.Seek(2e9)
	for a.Line.Busy() {
		a.Pass()
	}
	recordTwoSeconds(t, a)
	nextFrame(t, a)
	if len(c.args) != 1 || len(a.rec.films) != 2 {
		t.Fatalf("%d processes, %d films", len(c.args), len(a.rec.films))
	}
	if a.rec.films[0].out == a.rec.films[1].out {
		t.Error("both films have the same name")
	}
	c.now.end(nil)
	settle(t, a)
	if len(c.args) != 2 || len(a.rec.films) != 1 {
		t.Fatalf("%d processes, %d films", len(c.args), len(a.rec.films))
	}
	c.now.end(nil)
	settle(t, a)
}

func TestProgressIsRead(t *testing.T) {
	f := &making{}
	heard := func(report string) [2]int64 {
		f.listen(strings.NewReader(report + "\n"))
		return [2]int64{f.frame.Load(), f.frames.Load()}
	}
	start := time.Unix(1000, 0)
	if heard(`{"event":"frame","done":100,"frames":1000}`) != [2]int64{100, 1000} {
		t.Errorf("%d of %d frames", f.frame.Load(), f.frames.Load())
	}
	for _, bad := range []string{`{"event":"frame","done":11,"frames":10}`, `{"event":"frame","done":-1,"frames":10}`, `{"event":"frame","done":1}`,
		`{"event":"frame","done":"1","frames":10}`, `{"event":"other","done":1,"frames":10}`, "frame 1 10", "{", "null", ""} {
		if heard(bad) != [2]int64{100, 1000} {
			t.Errorf("%s is progress", bad)
		}
	}
	if share, left := f.share(start); share != 0.1 || left >= 0 {
		t.Errorf("at first %v, %v", share, left)
	}
	heard(`{"event":"frame","done":400,"frames":1000}`)
	if share, left := f.share(start.Add(3 * time.Second)); share != 0.4 || left != 6*time.Second {
		t.Errorf("then %v, %v", share, left)
	}
}

func TestWhatTheTopBarTellsOfFilmsIsInSight(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		for _, size := range []struct {
			w, h, scale int
		}{{1280, 720, 100}, {1600, 900, 100}, {1280, 720, 150}, {1280, 720, 200}, {1600, 900, 200}} {
			s := scene{at: time.Second, size: image.Pt(size.w, size.h), settings: config.Settings{Language: language, Scale: size.scale}, do: filmBoth}
			a, _ := s.picture(t)
			window, row := panel.NewRect(0, 0, float32(a.Width), float32(a.Height)), toRect(a.top.row.GetWidget().Rect)
			b := &a.rec.bar
			for name, r := range map[string]panel.Rect{"the recording": b.mark, "the film": b.film, "its end": b.x} {
				if r.W == 0 || !r.Within(window) || r.Overlaps(row) {
					t.Errorf("%s, %v: %s is at %v, the buttons at %v", language, size, name, r, row)
				}
			}
			if b.mark.Overlaps(b.film) {
				t.Errorf("%s, %v: the recording at %v lies over the film at %v", language, size, b.mark, b.film)
			}
			if text := a.Width - int(80*a.Scale); row.X+row.W > float32(text) {
				t.Errorf("%s, %v: the buttons end at %v, and the time begins about %d", language, size, row.X+row.W, text)
			}
		}
	}
}

// toRect returns a rectangle of pixels as a region.
func toRect(r image.Rectangle) panel.Rect {
	return panel.NewRect(float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
}
