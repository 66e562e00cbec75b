package unity

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/param"
	"driftlab/netsync"
)

// A mirrorModel is Mirror's snapshot interpolation as its files have it, in float64 seconds and over a sorted list.
type mirrorModel struct {
	set                          MirrorTimeConfig
	interval                     float64
	buffer                       []mirrorSnapshot
	timeline, scale, nearest     float64 // nearest is how close the drift has come to a threshold
	drift, delivery, predictions modelAverage
}

type mirrorSnapshot struct{ remote, local float64 }

type modelAverage struct {
	alpha, value, variance float64
	initialised            bool
}

func (a *modelAverage) add(x float64) {
	if !a.initialised {
		a.value, a.initialised = x, true
		return
	}
	delta := x - a.value
	a.value += a.alpha * delta
	a.variance = (1 - a.alpha) * (a.variance + a.alpha*delta*delta)
}

func newMirrorModel(set MirrorTimeConfig, interval time.Duration) *mirrorModel {
	of := func(n float64) modelAverage { return modelAverage{alpha: 2 / (n + 1)} }
	sends := math.Round(1 / interval.Seconds())
	return &mirrorModel{set: set, interval: interval.Seconds(), scale: 1, nearest: math.Inf(1),
		drift: of(sends * set.Drift.Seconds()), delivery: of(sends * set.DeliverySpan.Seconds()), predictions: of(20)}
}

func millionths(x int64) float64 { return float64(x) / 1e6 }

func (m *mirrorModel) onTimeSnapshot(s mirrorSnapshot) {
	multiplier := millionths(m.set.Buffer)
	if !m.set.Fixed {
		multiplier = (m.interval+math.Sqrt(m.delivery.variance))/m.interval + millionths(m.set.Tolerance)
	}
	time := m.interval * multiplier
	if len(m.buffer) == 0 {
		m.timeline = s.remote - time
	}
	at, found := slices.BinarySearchFunc(m.buffer, s.remote, func(a mirrorSnapshot, b float64) int { return cmp.Compare(a.remote, b) })
	if len(m.buffer) >= 32 || found {
		return
	}
	m.buffer = slices.Insert(m.buffer, at, s)
	if n := len(m.buffer); n >= 2 {
		m.delivery.add(m.buffer[n-1].local - m.buffer[n-2].local)
	}
	target := s.remote - time
	m.timeline = math.Max(target-time, math.Min(target+time, m.timeline))
	m.drift.add(s.remote - m.timeline)
	drift, behind, ahead := m.drift.value-time, m.interval*millionths(m.set.Behind), m.interval*millionths(m.set.Ahead)
	m.nearest = min(math.Abs(drift-behind), math.Abs(drift-ahead))
	switch {
	case drift > behind:
		m.scale = 1 + millionths(m.set.CatchUp)
	case drift < ahead:
		m.scale = 1 - millionths(m.set.SlowDown)
	default:
		m.scale = 1
	}
}

func (m *mirrorModel) step(delta float64) {
	m.timeline += delta * m.scale
	from := 0
	for i := range len(m.buffer) - 1 {
		if m.timeline >= m.buffer[i].remote && m.timeline <= m.buffer[i+1].remote {
			m.buffer = m.buffer[i:]
			return
		}
	}
	if m.buffer[0].remote <= m.timeline {
		from = len(m.buffer) - 1
	}
	m.buffer = m.buffer[from:]
}

// modelTolerance is what rounding to nanoseconds may add up to in a run, in seconds. Where Mirror's drift is as close to a threshold
// as that, the two may part.
const modelTolerance = 20e-6

