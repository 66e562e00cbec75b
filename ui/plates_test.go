package ui

import (
	"fmt"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/internal/long"
	"driftlab/ui/draw"
)

// The window points at the keys from 10 s on, over a legend that has been there for as long.
func TestWhatLiesOverAPictureLiesOverNothingElseThere(t *testing.T) {
	sizes := roomSizes
	if !long.Tests() {
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
					a.prefer(func(s *config.Settings) { s.Scale = text })
					if err := a.resize(size.X, size.Y, 1); err != nil {
						t.Fatal(err)
					}
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
