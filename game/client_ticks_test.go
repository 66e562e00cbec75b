package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

// Frames of 60 Hz that come up to a millisecond early or late, at ticks of 60 Hz: the phase alone decides how many have one tick.
func TestThePhaseDecidesWhetherFramesHaveOneTickOrNoneAndTwo(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		phase       int64
		least, most int // frames of 600 that play another number of ticks than one
	}{{0, 200, 400}, {1e9, 200, 400}, {0.5e9, 0, 0}, {0.03e9, 30, 300}} {
		var f frameTicks
		last, others := int64(0), 0
		for n := range int64(600) {
			at := n * int64(time.Second) / 60
			jitter := int64(hash(1, uint64(n), 0, 0)%2_000_000) - 1_000_000
			if n == 0 {
				jitter = 0
			}
			tick := f.at(netsync.Local(at+jitter), n, 60, test.phase)
			if n > 0 && tick-last != 1 {
				others++
			}
			last = tick
		}
		if others < test.least || others > test.most {
			t.Errorf("phase %v: %d frames of 600 play none or two, want %d to %d", float64(test.phase)/1e9, others, test.least, test.most)
		}
	}
}

func TestTicksByFramesStayNearThePredictedTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var f frameTicks
		rate, phase := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate"), rapid.Int64Range(0, 1e9).Draw(t, "phase")
		now, predicted, last := netsync.Local(rapid.Int64Range(-1e18, 1e18).Draw(t, "now")), int64(rapid.IntRange(0, 1e9).Draw(t, "tick")), int64(-1)
		for range rapid.IntRange(1, 40).Draw(t, "frames") {
			now = now.Add(time.Duration(rapid.Int64Range(-int64(time.Second), int64(5*time.Second)).Draw(t, "passed")))
			predicted += rapid.Int64Range(-20, 300).Draw(t, "ticks")
			if last = f.at(now, predicted, rate, phase); last < predicted-mostApart-1 || last > predicted+mostApart+1 {
				t.Fatalf("tick %d at predicted tick %d", last, predicted)
			}
		}
	})
}

// Snapshots name ticks by their numbers. A client that counts ten a second instead of sixty takes each number for a time six times as
// late, and a provider that goes by the snapshots' ticks runs its time six times too fast (Unity NGO 1503).
func TestATimeByTicksRunsTooFastByTheRatioOfTheRates(t *testing.T) {
	t.Parallel()
	l := DefaultLevel()
	r := &rig{t: t, host: mustHost(t, HostConfig{Seed: 3, Rate: 60, Clients: 1, Level: l})}
	c, err := NewClient(ClientConfig{ID: 1, Seed: 3, Rate: 60, Ticks: ClientTicks{Rate: 10}, Level: l, Driving: "timesync", Buffers: DefaultBuffers}, 0)
	check(t, err)
	check(t, c.SetTime(TimeSettings{Provider: 2})) // unity
	r.clients = []*rigClient{{Client: c, up: 40 * time.Millisecond, down: 40 * time.Millisecond}}
	r.run(10 * time.Second)
	from := c.Moment(r.clock(r.clients[0])).Server.World()
	r.run(10 * time.Second)
	if d := c.Moment(r.clock(r.clients[0])).Server.World().Sub(from); d < 55*time.Second || d > 65*time.Second {
		t.Errorf("server time ran %v in 10 s, want six times as much", d)
	}
	for _, bad := range []ClientTicks{{Rate: MinRate - 1}, {Rate: MaxRate + 1}, {Phase: -1}, {By: TicksByFrame + 1}} {
		if _, err := NewClient(ClientConfig{ID: 1, Rate: 60, Ticks: bad, Level: l, Driving: "timesync"}, 0); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
