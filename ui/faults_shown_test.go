package ui

import (
	"errors"
	"image"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
	"driftlab/ui/lessons"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/travel"
)

var errFull = errors.New("no space left on device")

// closeAt has the pointer be pressed in the middle of a place, and the window look at that alone.
func (a *App) closeAt(r panel.Rect) {
	a.drawAside(a.Canvas)
	a.pointer = panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Pressed: true}
	a.dismiss()
}

func TestAnErrorStandsUntilItIsClosed(t *testing.T) {
	a := newTestApp(t, "clock-route-up", 1280, 720, 1)
	now := time.Unix(0, 0)
	a.Clock = func() time.Time { return now }
	for what, do := range map[string]func(){
		"a notice":         func() { a.ShowNotice("saved") },
		"what works":       func() { a.ShowOutcome("", nil); a.ShowOutcome("opened", nil) },
		"a slow machine":   func() { a.slow.tell("coarse", now); a.slow.tell("resting", now) },
		"an hour":          func() { now = now.Add(time.Hour); a.expire() },
		"a change":         func() { a.prefer(func(s *config.Settings) { s.Scale = 110 }) },
		"blind mode":       func() { a.blind.Toggle(); a.blind.Toggle() },
		"a valid value":    func() { a.controls.set(0, "link.up.delay", "50ms") },
		"another's mended": func() { a.ShowTyped(errors.New("99 is outside")); a.ShowTyped(nil) },
	} {
		a.Lines = notice.New(&a.View)
		a.ShowError(errFull)
		do()
		if said, _ := a.Caption(); said != errFull.Error() {
			t.Errorf("%s, and the window says %q", what, said)
		}
	}
	if a.escapeFault(false) || !a.escapeFault(true) || a.Fault != "" {
		t.Error("Escape does not close it")
	}
	if a.escapeFault(true) {
		t.Error("Escape closes what is not there, and so has no other effect")
	}
	a.ShowError(errFull)
	if a.closeAt(a.captionPlace()); a.Fault != "" || a.pointer.Pressed {
		t.Error("a click does not close it, or has another effect")
	}
}

func TestAnErrorThatALongWayHidesIsNotClosedUnseen(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.ShowError(errFull)
	a.Seek(a.Session.Now() + 500_000_000_000)
	for range travel.Shown {
		a.Pass()
	}
	if !a.Travelling() {
		t.Skip("the way is over at once")
	}
	if a.closeAt(a.captionPlace()); a.escapeFault(true) || a.Fault == "" {
		t.Error("it is closed")
	}
}

func TestANoticeTakesNoLessonsSentencesPlace(t *testing.T) {
	for _, view := range []string{config.WatchView, config.LabView} {
		a := newTestApp(t, "first", 1280, 720, 1)
		a.showView(view)
		a.lessons.Start(2, 0)
		nextFrame(t, a)
		want := a.Told()
		a.ShowNotice("The session is saved.")
		said, _ := a.Caption()
		if want == "" || said != want || a.aside() != "The session is saved." {
			t.Errorf("%s: the window says %q and %q, not %q", view, said, a.aside(), want)
		}
		screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
		t.Cleanup(screen.Deallocate)
		a.Draw(screen)
		if over := a.captionPlace(); a.NoticeAt.H == 0 || a.NoticeAt.Y+a.NoticeAt.H > over.Y {
			t.Errorf("%s: the notice is drawn at %v, and the sentence at %v", view, a.NoticeAt, over)
		}
		a.lessons.BeginDraw()
		if a.closeAt(a.NoticeAt); a.Notice != "" {
			t.Errorf("%s: a click does not close it", view)
		}
	}
}

func TestAnErrorTakesNoTasksAndNoAnswersPlace(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1600, Y: 900}, portrait, smallest} {
		for name, to := range map[string]func() *App{
			"the opening": func() *App { a := told(t, "lesson-peek", size.X, size.Y); a.lessons.End(); return a },
			"a task": func() *App {
				a := told(t, "lesson-peek", size.X, size.Y)
				a.Seek(a.Taught.Lesson.Steps[3].At)
				return a
			},
			"answers": func() *App {
				a := told(t, "lesson-peek", size.X, size.Y)
				goTo(a, a.Taught.Lesson.Steps[3].At)
				a.lessons.NextStep()
				return a
			},
			"the Lab": func() *App {
				a := told(t, "lesson-peek", size.X, size.Y)
				a.showView(config.LabView)
				return a
			},
		} {
			a := to()
			check(t, a.resize(size.X, size.Y, 1))
			arriveAt(a)
			nextFrame(t, a)
			want, spots := a.Told(), len(a.lessons.Player.Spots)
			a.ShowError(errFull)
			nextFrame(t, a)
			if said, _ := a.Caption(); want == "" || said != want || len(a.lessons.Player.Spots) != spots {
				t.Errorf("%v, %s: it says %q and %d things can be pressed, want %q and %d", size, name, said, len(a.lessons.Player.Spots), want, spots)
			}
			if over := a.captionPlace(); a.FaultAt.H == 0 || a.FaultAt.Overlaps(over) {
				t.Errorf("%v, %s: the error is at %v, over %v", size, name, a.FaultAt, over)
			}
			a.ShowNotice("The session is saved.")
			if nextFrame(t, a); a.NoticeAt.Overlaps(a.FaultAt) || a.Regions.Watching && a.NoticeAt.Overlaps(a.captionPlace()) {
				t.Errorf("%v, %s: the error is at %v, the notice at %v", size, name, a.FaultAt, a.NoticeAt)
			}
			if a.Regions.Watching && !a.Regions.Phone && a.NoticeAt.H == 0 {
				t.Errorf("%v, %s: the notice is not seen beside the error", size, name)
			}
			a.lessons.BeginDraw()
			if a.closeAt(a.FaultAt); a.Fault != "" {
				t.Errorf("%v, %s: a click does not close it", size, name)
			}
		}
	}
}

