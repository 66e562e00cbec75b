package ui

import (
	"math"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

// opening returns the window as the program opens it, at an instant of the first scenario.
func opening(t *testing.T, at time.Duration) *App {
	t.Helper()
	s := scene{settings: config.Settings{View: config.Defaults().View}}
	a := s.app(t)
	s.passUntil(a, at)
	nextFrame(t, a)
	nextFrame(t, a)
	return a
}

func TestTheProgramOpensInWatch(t *testing.T) {
	a := opening(t, time.Second)
	if p := a.layout.watch.plan; !a.layout.watching || p.kind != scenario.WatchSolo || p.main != 1 || p.controls != 3 || !p.strip {
		t.Errorf("it shows %+v", p)
	}
}

// heldBracket returns how far apart the bracket says that a shot and the host's are, 0 for none.
func heldBracket(a *App) (metres, ms float64) {
	v := &a.deck.views[a.deck.chosen]
	for i := range v.errors {
		if d := &v.errors[i]; d.key >= shotKey {
			return d.metres, d.ms
		}
	}
	return 0, 0
}

func TestTheBracketStaysAfterTheFirstOfTwoShotsHasRungTheBell(t *testing.T) {
	for _, c := range []struct {
		at   time.Duration
		want float64
	}{{1380 * time.Millisecond, 1.64}, {1600 * time.Millisecond, 1.64}, {2100 * time.Millisecond, 1.64}, {1900 * time.Millisecond, 1.64},
		{6400 * time.Millisecond, -0.8}, {7000 * time.Millisecond, -0.8}} {
		a := opening(t, c.at)
		metres, ms := heldBracket(a)
		if math.Abs(metres-math.Abs(c.want)) > 0.08 || ms*c.want >= 0 {
			t.Errorf("at %v the bracket tells of %.2f m and %.0f ms, want %.2f m", c.at, metres, ms, c.want)
		}
	}
	a := opening(t, 2190*time.Millisecond)
	if v := &a.deck.views[1]; len(v.errors) > 0 {
		bell := v.level.Bells[0]
		x, _ := v.at(game.Point{X: bell.X})
		for i := range v.errors {
			if d := &v.errors[i]; d.key >= shotKey && (math.Abs(float64(d.x0-x)) < 2 || math.Abs(float64(d.x1-x)) < 2) {
				t.Error("after 0.8 s the bracket at the bell is still there")
			}
		}
	}
}

func TestTheFirstScenarioNeverEndsByItself(t *testing.T) {
	a := opening(t, 62*time.Second)
	nextFrame(t, a)
	if a.paused || a.session.Now() < 62*netsim.Time(time.Second) || !a.layout.watching || a.scrub.span < a.session.Now() {
		t.Errorf("paused %v at %v, the line of time shows %v", a.paused, a.session.Now(), a.scrub.span)
	}
}

func TestTheTurnLastsUntilAPersonDoesSomething(t *testing.T) {
	if a := opening(t, 9*time.Second); a.turn() {
		t.Error("it is a person's turn before the story is told")
	}
	a := opening(t, 40*time.Second)
	if !a.turn() {
		t.Fatal("nobody has done anything, and it is nobody's turn")
	}
	a.take(1)
	if a.turn() {
		t.Error("it points at the keys of one who plays")
	}
	a.take(nobody)
	if !a.controls.set(0, "link.loss", "1%") || a.turn() {
		t.Error("something has been done, and it points at sliders still")
	}
}

func TestTheStripsAxisIsThatOfTheLineOfTimeUntilItIsZoomed(t *testing.T) {
	a := opening(t, 5*time.Second)
	axis, x := &a.watch.strips[0].axis, func() float32 { return a.watch.strips[0].axis.x(a.session.Now()) }
	if want := a.scrub.x(a.session.Now()); math.Abs(float64(x()-want)) > 1 || axis.to != a.scrub.span {
		t.Errorf("now is at %v in the strip and at %v in the line of time", x(), want)
	}
	axis.zoom(0.5, x(), a.session.Now())
	nextFrame(t, a)
	if axis.to == a.scrub.span {
		t.Error("it cannot be zoomed")
	}
}
