package engines_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// What each engine's clock is off by where both ways take 50 ms: what engine-clocks' models have, but for phases of frames
// and ticks: that is how wide the range is.
func TestEnginesClocksAreOffByWhatTheirDesignsLeave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		least, most time.Duration
	}{
		{"netfox", 4600 * time.Microsecond, 4800 * time.Microsecond}, // 1 ms and a ninth of a tick of 1/30 s
		{"lightyear", -34 * time.Millisecond, 0},                     // no fraction of a tick, and the wait for a frame
		{"fishnet", -17 * time.Millisecond, 60 * time.Millisecond},   // whole ticks of 33 ms, and one is added
		{"entities", -10 * time.Millisecond, 40 * time.Millisecond},
		{"ddnet", -45 * time.Millisecond, 5 * time.Millisecond},
		{"quake3", -125 * time.Millisecond, -75 * time.Millisecond}, // the way down and a snapshot
	} {
		a := configured(t, c.name, nil)
		r := newEngineRig(t, a, clocktest.Fixed(50*time.Millisecond), clocktest.Fixed(50*time.Millisecond))
		r.run(60 * time.Second)
		for range 100 {
			r.run(37 * time.Millisecond)
			if got := r.err(t); got < c.least || got > c.most {
				t.Errorf("%s: off by %v, which is outside %v..%v", c.name, got, c.least, c.most)
				break
			}
		}
	}
}

func TestEnginesKeepTheirTimesOnBothSidesOfTheHosts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lightyear", "entities", "ddnet", "quake3"} {
		r := newEngineRig(t, configured(t, name, nil), clocktest.Fixed(40*time.Millisecond), clocktest.Fixed(60*time.Millisecond))
		r.run(30 * time.Second)
		for range 50 {
			r.run(33 * time.Millisecond)
			predicted, server, ok := r.client.(unity.Timekeeper).Times(r.local())
			ahead, behind := predicted.Sub(netsync.Server(r.now)), netsync.Server(r.now).Sub(server)
			if name == "quake3" {
				ahead = -ahead // whose one time is late
			}
			if !ok || ahead < 25*time.Millisecond || ahead > 250*time.Millisecond || behind < 50*time.Millisecond || behind > 250*time.Millisecond {
				t.Errorf("%s: %v ahead, %v behind, known: %v", name, ahead, behind, ok)
				break
			}
		}
	}
}

func TestEnginesClocksAllocateNothingOnceWarm(t *testing.T) {
	for _, a := range registry.Algorithms() {
		if a.Group != registry.Engines {
			continue
		}
		r := newEngineRig(t, a, clocktest.Fixed(20*time.Millisecond), clocktest.Fixed(20*time.Millisecond))
		r.run(10 * time.Second)
		if n := testkit.AllocsPerRun(5, func() { r.run(time.Second) }); n > 0 {
			t.Errorf("%s: %v allocations", a.Name, n)
		}
	}
}

// A clock that is set back by hours, or hears from the future, continues with the next message.
func TestEnginesClocksLiveThroughAClockThatIsSet(t *testing.T) {
	t.Parallel()
	for _, a := range registry.Algorithms() {
		if a.Group != registry.Engines {
			continue
		}
		for _, by := range []time.Duration{-2 * time.Hour, 2 * time.Hour, -40 * time.Millisecond} {
			if a.Name == "netfox" { // the simulation's clock follows by a quarter of the pace at most, however far off it is
				a = configured(t, a.Name, map[string]int64{"clock": 1})
			}
			r := newEngineRig(t, a, clocktest.Fixed(20*time.Millisecond), clocktest.Fixed(20*time.Millisecond))
			r.run(10 * time.Second)
			r.off += by
			r.run(120 * time.Second)
			if got := r.err(t); got.Abs() > 200*time.Millisecond {
				t.Errorf("%s: set by %v, it is off by %v two minutes later", a.Name, by, got)
			}
		}
	}
}

// A loop that corrects a share g of an error that it sees d steps late oscillates without end from g = 2 sin(π/(4d+2)) on.
func TestALoopOscillatesFromTheGainOnThatTheoryGives(t *testing.T) {
	t.Parallel()
	for _, d := range []int{1, 3, 6, 10} {
		limit := 2 * math.Sin(math.Pi/float64(4*d+2))
		for factor, grows := range map[float64]bool{0.9: false, 1.1: true} {
			if got := swing(factor*limit, d); (got > 1) != grows {
				t.Errorf("%d steps late, gain %.3f of %.3f: what is left of the first swing is %.3g", d, factor*limit, limit, got)
			}
		}
	}
}

// swing returns how large the error's swings are in the end, of a loop that corrects by gain what it saw d steps ago, as a share of those
// in the beginning.
func swing(gain float64, d int) float64 {
	errors := make([]float64, 4000)
	for i := range d + 1 {
		errors[i] = 1
	}
	for i := d + 1; i < len(errors); i++ {
		errors[i] = errors[i-1] - gain*errors[i-1-d]
	}
	most := func(part []float64) float64 { return max(slices.Max(part), -slices.Min(part)) }
	return most(errors[3500:]) / most(errors[d+1:500])
}

// Over a round trip of 600 ms input has to be 38 ticks ahead of the latest snapshot, and predicted time may be 30: the game's input
// waits for the eight between, so the host's clock, taken from predicted time, is as close as over a short path.
func TestEntitiesPredictNoFurtherThanHalfASecondAhead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		race             int64
		least, most, way time.Duration
	}{
		{1, 90 * time.Millisecond, 110 * time.Millisecond, 50 * time.Millisecond},
		{1, 205 * time.Millisecond, 235 * time.Millisecond, 300 * time.Millisecond}, // 300 + 33 + 16 − 133
		{0, -5 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond},
		{0, -5 * time.Millisecond, 25 * time.Millisecond, 300 * time.Millisecond},
	} {
		r := newEngineRig(t, configured(t, "entities", map[string]int64{"race": c.race}), clocktest.Fixed(c.way), clocktest.Fixed(c.way))
		r.run(30 * time.Second)
		for range 100 {
			r.run(137 * time.Millisecond)
			if got := r.err(t); got < c.least || got > c.most {
				t.Fatalf("over %v each way, race %d: off by %v", c.way, c.race, got)
			}
		}
	}
}

// The same of Netcode for Entities' own loop, in which the host's average of eight ticks is late too: with the corrections in flight
// subtracted it comes to rest at a gain at which it swings without.
func TestEntitiesComeToRestOnlyWhereCorrectionsInFlightAreSubtracted(t *testing.T) {
	t.Parallel()
	swings := func(constants map[string]int64) time.Duration {
		r := newEngineRig(t, configured(t, "entities", constants), clocktest.Fixed(150*time.Millisecond), clocktest.Fixed(150*time.Millisecond))
		r.run(60 * time.Second)
		least, most := time.Hour, -time.Hour
		for range 1000 {
			r.run(10 * time.Millisecond)
			got := r.err(t)
			least, most = min(least, got), max(most, got)
		}
		return most - least
	}
	with, without := swings(nil), swings(map[string]int64{"in-flight": 1})
	if with > 20*time.Millisecond || without < 60*time.Millisecond {
		t.Errorf("it swings by %v with corrections in flight subtracted, and by %v without", with, without)
	}
	if gentle := swings(map[string]int64{"in-flight": 1, "gain": 2 * 1e7}); gentle > 20*time.Millisecond {
		t.Errorf("at a gain of 2 %% it swings by %v without", gentle)
	}
}
