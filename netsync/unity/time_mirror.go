package unity

import (
	"math"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// mirrorTimeDesign is Mirror's snapshot interpolation (MirrorNetworking/Mirror, c885a6a: SnapshotInterpolation.cs,
// SnapshotInterpolationSettings.cs, NetworkClient_TimeInterpolation.cs, ExponentialMovingAverage.cs, NetworkTime.cs).
var mirrorTimeDesign = TimeDesign{Name: "mirror",
	Help: "Mirror's snapshot interpolation: others are shown some intervals of snapshots late, as many as their jitter asks for, and time runs 2 % faster or 4 % slower to stay there",
	Own:  func(c *TimeConfigs) any { return c.Mirror },
	New:  func(_ int, config any) TimeProvider { return &mirrorTime{cfg: config.(MirrorTimeConfig)} }}

// MirrorTimeConfig holds the constants of the provider "mirror", by default Mirror's. Factors are in millionths.
type MirrorTimeConfig struct {
	Buffer              int64         // intervals by which others are shown late; without effect if the buffer is dynamic
	Fixed               bool          // the buffer is not dynamic
	Tolerance           int64         // intervals that a dynamic buffer has beyond one interval and the jitter
	Behind, Ahead       int64         // intervals beyond the buffer, and (negative) short of it, from which time runs faster or slower
	CatchUp, SlowDown   int64         // by how much faster or slower
	Drift, DeliverySpan time.Duration // what the averages of the lag and of the times between arrivals cover
}

// mirrorTimeConstants are the constants of the provider "mirror".
var mirrorTimeConstants = []netsync.Constant[MirrorTimeConfig]{
	factor("buffer", "how many intervals of snapshots late others are shown, if the buffer does not adapt", 0, 30, 2e6,
		func(c *MirrorTimeConfig) *int64 { return &c.Buffer }),
	param.Bool(param.Param{Name: "dynamic", Unit: param.Choice, Choices: []string{"on", "off"},
		Help: "whether the buffer adapts to the jitter: an interval, its standard deviation and the tolerance"},
		func(c *MirrorTimeConfig) *bool { return &c.Fixed }),
	factor("tolerance", "how many intervals a buffer that adapts is longer than an interval and the jitter", 0, 30, 1e6,
		func(c *MirrorTimeConfig) *int64 { return &c.Tolerance }),
	factor("behind", "time runs faster while it is this many intervals farther back than the buffer, on average", 0, 30, 1e6,
		func(c *MirrorTimeConfig) *int64 { return &c.Behind }),
	factor("ahead", "time runs slower while it is this many intervals less far back than the buffer, on average; written as a negative number, as in Mirror", -30, 0, -1e6,
		func(c *MirrorTimeConfig) *int64 { return &c.Ahead }),
	factor("catch-up", "by how much faster time runs to catch up", 0, 1, 0.02e6,
		func(c *MirrorTimeConfig) *int64 { return &c.CatchUp }),
	factor("slow-down", "by how much slower time runs to fall back", 0, 1, 0.04e6,
		func(c *MirrorTimeConfig) *int64 { return &c.SlowDown }),
	gear.Span("drift", "how long the average covers by which time runs faster or slower", time.Second, 10*time.Second, time.Second,
		func(c *MirrorTimeConfig) *time.Duration { return &c.Drift }),
	gear.Span("delivery", "how long the jitter covers that the buffer adapts to", time.Second, 10*time.Second, 2*time.Second,
		func(c *MirrorTimeConfig) *time.Duration { return &c.DeliverySpan }),
}

// factor is a constant that is a factor, kept in millionths.
func factor[C any](name, help string, least, most, standard int64, at func(*C) *int64) netsync.Constant[C] {
	return param.Int(param.Param{Name: name, Help: help, Unit: param.Factor, Min: least * 1e6, Max: most * 1e6, Default: standard}, at)
}

const (
	mirrorLimit      = 32                     // snapshots that are kept at most (bufferLimit)
	mirrorPing       = 100 * time.Millisecond // from one sample of predicted time to the next (PingInterval)
	mirrorPredictors = 20                     // samples that its average covers (PredictionErrorWindowSize)
)

// mirrorTime keeps a timeline of the host's clock, a buffer behind the latest snapshot. Each snapshot that arrives adds how far
// the timeline is behind it to an average. If that differs from the buffer by a threshold, time runs faster or slower until it
// no longer does. The timeline never strays from its target by more than a buffer: it is set then. The average goes on
// saying that time is behind when it has caught up already, so that time may run on into the present (Mirror#3423).
//
// Predicted time is the client's own clock plus the average of what the host's clock read when a message arrived, less what
// the client's read when it was sent. In a round trip the latter is the snapshot's time plus the trip, less its arrival.
//
// Where Mirror has float64 seconds this has whole nanoseconds. The averages are cut to those, and the variance to parts
// of 10⁻¹⁴ s². Snapshots that were overtaken do not get here. Mirror's NetworkTime.time interpolates scaled time between
// snapshots; here the announced dilation gives it exactly.
type mirrorTime struct {
	cfg      MirrorTimeConfig
	timeline netsync.Server // at
	at       netsync.Local  // the latest frame
	extra    int64          // by how much faster time runs, in millionths

	kept            [mirrorLimit]netsync.Server // the snapshots not passed yet and the one before, in a ring
	first, count    int
	arrived         netsync.Local // the newest of them
	drift, delivery average       // of how far behind the timeline is, and of the times between arrivals

	ahead  average // predicted time less the client's clock
	pinged netsync.Local
	last   WorldTimes
}

func (m *mirrorTime) Start(in *TimeInput) {
	*m = mirrorTime{cfg: m.cfg, at: in.Now, pinged: in.Now.Add(-mirrorPing)}
	m.ahead.value = time.Duration(in.Snapshot) - time.Duration(in.Now)
	for _, snapshot := range in.Arrived {
		m.insert(in, snapshot)
	}
	m.insert(in, in.Snapshot)
	m.predict(in)
	m.last = m.Times(in)
}

func (m *mirrorTime) Advance(in *TimeInput) bool {
	for _, snapshot := range in.Arrived {
		m.insert(in, snapshot)
	}
	m.timeline, m.at = m.timeline.Add(m.scaled(in.Delta)), in.Now
	for m.count >= 2 && m.kept[(m.first+1)%mirrorLimit] < m.timeline {
		m.first, m.count = (m.first+1)%mirrorLimit, m.count-1
	}
	if len(in.Arrived) > 0 {
		m.predict(in)
	}
	before := m.last
	m.last = m.Times(in)
	return in.Smooth(before, m.last)
}

// buffer returns how far the timeline should be behind the latest snapshot (DynamicAdjustment).
func (m *mirrorTime) buffer(in *TimeInput) time.Duration {
	if m.cfg.Fixed {
		return arith.Millionths(in.Interval, m.cfg.Buffer)
	}
	return in.Interval + m.delivery.deviation() + arith.Millionths(in.Interval, m.cfg.Tolerance)
}

// insert takes a snapshot that was read in this frame (InsertAndAdjust, Timescale).
func (m *mirrorTime) insert(in *TimeInput, snapshot netsync.Server) {
	buffer := m.buffer(in)
	if m.count == 0 {
		m.timeline = snapshot.Add(-buffer)
	}
	if m.count == mirrorLimit || m.count > 0 && snapshot <= m.kept[(m.first+m.count-1)%mirrorLimit] {
		return
	}
	m.kept[(m.first+m.count)%mirrorLimit] = snapshot
	if m.count++; m.count >= 2 {
		m.delivery.add(in.Now.Sub(m.arrived), in.snapshotsIn(m.cfg.DeliverySpan))
	}
	m.arrived = in.Now
	m.timeline = min(max(m.timeline, snapshot.Add(-2*buffer)), snapshot)
	m.drift.add(snapshot.Sub(m.timeline), in.snapshotsIn(m.cfg.Drift))
	m.extra = 0
	if off := m.drift.value - buffer; off > arith.Millionths(in.Interval, m.cfg.Behind) {
		m.extra = m.cfg.CatchUp
	} else if off < arith.Millionths(in.Interval, m.cfg.Ahead) {
		m.extra = -m.cfg.SlowDown
	}
}

// snapshotsIn returns how many snapshots the host sends in d.
func (in *TimeInput) snapshotsIn(d time.Duration) int64 {
	return int64((d + in.Interval/2) / in.Interval)
}

// scaled returns how far the timeline advances in d.
func (m *mirrorTime) scaled(d time.Duration) time.Duration { return d + arith.Millionths(d, m.extra) }

// predict adds a sample of predicted time if one is due (OnServerPing, OnClientPong).
func (m *mirrorTime) predict(in *TimeInput) {
	if in.HasRTT && in.Now.Sub(m.pinged) >= mirrorPing {
		m.pinged = in.Now
		m.ahead.add(time.Duration(in.Snapshot)+in.SnapshotAge+in.RTT-time.Duration(in.Now), mirrorPredictors)
	}
}

// Follow returns 0: the provider has its own buffer.
func (m *mirrorTime) Follow(time.Duration) time.Duration { return 0 }

// Times makes inputs a server buffer early, since this host applies them in their ticks and not when they arrive.
func (m *mirrorTime) Times(in *TimeInput) WorldTimes {
	return WorldTimes{
		Predicted: in.Dilation.At(netsync.Server(in.Now).Add(m.ahead.value)).Add(in.ServerBuffer),
		Server:    in.Dilation.At(m.timeline.Add(m.scaled(in.Now.Sub(m.at)))),
	}
}

// An average is an exponential moving one, which gives a new value the weight 2/(n+1).
type average struct {
	value    time.Duration
	variance int64 // in squares of averageUnit
	begun    bool
}

// averageUnit is what variances are kept in squares of, and averageMost the greatest deviation that counts in them as it is.
const (
	averageUnit = 100 * time.Nanosecond
	averageMost = time.Minute
)

// add adds a value. The first becomes the average as it is.
func (a *average) add(v time.Duration, n int64) {
	if !a.begun {
		a.begun, a.value = true, v
		return
	}
	delta := v - a.value
	a.value += 2 * delta / time.Duration(n+1)
	off := int64(min(delta.Abs(), averageMost) / averageUnit)
	a.variance += 2 * (off * off) / (n + 1)
	a.variance -= 2 * a.variance / (n + 1)
}

// deviation returns the standard deviation.
func (a *average) deviation() time.Duration {
	return time.Duration(math.Sqrt(float64(a.variance))) * averageUnit
}
