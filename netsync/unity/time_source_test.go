package unity

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

// GetInterpolationAmount and GetClientInterpAmount of the SDK, in floats.
func sdkInterpolation(interp, ratio, updateRate, tickInterval float64) float64 {
	amount := math.Max(interp, ratio/updateRate)
	return tickInterval * float64(int(0.5+amount/tickInterval)+1)
}

func TestSourceShowsOthersByTheSDKsAmountBehindItsClock(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate, updates := rapid.IntRange(10, 128).Draw(t, "ticks a second"), rapid.IntRange(2, 128).Draw(t, "snapshots a second")
		cfg := SourceConfig{time.Duration(rapid.Int64Range(0, 500).Draw(t, "interp")) * time.Millisecond, rapid.Int64Range(0, 10e6).Draw(t, "ratio")}
		p := sourceDesign.New(rate, cfg)
		in := &TimeInput{Dilation: new(netsync.Dilation), Snapshot: netsync.Server(time.Minute), Interval: time.Second / time.Duration(updates)}
		p.Start(in)
		want := sdkInterpolation(cfg.Interp.Seconds(), millionths(cfg.Ratio), float64(updates), 1/float64(rate))
		got := time.Duration(in.Snapshot) - time.Duration(p.Times(in).Server)
		if off := math.Abs(got.Seconds() - want); off > 1e-6 && math.Abs(off*float64(rate)-1) > 1e-3 { // at a half of a tick either may be
			t.Errorf("%v instead of %v s", got, want)
		}
	})
}

// The model is what the console's help says, in float64 seconds, and the average as Mirror has it.
func TestSourceCorrectsItsClockAsItsHelpSaysOverRandomArrivals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		path, provider := newRandomPath(t), sourceDesign.New(100, SourceConfig{})
		clock, mean, begun := 0.0, modelAverage{alpha: 2.0 / 17}, false
		for i := range 200 {
			in := path.frame(t)
			if !begun && len(in.Arrived) == 0 {
				continue
			}
			if !begun {
				begun, clock = true, time.Duration(in.Snapshot).Seconds()
				provider.Start(in)
				continue
			}
			provider.Advance(in)
			delta := in.Delta.Seconds()
			clock += delta
			for _, s := range in.Arrived {
				off := time.Duration(s).Seconds() - clock
				if math.Abs(math.Abs(off)-0.150) < modelTolerance {
					return
				}
				if math.Abs(off) > 0.150 {
					clock, mean = clock+off, modelAverage{alpha: mean.alpha}
				} else {
					mean.add(off)
				}
			}
			amount := 0.200 * min(max((math.Abs(mean.value)-0.010)/(0.090-0.010), 0), 1)
			step := math.Copysign(min(amount*delta, math.Abs(mean.value)), mean.value)
			clock, mean.value = clock+step, mean.value-step
			got := time.Duration(provider.Times(in).Server).Seconds() + 0.010 // a tick
			if math.Abs(got-clock) > modelTolerance {
				t.Fatalf("frame %d: the clock is %v s off the model's", i, got-clock)
			}
		}
	})
}

// Snapshots keep a lag from one frame on, of which the help of the console says what the clock does.
func TestSourceCorrectsItsClockAsItsHelpSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		later      time.Duration // than before
		first, end time.Duration // how far the clock has followed in the first second, at least, and after ten
		most       time.Duration // in a frame of 10 ms
	}{
		{later: 9 * time.Millisecond},
		{later: 40 * time.Millisecond, first: 15 * time.Millisecond, end: 29 * time.Millisecond, most: 750 * time.Microsecond},
		{later: 120 * time.Millisecond, first: 85 * time.Millisecond, end: 109 * time.Millisecond, most: 2 * time.Millisecond},
		{later: 151 * time.Millisecond, first: 151 * time.Millisecond, end: 151 * time.Millisecond, most: 151 * time.Millisecond},
	} {
		for _, sign := range []time.Duration{1, -1} {
			p := sourceDesign.New(100, SourceConfig{})
			in := &TimeInput{Dilation: new(netsync.Dilation), Interval: 10 * time.Millisecond, Delta: 10 * time.Millisecond}
			p.Start(in)
			followed, most := time.Duration(0), time.Duration(0)
			for i := 1; i <= 1000; i++ {
				in.Now = in.Now.Add(in.Delta)
				in.Snapshot = netsync.Server(in.Now).Add(-sign * c.later)
				in.Arrived = []netsync.Server{in.Snapshot}
				p.Advance(in)
				now := sign * (time.Duration(in.Now) - 10*time.Millisecond - time.Duration(p.Times(in).Server))
				followed, most = now, max(most, now-followed)
				if i == 100 && (now < c.first || now > c.later) {
					t.Errorf("%v: followed by %v in a second, instead of at least %v", sign*c.later, now, c.first)
				}
			}
			if followed < c.end || followed > c.end+time.Millisecond || most > c.most+10 {
				t.Errorf("%v: followed by %v, at most %v in a frame, instead of %v and %v", sign*c.later, followed, most, c.end, c.most)
			}
		}
	}
}

func TestTimeProvidersOfSnapshotsDoNotAllocate(t *testing.T) {
	in := &TimeInput{Dilation: new(netsync.Dilation), Interval: 10 * time.Millisecond, Delta: 10 * time.Millisecond, HasRTT: true, Arrived: make([]netsync.Server, 1)}
	var all TimeConfigs
	for i := range TimeConstants {
		TimeConstants[i].Set(&all, TimeConstants[i].Default)
	}
	for _, design := range []TimeDesign{mirrorTimeDesign, sourceDesign} {
		p := design.New(60, design.Own(&all))
		p.Start(in)
		if n := testing.AllocsPerRun(100, func() {
			in.Now, in.Snapshot = in.Now.Add(in.Delta), in.Snapshot.Add(in.Delta)
			in.Arrived[0] = in.Snapshot
			p.Advance(in)
			p.Times(in)
		}); n != 0 {
			t.Errorf("%s allocates %v times in a frame", design.Name, n)
		}
	}
}
