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

// The window's title was "The first te…" beside what is told of a slow machine, and "The first ten seco…" in text twice as large.
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
					// At 150 % all buttons are there, and leave no room.
					if a.top.watch.title == "" && !a.Regions.Phone {
						t.Errorf("%s: no title is asked for", where)
					}
					if text != 150 && !slices.ContainsFunc(all, func(w writing) bool { return w.text == a.TitleText() }) {
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

// In Lab, how fast time goes on and how far a film has got stood between "virtual time" and its value.
func TestNothingStandsBetweenTheTimeAndItsName(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1600, Y: 900}, {X: 1920, Y: 1080}} {
		for _, language := range config.Languages() {
			a := fitted(t, "first", size, config.Settings{View: config.LabView, Language: language})
			a.rec.Record()
			for _, text := range roomTexts[:3] {
				resized(t, a, size.X, size.Y, text)
				nextFrame(t, a)
				a.Lag.Speed = "0.2×"
				a.Lag.Text = a.Words.F("bars.slow", a.Lag.Speed)
				all := writings(t, a, func(c *draw.Canvas) { a.top.draw(c, a.Tips, a.Regions.Top) })
				named := slices.IndexFunc(all, func(w writing) bool { return w.text == a.Words.T("bars.running") })
				if named < 0 {
					continue
				}
				name, value := all[named].at, all[0].at
				for _, w := range all {
					value.X = max(value.X, w.at.X) // the time is the last of all
				}
				for _, w := range all {
					if w.at.X > name.X && w.at.X < value.X {
						t.Errorf("%v at %d %%, in %s: %q stands between the time and its name", size, text, language, w.text)
					}
				}
			}
		}
	}
}
