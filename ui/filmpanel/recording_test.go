package filmpanel

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/film"
	"driftlab/ui/naming"
	"driftlab/ui/roomtest"
)

// children replaces the processes that make films.
type children struct {
	args [][]string
	now  *fakeChild // the one that was started last
	fail error      // of the start
}

// A fakeChild does what a test wants.
type fakeChild struct {
	reports *io.PipeWriter
	code    error
	once    sync.Once
	stopped bool
	exit    chan struct{}
}

func (c *children) start(args []string, _ film.Options, _ []string) (*Child, error) {
	c.args = append(c.args, args)
	if c.fail != nil {
		return nil, c.fail
	}
	f := &fakeChild{exit: make(chan struct{})}
	reports := (*io.PipeReader)(nil)
	reports, f.reports = io.Pipe()
	c.now = f
	return &Child{Reports: reports, Stop: func() { f.stopped = true; f.end(errors.New("signal: interrupt")) },
		Wait: func() error { <-f.exit; return f.code }}, nil
}

// end ends the process.
func (f *fakeChild) end(code error) {
	f.once.Do(func() {
		f.code = code
		f.reports.Close()
		close(f.exit)
	})
}

// newRecordingApp returns a room whose films nobody makes, at 2 s of virtual time.
func newRecordingApp(t *testing.T) (*rig, *children) {
	t.Helper()
	a := newRig(t)
	c := &children{}
	a.room.Start = c.start
	a.Travel.Advance(2 * time.Second)
	a.Picture.Paused = true
	return a, c
}

// recordTwoSeconds records two seconds, from 2 s to 4 s.
func recordTwoSeconds(t *testing.T, a *rig) {
	t.Helper()
	if a.room.Record(); !a.room.on || a.Lines.Fault != "" || !strings.Contains(a.Lines.Notice, "Recording from 2.000 s") {
		t.Fatalf("on %v, message %q, notice %q", a.room.on, a.Lines.Fault, a.Lines.Notice)
	}
	a.Travel.Advance(2 * time.Second)
	a.room.Record()
}

// settle waits for the end of the present film.
func settle(t *testing.T, a *rig) {
	t.Helper()
	f := a.room.films[0]
	<-f.ended
	a.room.Update()
}

