package ui

import (
	"path/filepath"
	"testing"
	"time"
)

func TestThePointerIsNotPartOfAScreenshot(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.opt.Screenshot, a.opt.After = filepath.Join(t.TempDir(), "a.png"), time.Second
	nextFrame(t, a)
	for _, r := range []rect{a.layout.time, a.layout.worlds, a.layout.numbers, {0, 0, float32(a.width), float32(a.height)}} {
		if a.tips.under(r) {
			t.Errorf("the pointer, at %v,%v, explains what is in %v", a.tips.x, a.tips.y, r)
		}
	}
}

func TestAScreenshotOfTwoWorldsWaitsForTheOther(t *testing.T) {
	a := told(t, "lesson-ask-twice", 1280, 720)
	a.opt.Screenshot, a.opt.After = filepath.Join(t.TempDir(), "a.png"), 46*time.Second
	for range 1000 {
		a.passTime()
		if a.shot.due && a.ab.behind() {
			t.Fatalf("a picture is due where A is at %v and B at %v", a.ab.a.session.Now(), a.session.Now())
		}
		if a.shot.due && time.Duration(a.session.Now()) == a.opt.After {
			return
		}
	}
	t.Error("no picture is due")
}
