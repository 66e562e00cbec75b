package session

import (
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
)

func TestDelaysCountTheTapesDatagramsOfOneClient(t *testing.T) {
	tape := observe.NewTape(2)
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute,
		Set: scenariotest.Set("link.up.delay=120ms", "link.down.delay=40ms", "link.jitter=8ms", "client2.link.up.delay=10ms")}, tape)
	advance(t, s, 8*time.Second, frame)
	from, to := netsim.Time(3*time.Second), netsim.Time(6*time.Second)
	var h observe.Delays
	tape.Delays(1, from, to, &h)
	var up, down []time.Duration
	first, end := tape.Packets(0, s.Now())
	for n := first; n < end; n++ {
		p := tape.At(n)
		if p.Fate == netsim.Lost || p.Due < from || p.Due > to {
			continue
		}
		if p.From == 1 {
			up = append(up, p.Due.Sub(p.Sent))
		}
		if p.To == 1 {
			down = append(down, p.Due.Sub(p.Sent))
		}
	}
	for name, c := range map[string]struct {
		got  *observe.DelayCounts
		want []time.Duration
	}{"up": {&h.Up, up}, "down": {&h.Down, down}} {
		least, longest := c.want[0], c.want[0]
		var bins [observe.DelayBins]int
		for _, d := range c.want {
			least, longest = min(least, d), max(longest, d)
			bins[(d-h.From)/h.Step]++
		}
		if c.got.Count != len(c.want) || c.got.Least != least || c.got.Longest != longest || c.got.Bins != bins {
			t.Errorf("%s: %+v, want %d, %v..%v, %v", name, *c.got, len(c.want), least, longest, bins)
		}
		if len(c.want) < 100 {
			t.Errorf("%s: only %d datagrams", name, len(c.want))
		}
	}
	if h.Up.Least < 120*time.Millisecond || h.Down.Least > 50*time.Millisecond {
		t.Errorf("least up %v, down %v", h.Up.Least, h.Down.Least)
	}
	if n := testkit.AllocsPerRun(10, func() { tape.Delays(1, from, to, &h) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestDelaysOfNothingAndOfOneDelay(t *testing.T) {
	t.Parallel()
	tape := observe.NewTape(1)
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=25ms")}, tape)
	var h observe.Delays
	if tape.Delays(1, 0, 0, &h); h != (observe.Delays{}) {
		t.Errorf("before anything was sent: %+v", h)
	}
	advance(t, s, time.Second, frame)
	tape.Delays(1, 0, s.Now(), &h)
	if h.Up.Bins[0] != h.Up.Count || h.Down.Bins[0] != h.Down.Count || h.Up.Count == 0 || h.From != 25*time.Millisecond {
		t.Errorf("all took 25 ms: %+v", h)
	}
}

// What a sample of an exchange has wrong against the truth is half of what the ways differ by, and what a
// push has wrong is its way.
func TestTruthsTellWhatEverySampleHasWrong(t *testing.T) {
	t.Parallel()
	for _, set := range [][]string{
		{"client.offset=42s"},
		{"client.offset=-3s", "client.skew=300"},
		{"host.dilation=0.5", "client.skew=-100"},
	} {
		tape := observe.NewTape(1)
		s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute,
			Set: scenariotest.Set(append(set, "link.up.delay=120ms", "link.down.delay=40ms")...)}, tape)
		advance(t, s, 20*time.Second, frame)
		dilation := 1.0
		if set[0] == "host.dilation=0.5" {
			dilation = 0.5
		}
		var d insight.Detail
		for i, a := range registry.OfGroup(registry.Published) {
			want := 40 * time.Millisecond
			switch a.Name {
			case "timesync":
				continue // its samples have the clock's own offset
			case "rtt2-world":
				continue // measures two world times, which run differently while the host's is dilated
			case "unreal":
				want = -time.Duration(40e6 * dilation)
			}
			s.Clocks(1).Explain(i, &d)
			truths := tape.Truths(1, a.Base, d.Samples, s.Now(), nil)
			for k, sample := range d.Samples {
				if err := sample.Offset - truths[k].Offset; !truths[k].OK || (err-want).Abs() > 1100*time.Microsecond {
					t.Errorf("%v: %s: sample %d is wrong by %v, want %v: %+v", set, a.Name, k, err, want, truths[k])
					break
				}
			}
		}
	}
}

func TestTruthsOfSamplesThatAreNoLongerKept(t *testing.T) {
	t.Parallel()
	tape := observe.NewTape(1)
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=25ms")}, tape)
	advance(t, s, time.Second, frame)
	samples := []insight.Sample{{At: -1 << 40}, {At: netsync.Local(500 * time.Millisecond)}, {At: 1 << 50}}
	for i, truth := range tape.Truths(1, netsync.BaseReal, samples, s.Now(), nil) {
		if truth.OK != (i == 1) {
			t.Errorf("%d: %+v", i, truth)
		}
	}
}
