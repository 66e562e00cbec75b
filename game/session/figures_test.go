package session

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// measured runs one client with these settings and returns every algorithm's part of its summary.
func measured(t *testing.T, d time.Duration, set ...string) map[string]AlgorithmSummary {
	t.Helper()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: d, Set: scenariotest.Set(set...)}, nil)
	advance(t, s, d, time.Second)
	out := map[string]AlgorithmSummary{}
	for _, a := range s.Summary().Clients[0].Algorithms {
		out[a.Algorithm] = a
	}
	return out
}

// probing are the algorithms that take half of a round trip, or its like, for one way.
var probing = []string{"rtt2", "rtt2-world", "timesync"}

func wantMean(t *testing.T, all map[string]AlgorithmSummary, name string, want, within float64) {
	t.Helper()
	e := all[name].ErrorMS
	if e == nil {
		t.Errorf("%s: no error was measured", name)
		return
	}
	if math.Abs(e.Mean-want) > within {
		t.Errorf("%s: mean error %.3f ms, want %.3f ± %.3f", name, e.Mean, want, within)
	}
	if e.P50 > e.P99 || e.P99 > e.Worst || e.RMS > e.Worst || math.Abs(e.Mean) > e.RMS+1e-6 {
		t.Errorf("%s: %+v does not hang together", name, e)
	}
}

func TestAsymmetryIsTheErrorOfEveryClockThatAsks(t *testing.T) {
	t.Parallel()
	all := measured(t, 30*time.Second, "link.up.delay=120ms", "link.down.delay=40ms", "client.offset=-3s")
	for _, name := range probing {
		wantMean(t, all, name, 40, 1)
	}
	wantMean(t, all, "unreal", -40, 1)
}

func TestClocksThatAskAreRightOnASymmetricalLink(t *testing.T) {
	t.Parallel()
	all := measured(t, 30*time.Second, "link.delay=80ms", "client.offset=42s")
	for _, name := range probing {
		wantMean(t, all, name, 0, 0.05)
	}
	wantMean(t, all, "unreal", -80, 0.05)
}

func TestSkewCarriesAwayAClockThatAsksOnlyOnce(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Hour,
		Set: scenariotest.Set("link.delay=80ms", "client.skew=100")}, nil)
	advance(t, s, 20*time.Second, time.Second)
	before, _ := s.ClockError(1, clockOf(t, "rtt2"))
	advance(t, s, 60*time.Second, time.Second)
	after, _ := s.ClockError(1, clockOf(t, "rtt2"))
	// 100 ppm of the client's 60.006 s.
	if drift := after - before; (drift - 6*time.Millisecond).Abs() > 2*time.Microsecond {
		t.Errorf("RTT/2 drifts by %v in a minute, want 6 ms", drift)
	}
	if err, ok := s.ClockError(1, clockOf(t, "timesync")); !ok || err.Abs() > 1500*time.Microsecond {
		t.Errorf("TimeSync is wrong by %v", err)
	}
}

func TestDilationOfTheHostMisleadsClocksOnWorldTimeOnly(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("link.delay=80ms")}, nil)
	advance(t, s, 10*time.Second, time.Second)
	set(t, s, "host.dilation", "0.5")
	advance(t, s, 4*time.Second, time.Second)
	for name, want := range map[string]time.Duration{"rtt2": 0, "timesync": 0, "rtt2-world": 2 * time.Second} {
		err, ok := s.ClockError(1, clockOf(t, name))
		if !ok || (err-want).Abs() > 100*time.Microsecond {
			t.Errorf("%s: error %v, want %v", name, err, want)
		}
	}
	m := s.Facts(1).Moment
	if world := s.HostWorld(); m.Clock.World().Sub(world).Abs() > time.Millisecond {
		t.Errorf("the client takes world time %d for %d", world, m.Clock.World())
	}
}

func TestPauseStopsWorldTimeAndNothingElse(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("link.delay=80ms")}, nil)
	advance(t, s, 10*time.Second, time.Second)
	set(t, s, "host.dilation", "0")
	advance(t, s, time.Second, time.Second) // until the client knows
	world, facts := s.HostWorld(), s.Facts(1)
	advance(t, s, 5*time.Second, time.Second)
	later := s.Facts(1)
	if s.HostWorld() != world || later.HostTick != facts.HostTick {
		t.Errorf("the host's world goes on from %d to %d", world, s.HostWorld())
	}
	if later.Moment.Clock != facts.Moment.Clock || later.Moment.Predicted != facts.Moment.Predicted {
		t.Errorf("the client's world goes on from %v to %v", facts.Moment.Clock, later.Moment.Clock)
	}
	if later.Error.Abs() > 100*time.Microsecond || later.Moment.RTT != facts.Moment.RTT && (later.Moment.RTT-facts.Moment.RTT).Abs() > 20*time.Millisecond {
		t.Errorf("error %v, round trip %v, before %v", later.Error, later.Moment.RTT, facts.Moment.RTT)
	}
	set(t, s, "host.dilation", "1")
	advance(t, s, 5*time.Second, time.Second)
	if got := s.HostWorld().Sub(world); got != 5*time.Second {
		t.Errorf("world time went on by %v in 5 s after the pause", got)
	}
	if f := s.Facts(1); f.Moment.Clock.World().Sub(s.HostWorld()).Abs() > time.Millisecond {
		t.Errorf("the client is at %v, the host at %d", f.Moment.Clock, s.HostWorld())
	}
}