func TestMirrorTimeAgreesWithItsSourceOverRandomArrivals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cfg := param.Defaults(mirrorTimeConstants)
		if rapid.Bool().Draw(t, "other constants") {
			for i := range mirrorTimeConstants {
				f := &mirrorTimeConstants[i]
				f.Set(&cfg, rapid.Int64Range(f.Bounds()).Draw(t, f.Name))
			}
		}
		cfg.Drift, cfg.DeliverySpan = cfg.Drift.Truncate(time.Second), cfg.DeliverySpan.Truncate(time.Second)
		path := newRandomPath(t)
		model, provider := newMirrorModel(cfg, path.in.Interval), mirrorTimeDesign.New(60, cfg)
		begun, pinged := false, netsync.Local(0)
		for i := range 200 {
			in := path.frame(t)
			if !begun && len(in.Arrived) == 0 {
				continue
			}
			local := time.Duration(in.Now).Seconds()
			for _, s := range in.Arrived {
				model.onTimeSnapshot(mirrorSnapshot{time.Duration(s).Seconds(), local})
				if model.nearest < modelTolerance {
					return
				}
			}
			if len(in.Arrived) > 0 && (!begun || in.Now.Sub(pinged) >= 100*time.Millisecond) {
				pinged = in.Now
				sent := local - in.RTT.Seconds()
				model.predictions.add(time.Duration(in.Snapshot).Seconds() - sent)
			}
			if !begun {
				begun = true
				provider.Start(in)
			} else {
				model.step(in.Delta.Seconds())
				provider.Advance(in)
			}
			got := provider.Times(in)
			if d := time.Duration(got.Server).Seconds() - model.timeline; math.Abs(d) > modelTolerance {
				t.Fatalf("frame %d: server time is %v s off Mirror's", i, d)
			}
			if d := time.Duration(got.Predicted).Seconds() - (local + model.predictions.value); math.Abs(d) > modelTolerance {
				t.Fatalf("frame %d: predicted time is %v s off Mirror's", i, d)
			}
		}
	})
}

// A randomPath brings a host's snapshots to a client, in frames of random lengths: late, lost, and dropped if a later one came first.
type randomPath struct {
	in       TimeInput
	dilation netsync.Dilation
	jitter   int64
	loss     int // per mille
	next     time.Duration
	flying   []randomFlight
}

type randomFlight struct {
	due  time.Duration // the host's clock, which the client's equals
	host netsync.Server
}

func newRandomPath(t *rapid.T) *randomPath {
	p := &randomPath{jitter: rapid.Int64Range(0, int64(200*time.Millisecond)).Draw(t, "jitter"), loss: rapid.IntRange(0, 300).Draw(t, "loss")}
	p.in.Dilation = &p.dilation
	p.in.Interval = time.Second / time.Duration(rapid.SampledFrom([]int{10, 20, 30, 50, 60, 128}).Draw(t, "snapshots a second"))
	return p
}

// frame returns the input of the next frame. The snapshots are read in it, as Mirror does.
func (p *randomPath) frame(t *rapid.T) *TimeInput {
	in := &p.in
	in.Delta = time.Duration(rapid.Int64Range(int64(time.Millisecond), int64(40*time.Millisecond)).Draw(t, "frame"))
	if rapid.IntRange(0, 50).Draw(t, "hangs") == 0 {
		in.Delta += time.Second
	}
	in.Now = in.Now.Add(in.Delta)
	now := time.Duration(in.Now)
	for ; p.next <= now; p.next += in.Interval {
		late := time.Duration(rapid.Int64Range(0, p.jitter).Draw(t, "late"))
		if rapid.IntRange(0, 999).Draw(t, "lost") >= p.loss {
			p.flying = append(p.flying, randomFlight{p.next + late, netsync.Server(p.next)})
		}
	}
	slices.SortFunc(p.flying, func(a, b randomFlight) int { return int(a.due - b.due) })
	in.Arrived = in.Arrived[:0]
	for len(p.flying) > 0 && p.flying[0].due <= now {
		if s := p.flying[0].host; in.Snapshot < s {
			in.Arrived, in.Snapshot = append(in.Arrived, s), s
		}
		p.flying = p.flying[1:]
	}
	in.RTT, in.HasRTT = time.Duration(rapid.Int64Range(0, int64(300*time.Millisecond)).Draw(t, "round trip")), true
	return in
}
