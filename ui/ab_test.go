package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/travel"
)

// follow brings A to where B is, as updates do.
func (a *App) follow(t *testing.T) {
	t.Helper()
	a.UpdateAB()
	for a.AB.Behind() {
		a.UpdateAB()
	}
	if !a.AB.On {
		t.Fatal(a.Fault)
	}
}

// equalWorlds reports whether A and B are the same to the last digit that is shown.
func equalWorlds(a *App) bool {
	x, y := a.AB.A.Session, a.Session
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

func TestAStoredWorldStaysEqualUntilASettingDiffers(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(6 * time.Second)
	a.toggleAB()
	for range 4 {
		a.Do(scenario.Event{Play: &scenario.Play{Player: 1, Held: game.Right | game.Fire}})
		a.Advance(time.Second)
		a.follow(t)
		if !equalWorlds(a) {
			t.Fatalf("the worlds differ at %v though nothing was set", a.Session.Now())
		}
	}
	if a.AB.Seen.Differences != nil {
		t.Errorf("differences %q", a.AB.Seen.Differences)
	}
	a.controls.set(0, "link.up.delay", "200ms")
	a.Advance(12 * time.Second)
	a.follow(t)
	if equalWorlds(a) {
		t.Error("the worlds are equal though a setting differs")
	}
	if got := strings.Join(a.AB.Seen.Differences, "|"); got != "up delay 120 ms → 200 ms" {
		t.Errorf("differences %q", got)
	}
	if a.AB.A.Session.Value(1, "link.up.delay") != 120e6 {
		t.Error("the setting has reached A")
	}
	if !strings.Contains(a.AB.Twins.Text, "first T2 of the one at") {
		t.Errorf("stamps: %q", a.AB.Twins.Text)
	}
}

func TestTwinsAreToldToBeTheSame(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(5 * time.Second)
	a.controls.set(0, "link.delay", "80ms", "link.jitter", "0s")
	a.Advance(3 * time.Second)
	a.toggleAB()
	var set []scenario.Assignment
	for _, s := range [][2]string{{"client1.link.up.delay", "120ms"}, {"client1.link.down.delay", "40ms"}, {"client1.offset", "-2.96s"}} {
		set = append(set, scenariotest.Set(s[0]+"="+s[1])...)
	}
	a.Do(scenario.Event{Set: set})
	a.Advance(30 * time.Second)
	a.follow(t)
	if !strings.Contains(a.AB.Twins.Text, "no algorithm can tell these worlds apart") {
		t.Errorf("stamps: %q, %+v", a.AB.Twins.Text, a.AB.Twins.Result)
	}
}

func TestGoingBackTakesBothWorldsAlong(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(3 * time.Second)
	a.toggleAB()
	a.Advance(4 * time.Second)
	a.Do(scenario.Event{Impulse: &scenario.Impulse{Player: 1, X: game.MetreASecond}})
	a.Advance(3 * time.Second)
	a.follow(t)
	want := a.AB.A.Session.Facts(1)
	for _, back := range []time.Duration{8 * time.Second, time.Second} {
		check(t, a.AB.Sync(a.Session.Now().Add(back-10*time.Second)))
		if a.AB.A.Session.Now() != a.Session.Now().Add(back-10*time.Second) {
			t.Fatalf("A is at %v", a.AB.A.Session.Now())
		}
		a.follow(t)
		if got := a.AB.A.Session.Facts(1); got != want {
			t.Errorf("after going back to %v A is another one", back)
		}
	}
}

func TestLeavingKeepsTheWorldThatIsChosen(t *testing.T) {
	for _, keepA := range []bool{false, true} {
		a := newTestApp(t, "first", 1600, 900, 1)
		a.Advance(time.Second)
		a.toggleAB()
		a.controls.set(0, "link.up.delay", "10ms")
		a.Advance(time.Second)
		a.follow(t)
		nextFrame(t, a)
		want := int64(10e6)
		if keepA {
			a.keepA()
			a.arrived(t)
			want = 80e6
		} else {
			a.toggleAB()
		}
		if a.AB.On || a.Session.Value(1, "link.up.delay") != want || a.Fault != "" {
			t.Errorf("keep A %v: on %v, delay %d, %q", keepA, a.AB.On, a.Session.Value(1, "link.up.delay"), a.Fault)
		}
		a.Advance(time.Second)
		nextFrame(t, a)
	}
}

func TestOtherClientsBesideEachOther(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := scenariotest.Load(t, "accuracy-clean")
	check(t, a.CompareWith(sc, 0))
	a.Choose(3)
	a.Advance(8 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	if all := strings.Join(a.AB.Seen.Differences, "|"); !strings.Contains(all, "clients 1 → 3") || !strings.Contains(all, "seed 1 → 1280") {
		t.Errorf("differences %q", all)
	}
	a.keepA()
	if a.Session.Clients() != 1 {
		t.Error("B was kept")
	}
	nextFrame(t, a)
}

func TestBothWorldsAreDrawnInFewCalls(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		a := newTestApp(t, "first", size[0], size[1], 1)
		a.Advance(3 * time.Second)
		a.toggleAB()
		a.controls.set(0, "link.up.delay", "200ms")
		a.Advance(2 * time.Second)
		nextFrame(t, a)
		pix := frameOf(t, a)
		if a.Calls > maxCalls {
			t.Errorf("%d draw calls", a.Calls)
		}
		for name, r := range map[string]panel.Rect{"A": a.AB.Left.Worlds, "B": a.Regions.Worlds} {
			if n := bright(pix, a.Width, r); n < 100 {
				t.Errorf("%v: %s: only %d bright pixels", size, name, n)
			}
		}
		if a.AB.Left.Worlds.Overlaps(a.Regions.Worlds) {
			t.Error("A and B overlap")
		}
	}
}

func TestTheLessonsTwinsCannotBeToldApart(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.lessons.Start(9, 0)
	a.toggleAB()
	a.Advance(15 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	r := a.AB.Twins.Result
	if r.Compared < 10 || r.Equal != r.Compared || !strings.Contains(a.AB.Twins.Text, "no algorithm can tell these worlds apart") {
		t.Errorf("%q, %+v", a.AB.Twins.Text, r)
	}
	// The cards' estimates are of other packets in each, and were read as a contradiction.
	if want := english.F("ab.sooner", 40.0); !strings.HasSuffix(a.AB.Twins.Text, want) {
		t.Errorf("%q does not say %q", a.AB.Twins.Text, want)
	}
	if x, y := a.AB.A.Session.Facts(1), a.Session.Facts(1); (x.Error - y.Error).Abs() < 30*time.Millisecond {
		t.Errorf("the clocks are off by %v and %v", x.Error, y.Error)
	}
}

func TestGoingToTheBeginAndBackKeepsBothWorldsTogether(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Advance(5 * time.Second)
	a.toggleAB()
	a.controls.set(1, "link.up.delay", "200ms")
	a.Advance(5 * time.Second)
	a.follow(t)
	wantA, wantB := a.AB.A.Session.Facts(1), a.Session.Facts(1)
	for _, at := range []netsim.Time{0, 7e9, 10e9} {
		a.Seek(at)
		for a.Line.Busy() {
			a.Pass()
		}
		a.follow(t)
		if x, y := a.AB.A.Session.Now(), a.Session.Now(); x != at || y != at {
			t.Fatalf("A is at %v and B at %v", x, y)
		}
	}
	if a.AB.A.Session.Facts(1) != wantA || a.Session.Facts(1) != wantB {
		t.Error("the worlds have become others on the way")
	}
}

// The numbers of a world with one client take less room than those of two worlds do.
func TestTheComparisonsNumbersDoNotReachIntoTheRace(t *testing.T) {
	for _, clients := range []int{1, 2, 3} {
		a := newTestApp(t, "first", 1600, 900, 1)
		sc := *a.Session.Scenario()
		sc.Clients, sc.Set, sc.Events, sc.Watch = clients, nil, nil, nil
		check(t, a.Open(&sc, 0))
		a.Paused = true
		a.toggleAB()
		nextFrame(t, a)
		side, race := a.Regions.Numbers, a.Regions.Race
		if room := race.Y - side.Y; room < 2*picture.CardLow+picture.DifferenceLow {
			t.Errorf("%d clients: the numbers have a height of %v", clients, room)
		}
	}
}

func TestAClickOnTheNumbersOfTwoWorldsChoosesNobodyElse(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.toggleAB()
	nextFrame(t, a)
	for _, r := range a.Regions.Cards {
		if clickAt(a, r.X+r.W/2, r.Y+r.H/2); a.Deck.Chosen != 1 {
			t.Fatalf("client %d is chosen", a.Deck.Chosen)
		}
	}
}

func TestAComparisonStoredInThePastKnowsWhatLiesAhead(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Advance(9 * time.Second)
	a.Went(a.Line.Seek(3e9))
	a.toggleAB()
	if a.AB.A.Line.End() != a.Line.End() {
		t.Fatalf("A ends at %v, B at %v", a.AB.A.Line.End(), a.Line.End())
	}
	a.Went(a.Line.Seek(8e9))
	a.follow(t)
	if !equalWorlds(a) {
		t.Error("the worlds differ though nothing was set")
	}
	x, y := a.AB.A.Session.History(1), a.Session.History(1)
	for at := netsim.Time(1e9); at < 8e9; at += 1e9 {
		if i, j := x.Before(at), y.Before(at); i != j {
			t.Errorf("at %v A's history is at row %d, B's at %d", at, i, j)
		}
	}
	if p, q := a.AB.A.Tape.Exchanges(1, 0, 8e9, nil), a.Tape.Exchanges(1, 0, 8e9, nil); len(p) == 0 || !slices.Equal(p, q) {
		t.Errorf("A's tape has %d exchanges, B's %d", len(p), len(q))
	}
}

// On its way A shows how far it has got, and B waits for it.
func TestBWaitsForAOnALongWay(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(40 * time.Second)
	sc := scenariotest.Load(t, "first")
	check(t, a.CompareWith(sc, 0))
	now, waited := a.Session.Now(), 0
	for a.UpdateAB(); a.AB.Behind(); a.UpdateAB() {
		waited++
		if a.Pass(); a.Session.Now() != now {
			t.Fatalf("B went on to %v while A was at %v", a.Session.Now(), a.AB.A.Session.Now())
		}
		if share, _ := a.Share(); waited == travel.Shown && (!a.Travelling() || share <= 0) {
			t.Errorf("after %d updates nobody is told: %v", waited, share)
		}
	}
	if a.AB.A.Session.Now() != now || waited == 0 {
		t.Errorf("A is at %v, B at %v, after %d updates", a.AB.A.Session.Now(), now, waited)
	}
	if a.Pass(); a.Session.Now() == now || a.Travelling() {
		t.Error("B does not go on")
	}
}

func TestAnotherSeedIsThatOfBothWorlds(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.lessons.Start(9, 0)
	a.toggleAB()
	a.Advance(3 * time.Second)
	a.follow(t)
	a.newSeed()
	a.follow(t)
	if x, y := a.AB.A.Session.Scenario().Seed, a.Session.Scenario().Seed; x != y || x != 10 {
		t.Errorf("A has the seed %d, B %d", x, y)
	}
	a.lessons.End()
	a.toggleAB()
	if a.newSeed(); a.AB.On || !strings.Contains(a.Notice, "A is closed") {
		t.Errorf("on %v, notice %q", a.AB.On, a.Notice)
	}
}

func TestANoticeMakesRoomForTheCaption(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	now := time.Unix(0, 0)
	a.Clock = func() time.Time { return now }
	a.ShowNotice("done")
	a.expire()
	now = now.Add(notice.For - 1)
	for range 1000 { // however many updates that are
		a.expire()
	}
	if a.Notice != "done" {
		t.Error("it is gone too early")
	}
	now = now.Add(1)
	if a.expire(); a.Notice != "" {
		t.Error("it stays")
	}
	a.ShowNotice("again")
	if a.expire(); a.Notice != "again" {
		t.Error("the next one is gone at once")
	}
}

func TestWhatAHasNoClientForIsDoneInBAlone(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.Session.Scenario()
	sc.Clients, sc.Set, sc.Events, sc.Watch = 1, nil, nil, nil
	check(t, a.CompareWith(&sc, 0))
	nextFrame(t, a)
	a.Take(3)
	if a.Fault != "" || a.Frame.Played != 3 {
		t.Errorf("%q, %d is played", a.Fault, a.Frame.Played)
	}
	nextFrame(t, a)
	if a.Take(panel.Nobody); a.Fault != "" {
		t.Error(a.Fault)
	}
}