func TestClientsOwnDilationMisleadsItsClocksOnWorldTimeOnly(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Hour, Set: scenariotest.Set("link.delay=80ms")}, nil)
	advance(t, s, 10*time.Second, time.Second)
	set(t, s, "client1.dilation", "0.5")
	advance(t, s, 4*time.Second, time.Second)
	for client, want := range map[int]time.Duration{1: -2 * time.Second, 2: 0} {
		if err, _ := s.ClockError(client, clockOf(t, "rtt2-world")); (err - want).Abs() > 100*time.Microsecond {
			t.Errorf("client %d: rtt2-world is wrong by %v, want %v", client, err, want)
		}
		if err, _ := s.ClockError(client, clockOf(t, "timesync")); err.Abs() > 100*time.Microsecond {
			t.Errorf("client %d: timesync is wrong by %v", client, err)
		}
	}
}

func TestStepOfAClientsClockIsSeenByThoseThatKeepListening(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"500ms", "-500ms", "70s", "-1h", "24h"} {
		s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("link.delay=80ms")}, nil)
		advance(t, s, 15*time.Second, time.Second)
		set(t, s, "client.offset", step)
		want, _ := time.ParseDuration(step)
		if err, _ := s.ClockError(1, clockOf(t, "rtt2")); (err - want).Abs() > time.Millisecond {
			t.Errorf("%s: RTT/2 is wrong by %v", step, err)
		}
		advance(t, s, 30*time.Second, time.Second)
		if err, ok := s.ClockError(1, clockOf(t, "timesync")); !ok || err.Abs() > time.Millisecond {
			t.Errorf("%s: TimeSync is still wrong by %v after 30 s", step, err)
		}
		if f := s.Facts(1); f.Bad > 0 || f.Moment.Clock.World().Sub(s.HostWorld()).Abs() > time.Millisecond {
			t.Errorf("%s: %d bad datagrams; the client is at %v, the host at %d", step, f.Bad, f.Moment.Clock, s.HostWorld())
		}
		for name, within := range map[string]time.Duration{"slot": 9 * time.Millisecond, "mirror": time.Millisecond,
			"sntp": time.Millisecond, "unity": 40 * time.Millisecond} {
			if err, ok := s.ClockError(1, clockOf(t, name)); !ok || err.Abs() > within {
				t.Errorf("%s: %s is still wrong by %v after 30 s", step, name, err)
			}
		}
		frames := s.clients[0].client.Frame
		advance(t, s, time.Second, time.Second)
		if n := s.clients[0].client.Frame - frames; n < 59 || n > 61 {
			t.Errorf("%s: %d frames in a second", step, n)
		}
	}
}

func TestSettingsReachTheLinkAtOnceAndPacketsInFlightKeepTheirFate(t *testing.T) {
	t.Parallel()
	sc := &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=500ms")}
	s := newSession(t, sc, nil)
	advance(t, s, 5*time.Second, time.Second)
	flights := s.Flights(nil)
	if len(flights) < 50 {
		t.Fatalf("%d datagrams are in flight", len(flights))
	}
	set(t, s, "link.delay", "20ms")
	if got := s.Flights(nil); !slices.Equal(got, flights) {
		t.Error("packets in flight change with the setting")
	}
	run(t, s, 100*time.Millisecond)
	for _, f := range s.Flights(nil) {
		if delay := f.Due.Sub(f.Sent); f.Sent > flights[len(flights)-1].Sent && delay != 20*time.Millisecond {
			t.Errorf("packet %d sent later takes %v", f.ID, delay)
		}
	}
}

func TestNoDatagramIsRefusedHoweverTheLinkBehaves(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 9, Clients: 3, Duration: time.Minute,
		Set: scenariotest.Set("link.delay=50ms", "link.jitter=60ms", "link.loss=20%", "client2.skew=300")}, nil)
	for i := range 30 {
		advance(t, s, time.Second, frame)
		if i%7 == 3 {
			do(t, s, scenario.Event{Rejoin: 1 + i%3})
		}
	}
	for id := 1; id <= 3; id++ {
		if f := s.Facts(id); f.Bad > 0 {
			t.Errorf("client %d refused %d datagrams: %v", id, f.Bad, s.clients[id-1].bad.latest)
		}
	}
	// What was under way when a client joined again belongs to a join that is over.
	if b := s.host.bad; b.latest != nil && !strings.Contains(b.latest.Error(), "has not joined as number") {
		t.Errorf("the host refused %d datagrams: %v", b.count, b.latest)
	}
}

func TestHistoryKeepsTheLastTwoMinutes(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("link.delay=80ms")}, nil)
	advance(t, s, 200*time.Second, time.Second)
	h := s.History(1)
	first, end := h.Span()
	if end-first != observe.HistoryRows {
		t.Fatalf("rows %d..%d", first, end)
	}
	var before netsim.Time
	for n := first; n < end; n++ {
		at, row := h.Row(n)
		if len(row) != len(registry.OfGroup(registry.Published)) {
			t.Fatalf("row %d has %d values", n, len(row))
		}
		if gap := at.Sub(before); n > first && (gap < observe.HistoryStep || gap > observe.HistoryStep+20*time.Millisecond) {
			t.Fatalf("row %d comes %v after the one before", n, gap)
		}
		before = at
		if got := row[clockOf(t, "unreal")]; got < -81 || got > -79 {
			t.Fatalf("row %d: unreal is %v ms off, want -80", n, got)
		}
	}
	if now := s.Now(); now.Sub(before) > 2*observe.HistoryStep {
		t.Errorf("the last row is %v old", now.Sub(before))
	}
}

func TestWarmUpIsLeftOutOfTheMeasures(t *testing.T) {
	t.Parallel()
	for _, a := range measured(t, observe.Warmup-time.Millisecond, "link.delay=80ms") {
		if a.ErrorMS != nil || a.WorstStepMS != nil || a.FirstSyncS == nil {
			t.Errorf("%s: %+v", a.Algorithm, a)
		}
	}
}
