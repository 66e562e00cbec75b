package travel

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/ui/panel"
)

func TestAStoredWorldStaysEqualUntilASettingDiffers(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(6 * time.Second)
	a.WhenThere(a.StoreA)
	for range 4 {
		a.Do(scenario.Event{Play: &scenario.Play{Player: 1, Held: game.Right | game.Fire}})
		a.Advance(time.Second)
		if a.follow(t); !equalWorlds(a) {
			t.Fatalf("the worlds differ at %v though nothing was set", a.picture.Session.Now())
		}
	}
	if a.picture.AB.Seen.Differences != nil {
		t.Errorf("differences %q", a.picture.AB.Seen.Differences)
	}
	a.set("link.up.delay=200ms")
	a.Advance(12 * time.Second)
	if a.follow(t); equalWorlds(a) {
		t.Error("the worlds are equal though a setting differs")
	}
	if got := strings.Join(a.picture.AB.Seen.Differences, "|"); got != "up delay 120 ms → 200 ms" {
		t.Errorf("differences %q", got)
	}
	if a.picture.AB.A.Session.Value(1, "link.up.delay") != 120e6 {
		t.Error("the setting has reached A")
	}
	if !strings.Contains(a.picture.AB.Twins.Text, "first T2 of the one at") {
		t.Errorf("stamps: %q", a.picture.AB.Twins.Text)
	}
}

func TestTwinsAreToldToBeTheSame(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(5 * time.Second)
	a.set("link.delay=80ms", "link.jitter=0s")
	a.Advance(3 * time.Second)
	a.WhenThere(a.StoreA)
	a.set("client1.link.up.delay=120ms", "client1.link.down.delay=40ms", "client1.offset=-2.96s")
	a.Advance(30 * time.Second)
	if a.follow(t); !strings.Contains(a.picture.AB.Twins.Text, "no algorithm can tell these worlds apart") {
		t.Errorf("stamps: %q, %+v", a.picture.AB.Twins.Text, a.picture.AB.Twins.Result)
	}
}

func TestGoingBackTakesBothWorldsAlong(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(3 * time.Second)
	a.WhenThere(a.StoreA)
	a.Advance(4 * time.Second)
	a.Do(scenario.Event{Impulse: &scenario.Impulse{Player: 1, X: game.MetreASecond}})
	a.Advance(3 * time.Second)
	a.follow(t)
	want := a.picture.AB.A.Session.Facts(1)
	for _, back := range []time.Duration{8 * time.Second, time.Second} {
		check(t, a.picture.AB.Sync(a.picture.Session.Now().Add(back-10*time.Second)))
		if a.picture.AB.A.Session.Now() != a.picture.Session.Now().Add(back-10*time.Second) {
			t.Fatalf("A is at %v", a.picture.AB.A.Session.Now())
		}
		a.follow(t)
		if got := a.picture.AB.A.Session.Facts(1); got != want {
			t.Errorf("after going back to %v A is another one", back)
		}
	}
}

func TestGoingToTheBeginAndBackKeepsBothWorldsTogether(t *testing.T) {
	a := newTravel(t, "first")
	a.picture.Paused = true
	a.Advance(5 * time.Second)
	a.WhenThere(a.StoreA)
	a.set("client1.link.up.delay=200ms")
	a.Advance(5 * time.Second)
	a.follow(t)
	wantA, wantB := a.picture.AB.A.Session.Facts(1), a.picture.Session.Facts(1)
	for _, at := range []netsim.Time{0, 7e9, 10e9} {
		a.Seek(at)
		for a.picture.Line.Busy() {
			a.Pass()
		}
		a.follow(t)
		if x, y := a.picture.AB.A.Session.Now(), a.picture.Session.Now(); x != at || y != at {
			t.Fatalf("A is at %v and B at %v", x, y)
		}
	}
	if a.picture.AB.A.Session.Facts(1) != wantA || a.picture.Session.Facts(1) != wantB {
		t.Error("the worlds have become others on the way")
	}
}

