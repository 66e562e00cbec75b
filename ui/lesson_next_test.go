package ui

import (
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/lessons"
	"driftlab/ui/panel"
)

// nextButton returns the button that continues a lesson: in the place of its step, the one at the right.
func nextButton(t *testing.T, a *App, screen *ebiten.Image) panel.Rect {
	t.Helper()
	a.Draw(screen)
	spots := slices.DeleteFunc(slices.Clone(a.lessons.Player.Spots), func(s lessons.Spot) bool { return !s.Within(a.captionPlace()) })
	if len(spots) == 0 {
		t.Fatal("nothing continues the lesson")
	}
	return slices.MaxFunc(spots, func(s, other lessons.Spot) int { return int(s.X + s.W - other.X - other.W) }).Rect
}

func TestASecondPressOnNextMeetsNoSlider(t *testing.T) {
	for _, l := range walked(t) {
		for _, size := range []image.Point{{X: 1280, Y: 720}, portrait, landscape} {
			t.Run(fmt.Sprintf("%s at %v", l.Name, size), func(t *testing.T) {
				a := told(t, l.Name, size.X, size.Y)
				a.Clock = func() time.Time { return time.Time{} }
				screen := ebiten.NewImage(size.X, size.Y)
				t.Cleanup(screen.Deallocate)
				for i := range l.Steps {
					at := nextButton(t, a, screen)
					a.lessons.NextStep()
					arriveAt(a)
					nextFrame(t, a)
					a.Draw(screen)
					for _, r := range a.root.Targets() {
						if r.Overlaps(at) {
							t.Errorf("after step %d a control at %v lies where Next was, at %v", i+1, r, at)
						}
					}
				}
			})
		}
	}
}

func TestAnArrowAtAQuestionTakesTheKeyboardFromAButton(t *testing.T) {
	a := told(t, "lesson-lift-server-time", 1280, 720)
	right := func(key ebiten.Key) bool { return key == ebiten.KeyArrowRight }
	tab := func() {
		t.Helper()
		a.ui.ChangeFocus(widget.FOCUS_NEXT)
		a.ui.Update()
		if _, button := a.ui.GetFocusedWidget().(*widget.Button); !button {
			t.Fatalf("Tab goes to %T", a.ui.GetFocusedWidget())
		}
	}
	nextFrame(t, a)
	tab()
	if a.turnAnswer(right); !a.ui.HasFocus() {
		t.Error("it does so where nothing is asked")
	}
	for step := range 2 {
		q := toQuestion(t, a, step)
		nextFrame(t, a)
		tab()
		if a.turnAnswer(func(ebiten.Key) bool { return false }); !a.ui.HasFocus() {
			t.Errorf("step %d: it does so without an arrow", step+1)
		}
		if a.turnAnswer(right); a.ui.HasFocus() {
			t.Errorf("step %d: Enter would press %T, and not answer", step+1, a.ui.GetFocusedWidget())
		}
		a.lessons.Commit(q.Options[0].Value)
	}
}
