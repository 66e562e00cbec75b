package ui

import (
	"errors"
	"fmt"
	"image"
	"testing"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// fitted returns the window in a size, as its settings say, after some frames.
func fitted(t *testing.T, name string, size image.Point, settings config.Settings) *App {
	t.Helper()
	s := scene{scenario: name, size: size, settings: settings}
	a := s.app(t)
	nextFrames(t, a, 3)
	return a
}

// placed returns where the widgets are that are in sight.
func placed(a *App) (names []string, all []panel.Rect) {
	for i, ch := range a.root.Children() {
		if w := ch.GetWidget(); w.IsVisible() && !w.Rect.Empty() {
			names, all = append(names, fmt.Sprintf("widget %d", i)), append(all, a.root.At(ch))
		}
	}
	return names, all
}

func TestNothingOverlapsInSmallAndLargeWindows(t *testing.T) {
	for _, size := range []image.Point{{X: 1600, Y: 900}, {X: 1280, Y: 720}, smallest, portrait, landscape} {
		for _, view := range config.Views() {
			for _, language := range config.Languages() {
				a := fitted(t, "arenas/duel", size, config.Settings{View: view, Language: language})
				for sheet := range 3 {
					if sheet > 0 {
						a.showSheet(picture.Sheet(sheet))
						nextFrame(t, a)
					}
					window := panel.NewRect(0, 0, a.Width, a.Height)
					names, all := placed(a)
					for i, r := range all {
						if !r.Within(window) {
							t.Errorf("%v, %s, %s: %s, %v, leaves the window", size, view, language, names[i], r)
						}
						for k, o := range all[:i] {
							if r.Inset(0.5).Overlaps(o.Inset(0.5)) {
								t.Errorf("%v, %s, %s: %s and %s overlap: %v, %v", size, view, language, names[k], names[i], o, r)
							}
						}
					}
					if !a.Regions.Phone {
						break
					}
				}
			}
		}
	}
}

// tooSmall reports what answers to a finger and is smaller than one, of the widgets that are in sight and of what is drawn.
func tooSmall(a *App) (small []string) {
	const least = picture.Finger
	check := func(what string, w, h float64) {
		if w < least-0.6 || h < least-0.6 {
			small = append(small, fmt.Sprintf("%s: %v × %v", what, w, h))
		}
	}
	for i, f := range a.root.GetFocusers() {
		r := a.root.At(f)
		if s, ok := f.(*widget.Checkbox); ok { // all of its row answers
			r = layout.OfPixels(s.GetWidget().Parent().Rect, a.scale)
		}
		check(fmt.Sprintf("widget %d, %T at %v", i, f, r), float64(r.W), float64(r.H))
	}
	for i := range a.lessons.Player.Spots {
		r := a.lessons.Player.Spots[i].Rect
		check(fmt.Sprintf("spot %d at %v", i, r), float64(r.W), float64(r.H))
	}
	return small
}

func TestAllThatAnswersToAFingerOnAPhoneIsAtLeast44PixelsLarge(t *testing.T) {
	for _, size := range []image.Point{portrait, landscape, smallest} {
		for _, view := range config.Views() {
			a := fitted(t, "arenas/duel", size, config.Settings{View: view})
			for name, open := range map[string]func(){
				"bars": func() {}, "controls": func() { a.showSheet(picture.ControlsSheet) }, "numbers": func() { a.showSheet(picture.NumbersSheet) },
				"menu": a.toggleMenu, "share": a.share.Toggle, "film": a.rec.Toggle, "view": a.toggleView,
			} {
				open()
				if nextFrames(t, a, 2); len(a.root.GetFocusers()) == 0 {
					t.Errorf("%v, %s, %s: there is nothing to press", size, view, name)
				}
				for _, what := range tooSmall(a) {
					t.Errorf("%v, %s, %s: %s", size, view, name, what)
				}
			}
		}
	}
}

// questionRoom reports what of a question has no room, or too little.
func questionRoom(a *App, size image.Point) error {
	q, _ := a.lessons.Asks()
	if q == nil {
		return errors.New("nothing is asked")
	}
	want := 4 // what continues and what goes back, the slider, and what answers
	if q.Kind == lesson.Choice {
		want = 2 + len(q.Options)
	}
	spots := a.lessons.Player.Spots
	at := a.Regions.Watch.Caption
	scrolls := a.lessons.Grab(at.X+at.W/2, at.Y+20) // the others come into sight
	a.lessons.LetGo()
	if len(spots) != want && !scrolls {
		return fmt.Errorf("%d places can be pressed, want %d", len(spots), want)
	}
	if small := tooSmall(a); len(small) > 0 {
		return fmt.Errorf("too small: %v", small)
	}
	for n := range spots {
		if r := spots[n].Rect; !r.Within(panel.NewRect(0, 0, a.Width, a.Height)) {
			return fmt.Errorf("place %d is %v", n, r)
		}
		for k := range n {
			if spots[n].Inset(2.1).Overlaps(spots[k].Inset(2.1)) {
				return fmt.Errorf("places %d and %d overlap: %v, %v", k, n, spots[k].Rect, spots[n].Rect)
			}
		}
	}
	return nil
}

// With text twice as large a window of 1280 × 720 is as one of 640 × 360, in which titles of two worlds lay over each other.
func TestALessonsWorldsHaveRoomForTheirTitlesWhereTextIsLarge(t *testing.T) {
	for _, c := range []struct {
		size        image.Point
		text, shown int
	}{{landscape, 100, 2}, {portrait, 100, 2}, {image.Pt(1280, 720), 100, 2}, {image.Pt(1280, 720), 200, 1}, {smallest, 100, 1}} {
		a := told(t, "lesson-push", 1280, 720)
		resized(t, a, c.size.X, c.size.Y, c.text)
		goTo(a, a.Taught.Lesson.Steps[3].At-1)
		if got := a.Regions.Watch.Shown; got != c.shown {
			t.Errorf("%v at %d %%: %d worlds, want %d", c.size, c.text, got, c.shown)
		}
		for _, p := range a.Regions.Watch.Panes[:a.Regions.Watch.Shown] {
			if p.Rect.W < 190 {
				t.Errorf("%v at %d %%: a world is at %v", c.size, c.text, p.Rect)
			}
		}
	}
}

func TestWhatAQuestionCoversTakesNoRoomOnAPhone(t *testing.T) {
	a := told(t, "lesson-push", portrait.X, portrait.Y)
	for step, want := range []int{1, 1, 2} { // the third asks nothing
		goTo(a, a.Taught.Lesson.Steps[step].Last())
		if q, _ := a.lessons.Asks(); (q != nil) != (want == 1) || a.Regions.Watch.Shown != want {
			t.Errorf("step %d asks %v, and %d worlds are shown", step+1, q != nil, a.Regions.Watch.Shown)
		}
		if q, _ := a.lessons.Asks(); q != nil {
			a.lessons.Commit(q.Options[0].Value)
			arriveAt(a)
		}
	}
}
