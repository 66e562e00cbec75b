package ui

import (
	"testing"

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
