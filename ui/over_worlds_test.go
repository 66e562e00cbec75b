package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/draw"
)

// The window points at the keys from 10 s on, over a legend that has been there for as long.
func TestWhatLiesOverAPictureLiesOverNothingElseThere(t *testing.T) {
	sizes := roomSizes
	if !testkit.LongTests() {
		sizes = sizes[:2]
	}
	for _, language := range config.Languages() {
		a := fitted(t, "first", sizes[0], config.Settings{View: config.WatchView, Language: language})
		for _, at := range []time.Duration{0, 3 * time.Second, 6 * time.Second, 12 * time.Second, 60 * time.Second} {
			a.opt.After = at
			a.approach()
			own := 0
			for _, size := range sizes {
				for _, text := range roomTexts {
					resized(t, a, size.X, size.Y, text)
					a.arrangeWatch()
					a.arrange()
					a.Read(true)
					where := fmt.Sprintf("%v, %v at %d %%, in %s", at, size, text, language)
					own += platesApart(t, a, where)
				}
			}
			if at >= pulseFrom && own == 0 {
				t.Errorf("%v, in %s: the keys are nowhere", at, language)
			}
		}
	}
}

// platesApart looks at the plates of all large worlds, and returns how many of them are the window's own.
func platesApart(t *testing.T, a *App, where string) (own int) {
	t.Helper()
	writings(t, a, func(c *draw.Canvas) {
		a.askForKeys()
		a.AB.DrawWorlds(&a.Picture, c)
	})
	for _, p := range a.Regions.Watch.Panes[:a.Regions.Watch.Shown] {
		v := a.Deck.View(p.Machine)
		if !p.Watched {
			continue
		}
		if v.Plates.Own.W > 0 {
			own++
		}
		for i, r := range v.Plates.All {
			if !r.Inset(1).Within(p.Rect) {
				t.Errorf("%s: a plate at %v leaves %v", where, r, p.Rect)
			}
			for _, o := range v.Plates.All[:i] {
				if r.Overlaps(o) {
					t.Errorf("%s: plates at %v and %v lie over each other", where, r, o)
				}
			}
		}
	}
	return own
}

// At a lesson's first question the legend told of outlines: time stands there, and they had been drawn a moment before.
func TestTheLegendNamesNoOutlineWhileTheTruthIsCovered(t *testing.T) {
	a := told(t, "lesson-push", 1280, 720)
	a.lessons.Start(0, 0)
	<-a.Taught.Whole.Finished
	first := a.Taught.Lesson.Questions()[0]
	goTo(a, a.Taught.Lesson.Steps[first].Last()-netsim.Time(200*time.Millisecond))
	if nextFrames(t, a, 60); !a.lessons.Hides() {
		t.Fatal("nothing is covered")
	}
	for _, text := range written(t, a, func(c *draw.Canvas) { a.AB.DrawWorlds(&a.Picture, c) }) {
		for _, of := range []string{"outline", "outline-short", "error", "error-short"} {
			if text == a.Words.T("watch."+of) {
				t.Errorf("the legend says %q", text)
			}
		}
	}
}

// Beside the keys there was no room for the time in which the player is whom they move.
func TestTheLegendIsWholeBesideTheKeys(t *testing.T) {
	for _, size := range roomSizes[:2] {
		for _, language := range config.Languages() {
			a := fitted(t, "first", size, config.Settings{View: config.WatchView, Language: language})
			a.opt.After = 12 * time.Second
			a.approach()
			nextFrames(t, a, 2)
			v := a.LargeWorld()
			all := written(t, a, func(c *draw.Canvas) {
				a.askForKeys()
				a.AB.DrawWorlds(&a.Picture, c)
			})
			if v.Plates.Own.W == 0 {
				t.Fatalf("%v in %s: the keys are nowhere", size, language)
			}
			for _, of := range [][2]string{{"watch.outline", "watch.outline-short"}, {"watch.server-time", "viewport.server-time"}, {"watch.predicted-time", "viewport.predicted-time"}} {
				if !slices.Contains(all, a.Words.T(of[0])) && !slices.Contains(all, a.Words.T(of[1])) {
					t.Errorf("%v in %s: the legend does not say %q, but %q", size, language, a.Words.T(of[1]), all)
				}
			}
		}
	}
}
