package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func TestAClockHasConvergedFromTheFirstInstantAfterWhichItStayedNear(t *testing.T) {
	t.Parallel()
	const hold = 100 * time.Millisecond
	m := &scenario.Measuring{Bound: 5 * time.Millisecond, Hold: hold}
	ms := func(v ...float64) (all []time.Duration) {
		for _, v := range v {
			all = append(all, time.Duration(v*1e6))
		}
		return all
	}
	const unknown = time.Hour
	for _, c := range []struct {
		name   string
		errors []time.Duration // at each tick, 20 ms apart, from 1 s on; the joining is at 0.5 s
		want   time.Duration   // −1 for never
	}{
		{"near from the start", ms(5, -5, 0), 500 * time.Millisecond},
		{"on its way", ms(80, 40, 20, 6, 4.9, -4), 580 * time.Millisecond},
		{"it does not stay", ms(3, 3, 3, 7, 3), 580 * time.Millisecond},
		{"it does not come near", ms(3, 3, 5.001), -1},
		{"it knows no time for a while", []time.Duration{0, unknown, 0, 0}, 540 * time.Millisecond},
		{"it has stayed for long, and then drifts", ms(9, 1, 1, 1, 1, 1, 1, 30, 40), 520 * time.Millisecond},
		{"a tick too short", ms(9, 1, 1, 1, 1, 1, 30), -1},
		{"nothing known", []time.Duration{unknown, unknown}, -1},
	} {
		v := convergence{from: netsim.Time(500 * time.Millisecond)}
		for i, err := range c.errors {
			v.see(netsim.Time(time.Second+time.Duration(i)*20*time.Millisecond), err, err != unknown, m)
		}
		if d, ok := v.time(); ok != (c.want >= 0) || ok && d != c.want {
			t.Errorf("%s: %v %v, want %v", c.name, d, ok, c.want)
		}
	}
}

// With 80 ms each way a client is in after 160 ms and has the first answer after 160 ms more. Unreal's pushed clock
// is 80 ms behind for ever. A link that turns uneven leads all clocks astray by 40 ms, which the joining before is not blamed for.
func TestTimeToConvergeIsCountedFromTheLatestJoining(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=80ms")}, nil)
	check := func(when string, least, most time.Duration, known bool) {
		t.Helper()
		summary := s.Summary().Clients[0].Algorithms
		for i, row := range s.Race(1, nil) {
			name, got := summary[i].Algorithm, summary[i].ConvergedS
			want := known && name != "unreal"
			if row.Converged != want || (got != nil) != want {
				t.Errorf("%s: %s: %+v, summary %v, want converged %v", when, name, row, got, want)
			}
			if name != "rtt2" || got == nil {
				continue
			}
			if d := time.Duration(*got * 1e9); d < least || d > most || row.Convergence.Round(time.Microsecond) != d.Round(time.Microsecond) {
				t.Errorf("%s: %s took %v and in the race %v, want %v to %v", when, name, d, row.Convergence, least, most)
			}
		}
	}
	advance(t, s, 20*time.Second, frame)
	check("20 s", 320*time.Millisecond, 340*time.Millisecond, true)
	set := func(all ...string) {
		do(t, s, scenario.Event{Set: scenariotest.Set(all...)})
	}
	set("link.up.delay=120ms", "link.down.delay=40ms")
	advance(t, s, 20*time.Second, frame)
	check("the link is uneven", 320*time.Millisecond, 340*time.Millisecond, true)
	do(t, s, scenario.Event{Rejoin: 1})
	advance(t, s, 5*time.Second, frame)
	check("all are led astray", 0, 0, false)
	set("converge.bound=100ms")
	advance(t, s, time.Second, frame)
	for i, row := range s.Race(1, nil) { // with the looser bound from the next tick on
		if row.Convergence < 5*time.Second || row.Convergence > 5*time.Second+2*frame || !row.Converged {
			t.Errorf("a bound of 100 ms: %s: %+v", s.clocks[i].Name, row)
		}
	}
}

func TestARaceThatBeginsAnewHasATimeToConvergeOfItsOwn(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=80ms")}, nil)
	advance(t, s, 10*time.Second, frame)
	before := *s.Summary().Clients[0].Algorithms[1].ConvergedS
	s.RestartRace(1)
	advance(t, s, time.Second, frame)
	if row := s.Race(1, nil)[1]; !row.Converged || row.Convergence > 2*frame {
		t.Errorf("RTT/2 was near when the race began anew: %+v", row)
	}
	if after := *s.Summary().Clients[0].Algorithms[1].ConvergedS; after != before {
		t.Errorf("the summary said %v, and after a race that began anew %v", before, after)
	}
}
