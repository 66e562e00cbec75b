package ui

import (
	"fmt"
	"image"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/filmpanel"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestThePanelIsInTheWindowInBothLanguagesAndSizes(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		for _, size := range [][2]int{{1280, 720}, {1600, 900}} {
			t.Run(fmt.Sprint(lang, size), func(t *testing.T) { panelIsInTheWindow(t, lang, size) })
		}
	}
}

func panelIsInTheWindow(t *testing.T, lang string, size [2]int) {
	a := newTestApp(t, "first", size[0], size[1], 1)
	a.Words = uitest.Language(t, lang)
	a.stale = true
	var cues []film.Cue
	for i := range 12 {
		cues = append(cues, film.Cue{From: time.Duration(i) * time.Second, To: time.Duration(i+1) * time.Second, Text: "caption"})
	}
	a.rec.SetCaptions(cues)
	nextFrame(t, a)
	a.rec.Toggle()
	nextFrame(t, a)
	box := a.root.At(a.rec.Panel())
	if box.X < 0 || box.X+box.W > a.Width || box.Y+box.H > a.Regions.Bottom.Y || box.H < 300 {
		t.Errorf("the panel is at %v", box)
	}
	if a.rec.Toggle(); a.rec.Panel().IsOpen() {
		t.Error("the panel stays open")
	}
}

func TestAnotherPanelTakesThePlaceOfThatForFilms(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	nextFrame(t, a)
	a.rec.Toggle()
	nextFrame(t, a)
	a.share.Show()
	nextFrame(t, a)
	a.share.Toggle()
	if a.rec.Toggle(); !a.rec.Panel().IsOpen() {
		t.Error("the panel does not open again")
	}
}

// nobody makes the films of a window: what it was asked for is kept.
type nobody struct {
	args    [][]string
	reports *io.PipeWriter
}

func (n *nobody) start(args []string, _ film.Options, _ []string) (*filmpanel.Child, error) {
	n.args = append(n.args, args)
	from, to := io.Pipe()
	n.reports = to
	ended := make(chan struct{})
	return &filmpanel.Child{Reports: from, Stop: sync.OnceFunc(func() { to.Close(); close(ended) }), Wait: func() error { <-ended; return nil }}, nil
}

// flagOf returns the value behind a flag.
func flagOf(args []string, name string) string {
	if i := slices.Index(args, "-"+name); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// newRecordingApp returns a window whose films are made by nobody, at 2 s of virtual time.
func newRecordingApp(t *testing.T) (*App, *nobody) {
	t.Helper()
	a, n := newTestApp(t, "first", 1600, 900, 1), &nobody{}
	a.rec.Start = n.start
	a.Advance(2 * time.Second)
	a.Paused = true
	return a, n
}

// filmBoth has a third of a film made, and begins the recording of another.
func filmBoth(a *App) {
	n := &nobody{}
	a.rec.Start = n.start
	a.rec.Record()
	a.Advance(time.Second)
	a.rec.Record()
	fmt.Fprintln(n.reports, `{"event":"frame","done":20,"frames":60}`)
	for done, _ := a.rec.Progress(); done == 0; done, _ = a.rec.Progress() {
		runtime.Gosched() // what reads it is beside the window
	}
	a.rec.Record()
}

func TestASessionThatIsDroppedElsewherePlays(t *testing.T) {
	a, c := newRecordingApp(t)
	sc := scenariotest.Load(t, "accuracy-clean")
	a.share.Drop(fstest.MapFS{"x.toml": {Data: []byte(sc.Text())}})
	if a.Session.Scenario().Title != sc.Title || len(c.args) != 0 {
		t.Error(a.Fault, a.Notice)
	}
}

func TestWhatTheTopBarTellsOfFilmsIsInSight(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		for _, size := range []struct {
			w, h, scale int
		}{{1280, 720, 100}, {1600, 900, 100}, {1280, 720, 150}, {1280, 720, 200}, {1600, 900, 200}} {
			s := scene{at: time.Second, size: image.Pt(size.w, size.h), settings: config.Settings{Language: language, Scale: size.scale}, do: filmBoth}
			a, _ := s.picture(t)
			window, row := panel.NewRect(0, 0, a.Width, a.Height), a.root.At(a.top.row)
			mark, filmed, x := a.rec.Marks()
			for name, r := range map[string]panel.Rect{"the recording": mark, "the film": filmed, "its end": x} {
				if r.W == 0 || !r.Within(window) || r.Overlaps(row) {
					t.Errorf("%s, %v: %s is at %v, the buttons at %v", language, size, name, r, row)
				}
			}
			if mark.Overlaps(filmed) {
				t.Errorf("%s, %v: the recording at %v lies over the film at %v", language, size, mark, filmed)
			}
			if text := a.Width - 80; row.X+row.W > text {
				t.Errorf("%s, %v: the buttons end at %v, and the time begins about %v", language, size, row.X+row.W, text)
			}
		}
	}
}

func TestOneButtonFilmsTheLastTenSecondsOfAAndB(t *testing.T) {
	a := watched(t, "first", 1280, 720)
	a.Advance(12 * time.Second)
	a.toggleAB()
	if after(t, a, 2*time.Second, 1); !a.top.low.last.GetWidget().IsVisible() {
		t.Fatal("there is no such button")
	}
	n := &nobody{}
	a.rec.Start = n.start
	if a.rec.FilmLast(); len(n.args) != 1 {
		t.Fatalf("%d films are asked for: %q %q", len(n.args), a.Notice, a.Fault)
	}
	args := n.args[0]
	if flagOf(args, "view") != config.WatchView || flagOf(args, "duration") != "10s" || flagOf(args, "end-seconds") != "2s" || !slices.Contains(args, "-sound") ||
		flagOf(args, "from") == "" || flagOf(args, "a") == "" || flagOf(args, "b") == "" {
		t.Errorf("it is asked for %q", args)
	}
}
