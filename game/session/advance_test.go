package session

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// crowded has many events at few instants, on links without delay: all that an instant can be cut in.
func crowded() *scenario.Scenario {
	sc := &scenario.Scenario{Name: "crowded", Seed: 5, Clients: 4, Duration: 300 * time.Millisecond}
	sc.Set = scenariotest.Set("link.jitter=2ms", "link.down.delay=0ms", "client2.link.up.delay=20ms")
	for _, at := range []time.Duration{0, 0, 0, 50, 50, 50, 50, 51, 100, 100, 300} {
		all := scenario.AllClients
		for _, ev := range []scenario.Event{{Rejoin: all}, {Rebind: all}, {Leave: 2}, {Join: 2},
			{Set: scenariotest.Set("link.jitter=" + []string{"0ms", "3ms"}[len(sc.Events)/5%2])}} {
			ev.At = netsim.Time(at * time.Millisecond)
			sc.Events = append(sc.Events, ev)
		}
	}
	return sc
}

// goInCuts plays a scenario to its end, cut after a number of things each time that cut returns.
func goInCuts(t *testing.T, sc *scenario.Scenario, carrier netsim.Carrier, cut func() int) (h *traceHash, summary string, cuts int) {
	t.Helper()
	h = &traceHash{}
	s := mustNew(t, sc, Options{Carrier: carrier, Recorder: h})
	defer s.Close()
	for at := netsim.Time(0); at < netsim.Time(sc.Duration); {
		at = min(at.Add(frame), netsim.Time(sc.Duration))
		for there := false; !there; cuts++ {
			var err error
			if _, there, err = s.Go(at, cut()); err != nil {
				t.Fatal(err)
			}
			if there && !s.Settled() || s.Now() > at {
				t.Fatalf("it is there at %v of %v, and stands in the midst of an instant", s.Now(), at)
			}
		}
	}
	return h, summaryText(t, s), cuts
}

func TestASessionThatIsCutAnywhereHasTheSameTrace(t *testing.T) {
	t.Parallel()
	sc := crowded()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, over := range []string{"direct", "vnet"} {
		carrier := func() netsim.Carrier {
			if over == "vnet" {
				return mustVNet(t)
			}
			return netsim.NewDirect()
		}
		want, whole := play(t, sc, carrier(), time.Hour)
		for name, cut := range map[string]func() int{
			"one by one": func() int { return 1 }, "seven": func() int { return 7 }, "any": func() int { return rng.IntN(60) },
		} {
			h, summary, cuts := goInCuts(t, sc, carrier(), cut)
			if h.sum != want.sum || h.packets != want.packets || h.clocks != want.clocks || summary != summaryText(t, whole) {
				t.Errorf("over %s, cut %d times (%s): another trace", over, cuts, name)
			}
			if cuts < 30 {
				t.Errorf("%s: only %d cuts", name, cuts)
			}
		}
	}
}

// However much happens at one instant, and at the start too.
func TestStopIsAskedWithinAnInstant(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Duration{0, time.Millisecond} {
		sc := &scenario.Scenario{Name: "instant", Seed: 5, Clients: 8, Duration: time.Second}
		for range 400 {
			sc.Events = append(sc.Events, scenario.Event{At: netsim.Time(at), Rejoin: scenario.AllClients})
		}
		asked, last := 0, 3
		s, err := New(sc, Options{Carrier: netsim.NewDirect(), Stop: func() bool { asked++; return asked == last }})
		if err == nil {
			err = s.Advance(time.Millisecond)
		}
		if !errors.Is(err, ErrStopped) || asked != last {
			t.Fatalf("at %v: asked %d times, got %v", at, asked, err)
		}
		if at == 0 {
			continue
		}
		if s.Settled() || s.Now() != netsim.Time(at) {
			t.Errorf("it stands at %v, and settled is %t", s.Now(), s.Settled())
		}
		h := &traceHash{}
		s.recorder = h
		if err := s.Advance(time.Second); err != nil || len(s.Log().Events) != 400 || h.packets == 0 {
			t.Errorf("it does not go on: %v", err)
		}
	}
}
