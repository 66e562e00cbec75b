package ui

import (
	"fmt"
	"image"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
)

// A label and a value that share a line ask for its room: what has none gives way, and lies over nothing.
func TestNoTextOfADiagramLiesOverAnother(t *testing.T) {
	for i, view := range []string{config.LabView, config.DiagramView} {
		for k, language := range config.Languages() {
			if !testkit.LongTests() && i != k {
				continue
			}
			a := scene{at: 9 * time.Second, size: image.Pt(1280, 720), settings: config.Settings{View: view, Language: language}}.shown(t, 0)
			for _, text := range []int{100, 150, 200} {
				textAs(t, a, text)
				for tab := range a.Tabs.Tabs {
					a.Tabs.Open = tab
					nextFrame(t, a)
					for _, fault := range tabFaults(t, a) {
						t.Errorf("%s in %s at %d %%, %s: %s", view, language, text, a.Tabs.Tabs[tab].Key, fault)
					}
				}
			}
		}
	}
}

// The diagrams of lessons: the ticks of lesson 13, where the names had all of a narrow tab, and those of other lessons.
func TestNoTextOfALessonsDiagramLiesOverAnother(t *testing.T) {
	names := []string{"lesson-three-times", "lesson-stream", "lesson-path-jumps"}
	if testkit.LongTests() {
		names = names[:0]
		for _, l := range lesson.All() {
			names = append(names, l.Name)
		}
	}
	for _, name := range names {
		a := told(t, name, 1280, 720)
		for i, step := range a.Taught.Lesson.Steps {
			if step.View != lesson.DiagramView {
				continue
			}
			to(t, a, i)
			for k, text := range []int{100, 150, 175, 200} {
				a.prefer(func(s *config.Settings) { s.Language = config.Languages()[(i+k)%len(config.Languages())] })
				textAs(t, a, text)
				for _, fault := range tabFaults(t, a) {
					t.Errorf("%s, step %d at %d %% in %s: %s", name, i+1, text, a.Words.Name(), fault)
				}
			}
		}
	}
}

// resized gives a window another size, and its text one in per cent.
func resized(t *testing.T, a *App, width, height, text int) {
	t.Helper()
	a.prefer(func(s *config.Settings) { s.Scale = text })
	check(t, a.resize(width, height, 1))
}

// textAs gives the window's text a size.
func textAs(t *testing.T, a *App, percent int) {
	t.Helper()
	resized(t, a, a.pixels.X, a.pixels.Y, percent)
	a.arrangeWatch()
	a.arrange()
	nextFrames(t, a, 2)
}

// tabFaults reports what of the open tab's texts lies over another, or leaves the tab.
func tabFaults(t *testing.T, a *App) (faults []string) {
	if a.Regions.Time.H == 0 { // the step's view has become another
		return nil
	}
	all := diagramWritings(t, a)
	faults = wordless(a, all)
	const near = 1.5
	for i, w := range all {
		if !w.at.Inset(near).Within(a.Regions.Time) {
			faults = append(faults, fmt.Sprintf("%q at %v leaves %v", w.text, w.at, a.Regions.Time))
		}
		for _, o := range all[:i] {
			if w.at.Inset(near).Overlaps(o.at.Inset(near)) {
				faults = append(faults, fmt.Sprintf("%q and %q overlap at %v, %v", o.text, w.text, o.at, w.at))
			}
		}
	}
	return faults
}
