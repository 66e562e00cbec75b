package session

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// Asked over a stream, a clock sees what was lost as a long round trip, and so is all that came behind
// it. RTT/2 is left with whatever its first answer was; Simpson has more to tell by which were slow. The
// tail of the errors is what that cuts off: half of RTT/2's first answers are good as they are. Ten
// ticks a second are the game's least; more would hold up each other so much that no answer is quick.
func TestSimpsonsCutDropsWhatAStreamSentAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	const sessions = 200
	for _, c := range []struct {
		loss  string
		share time.Duration // per cent of RTT/2's 95th percentile that Simpson's may be
	}{{"10%", 33}, {"20%", 67}} {
		simpson, rtt2, dropped := streamErrors(t, sessions, c.loss)
		t.Logf("%s: 95th percentile: Simpson %v, RTT/2 %v; answers dropped in %d of %d sessions",
			c.loss, simpson, rtt2, dropped, sessions)
		if simpson > rtt2*c.share/100 {
			t.Errorf("%s: 95 %% of Simpson's clocks are within %v, want %d %% of RTT/2's %v", c.loss, simpson, c.share, rtt2)
		}
		if dropped < sessions/2 {
			t.Errorf("%s: answers were dropped in %d of %d sessions only", c.loss, dropped, sessions)
		}
	}
}

// streamErrors returns the 95th percentiles of both clocks' absolute errors at the end of sessions over
// a stream with a loss, and in how many of them Simpson dropped an answer.
func streamErrors(t *testing.T, sessions int, loss string) (simpson, rtt2 time.Duration, dropped int) {
	t.Helper()
	var of [2][]time.Duration
	for seed := range uint64(sessions) {
		s := newSession(t, &scenario.Scenario{Seed: seed, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("link.delay=40ms",
			"link.transport=stream", "link.loss="+loss, "link.rto=200ms", "tick.rate=10", "join.timeout=1h", "client.algorithm=simpson")}, nil)
		advance(t, s, 90*time.Second, 90*time.Second) // a round waits for what is late
		if s.Facts(1).Status.Rejected > 0 {
			dropped++
		}
		for i, name := range []string{"simpson", "rtt2"} {
			err, ok := s.ClockError(1, clockOf(t, name))
			if !ok {
				err = math.MaxInt64
			}
			of[i] = append(of[i], err.Abs())
		}
	}
	for i := range of {
		slices.Sort(of[i])
	}
	rank := sessions*95/100 - 1
	return of[0][rank], of[1][rank], dropped
}

func TestReplayOverAStreamGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	live := &traceHash{}
	sc := &scenario.Scenario{Name: "stream", Seed: 12, Clients: 2, Duration: 20 * time.Second, Set: scenariotest.Set("link.delay=40ms",
		"link.transport=stream", "link.jitter=5ms", "link.loss=20%", "link.rto=200ms", "client2.link.rto=400ms",
		"client.algorithm=simpson", "client2.offset=-3s")}
	s := newSession(t, sc, live)
	for _, key := range []string{"link.rto=300ms", "link.up.transport=datagram", "link.up.transport=stream", "link.loss=5%"} {
		advance(t, s, 4*time.Second, frame)
		name, value, _ := strings.Cut(key, "=")
		set(t, s, name, value)
	}
	do(t, s, scenario.Event{Rejoin: 2})
	advance(t, s, 4*time.Second, frame)
	if live.packets < 1000 || live.clocks < 1000 {
		t.Fatalf("%d packets and %d samples", live.packets, live.clocks)
	}
	for name, carrier := range map[string]netsim.Carrier{"direct": netsim.NewDirect(), "vnet": mustVNet(t)} {
		again := scenariotest.Parse(t, "log", s.Log().Text())
		replay, r := play(t, again, carrier, 7777777)
		if replay.sum != live.sum || replay.packets != live.packets || replay.clocks != live.clocks {
			t.Errorf("%s: %d packets and %d samples, live %d and %d, or other content", name,
				replay.packets, replay.clocks, live.packets, live.clocks)
		}
		if got, want := summaryText(t, r), summaryText(t, s); got != want {
			t.Errorf("%s: summary %s, live %s", name, got, want)
		}
	}
}
