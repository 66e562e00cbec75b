package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/scenario"
)

// follow brings A to where B is, as updates do.
func (a *App) follow(t *testing.T) {
	t.Helper()
	a.updateAB()
	for a.ab.behind() {
		a.updateAB()
	}
	if !a.ab.on {
		t.Fatal(a.message)
	}
}

// equalWorlds reports whether A and B are the same to the last digit that is shown.
func equalWorlds(a *App) bool {
	x, y := a.ab.a.session, a.session
	if x.Now() != y.Now() {
		return false
	}
	for client := 1; client <= y.Clients(); client++ {
		if x.Facts(client) != y.Facts(client) {
			return false
		}
		for i := range netsync.OfGroup(netsync.Published) {
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
	a.advance(6 * time.Second)
	a.toggleAB()
	for range 4 {
		a.do(scenario.Event{Play: &scenario.Play{Player: 1, Held: game.Right | game.Fire}})
		a.advance(time.Second)
		a.follow(t)
		if !equalWorlds(a) {
			t.Fatalf("the worlds differ at %v though nothing was set", a.session.Now())
		}
	}
	if a.ab.seen.differences != nil {
		t.Errorf("differences %q", a.ab.seen.differences)
	}
	a.controls.set(0, "link.up.delay", "200ms")
	a.advance(12 * time.Second)
	a.follow(t)
	if equalWorlds(a) {
		t.Error("the worlds are equal though a setting differs")
	}
	if got := strings.Join(a.ab.seen.differences, "|"); got != "up delay 120 ms → 200 ms" {
		t.Errorf("differences %q", got)
	}
	if a.ab.a.session.Value(1, "link.up.delay") != 120e6 {
		t.Error("the setting has reached A")
	}
	if !strings.Contains(a.ab.twins.text, "first T2 of the one at") {
		t.Errorf("stamps: %q", a.ab.twins.text)
	}
}

func TestTwinsAreToldToBeTheSame(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(5 * time.Second)
	a.controls.set(0, "link.delay", "80ms", "link.jitter", "0s")
	a.advance(3 * time.Second)
	a.toggleAB()
	var set []scenario.Assignment
	for _, s := range [][2]string{{"client1.link.up.delay", "120ms"}, {"client1.link.down.delay", "40ms"}, {"client1.offset", "-2.96s"}} {
		parsed, err := scenario.ParseAssignment(s[0], s[1])
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, parsed...)
	}
	a.do(scenario.Event{Set: set})
	a.advance(30 * time.Second)
	a.follow(t)
	if !strings.Contains(a.ab.twins.text, "no algorithm can tell these worlds apart") {
		t.Errorf("stamps: %q, %+v", a.ab.twins.text, a.ab.twins.result)
	}
}

func TestGoingBackTakesBothWorldsAlong(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(3 * time.Second)
	a.toggleAB()
	a.advance(4 * time.Second)
	a.do(scenario.Event{Impulse: &scenario.Impulse{Player: 1, X: game.MetreASecond}})
	a.advance(3 * time.Second)
	a.follow(t)
	want := a.ab.a.session.Facts(1)
	for _, back := range []time.Duration{8 * time.Second, time.Second} {
		if err := a.ab.sync(a.session.Now().Add(back - 10*time.Second)); err != nil {
			t.Fatal(err)
		}
		if a.ab.a.session.Now() != a.session.Now().Add(back-10*time.Second) {
			t.Fatalf("A is at %v", a.ab.a.session.Now())
		}
		a.follow(t)
		if got := a.ab.a.session.Facts(1); got != want {
			t.Errorf("after going back to %v A is another one", back)
		}
	}
}

func TestLeavingKeepsTheWorldThatIsChosen(t *testing.T) {
	for _, keepA := range []bool{false, true} {
		a := newTestApp(t, "first", 1600, 900, 1)
		a.advance(time.Second)
		a.toggleAB()
		a.controls.set(0, "link.up.delay", "10ms")
		a.advance(time.Second)
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
		if a.ab.on || a.session.Value(1, "link.up.delay") != want || a.message != "" {
			t.Errorf("keep A %v: on %v, delay %d, %q", keepA, a.ab.on, a.session.Value(1, "link.up.delay"), a.message)
		}
		a.advance(time.Second)
		nextFrame(t, a)
	}
}

func TestOtherClientsBesideEachOther(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc, err := scenario.Load("accuracy-clean")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.compareWith(sc, 0); err != nil {
		t.Fatal(err)
	}
	a.choose(3)
	a.advance(8 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	if all := strings.Join(a.ab.seen.differences, "|"); !strings.Contains(all, "clients 1 → 3") || !strings.Contains(all, "seed 1 → 1280") {
		t.Errorf("differences %q", all)
	}
	a.keepA()
	if a.session.Clients() != 1 {
		t.Error("B was kept")
	}
	nextFrame(t, a)
}

func TestBothWorldsAreDrawnInFewCalls(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		a := newTestApp(t, "first", size[0], size[1], 1)
		a.advance(3 * time.Second)
		a.toggleAB()
		a.controls.set(0, "link.up.delay", "200ms")
		a.advance(2 * time.Second)
		nextFrame(t, a)
		pix := frameOf(t, a)
		if a.calls > maxCalls {
			t.Errorf("%d draw calls", a.calls)
		}
		for name, r := range map[string]rect{"A": a.ab.left.worlds, "B": a.layout.worlds} {
			if n := bright(pix, a.width, r); n < 100 {
				t.Errorf("%v: %s: only %d bright pixels", size, name, n)
			}
		}
		if a.ab.left.worlds.overlaps(a.layout.worlds) {
			t.Error("A and B overlap")
		}
	}
}

func TestTheLessonsTwinsCannotBeToldApart(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.startLesson(9, 0)
	a.toggleAB()
	a.advance(15 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	r := a.ab.twins.result
	if r.Compared < 10 || r.Equal != r.Compared || !strings.Contains(a.ab.twins.text, "no algorithm can tell these worlds apart") {
		t.Errorf("%q, %+v", a.ab.twins.text, r)
	}
	if x, y := a.ab.a.session.Facts(1), a.session.Facts(1); (x.Error - y.Error).Abs() < 30*time.Millisecond {
		t.Errorf("the clocks are off by %v and %v", x.Error, y.Error)
	}
}

func TestGoingToTheBeginAndBackKeepsBothWorldsTogether(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.paused = true
	a.advance(5 * time.Second)
	a.toggleAB()
	a.controls.set(1, "link.up.delay", "200ms")
	a.advance(5 * time.Second)
	a.follow(t)
	wantA, wantB := a.ab.a.session.Facts(1), a.session.Facts(1)
	for _, at := range []netsim.Time{0, 7e9, 10e9} {
		a.seek(at)
		for a.line.Busy() {
			a.pass()
		}
		a.follow(t)
		if x, y := a.ab.a.session.Now(), a.session.Now(); x != at || y != at {
			t.Fatalf("A is at %v and B at %v", x, y)
		}
	}
	if a.ab.a.session.Facts(1) != wantA || a.session.Facts(1) != wantB {
		t.Error("the worlds have become others on the way")
	}
}

// The numbers of a world with one client take less room than those of two worlds do.
func TestTheComparisonsNumbersDoNotReachIntoTheRace(t *testing.T) {
	for _, clients := range []int{1, 2, 3} {
		a := newTestApp(t, "first", 1600, 900, 1)
		sc := *a.session.Scenario()
		sc.Clients, sc.Set, sc.Events, sc.Watch = clients, nil, nil, nil
		if err := a.load(&sc); err != nil {
			t.Fatal(err)
		}
		a.paused = true
		a.toggleAB()
		nextFrame(t, a)
		side, race := a.layout.numbers, a.layout.race
		if room := race.y - side.y; room < 2*cardLow+differenceLow {
			t.Errorf("%d clients: the numbers have a height of %v", clients, room)
		}
	}
}

func TestAClickOnTheNumbersOfTwoWorldsChoosesNobodyElse(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.paused = true
	a.toggleAB()
	nextFrame(t, a)
	for _, r := range a.layout.cards {
		if clickAt(a, r.x+r.w/2, r.y+r.h/2); a.deck.chosen != 1 {
			t.Fatalf("client %d is chosen", a.deck.chosen)
		}
	}
}

func TestAComparisonStoredInThePastKnowsWhatLiesAhead(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.paused = true
	a.advance(9 * time.Second)
	a.went(a.line.Seek(3e9))
	a.toggleAB()
	if a.ab.a.line.End() != a.line.End() {
		t.Fatalf("A ends at %v, B at %v", a.ab.a.line.End(), a.line.End())
	}
	a.went(a.line.Seek(8e9))
	a.follow(t)
	if !equalWorlds(a) {
		t.Error("the worlds differ though nothing was set")
	}
	x, y := a.ab.a.session.History(1), a.session.History(1)
	for at := netsim.Time(1e9); at < 8e9; at += 1e9 {
		if i, j := x.Before(at), y.Before(at); i != j {
			t.Errorf("at %v A's history is at row %d, B's at %d", at, i, j)
		}
	}
	if p, q := a.ab.a.tape.Exchanges(1, 0, 8e9, nil), a.tape.Exchanges(1, 0, 8e9, nil); len(p) == 0 || !slices.Equal(p, q) {
		t.Errorf("A's tape has %d exchanges, B's %d", len(p), len(q))
	}
}

// On its way A shows how far it has got, and B waits for it.
func TestBWaitsForAOnALongWay(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(40 * time.Second)
	sc, err := scenario.Load("first")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.compareWith(sc, 0); err != nil {
		t.Fatal(err)
	}
	now, waited := a.session.Now(), 0
	for a.updateAB(); a.ab.behind(); a.updateAB() {
		waited++
		if a.pass(); a.session.Now() != now {
			t.Fatalf("B went on to %v while A was at %v", a.session.Now(), a.ab.a.session.Now())
		}
		if waited == travelShown && (!a.travelling() || a.travel.share <= 0) {
			t.Errorf("after %d updates nobody is told: %v", waited, a.travel.share)
		}
	}
	if a.ab.a.session.Now() != now || waited == 0 {
		t.Errorf("A is at %v, B at %v, after %d updates", a.ab.a.session.Now(), now, waited)
	}
	if a.pass(); a.session.Now() == now || a.travelling() {
		t.Error("B does not go on")
	}
}

func TestAnotherSeedIsThatOfBothWorlds(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.startLesson(9, 0)
	a.toggleAB()
	a.advance(3 * time.Second)
	a.follow(t)
	a.newSeed()
	a.follow(t)
	if x, y := a.ab.a.session.Scenario().Seed, a.session.Scenario().Seed; x != y || x != 10 {
		t.Errorf("A has the seed %d, B %d", x, y)
	}
	a.endLesson()
	a.toggleAB()
	if a.newSeed(); a.ab.on || !strings.Contains(a.notice, "A is gone") {
		t.Errorf("on %v, notice %q", a.ab.on, a.notice)
	}
}

func TestANoticeMakesRoomForTheCaption(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.tell("done")
	for range noticeFor - 1 {
		a.expire()
	}
	if a.notice != "done" {
		t.Error("it is gone too early")
	}
	if a.expire(); a.notice != "" {
		t.Error("it stays")
	}
	a.tell("again")
	if a.expire(); a.notice != "again" {
		t.Error("the next one is gone at once")
	}
}

func TestWhatAHasNoClientForIsDoneInBAlone(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.session.Scenario()
	sc.Clients, sc.Set, sc.Events, sc.Watch = 1, nil, nil, nil
	if err := a.compareWith(&sc, 0); err != nil {
		t.Fatal(err)
	}
	nextFrame(t, a)
	a.take(3)
	if a.message != "" || a.frame.played != 3 {
		t.Errorf("%q, %d is played", a.message, a.frame.played)
	}
	nextFrame(t, a)
	if a.take(nobody); a.message != "" {
		t.Error(a.message)
	}
}
