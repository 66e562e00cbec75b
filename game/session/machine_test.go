package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// A machineTrace keeps when machines tick and why datagrams are lost.
type machineTrace struct {
	ticks  map[netsim.NodeID][]netsim.Time
	clocks map[int][]observe.ClockSample
	causes map[string]int
	events []string
}

func newMachineTrace() *machineTrace {
	return &machineTrace{map[netsim.NodeID][]netsim.Time{}, map[int][]observe.ClockSample{}, map[string]int{}, nil}
}

func (m *machineTrace) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		m.causes[e.Cause.String()]++
	case *observe.ClockSample:
		m.clocks[e.Client] = append(m.clocks[e.Client], *e)
	case *observe.TickReached:
		m.ticks[e.Machine] = append(m.ticks[e.Machine], e.At)
	case *observe.Happening:
		m.events = append(m.events, e.Lines()...)
	}
}

// between counts the instants from one time on and before another.
func between(times []netsim.Time, from, to time.Duration) (n int) {
	for _, at := range times {
		if at >= netsim.Time(from) && at < netsim.Time(to) {
			n++
		}
	}
	return n
}

func TestAMachineThatSleepsDoesNothingAndIsWrongByItsSleepWhenItWakes(t *testing.T) {
	t.Parallel()
	for sleep, lag := range map[string]time.Duration{"asleep": -5 * time.Second, "asleep-counting": 0} {
		m := newMachineTrace()
		s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.delay=40ms", "client.algorithm=timesync")}, m)
		advance(t, s, 12*time.Second, frame)
		set(t, s, "client2.sleep", sleep)
		local := s.clients[1].local(s.Now())
		advance(t, s, 5*time.Second, frame)
		if passed := s.clients[1].local(s.Now()) - local; time.Duration(passed) != 5*time.Second+lag {
			t.Errorf("%s: the clock has gone on by %v", sleep, time.Duration(passed))
		}
		set(t, s, "client2.sleep", "awake")
		rtt2 := clockOf(t, "rtt2")
		if err, ok := s.ClockError(2, rtt2); !ok || (err-lag).Abs() > time.Millisecond {
			t.Errorf("%s: RTT/2 is wrong by %v on waking, want %v", sleep, err, lag)
		}
		advance(t, s, 20*time.Second, frame)
		for machine, want := range map[netsim.NodeID]int{0: 300, 1: 300, 2: 0} {
			if n := between(m.ticks[machine], 12*time.Second+frame, 17*time.Second); n < want-3 || n > want {
				t.Errorf("%s: machine %d has ticked %d times meanwhile", sleep, machine, n)
			}
		}
		if n := between(m.ticks[2], 30*time.Second, 31*time.Second); n < 59 || n > 61 {
			t.Errorf("%s: it ticks %d times a second once awake", sleep, n)
		}
		if err, ok := s.ClockError(2, clockOf(t, "timesync")); !ok || err.Abs() > time.Millisecond {
			t.Errorf("%s: TimeSync is still wrong by %v 20 s later", sleep, err)
		}
		for _, a := range s.Summary().Clients[1].Algorithms {
			if a.Algorithm != "rtt2" {
				continue
			}
			// Its errors count from waking on; that they are others than before the sleep is no step.
			if lag != 0 && (a.ErrorMS == nil || a.ErrorMS.Worst < 4900) || *a.WorstStepMS > 1 {
				t.Errorf("%s: %+v, worst step %v ms", sleep, a.ErrorMS, *a.WorstStepMS)
			}
		}
	}
}

func TestSleepMayBeginWithTheScenarioAndChangeItsKind(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("client.sleep=asleep")}, nil)
	advance(t, s, 2*time.Second, frame)
	set(t, s, "client.sleep", "asleep-counting")
	advance(t, s, 3*time.Second, frame)
	if c := s.clients[0]; c.client.State() == game.Joined || time.Duration(c.local(s.Now())) != 3*time.Second {
		t.Errorf("it has joined: %v, its clock reads %d", c.client.State() == game.Joined, c.local(s.Now()))
	}
	set(t, s, "client.sleep", "awake")
	advance(t, s, 5*time.Second, frame)
	if !s.Facts(1).Joined {
		t.Error("it does not join once it is awake")
	}
}

