package lesson

import (
	"math"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func TestTheDelaysOfDatagramsAreMeasuredWithinTwoSecondsOfAChange(t *testing.T) {
	t.Parallel()
	s := started(t, &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=30ms")})
	for _, step := range []struct {
		set          []string
		up, down     float64 // in truth, ms
		measuredBoth float64 // nobody can see more than their mean
	}{{nil, 30, 30, 30}, {[]string{"link.up.delay", "120ms", "link.down.delay", "40ms"}, 120, 40, 80}} {
		for i := 0; i < len(step.set); i += 2 {
			set(t, s, step.set[i], step.set[i+1])
		}
		if step.set != nil { // TimeSync keeps its minima for ten seconds
			do(t, s, scenario.Event{Rejoin: 1})
		}
		advance(t, s, 2*time.Second)
		for name, want := range map[string]float64{"datagram-owd-up": step.measuredBoth, "datagram-owd-down": step.measuredBoth,
			"true-datagram-owd-up": step.up, "true-datagram-owd-down": step.down, "true-owd-up": step.up, "true-owd-down": step.down} {
			m := measureOf(t, name)
			if got, ok := m.of(s, &Figure{Client: 1}); !ok || math.Abs(got-want) > 0.1 {
				t.Errorf("%s is %v ms, want %v", name, got, want)
			}
		}
	}
}

func TestTheWaitForATickIsMeasured(t *testing.T) {
	t.Parallel()
	s := started(t, &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Minute,
		Set: scenariotest.Set("link.delay=30ms", "link.jitter=10ms", "receive.poll=tick", "stamp.bits=16")})
	defer s.Close()
	if err := s.Advance(5 * time.Second); err != nil {
		t.Fatal(err)
	}
	if wait, ok := measured(t, s, "mail-wait"); !ok || wait < 4 || wait > 13 { // half a tick
		t.Errorf("datagrams wait for %v ms", wait)
	}
	if n, ok := measured(t, s, "stamps-misread"); !ok || n != 0 {
		t.Errorf("%v stamps are misread", n)
	}
}

func TestAStampsAgeCountsAcrossItsWrap(t *testing.T) {
	t.Parallel()
	s := play(t, 33810*time.Millisecond, "client.offset=42s")
	now, known := measured(t, s, "stamp")
	age, ok := measured(t, s, "stamp-age")
	if want := (now + 65536 - 60000) * 512e-6; !known || !ok || now > 1000 || math.Abs(age-want) > 1e-9 {
		t.Errorf("the stamp is %v, and one of 60,000 is %v s old, not %v", now, age, want)
	}
}

func TestWhoDragsIsWhoseBeatsAreOff(t *testing.T) {
	t.Parallel()
	s := started(t, Named("lesson-metronome").Worlds[0].Scenario)
	unity, err := algorithm(Named("lesson-metronome").Worlds[0].Scenario, "unity")
	if err != nil {
		t.Fatal(err)
	}
	f := &Figure{Algorithm: unity, Span: Span{After: netsim.Time(6 * time.Second)}}
	if _, ok := whoDrags(s, f); ok {
		t.Error("somebody has beats before the beginning")
	}
	for _, tt := range []struct {
		until time.Duration
		who   float64
	}{{9 * time.Second, 0}, {20 * time.Second, 1}} {
		advance(t, s, netsim.Time(tt.until).Sub(s.Now()))
		if who, ok := whoDrags(s, f); !ok || who != tt.who {
			t.Errorf("at %v the clients %v drag, want %v", tt.until, who, tt.who)
		}
	}
}

func TestALoopThatHearsTooLateSwingsAndOneThatIsCalmDoesNot(t *testing.T) {
	t.Parallel()
	l := Named("lesson-loops")
	for world, want := range [][2]float64{{55, 80}, {0, 3}} {
		s := started(t, l.Worlds[world].Scenario)
		f := &l.Figures[2]
		advance(t, s, 3*time.Second)
		if v, ok := swing(s, f); ok {
			t.Errorf("world %d: after 3 s it has swung by %v ms in five", world, v)
		}
		advance(t, s, 22*time.Second)
		if v, ok := swing(s, f); !ok || v < want[0] || v > want[1] {
			t.Errorf("world %d: it swings by %v ms (%v), want %v", world, v, ok, want)
		}
	}
}