func TestAComparisonStoredInThePastKnowsWhatLiesAhead(t *testing.T) {
	a := newTravel(t, "first")
	a.picture.Paused = true
	a.Advance(9 * time.Second)
	a.Went(a.picture.Line.Seek(3e9))
	if a.WhenThere(a.StoreA); a.picture.AB.A.Line.End() != a.picture.Line.End() {
		t.Fatalf("A ends at %v, B at %v", a.picture.AB.A.Line.End(), a.picture.Line.End())
	}
	a.Went(a.picture.Line.Seek(8e9))
	if a.follow(t); !equalWorlds(a) {
		t.Error("the worlds differ though nothing was set")
	}
	x, y := a.picture.AB.A.Session.History(1), a.picture.Session.History(1)
	for at := netsim.Time(1e9); at < 8e9; at += 1e9 {
		if i, j := x.Before(at), y.Before(at); i != j {
			t.Errorf("at %v A's history is at row %d, B's at %d", at, i, j)
		}
	}
	if p, q := a.picture.AB.A.Tape.Exchanges(1, 0, 8e9, nil), a.picture.Tape.Exchanges(1, 0, 8e9, nil); len(p) == 0 || !slices.Equal(p, q) {
		t.Errorf("A's tape has %d exchanges, B's %d", len(p), len(q))
	}
}

// On its way A shows how far it has got, and B waits for it.
func TestBWaitsForAOnALongWay(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(40 * time.Second)
	sc := scenariotest.Load(t, "first")
	check(t, a.CompareWith(sc, 0))
	now, waited := a.picture.Session.Now(), 0
	for a.UpdateAB(); a.picture.AB.Behind(); a.UpdateAB() {
		waited++
		if a.Pass(); a.picture.Session.Now() != now {
			t.Fatalf("B went on to %v while A was at %v", a.picture.Session.Now(), a.picture.AB.A.Session.Now())
		}
		if share, _ := a.Share(); waited == Shown && (!a.Travelling() || share <= 0) {
			t.Errorf("after %d updates nobody is told: %v", waited, share)
		}
	}
	if a.picture.AB.A.Session.Now() != now || waited == 0 {
		t.Errorf("A is at %v, B at %v, after %d updates", a.picture.AB.A.Session.Now(), now, waited)
	}
	if a.Pass(); a.picture.Session.Now() == now || a.Travelling() {
		t.Error("B does not go on")
	}
}

// equalWorlds reports whether A and B are the same to the last digit that is shown.
func equalWorlds(a *Travel) bool {
	x, y := a.picture.AB.A.Session, a.picture.Session
	if x.Now() != y.Now() {
		return false
	}
	for client := 1; client <= y.Clients(); client++ {
		if x.Facts(client) != y.Facts(client) {
			return false
		}
		for i := range registry.OfGroup(registry.Published) {
			p, _ := x.ClockError(client, i)
			if q, _ := y.ClockError(client, i); p != q {
				return false
			}
		}
	}
	return true
}

func TestWhatIsDoneOnALongWayOfAComparisonIsDoneInBothWorlds(t *testing.T) {
	sc := scenariotest.Load(t, "first")
	sc.Clients = 8
	a := newTravelOf(t, sc, 10*time.Minute)
	a.picture.Paused = true
	a.WhenThere(a.StoreA)
	for _, to := range []netsim.Time{30e9, 2e9} {
		a.Seek(to)
		for a.picture.Line.Busy() {
			a.Pass()
		}
		check(t, a.picture.AB.A.Line.SeekStart(to))
		a.Do(scenario.Event{Impulse: &scenario.Impulse{Player: 1, X: game.MetreASecond}})
		if a.CatchUp(); !a.picture.AB.Behind() {
			t.Fatal("A has gone all the way at once")
		}
		arrive(a)
		for _, s := range []*session.Session{a.picture.AB.A.Session, a.picture.Session} {
			if script := s.Script(); s.Now() != to || len(script) != 1 || script[0].At != to {
				t.Errorf("at %v: %v", s.Now(), script)
			}
		}
	}
}

func TestWhatAHasNoClientForIsDoneInBAlone(t *testing.T) {
	a := newTravel(t, "first")
	sc := *a.picture.Session.Scenario()
	sc.Clients, sc.Set, sc.Events, sc.Watch = 1, nil, nil, nil
	check(t, a.CompareWith(&sc, 0))
	a.UpdateAB()
	if a.take(3); a.lines.Fault != "" || a.picture.Frame.Played != 3 {
		t.Errorf("%q, %d is played", a.lines.Fault, a.picture.Frame.Played)
	}
	a.UpdateAB()
	if a.take(panel.Nobody); a.lines.Fault != "" {
		t.Error(a.lines.Fault)
	}
}
