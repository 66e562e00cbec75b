package ui

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
	"driftlab/ui/naming"
	"driftlab/ui/picture"
)

// printed presses the key for plots, waits for the file and returns its path.
func printed(t *testing.T, a *App) string {
	t.Helper()
	if a.print(); a.Fault != "" {
		t.Fatal(a.Fault)
	}
	(<-a.later)()
	if a.Fault != "" {
		t.Fatal(a.Fault)
	}
	found, err := filepath.Glob(filepath.Join(naming.Folder(a.opt.Log), "*.png"))
	if err != nil || len(found) == 0 {
		t.Fatal("no plot is there", err)
	}
	for _, path := range found {
		if strings.Contains(a.Notice, path) {
			return path
		}
	}
	t.Fatalf("the notice %q names none of %q", a.Notice, found)
	return ""
}

// onPaper returns what a plot says, a text a line.
func onPaper(t *testing.T, a *App, race bool) (all string) {
	t.Helper()
	p, err := picture.NewPrinting(&a.Picture)
	check(t, err)
	p.Canvas.Listen()
	p.Draw(&a.Picture, race, false)
	for _, text := range p.Canvas.Texts() {
		all += text.Said + "\n"
	}
	return all
}

func TestEveryTabIsPrintedWithTitleAxesAndUnits(t *testing.T) {
	a := firstAt(t, 6500*time.Millisecond, 0)
	a.Paused = true
	nextFrame(t, a)
	for key, want := range map[string][]string{
		"spacetime": {"Space-time", "Host", "ppm", "5.4 s", "snapshots"},
		"error":     {"Clock error", "+40", "now 6.500 s", "TimeSync"},
		"ticks":     {"Ticks", " s"},
		"samples":   {"Samples", " s"},
		"beats":     {"Beats", " s"},
		"race":      {"Race", "RMS", "B/s", "Unreal"},
	} {
		a.Tabs.Show(key)
		if key == "race" {
			a.pointer.X, a.pointer.Y = a.Regions.Race.X+9, a.Regions.Race.Y+9
		} else {
			a.pointer.X, a.pointer.Y = 1, 1
		}
		path := printed(t, a)
		if want := "first-" + key + "-6.500s.png"; filepath.Base(path) != want {
			t.Errorf("%s is named %s", want, filepath.Base(path))
		}
		texts := onPaper(t, a, key == "race")
		for _, w := range append(want, "The first ten seconds · seed 1280 · at 6.500 s of virtual time") {
			if !strings.Contains(texts, w) {
				t.Errorf("%s lacks %q:\n%s", key, w, texts)
			}
		}
		f, err := os.Open(path)
		check(t, err)
		img, err := png.Decode(f)
		f.Close()
		check(t, err)
		colours := map[[3]uint32]bool{}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				r, g, b, _ := img.At(x, y).RGBA()
				colours[[3]uint32{r, g, b}] = true
			}
		}
		if len(colours) < 50 {
			t.Errorf("%s: only %d colours in the picture", key, len(colours))
		}
	}
}

func TestAPlotLeavesTheWindowAsItWasAndOverwritesNothing(t *testing.T) {
	a := firstAt(t, 3*time.Second, 0)
	a.Paused = true
	frameOf(t, a) // what is new to the graphics card may be a shade off
	before := string(frameOf(t, a))
	first := printed(t, a)
	content := filetest.Read(t, first)
	a.ShowOutcome("", nil)
	frameOf(t, a) // the plot's letters are new to it too
	if string(frameOf(t, a)) != before {
		t.Error("the window looks different after a plot")
	}
	if second := printed(t, a); second != strings.TrimSuffix(first, ".png")+"-2.png" {
		t.Errorf("the second is %s", second)
	}
	if again, err := os.ReadFile(first); err != nil || string(again) != string(content) {
		t.Error("the first plot has changed", err)
	}
}

func TestBothWorldsAreInAPlot(t *testing.T) {
	a := firstAt(t, 2*time.Second, 0)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "200ms")
	a.Advance(2 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	texts := onPaper(t, a, false)
	if !strings.Contains(texts, "\nA\n") || !strings.Contains(texts, "\nB\n") || strings.Count(texts, "Client 1, all 10 clocks") != 2 {
		t.Errorf("texts\n%s", texts)
	}
}

func TestAPlotThatCannotBeWrittenIsSaid(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.opt.Log = filepath.Join(t.TempDir(), "nowhere", "session.toml")
	if a.print(); !strings.Contains(a.Fault, "nowhere") && !strings.Contains(a.Fault, "no such") {
		t.Errorf("message %q", a.Fault)
	}
}

func TestBlindModeTellsNoTimeInFiles(t *testing.T) {
	a, c := newRecordingApp(t)
	a.blind.Toggle()
	a.rec.Record()
	a.Advance(time.Second)
	a.rec.Record()
	a.Tabs.Show("samples")
	if texts := onPaper(t, a, false); strings.Contains(texts, "3.000") || !strings.Contains(texts, "at – s of virtual time") {
		t.Errorf("texts\n%s", texts)
	}
	for _, path := range []string{printed(t, a), flagOf(c.args[0], "o")} {
		if strings.Contains(filepath.Base(path), "3.0") {
			t.Errorf("the file is named %s", path)
		}
	}
}

func TestBlindModePrintsNoTruth(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.blind.Toggle()
	a.Advance(time.Second)
	a.print()
	if found, _ := filepath.Glob(filepath.Join(naming.Folder(a.opt.Log), "*.png")); a.Fault == "" || len(found) > 0 {
		t.Errorf("message %q, files %v", a.Fault, found)
	}
}
