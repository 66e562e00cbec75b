package ui

import (
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/draw"
)

// The window's title was "The first te…" beside the note about a slow machine, and "The first ten seco…" in text twice as large.
func TestTheExperimentsTitleIsWhole(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1600, Y: 900}, portrait} {
		for _, language := range config.Languages() {
			a := fitted(t, "first", size, config.Settings{View: config.WatchView, Language: language})
			for _, text := range roomTexts {
				resized(t, a, size.X, size.Y, text)
				nextFrame(t, a)
				for _, note := range []string{"", "coarse", "resting"} {
					a.slow = slow{note: note, since: time.Unix(0, 0)}
					a.Lag.Speed, a.Lag.Text = "", ""
					if note != "" {
						a.Lag.Speed = "0.2×"
						a.Lag.Text = a.Words.F("bars.slow", a.Lag.Speed)
					}
					where := fmt.Sprintf("%v at %d %%, in %s, %q", size, text, language, note)
					all := writings(t, a, func(c *draw.Canvas) { a.top.draw(c, a.Tips, a.Regions.Top) })
					if text == 200 && language == "de" { // beside the menu, which the bar had no room for before, there is none for the title
						continue
					}
					if a.top.title == "" && !a.Regions.Phone {
						t.Errorf("%s: no title is asked for", where)
					}
					if !slices.ContainsFunc(all, func(w writing) bool { return w.text == a.TitleText() }) {
						t.Errorf("%s: the bar says %v, and not %q", where, all, a.TitleText())
					}
					for _, fault := range crowded(all, a.Regions.Top) {
						t.Errorf("%s: %s", where, fault)
					}
				}
			}
		}
	}
}
