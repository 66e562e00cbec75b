package ui

import (
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/draw"
)

// withSettings returns a window's content with settings of the program.
func withSettings(t *testing.T, width, height int, settings config.Settings) *App {
	t.Helper()
	s := scene{settings: settings}
	a := s.app(t)
	check(t, a.resize(width, height, 1))
	nextFrame(t, a)
	return a
}

func TestTheTopBarHasRoomForTheTime(t *testing.T) {
	scales := []int{80, 100, 150, 200}
	if testkit.LongTests() {
		scales = append(scales, 120, 140, 170)
	}
	for _, language := range config.Languages() {
		for _, scale := range scales {
			for _, size := range [][2]int{{1280, 720}, {1600, 900}, {1920, 1080}} {
				a := withSettings(t, size[0], size[1], config.Settings{Language: language, Scale: scale})
				if a.top.left > a.top.right || a.Canvas.Fonts().Measure("600.000 s", draw.Strong) > timeRoom-16 {
					t.Errorf("%s, %d %%, %v: the buttons at the left end at %v, those at the right begin at %v", language, scale, size, a.top.left, a.top.right)
				}
				a.toggleView()
				for i, w := range a.top.tools { // what has no room is in the menu
					if there := w.child.GetWidget().IsVisible(); there != (i < len(a.top.tools)-a.top.out) {
						t.Errorf("%s, %d %%, %v: %s is in sight: %v", language, scale, size, w.name, there)
					}
				}
				nextFrame(t, a)
				n := newcomer{fingers: &fingers{t: t, a: a}}
				for _, w := range append(a.top.tools[len(a.top.tools)-a.top.out:], menuTools()...) {
					n.button(a.Words.T(w.name))
				}
			}
		}
	}
}

func TestTheTopBarShowsAndChangesTheSpeed(t *testing.T) {
	a := withSettings(t, 1280, 720, config.Settings{})
	a.faster()
	a.top.refresh()
	if got := a.top.low.speed.Text().Label; a.Speed != 2 || got != "2×" {
		t.Errorf("faster: %v, the bar says %q", a.Speed, got)
	}
	a.slower()
	a.slower()
	a.top.refresh()
	if got := a.top.low.speed.Text().Label; a.Speed != 0.5 || got != "0.5×" {
		t.Errorf("slower: %v, the bar says %q", a.Speed, got)
	}
	a.top.low.speed.Click()
	if nextFrame(t, a); a.Speed != 1 {
		t.Errorf("a click on the speed makes it %v", a.Speed)
	}
}

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
