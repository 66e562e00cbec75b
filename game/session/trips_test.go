package session

import (
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// A tripWatch compares what TimeSync says of each datagram that carries its stamp with how long that took.
type tripWatch struct {
	t       *testing.T
	session *Session
	own     netsim.Flow // TimeSync's
	sent    map[uint64]netsim.Packet
	off     time.Duration // what the clock takes up for longer than it is
	seen    [2]int        // up, down
}

func (w *tripWatch) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		if e.Flow < netsim.Aside || e.Flow == w.own {
			w.sent[e.ID] = *e.Packet // its Data is of no use
		}
	case *observe.Arrival:
		d, ok := w.sent[e.Packet]
		if !ok || e.At < netsim.Time(12*time.Second) {
			return
		}
		f, took, want := w.session.Facts(1), e.At.Sub(d.Sent), w.off
		measured, way := f.UpTrips.Measured.Latest, 0
		if d.To != 0 {
			measured, way, want = f.DownTrips.Measured.Latest, 1, -w.off
		}
		w.seen[way]++
		if (measured - took - want).Abs() > 100*time.Microsecond {
			w.t.Fatalf("one took %v to machine %d, which has measured %v and is wrong by %v at best", took, d.To, measured, want)
		}
	}
}

// TestEachEndKnowsHowLongEachDatagramTook holds what Taylor's text says of network trip times: exact, but for half of
// what one way takes longer than the other, and that at both ends.
func TestEachEndKnowsHowLongEachDatagramTook(t *testing.T) {
	t.Parallel()
	for delays, off := range map[[2]string]time.Duration{
		{"link.up.delay=80ms", "link.down.delay=80ms"}:  0,
		{"link.up.delay=120ms", "link.down.delay=40ms"}: -40 * time.Millisecond,
	} {
		w := &tripWatch{t: t, own: netsim.Aside + netsim.Flow(registry.Algorithms()[clockOf(t, "timesync")].ID), sent: map[uint64]netsim.Packet{}, off: off}
		w.session = newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute,
			Set: scenariotest.Set(delays[0], delays[1], "link.jitter=5ms", "link.distribution=exponential", "client.offset=3s")}, w)
		advance(t, w.session, 20*time.Second, time.Second)
		if w.seen[0] < 400 || w.seen[1] < 400 {
			t.Errorf("%v: %d datagrams have gone up and %d down", delays, w.seen[0], w.seen[1])
		}
		f := w.session.Facts(1)
		for way, trips := range map[string]Trips{"up": f.UpTrips, "down": f.DownTrips} {
			m, real := trips.Measured, trips.True
			if m.Count != 64 || real.Count != 64 || m.Least > m.Mean || m.Mean > m.Latest && m.Least > m.Latest {
				t.Errorf("%v %s: %+v", delays, way, trips)
			}
			shift := off
			if way == "down" {
				shift = -off
			}
			// A few of the 64 are TimeSync's own reports, which the true ones have not.
			if (m.Mean-real.Mean-shift).Abs() > time.Millisecond || (m.Least-real.Least-shift).Abs() > time.Millisecond {
				t.Errorf("%v %s: measured %+v, and they are %+v", delays, way, m, real)
			}
		}
	}
}

func TestOneWayDelaysOfDatagramsAreUnknownBeforeTimeSyncIsAndFollowTheLinkWithinTwoSeconds(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=50ms")}, nil)
	if f := s.Facts(1); f.UpTrips.Measured.Count+f.DownTrips.Measured.Count > 0 {
		t.Errorf("at the start: %+v", f.UpTrips)
	}
	advance(t, s, 15*time.Second, time.Second)
	for _, ms := range []time.Duration{90, 50} {
		set(t, s, "link.delay", (ms * time.Millisecond).String())
		advance(t, s, 2*time.Second, time.Second)
		f := s.Facts(1)
		for _, trips := range []Trips{f.UpTrips, f.DownTrips} {
			if m := trips.Measured; (m.Latest-ms*time.Millisecond).Abs() > time.Millisecond || (m.Mean-ms*time.Millisecond).Abs() > time.Millisecond {
				t.Errorf("two seconds after %d ms were set: %+v", ms, trips)
			}
		}
	}
}
