package unity

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// unityTimesAt returns times at whole ticks.
func unityTimesAt(rate int, predicted, server int64) Times {
	return Times{NewNetworkTime(rate, predicted), NewNetworkTime(rate, server)}
}

func newUnitySystem(t testing.TB, rate int, p Provider) *NetworkTimeSystem {
	t.Helper()
	s := mustSystem(t, rate, p)
	return s
}

func TestUnityTimeSystemRefusesABadTickRateAndNoProvider(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{0, -1, 1001} {
		if _, err := NewNetworkTimeSystem(rate, ServerProvider{}); err == nil {
			t.Errorf("a tick rate of %d is accepted", rate)
		}
	}
	if _, err := NewNetworkTimeSystem(60, nil); err == nil {
		t.Error("no provider is accepted")
	}
}

func TestUnityHostPassesEveryTickOnceInBothTimes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(1, 1000).Draw(t, "rate")
		s := mustSystem(t, rate, ServerProvider{})
		next, real := int64(1), time.Duration(0)
		for range rapid.IntRange(1, 50).Draw(t, "frames") {
			delta := time.Duration(rapid.Int64Range(0, 3e8).Draw(t, "delta"))
			real += delta
			ticks, ok := s.Advance(delta)
			n := int64(0)
			for predicted, server := range ticks.All() {
				if predicted.Tick() != next || server != predicted || predicted.Parts() != 0 {
					t.Fatalf("tick %v, %v; want %d", predicted, server, next)
				}
				next, n = next+1, n+1
			}
			if !ok || n != ticks.Len() || s.Times().Server != NetworkTimeAt(rate, netsync.World(real)) {
				t.Fatalf("%d of %d ticks, at %v after %v", n, ticks.Len(), s.Times(), real)
			}
		}
	})
}

func TestUnityTicksOfOneAdvanceKeepTheDifferenceAtItsEnd(t *testing.T) {
	t.Parallel()
	script := &unityScript{unityTimesAt(60, 10, 4)}
	s := newUnitySystem(t, 60, script)
	s.InitializeClient(0)
	script.times = unityTimesAt(60, 13, 8)
	ticks, _ := s.Advance(0)
	var got []int64
	for predicted, server := range ticks.All() {
		got = append(got, predicted.Tick(), server.Tick())
	}
	want := []int64{11, 6, 12, 7, 13, 8} // server tick 5 is left out
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("ticks %v, want %v", got, want)
		}
	}
	for range ticks.All() {
		break // a caller may stop early
	}
}

func TestUnityTimeThatStandsOrGoesBackPassesNoTick(t *testing.T) {
	t.Parallel()
	script := &unityScript{unityTimesAt(60, 10, 4)}
	s := newUnitySystem(t, 60, script)
	s.InitializeClient(0)
	for _, tick := range []int64{10, 7, 7} {
		script.times = unityTimesAt(60, tick, 4)
		if ticks, _ := s.Advance(0); ticks.Len() != 0 {
			t.Fatalf("%d ticks at tick %d", ticks.Len(), tick)
		}
	}
	script.times = unityTimesAt(60, 8, 4)
	if ticks, _ := s.Advance(0); ticks.Len() != 1 {
		t.Fatalf("%d ticks, want 1", ticks.Len())
	}
}

