package ui

import (
	"path/filepath"
	"testing"
	"time"

	"driftlab/ui/panel"
)

func TestThePointerIsNotPartOfAScreenshot(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.opt.Screenshot, a.opt.After = filepath.Join(t.TempDir(), "a.png"), time.Second
	nextFrame(t, a)
	for _, r := range []panel.Rect{a.Regions.Time, a.Regions.Worlds, a.Regions.Numbers, panel.NewRect(0, 0, a.Width, a.Height)} {
		if a.Tips.Under(r) {
			t.Errorf("the pointer, at %v,%v, explains what is in %v", a.Tips.X, a.Tips.Y, r)
		}
	}
}

func TestAScreenshotOfTwoWorldsWaitsForTheOther(t *testing.T) {
	a := told(t, "lesson-ask-twice", 1280, 720)
	a.opt.Screenshot, a.opt.After = filepath.Join(t.TempDir(), "a.png"), 46*time.Second
	for range 1000 {
		a.passTime()
		if a.shot.due && a.AB.Behind() {
			t.Fatalf("a picture is due where A is at %v and B at %v", a.AB.A.Session.Now(), a.Session.Now())
		}
		if a.shot.due && time.Duration(a.Session.Now()) == a.opt.After {
			return
		}
	}
	t.Error("no picture is due")
}