func TestTheNoticeOfASlowMachineTakesNoSentencesPlaceInTheOpening(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, smallest} { // which has no room for it in its bar
		a := fitted(t, "first", size, config.Settings{View: config.WatchView})
		for _, at := range []time.Duration{3 * time.Second, 6 * time.Second, 11 * time.Second} {
			a.opt.After = at
			a.approach()
			a.slow = slow{note: "coarse", since: a.Clock(), drawn: true}
			a.expire()
			want := a.Told()
			if said, _ := a.Caption(); want == "" || said != want || a.Notice == "" {
				t.Errorf("%v, %v: it says %q, not %q", size, at, said, want)
			}
			a.Notice = ""
		}
	}
}

func TestTheNextStepIsAClickAwayBesideAnError(t *testing.T) {
	a := told(t, "lesson-asymmetric", 1280, 720)
	a.ShowError(errFull)
	nextFrame(t, a)
	at := slices.IndexFunc(a.lessons.Player.Spots, func(s lessons.Spot) bool { return s.Within(a.captionPlace()) })
	if at < 0 {
		t.Fatal("there is no button in the caption")
	}
	if a.closeAt(a.lessons.Player.Spots[at].Rect); a.Fault == "" || !a.pointer.Pressed {
		t.Error("a click on a button closes the error")
	}
}

func TestTheLineAboutASlowMachineIsShownOnceBesideTheRate(t *testing.T) {
	for _, size := range []struct {
		what     string
		window   image.Point
		screen   float64
		language string
		scale    int
		lesson   int
	}{
		{"a window", image.Pt(1280, 720), 1, "en", 100, 0},
		{"a window at 200 % in German", image.Pt(1280, 720), 1, "de", 200, 0},
		{"a lesson in German", image.Pt(1280, 720), 1, "de", 100, 2},
		{"a phone in German", image.Pt(390, 844), 1, "de", 100, 0},
		{"a lesson on a phone in German", image.Pt(844, 390), 1, "de", 200, 2},
	} {
		for _, view := range []string{config.WatchView, config.LabView} {
			a := newTestApp(t, "first", size.window.X, size.window.Y, size.screen)
			a.prefer(func(s *config.Settings) { s.Language, s.Scale, s.View = size.language, size.scale, view })
			if size.lesson > 0 {
				a.lessons.Start(size.lesson, 0)
			}
			nextFrame(t, a)
			now := time.Unix(0, 0)
			a.Clock = func() time.Time { return now }
			a.Lag.Speed = "0.2×"
			a.Lag.Text = a.Words.F("bars.slow", a.Lag.Speed)
			screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
			t.Cleanup(screen.Deallocate)
			a.slow.tell("resting", now)
			a.Draw(screen)
			if a.slow.place.W == 0 { // there is no room beside the rate, or for it
				a.expire()
				if a.slow.note != "" || a.Notice != a.Words.T("bars.resting") {
					t.Errorf("%s, %s: the notice is %q", size.what, view, a.Notice)
				}
				continue
			}
			if at, top := a.slow.place, a.Regions.Top; at.W == 0 || at.X < a.top.left && view == config.WatchView && !a.Regions.Phone || at.X+at.W > top.X+top.W {
				t.Errorf("%s, %s: the line is drawn at %v, and the bar is %v", size.what, view, at, top)
			}
			a.lessons.BeginDraw()
			if a.closeAt(a.slow.place); a.slow.note != "" {
				t.Errorf("%s, %s: a click does not close the line", size.what, view)
			}
			if a.slow.tell("resting", now); a.slow.note != "" {
				t.Errorf("%s, %s: it is shown again", size.what, view)
			}
			a.slow.tell("coarse", now)
			now = now.Add(notice.For)
			a.expire()
			if a.slow.note != "" {
				t.Errorf("%s, %s: it stays for longer than a notice", size.what, view)
			}
		}
	}
}