// newUnityText returns the text's provider at 60 ticks a second, with times that are on target for
// a snapshot at 10 s and a round trip of 100 ms.
func newUnityText(t *testing.T, change func(*Config)) (*ClientProvider, Times) {
	t.Helper()
	cfg := Text()
	if change != nil {
		change(&cfg)
	}
	c, err := NewClientProvider(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.Sync(netsync.World(10*time.Second), 100*time.Millisecond)
	return c, Times{NetworkTimeAt(60, c.target.predicted), NetworkTimeAt(60, c.target.server)}
}

func TestUnityTextAimsARoundTripAndTwoTicksAhead(t *testing.T) {
	t.Parallel()
	c, at := newUnityText(t, nil)
	if got := at.Predicted.World(); got != netsync.World(10*time.Second+100*time.Millisecond+33_333_333) {
		t.Errorf("predicted %v", time.Duration(got))
	}
	if got := at.Server.World(); got != netsync.World(10*time.Second-16_666_667) {
		t.Errorf("server %v", time.Duration(got))
	}
	if _, ok := c.AdvanceTime(at, 0); !ok || c.scale != (unityScale{}) {
		t.Errorf("on target: ok %v, scale %+v", ok, c.scale)
	}
}

func TestUnityTextLeavesSmallErrorsAloneAndSlewsLargerOnes(t *testing.T) {
	t.Parallel()
	for _, e := range []struct {
		late  time.Duration // how far both times are behind their targets
		scale int64
		ok    bool
	}{
		{3 * time.Millisecond, 0, true}, // predicted time's tick began 16.6 ms earlier
		{30 * time.Millisecond, +1, true},
		{-40 * time.Millisecond, -1, true},
		{150 * time.Millisecond, +1, true},
		{220 * time.Millisecond, 0, false},
		{-240 * time.Millisecond, 0, false},
	} {
		c, target := newUnityText(t, nil)
		at := Times{target.Predicted.Add(-e.late), target.Server.Add(-e.late)}
		at, ok := c.AdvanceTime(at, 0)
		if ok != e.ok || c.scale.predicted != e.scale || c.scale.server != e.scale {
			t.Errorf("%v behind: ok %v, scale %+v", e.late, ok, c.scale)
		}
		if !ok && at != target {
			t.Errorf("%v behind: set to %v, want %v", e.late, at, target)
		}
		next, _ := c.AdvanceTime(at, time.Second)
		gain := next.Predicted.Sub(at.Predicted) - time.Second
		if want := time.Duration(e.scale) * 10 * time.Millisecond; gain != want && ok && next.Predicted != target.Predicted {
			t.Errorf("%v behind: gains %v a second, want %v", e.late, gain, want)
		}
	}
}

func TestUnityHardResetMovesBothTimesWhenOneIsOff(t *testing.T) {
	t.Parallel()
	c, target := newUnityText(t, nil)
	at, ok := c.AdvanceTime(Times{target.Predicted, target.Server.Add(time.Second)}, 0)
	if ok || at != target {
		t.Fatalf("ok %v, at %v, want %v", ok, at, target)
	}
	at, ok = c.AdvanceTime(Times{target.Predicted.Add(-time.Second), target.Server.Add(time.Millisecond)}, 0)
	if ok || at != target {
		t.Fatalf("ok %v, at %v, want %v", ok, at, target)
	}
}

func TestUnityHardResetOnlyNeverChangesPace(t *testing.T) {
	t.Parallel()
	for _, merged := range []bool{false, true} {
		cfg := Text()
		cfg.HardResetOnly, cfg.Merged = true, merged
		u := clocktest.Made(New(cfg))
		at := u.client.InitializeClient(unityTimesAt(60, 600, 600))
		snapshot := netsync.World(10 * time.Second)
		for frame := range 200 {
			delta := 10 * time.Millisecond
			snapshot = snapshot.Add(delta)
			next, ok := u.client.follow(at, delta, snapshot, 250*time.Millisecond)
			if !ok || next.Predicted.Sub(at.Predicted) != delta || next.Server.Sub(at.Server) != delta {
				t.Fatalf("merged %v, frame %d: ok %v, from %v to %v", merged, frame, ok, at, next)
			}
			at = next
		}
		snapshot = snapshot.Add(time.Second)
		u.client.follow(at, 0, snapshot, 250*time.Millisecond)
		if _, target := u.client.next(); target.predicted < snapshot {
			t.Fatalf("merged %v: target %v", merged, target)
		}
		// The merged clock is set by the advance after the one that saw the new snapshot.
		if at, ok := u.client.follow(at, 0, snapshot, 250*time.Millisecond); ok || at.Predicted.World() < snapshot {
			t.Fatalf("merged %v: not set, at %v", merged, at)
		}
	}
}

func TestUnityTextRunsTheTicksOfAHardReset(t *testing.T) {
	t.Parallel()
	c, target := newUnityText(t, nil)
	s := newUnitySystem(t, 60, c)
	s.times = Times{target.Predicted.Add(-time.Second), target.Server.Add(-time.Second)}
	ticks, ok := s.Advance(0)
	if ok || ticks.Len() != 60 {
		t.Fatalf("ok %v, %d ticks; want a hard reset and 60", ok, ticks.Len())
	}
}

func BenchmarkUnityTimeSystem(b *testing.B) {
	for name, cfg := range map[string]Config{"text": Text(), "shipped": Shipped()} {
		b.Run(name, func(b *testing.B) {
			u := clocktest.Made(New(cfg))
			s := newUnitySystem(b, cfg.TickRate/1000, u.client)
			s.InitializeClient(100)
			b.ReportAllocs()
			n := int64(0)
			for b.Loop() {
				ticks, _ := s.Advance(time.Second / 60)
				for range ticks.All() {
					n++
				}
			}
		})
	}
}
