package ui

import (
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/ui/naming"
)

// printed presses the key for plots, waits for the files and returns their common path.
func printed(t *testing.T, a *App) (stem string) {
	t.Helper()
	a.print()
	if a.Fault != "" {
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
			return strings.TrimSuffix(path, ".png")
		}
	}
	t.Fatalf("the notice %q names none of %q", a.Notice, found)
	return ""
}

// labels returns what a plot's SVG says, after checking that it is XML.
func svgLabels(t *testing.T, path string) (all string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d := xml.NewDecoder(f); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, attr := range e.Attr {
				if attr.Name.Local == "aria-label" {
					all += attr.Value + "\n"
				}
			}
		}
	}
}

func TestEveryTabIsPrintedWithTitleAxesAndUnits(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(6500 * time.Millisecond)
	a.Paused = true
	nextFrame(t, a)
	for key, want := range map[string][]string{
		"spacetime": {"Space-time", "Host", "ppm", "5.4 s", "snapshots"},
		"error":     {"Clock error", "+40 ms", "10 s", "TimeSync", "\nat 6.500 s\n"},
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
		stem := printed(t, a)
		if want := "first-" + key + "-6.500s"; filepath.Base(stem) != want {
			t.Errorf("%s is named %s", want, filepath.Base(stem))
		}
		labels := svgLabels(t, stem+".svg")
		for _, w := range append(want, "The first ten seconds · seed 1280 · at 6.500 s of virtual time") {
			if !strings.Contains(labels, w) {
				t.Errorf("%s lacks %q:\n%s", key, w, labels)
			}
		}
		f, err := os.Open(stem + ".png")
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
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
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(3 * time.Second)
	a.Paused = true
	frameOf(t, a) // what is new to the graphics card may be a shade off
	before := string(frameOf(t, a))
	first := printed(t, a)
	content, err := os.ReadFile(first + ".svg")
	if err != nil {
		t.Fatal(err)
	}
	a.ShowOutcome("", nil)
	frameOf(t, a) // the plot's letters are new to it too
	if string(frameOf(t, a)) != before {
		t.Error("the window looks different after a plot")
	}
	if second := printed(t, a); second != first+"-2" {
		t.Errorf("the second is %s", second)
	}
	if again, err := os.ReadFile(first + ".svg"); err != nil || string(again) != string(content) {
		t.Error("the first plot has changed", err)
	}
}

func TestBothWorldsAreInAPlot(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(2 * time.Second)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "200ms")
	a.Advance(2 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	labels := svgLabels(t, printed(t, a)+".svg")
	if !strings.Contains(labels, "\nA\n") || !strings.Contains(labels, "\nB\n") || strings.Count(labels, "of every algorithm") != 2 {
		t.Errorf("labels\n%s", labels)
	}
}

func TestAPlotThatCannotBeWrittenIsSaid(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.opt.Log = filepath.Join(t.TempDir(), "nowhere", "session.toml")
	a.print()
	if !strings.Contains(a.Fault, "nowhere") && !strings.Contains(a.Fault, "no such") {
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
	stem := printed(t, a)
	if labels := svgLabels(t, stem+".svg"); strings.Contains(labels, "3.000") || !strings.Contains(labels, "at – s of virtual time") {
		t.Errorf("labels\n%s", labels)
	}
	for _, path := range []string{stem, flagOf(c.args[0], "o")} {
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
	if found, _ := filepath.Glob(filepath.Join(naming.Folder(a.opt.Log), "*.svg")); a.Fault == "" || len(found) > 0 {
		t.Errorf("message %q, files %v", a.Fault, found)
	}
}
