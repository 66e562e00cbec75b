package timeline

import (
	"slices"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
)

// beside makes two lines of an arena with live bots, and has the second's bots play what the first's press.
func beside(t *testing.T, arena string, ofB ...string) (a, b *Line, tapes [2]*listTape) {
	t.Helper()
	var lines [2]*Line
	for i := range lines {
		sc := scenariotest.Load(t, "arenas/"+arena)
		if i == 1 {
			sc.Pin(scenariotest.Set(ofB...))
		}
		tapes[i] = &listTape{}
		lines[i] = newLine(t, Options{Scenario: sc, Tape: tapes[i]})
	}
	lines[1].Lead(lines[0])
	return lines[0], lines[1], tapes
}

// together lets two lines go on, B first, as the window does.
func together(t *testing.T, a, b *Line, d time.Duration) {
	t.Helper()
	for until := b.Now().Add(d); b.Now() < until; {
		for _, l := range []*Line{b, a} {
			check(t, l.Advance(time.Second/60))
		}
	}
}

// pressed plays a log alone and returns what each bot held down, tick for tick.
func pressed(t *testing.T, log *scenario.Scenario) []map[int64]game.Buttons {
	t.Helper()
	s, err := session.New(log, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Presses()
	check(t, s.Advance(log.Duration))
	all := make([]map[int64]game.Buttons, log.Clients+1)
	var of [64]game.Press
	for i := range all {
		all[i] = map[int64]game.Buttons{}
		of[i].Tick = -1
	}
	for _, p := range s.Presses().Presses {
		if last := of[p.Player]; last.Tick >= 0 {
			for tick := last.Tick; tick < p.Tick; tick++ {
				all[p.Player][tick] = last.Held
			}
		}
		of[p.Player] = p
	}
	return all
}

func bots(l *Line) (n int) {
	for _, ev := range l.Log().Events {
		if ev.Bots != nil {
			n++
		}
	}
	return n
}

func TestBotsBesideAnotherWorldPressWhatItsBotsPressTickForTick(t *testing.T) {
	t.Parallel()
	for _, arena := range []string{"lift", "relay"} {
		a, b, _ := beside(t, arena, "link.delay=20ms")
		together(t, a, b, 12*time.Second)
		ofA, ofB := pressed(t, a.Log()), pressed(t, b.Log())
		for player := range ofA {
			same := 0
			for tick, held := range ofA[player] {
				got, ok := ofB[player][tick]
				if ok && tick >= 120 && got != held {
					t.Errorf("%s: player %d in tick %d: %v, in A %v", arena, player, tick, got, held)
				}
				if ok && got == held {
					same++
				}
			}
			if same < 300 {
				t.Errorf("%s: player %d: only %d ticks compared", arena, player, same)
			}
		}
		a.Close()
		b.Close()
	}
}

func TestAWorldThatWasLedPlaysTheSameAlone(t *testing.T) {
	t.Parallel()
	a, b, tapes := beside(t, "duel", "link.delay=30ms")
	defer a.Close()
	defer b.Close()
	together(t, a, b, 5*time.Second)
	log := b.Log()
	read := scenariotest.Parse(t, "b.toml", log.Text())
	s, tape := straight(t, read, b.Now())
	defer s.Close()
	if bots(b) == 0 || tape.text(0, b.Now()) != tapes[1].text(0, b.Now()) || stateText(s) != stateText(b.Session()) {
		t.Fatalf("%d times told; alone it is another session", bots(b))
	}
	// A film of the two logs shows the same: B does not get again what its log has.
	again := newLine(t, Options{Scenario: read})
	defer again.Close()
	again.Lead(a)
	check(t, again.Advance(time.Duration(b.Now())))
	if again.Events() != len(log.Events) || stateText(again.Session()) != stateText(b.Session()) {
		t.Errorf("filmed it has %d events, the log has %d", again.Events(), len(log.Events))
	}
}

func TestEqualWorldsStayEqualWhileAPersonPlaysInBoth(t *testing.T) {
	t.Parallel()
	a, b, tapes := beside(t, "duel")
	defer a.Close()
	defer b.Close()
	hands := []scenario.Play{{Player: 1}, {Player: 1, Held: game.Right}, {Player: 1, Held: game.Right | game.Jump}, {Player: 1, Held: game.Fire},
		{Player: 1, Held: game.Left}, {Player: 1, Release: true}}
	together(t, a, b, time.Second)
	for _, p := range hands {
		together(t, a, b, 700*time.Millisecond)
		for _, l := range []*Line{b, a} {
			check(t, l.Do(scenario.Event{Play: &p}))
		}
	}
	together(t, a, b, 3*time.Second)
	if tapes[0].text(0, a.Now()) != tapes[1].text(0, b.Now()) {
		t.Error("equal worlds have become different")
	}
	if stateText(a.Session()) != stateText(b.Session()) {
		t.Error("equal worlds tell different things")
	}
}

func TestGoingBackMeetsWhatBotsWereTold(t *testing.T) {
	t.Parallel()
	a, b, tapes := beside(t, "relay", "link.delay=30ms")
	defer a.Close()
	defer b.Close()
	together(t, a, b, 6*time.Second)
	told, was, text := bots(b), stateText(b.Session()), tapes[1].text(0, b.Now())
	for _, to := range []time.Duration{1500 * time.Millisecond, 0, time.Duration(b.Now())} {
		check(t, b.Seek(netsim.Time(to)))
	}
	if bots(b) != told || stateText(b.Session()) != was || tapes[1].text(0, b.Now()) != text || b.BranchCount() != 1 {
		t.Errorf("%d times told, %d before", bots(b), told)
	}
	// After another action there, A's bots continue, and the branch is named after that action.
	check(t, b.Seek(netsim.Time(3*time.Second)))
	check(t, b.Do(set(t, "link.delay", "90ms")))
	check(t, b.Advance(2*time.Second))
	branches := b.Branches(nil)
	if len(branches) != 2 || len(branches[1].Event.Set) == 0 || branches[1].Event.Bots != nil {
		t.Errorf("the branches are %+v", branches)
	}
	log := b.Log().Events
	if last := log[len(log)-1]; last.Bots == nil || last.At < netsim.Time(4500*time.Millisecond) {
		t.Errorf("bots were told last at %v", time.Duration(last.At))
	}
}

func TestBotsGoByThemselvesWhereTheyAreToOrNobodyLeads(t *testing.T) {
	t.Parallel()
	for _, ofB := range [][]string{{"bots-own=on"}, {"arena=lift"}, {"tick.rate=30"}, {"bots=plan"}} {
		a, b, _ := beside(t, "duel", ofB...)
		together(t, a, b, time.Second)
		if n := bots(b); n > 0 {
			t.Errorf("%v: bots are told what to press %d times", ofB, n)
		}
		a.Close()
		b.Close()
	}
	a, b, _ := beside(t, "duel")
	defer a.Close()
	defer b.Close()
	together(t, a, b, 3*time.Second)
	b.Lead(nil)
	n := bots(b)
	check(t, b.Advance(4*time.Second))
	keys := map[game.Buttons]bool{}
	for tick, held := range pressed(t, b.Log())[1] {
		if tick > 5*game.DefaultRate {
			keys[held] = true
		}
	}
	if bots(b) != n || len(keys) < 3 {
		t.Errorf("left alone the bot of client 1 presses %v alone", slices.Collect(func(yield func(game.Buttons) bool) {
			for k := range keys {
				if !yield(k) {
					return
				}
			}
		}))
	}
}
