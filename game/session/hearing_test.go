package session

import (
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func TestAClockSaysWhenItHearsOfTheTimeNext(t *testing.T) {
	sc := scenariotest.Load(t, "first")
	s := newSession(t, sc, nil)
	advance(t, s, 60*time.Millisecond, time.Second/50) // its first message takes 80 ms, and comes with the answer that lets it in
	if h := s.Facts(1).Hears; h.Kind != HearsNow {
		t.Errorf("Unreal's before it has heard of the time: %+v", h)
	}
	advance(t, s, 3*time.Second, time.Second/50)
	if h := s.Facts(1).Hears; h.Kind != ToldAgain || h.In <= time.Second || h.In > 5*time.Second {
		t.Errorf("Unreal's: %+v", h)
	}
	if h := s.Facts(2).Hears; h.Kind != AskedOnce || h.Was <= 0 || time.Duration(h.Was) > time.Second {
		t.Errorf("RTT/2's: %+v", h)
	}
	if h := s.Facts(3).Hears; h.Kind != HearsPackets {
		t.Errorf("TimeSync's: %+v", h)
	}
	before := s.Facts(1).Hears.In
	advance(t, s, time.Second/2, time.Second/50)
	if in := s.Facts(1).Hears.In; (before - in - time.Second/2).Abs() > 20*time.Millisecond {
		t.Errorf("half a second later it is told in %v, and before that in %v", in, before)
	}
	advance(t, s, 1500*time.Millisecond, time.Second/50) // all have reconnected at 4 s
	if h := s.Facts(2).Hears; h.Kind != AskedOnce || time.Duration(h.Was) < 4*time.Second {
		t.Errorf("RTT/2's after it has reconnected: %+v", h)
	}
}

// Slot asks after five seconds, or after three with a datagram of the game: "asks again in 3 s" stood there when it asked.
func TestAClockThatMayAskWithADatagramSaysWhenItAsksAtTheLatest(t *testing.T) {
	for clock, most := range map[string]bool{"slot": true, "sntp": false} {
		sc := scenariotest.Load(t, "first")
		sc.Pin(scenariotest.Set("client1.algorithm=" + clock))
		s := newSession(t, sc, nil)
		advance(t, s, 2*time.Second, time.Second/50)
		if h := s.Facts(1).Hears; h.Kind != AsksAgain || h.Most != most {
			t.Errorf("%s: %+v", clock, h)
		}
	}
}

// A clock that has yet to be let in wants to be woken at once, which is so long ago that the difference is past what a number holds:
// beside RTT/2 stood "asks again in 9223372036 s", at the start and after each reconnect.
func TestNoClockHearsInYears(t *testing.T) {
	for _, name := range []string{"first", "lesson-ask-once"} {
		sc := scenariotest.Load(t, name)
		s := newSession(t, sc, nil)
		for s.Now() < netsim.Time(5*time.Second) {
			for machine := 1; machine <= sc.Clients; machine++ {
				if h := s.Facts(machine).Hears; h.In < 0 || h.In > time.Minute {
					t.Fatalf("%s: at %v client %d hears in %v", name, s.Now(), machine, h.In)
				}
			}
			advance(t, s, time.Second/50, time.Second/50)
		}
	}
}