func TestTheWorldIsRightOnAClientThatHasSlept(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.delay=40ms")}, nil)
	for _, sleep := range []string{"asleep", "awake", "asleep-counting", "awake"} {
		advance(t, s, 10*time.Second, frame)
		set(t, s, "client1.sleep", sleep)
	}
	advance(t, s, 20*time.Second, frame)
	if f := s.Facts(1); !f.Joined || f.Moment.Clock.World().Sub(s.HostWorld()).Abs() > time.Millisecond {
		t.Errorf("joined %v; the client is at %v, the host at %d", f.Joined, f.Moment.Clock, s.HostWorld())
	}
}

func TestTemperatureAndWanderMakeTheClockDrift(t *testing.T) {
	t.Parallel()
	drift := func(set ...string) time.Duration {
		s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Hour, Set: scenariotest.Set(append(set, "link.delay=40ms")...)}, nil)
		advance(t, s, 100*time.Second, time.Second)
		return time.Duration(s.clients[0].local(s.Now())) - time.Duration(s.Now())
	}
	if got := drift(); got != 0 {
		t.Errorf("a clock without skew is off by %v", got)
	}
	// 0.034 ppm/°C² over (45 − 25)² °C² is 13.6 ppm.
	if got := drift("client.temperature=45"); (got + 1360*time.Microsecond).Abs() > time.Microsecond {
		t.Errorf("at 45 °C the clock is off by %v after 100 s, want -1.36ms", got)
	}
	if got := drift("client.wander=100"); got == 0 || got.Abs() > 10*time.Millisecond {
		t.Errorf("a clock that wanders is off by %v", got)
	}
	if drift("client.wander=100") != drift("client.wander=100", "link.jitter=5ms") {
		t.Error("the wander depends on the link")
	}
}

func TestAfterARebindingDatagramsGetLostUntilTheClientIsHeardAgain(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x", `format = 3
clients = 2
[set]
link.delay = "40ms"
[[event]]
at = "3s"
rebind = "client2"
[[event]]
at = "5s"
rebind = "all"
`)
	m := newMachineTrace()
	s := newSession(t, sc, m)
	advance(t, s, 4*time.Second, frame)
	// For 40 ms at 60 Hz, and what the host has to say beside its states.
	if n := m.causes["address"]; n < 2 || n > 12 {
		t.Errorf("%d datagrams went to the old address", n)
	}
	advance(t, s, 4*time.Second, frame)
	if n := m.causes["address"]; n < 6 || n > 36 {
		t.Errorf("%d datagrams went to old addresses", n)
	}
	if want := "client2 gets a new address,every client gets a new address"; strings.Join(m.events, ",") != want {
		t.Errorf("the events are %q", m.events)
	}
	for id := 1; id <= 2; id++ {
		if f := s.Facts(id); !f.Joined || f.Bad > 0 {
			t.Errorf("client %d: %+v", id, f)
		}
	}
	if got := s.Log().Text(); !strings.Contains(got, "rebind = \"client2\"\n") || !strings.Contains(got, "rebind = \"all\"\n") {
		t.Errorf("the log is\n%s", got)
	}
}

func TestRecordersAreAllToldOfEverything(t *testing.T) {
	t.Parallel()
	one, two := &traceHash{}, &traceHash{}
	m := newMachineTrace()
	s := newSession(t, scenariotest.First(t, 5*time.Second), observe.Recorders{one, m, two})
	advance(t, s, 5*time.Second, frame)
	if one.sum == 0 || one.sum != two.sum {
		t.Errorf("%x and %x", one.sum, two.sum)
	}
	if len(m.ticks[0]) < 299 || len(m.ticks[3]) < 200 || len(m.events) == 0 || len(m.clocks[1]) == 0 {
		t.Errorf("%d and %d ticks, events %q, %d samples", len(m.ticks[0]), len(m.ticks[3]), m.events, len(m.clocks[1]))
	}
}