// flagOf returns a flag's value.
func flagOf(args []string, name string) string {
	if i := slices.Index(args, "-"+name); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

func TestTwoPressesHaveThePartBetweenThemFilmed(t *testing.T) {
	a, c := newRecordingApp(t)
	a.frame(t)
	a.Set(t, 2, "link.up.delay", "33ms")
	if recordTwoSeconds(t, a); a.Lines.Fault != "" || len(c.args) != 1 {
		t.Fatalf("message %q, %d processes", a.Lines.Fault, len(c.args))
	}
	args, stem := c.args[0], filepath.Join(naming.Folder(a.Opt.Log), "first-film-2.000-4.000s")
	want := []string{"record", "-replay", stem + ".session.toml", "-theme", "dark", "-language", "en", "-from", "2s", "-duration", "2s",
		"-client", "1", "-tab", "error", "-progress", "json", "-o", stem + ".mp4"}
	for _, w := range want {
		if !slices.Contains(args, w) {
			t.Errorf("the process gets %q, without %q", args, w)
		}
	}
	sc, err := scenario.Load(stem + ".session.toml")
	check(t, err)
	if sc.Text() != a.Picture.Line.Log().Text() || sc.Duration != 4*time.Second || !strings.Contains(sc.Text(), `"client2.link.up.delay" = "33ms"`) {
		t.Errorf("the session of the film is\n%s", sc.Text())
	}
	if text, err := os.ReadFile(stem + ".session.toml"); err != nil || !strings.Contains(string(text), "#   driftlab record -replay "+filepath.Base(stem)+".session.toml ") {
		t.Errorf("the session does not say how the film is made again: %.300s", text)
	}
	fmt.Fprintln(c.now.reports, `{"event":"frame","done":30,"frames":120}`)
	for a.room.films[0].frame.Load() != 30 {
		time.Sleep(time.Millisecond)
	}
	a.frame(t)
	if share := a.room.bar.share; share != 0.25 {
		t.Errorf("%v of the film is there", share)
	}
	if a.room.bar.film.W == 0 || !a.room.bar.film.Within(a.Picture.Regions.Top) {
		t.Errorf("the progress is drawn at %v", a.room.bar.film)
	}
	check(t, os.WriteFile(stem+".mp4", make([]byte, 2_340_000), 0o600))
	fmt.Fprintln(c.now.reports, `{"event":"warning","text":"caption 2 is cut"}`+"\n"+`{"event":"warning","text":"caption 3 is cut"}`)
	c.now.end(nil)
	settle(t, a)
	if want := "film: " + stem + ".mp4 (2.3 MB) · caption 2 is cut"; a.Lines.Notice != want || len(a.room.films) != 0 {
		t.Errorf("message %q, notice %q, want %q", a.Lines.Fault, a.Lines.Notice, want)
	}
	a.frame(t)
}

func TestARecordingRunsThroughPauseAndGoingBack(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.Record()
	a.Travel.Seek(500e6)
	for a.Picture.Line.Busy() {
		a.Travel.Pass()
	}
	a.room.Record()
	if got := flagOf(c.args[0], "from") + " " + flagOf(c.args[0], "duration"); got != "500ms 1.5s" {
		t.Errorf("from and length are %s", got)
	}
	a.room.Record()
	if a.room.Record(); len(c.args) != 1 || !strings.Contains(a.Lines.Fault, "ended where it began") {
		t.Errorf("%d films, message %q", len(c.args), a.Lines.Fault)
	}
}

func TestAnotherSessionEndsTheRecordingOfTheOneBefore(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.Record()
	a.Travel.Advance(time.Second)
	if a.room.Cut(); a.room.on || len(c.args) != 1 || flagOf(c.args[0], "duration") != "1s" {
		t.Fatalf("on %v, processes %q", a.room.on, c.args)
	}
	sc, err := scenario.Load(flagOf(c.args[0], "replay"))
	if err != nil || sc.Duration != 3*time.Second {
		t.Error(sc.Duration, err)
	}
}

func TestBothWorldsAreFilmed(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.look.sides = 1
	a.room.Record()
	a.compare(t)
	a.Set(t, 0, "link.up.delay", "200ms")
	a.Travel.Advance(2 * time.Second)
	a.follow(t)
	a.room.Record()
	if len(c.args) != 1 || flagOf(c.args[0], "replay") != "" || !slices.Contains(c.args[0], "-wipe") || flagOf(c.args[0], "title-seconds") != "666ms" {
		t.Fatalf("processes %q", c.args)
	}
	for flag, want := range map[string]int64{"a": 80e6, "b": 200e6} {
		sc, err := scenario.Load(flagOf(c.args[0], flag))
		check(t, err)
		b := roomtest.New(t, flagOf(c.args[0], flag))
		b.Travel.Advance(3500 * time.Millisecond) // before the scenario sets it
		if got := b.Picture.Session.Value(1, "link.up.delay"); got != want || sc.Duration != 4*time.Second {
			t.Errorf("%s has %d ns up at 3.5 s and is %v long, want %d", flag, got, sc.Duration, want)
		}
	}
}

func TestWhatIsChosenIsWhatTheFilmIsAskedFor(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.look = filmLook{size: 1, fps: 2, format: 1, camera: 4, title: " Two clocks ",
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
		before func(a *rig, c *children)
		after  func(a *rig, f *fakeChild)
		want   string
		logs   int
	}{
		"no process": {before: func(_ *rig, c *children) { c.fail = errors.New("fork: out of memory") }, want: "fork: out of memory", logs: 1},
		"an error": {after: func(_ *rig, f *fakeChild) {
			fmt.Fprintln(f.reports, "x\n\n"+`{"event":"failed","text":".mp4 cannot be made here: no ffmpeg"}`+"\nlibEGL warning: none")
			f.end(errors.New("exit status 1"))
		}, want: "not be made: .mp4 cannot be made here: no ffmpeg. Its session is in", logs: 1},
		"disk full": {after: func(_ *rig, f *fakeChild) {
			fmt.Fprintln(f.reports, `{"event":"frame","done":3,"frames":120}`+"\ndriftlab: \"x.mp4\": no space left on device")
			f.end(errors.New("exit status 1"))
		}, want: "no space left on device", logs: 1},
		"killed": {after: func(_ *rig, f *fakeChild) {
			fmt.Fprintln(f.reports, `{"event":"frame","done":3,"frames":120}`)
			f.end(errors.New("signal: killed"))
		}, want: "signal: killed", logs: 1},
		"killed half way": {after: func(a *rig, f *fakeChild) {
			os.WriteFile(strings.TrimSuffix(a.room.films[0].out, ".mp4")+".part.mp4", make([]byte, 70_000), 0o600)
			f.end(errors.New("signal: killed"))
		}, want: ".part.mp4 (70 kB).", logs: 1},
		"endless line": {after: func(_ *rig, f *fakeChild) {
			fmt.Fprint(f.reports, strings.Repeat("x", 1<<20))
			f.end(errors.New("exit status 2"))
		}, want: "exit status 2", logs: 1},
		"cancelled": {after: func(a *rig, f *fakeChild) { a.room.cancel() }, want: "The film was cancelled. Its session is in", logs: 1},
		"nowhere":   {before: func(a *rig, _ *children) { a.Opt.Log = filepath.Join(filepath.Dir(a.Opt.Log), "none", "x.toml") }, want: "no such"},
		"a file":    {before: func(a *rig, _ *children) { os.WriteFile(a.Opt.Log, nil, 0o600); a.Opt.Log += "/x.toml" }, want: "not a directory"},
	} {
		a, c := newRecordingApp(t)
		dir := filepath.Dir(a.Opt.Log)
		if test.before != nil {
			test.before(a, c)
		}
		if test.logs > 0 {
			recordTwoSeconds(t, a)
		} else { // the message comes at once, and the recording waits for a valid folder
			a.room.Record()
			a.Travel.Advance(2 * time.Second)
			a.room.Record()
		}
		if test.after != nil {
			test.after(a, c.now)
			settle(t, a)
		}
		if said := a.Lines.Fault + a.Lines.Notice; !strings.Contains(said, test.want) || strings.Contains(said, "\n") {
			t.Errorf("%s: message %q, notice %q, want %q", name, a.Lines.Fault, a.Lines.Notice, test.want)
		}
		logs, _ := filepath.Glob(filepath.Join(dir, "*.session.toml"))
		if len(logs) != test.logs || len(a.room.films) != 0 || a.room.on != (test.logs == 0) {
			t.Errorf("%s: %d session files, %d films wait, on %v", name, len(logs), len(a.room.films), a.room.on)
		}
		a.frame(t)
	}
}

func TestOneKeyDropsTheRecordingAndThenTheFilm(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.Record()
	a.Travel.Advance(time.Second)
	if a.room.Unrecord(); a.room.on || len(c.args) != 0 || !strings.Contains(a.Lines.Notice, "discarded") {
		t.Errorf("on %v, processes %q, notice %q", a.room.on, c.args, a.Lines.Notice)
	}
	a.room.Record()
	a.Travel.Advance(time.Second)
	a.room.Record()
	a.room.Unrecord()
	if settle(t, a); !c.now.stopped || !strings.Contains(a.Lines.Notice, "cancelled") {
		t.Errorf("the film goes on: %q", a.Lines.Notice)
	}
	if a.room.Unrecord(); !strings.Contains(a.Lines.Fault, "no recording and no film") {
		t.Errorf("message %q", a.Lines.Fault)
	}
}

func TestFilmsAreMadeOneAfterTheOther(t *testing.T) {
	a, c := newRecordingApp(t)
	recordTwoSeconds(t, a)
	a.Travel.Seek(2e9)
	for a.Picture.Line.Busy() {
		a.Travel.Pass()
	}
	recordTwoSeconds(t, a)
	if a.frame(t); len(c.args) != 1 || len(a.room.films) != 2 {
		t.Fatalf("%d processes, %d films", len(c.args), len(a.room.films))
	}
	if a.room.films[0].out == a.room.films[1].out {
		t.Error("both films have the same name")
	}
	c.now.end(nil)
	if settle(t, a); len(c.args) != 2 || len(a.room.films) != 1 {
		t.Fatalf("%d processes, %d films", len(c.args), len(a.room.films))
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
