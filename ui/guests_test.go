package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

// built is a clock of the registry as a program that can be rebuilt.
type built struct {
	clock   string
	started int // halves that run
	dies    int // at this event, 0 for never
}

func (b *built) Start(h guest.Hello) (guest.Running, guest.Welcome, error) {
	a, err := registry.Lookup(b.clock)
	if err != nil {
		return nil, guest.Welcome{}, err
	}
	p, err := guest.NewResponder(a, h.Role)
	b.started++
	says := guest.Declare(a)
	says.Name = "of " + b.clock
	return &builtHalf{p, b, b.dies}, says, err
}

type builtHalf struct {
	guest.Exchanger
	of   *built
	left int // events, 0 for any number
}

func (h *builtHalf) End() { h.of.started-- }

func (h *builtHalf) Exchange(ev *guest.Event) (guest.Reply, error) {
	if h.left--; h.left == 0 {
		return guest.Reply{}, errors.New("the program ended")
	}
	return h.Exchanger.Exchange(ev)
}

// guestApp opens a scenario with a program as a guest, and lets 3.5 s pass.
func guestApp(t *testing.T, b guest.Starter) *App {
	t.Helper()
	uitest.NeedLoop(t)
	sc := scenariotest.Load(t, "first")
	sc.Guests = []guest.Guest{{Name: "mine", Program: b}}
	check(t, sc.Guests[0].Introduce(sc.Hello()))
	return windowOf(t, sc)
}

func windowOf(t *testing.T, sc *scenario.Scenario) *App {
	t.Helper()
	a := openTestApp(t, config.Window{Scenario: sc, Config: inLab(t, ""), Known: 3500 * time.Millisecond}, 1280, 720, 1)
	t.Cleanup(func() { a.Session.Guests().End() }) // before the window is closed
	a.Paused = true
	after(t, a, 3500*time.Millisecond, 1)
	return a
}

func TestAGuestOfALogIsShownInEveryTabAndBothLanguages(t *testing.T) {
	live := guestApp(t, &built{clock: "sntp"})
	sc := scenariotest.Parse(t, "log", live.Line.Log().Text())
	a := windowOf(t, sc)
	if a.Notice != "" || a.Session.Now() != netsim.Time(3500*time.Millisecond) {
		t.Fatalf("at %v it says %q", a.Session.Now(), a.Notice)
	}
	place := len(a.Clocks()) - 1
	if _, known := live.Session.ClockError(1, place); !known {
		t.Fatal("the guest knows no time")
	}
	for _, name := range []string{"en", "de"} {
		a.Words = uitest.Language(t, name)
		for tab := range a.Tabs.Tabs {
			a.Tabs.Open = tab
			nextFrame(t, a)
		}
		if rows := strings.Join(written(t, a, func(c *draw.Canvas) { a.Race.Draw(&a.View, c, panel.NewRect(0, 0, 400, 700)) }), "\n"); !strings.Contains(rows, "mine") || !strings.Contains(rows, map[string]string{"en": "yours", "de": "deine"}[name]) {
			t.Errorf("%s: the race has\n%s", name, rows)
		}
	}
	if _, known := a.Session.ClockError(1, place); !known {
		t.Error("the guest of a log knows no time")
	}
	a.Seek(0) // and back again: it is played back
	a.arrived(t)
	a.Seek(netsim.Time(3 * time.Second))
	a.arrived(t)
	if _, known := a.Session.ClockError(1, place); !known || a.Notice != "" {
		t.Errorf("after going back it knows the time: %v; %q", known, a.Notice)
	}
}

func TestProgramsAreStartedAgainAndRunTheSameSecondsBesideTheirOldLine(t *testing.T) {
	b := &built{clock: "unreal"}
	a := guestApp(t, b)
	place := len(a.Clocks()) - 1
	was, known := a.Session.ClockError(1, place)
	if !known || b.started == 0 {
		t.Fatalf("%v, %d halves run", known, b.started)
	}
	b.clock = "timesync" // it is rebuilt
	a.rerunGuests()
	a.arrived(t)
	nextFrame(t, a)
	is, known := a.Session.ClockError(1, place)
	if a.Session.Now() != netsim.Time(3500*time.Millisecond) || !known || is.Abs() > was.Abs()/2 || a.Clocks()[place].Title != "of timesync" {
		t.Errorf("at %v the guest %q is wrong by %v, and was by %v", a.Session.Now(), a.Clocks()[place].Title, is, was)
	}
	if o := a.Frame.Other; o == nil || !a.Frame.Before {
		t.Fatal("the old line is gone")
	} else if old, known := o.Session.ClockError(1, place); !known || old != was {
		t.Errorf("the old line is at %v, and was at %v", old, was)
	}
	if a.Notice != a.Words.T("bars.guests-anew") {
		t.Error(a.Notice)
	}
	a.ForgetOther()
	if a.Line.Close(); b.started != 0 {
		t.Errorf("%d halves of programs are left running", b.started)
	}
}

func TestAProgramThatFailedIsMendedAndRunsTheSameSeconds(t *testing.T) {
	b := &built{clock: "unreal", dies: 2}
	a := guestApp(t, b)
	if now := a.Session.Now(); !a.Paused || now >= netsim.Time(3500*time.Millisecond) || !strings.Contains(a.Fault, "mine, client 1 (host's half): event 2 (wake): the program ended") {
		t.Fatalf("at %v it says %q", now, a.Fault)
	}
	if !strings.HasSuffix(a.Fault, "the program ended. Fix it, then press Shift+F5.") {
		t.Error(a.Fault)
	}
	if err := a.shot.finish(a.Session.Err()); err == nil || !strings.HasPrefix(err.Error(), "mine, client 1 (host's half): event 2") {
		t.Errorf("a picture of it ends with %v", err)
	}
	b.dies = 0
	a.rerunGuests()
	a.arrived(t)
	after(t, a, time.Second, 1)
	if _, known := a.Session.ClockError(1, len(a.Clocks())-1); !known || a.Session.Now() < netsim.Time(time.Second) {
		t.Errorf("at %v the mended clock knows the time: %v; %q", a.Session.Now(), known, a.Notice)
	}
}

func TestBothSidesOfAComparisonAndBranchesHaveProgramsOfTheirOwn(t *testing.T) {
	b := &built{clock: "timesync"}
	a := guestApp(t, b)
	place := len(a.Clocks()) - 1
	check(t, a.StoreA())
	slower := func(delay string) {
		t.Helper()
		a.Do(scenario.Event{Set: scenariotest.Set("link.up.delay=" + delay)})
	}
	slower("200ms")
	a.Advance(300 * time.Millisecond)
	a.arrived(t)
	a.Seek(netsim.Time(3 * time.Second))
	a.arrived(t)
	slower("300ms") // a branch
	a.Advance(200 * time.Millisecond)
	a.arrived(t)
	if nextFrame(t, a); !a.AB.On || a.Fault != "" || b.started < 12 || b.started > 16 {
		t.Errorf("compared: %v, %d halves run, it says %q", a.AB.On, b.started, a.Fault)
	}
	for name, world := range map[string]*panel.World{"A": &a.AB.A, "B": a.World} {
		if _, known := world.Session.ClockError(1, place); !known {
			t.Errorf("the guest of %s knows no time", name)
		}
	}
}

func TestWithoutAProgramNothingIsStartedAgain(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	line := a.Line
	if a.rerunGuests(); a.Line != line || a.Notice != a.Words.T("bars.no-guest") {
		t.Error(a.Notice)
	}
}
