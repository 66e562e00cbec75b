package timeline

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// crowdedScenario has so much at a few instants that a frame cannot hold it.
func crowdedScenario(t *testing.T) *scenario.Scenario {
	sc := newScenario(t)
	for i := range 120 {
		sc.Events = append(sc.Events, scenario.Event{At: netsim.Time(1100+i/60*50) * netsim.Time(time.Millisecond), Rejoin: scenario.AllClients})
	}
	return sc
}

func TestWhatIsTooMuchForAFrameIsGoneAsAWay(t *testing.T) {
	t.Parallel()
	const to = netsim.Time(1500 * time.Millisecond)
	sc := crowdedScenario(t)
	s, tape := straight(t, sc, to)
	cut := &listTape{}
	l := newLine(t, Options{Scenario: sc, Tape: cut})
	ways := 0
	for l.Now() < to {
		check(t, l.Go(min(time.Second/60, to.Sub(l.Now())), 50))
		for ; l.Busy(); ways++ {
			if _, _, err := l.Work(time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
	}
	if ways < 5 {
		t.Errorf("it was cut only %d times", ways)
	}
	if stateText(l.Session()) != stateText(s) || cut.text(0, to) != tape.text(0, to) {
		t.Error("what happened is not the same")
	}
}

// A hand on the timeline, say, in the midst of such an instant.
func TestAWayIsLeftInTheMidstOfAnInstant(t *testing.T) {
	t.Parallel()
	const crowd, to = netsim.Time(1100 * time.Millisecond), netsim.Time(1500 * time.Millisecond)
	sc := crowdedScenario(t)
	s, tape := straight(t, sc, to)
	cut := &listTape{}
	l := newLine(t, Options{Scenario: sc, Tape: cut})
	check(t, l.Advance(time.Duration(crowd)-5*time.Millisecond))
	check(t, l.Go(20*time.Millisecond, 200))
	if !l.Busy() || l.Session().Settled() || l.Now() != crowd {
		t.Fatalf("it stands at %v, busy %t", l.Now(), l.Busy())
	}
	check(t, l.Seek(netsim.Time(200*time.Millisecond)))
	check(t, l.Seek(to))
	if stateText(l.Session()) != stateText(s) || cut.text(0, to) != tape.text(0, to) {
		t.Error("what happened is not the same")
	}
	// What is done now is done behind all that happened at the instant.
	l = newLine(t, Options{Scenario: sc})
	check(t, l.Advance(time.Duration(crowd)-5*time.Millisecond))
	check(t, l.Go(20*time.Millisecond, 200))
	check(t, l.Do(scenario.Event{Rebind: 1}))
	check(t, l.Advance(100*time.Millisecond))
	again, _ := straight(t, l.Log(), l.Now())
	if stateText(again) != stateText(l.Session()) {
		t.Error("its log gives another session")
	}
}
