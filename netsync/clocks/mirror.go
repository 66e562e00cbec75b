package clocks

import (
	"math"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// MirrorConfig holds the constants of [Mirror].
type MirrorConfig struct {
	// Poll is the time between two pings.
	Poll time.Duration
	// TripWindow and OffsetWindow are the windows of the two averages: a new value
	// weighs 2/(window + 1).
	TripWindow, OffsetWindow int
	// Repair is the window of [gear.LateLeg], 0 for none; it has no effect with Predicted.
	Repair time.Duration
	// Predicted makes a clock from the predicted time that Mirror has had since 2023; see [Mirror].
	Predicted bool
}

// DefaultMirror returns Mirror's constants of 2022, from the last version that averaged an offset to the host's clock.
func DefaultMirror() MirrorConfig {
	return param.Defaults(MirrorConstants)
}

// MirrorConstants are what can be set of the clock. They must not be changed.
var MirrorConstants = []netsync.Constant[MirrorConfig]{
	gear.Span("poll", "time between two pings", 10*time.Millisecond, time.Minute, 2*time.Second,
		func(c *MirrorConfig) *time.Duration { return &c.Poll }),
	gear.Count("trip-window", "how many pings the average of the round trips covers: a new one counts 2/(n+1)", 1, 1000, 10,
		func(c *MirrorConfig) *int { return &c.TripWindow }),
	gear.Count("offset-window", "how many pings the average of the offsets covers, likewise", 1, 1000, 10,
		func(c *MirrorConfig) *int { return &c.OffsetWindow }),
	gear.Repaired(func(c *MirrorConfig) *time.Duration { return &c.Repair }),
	gear.Flag("predicted", "whether its time is made from the predicted one that Mirror has had since 2023",
		func(c *MirrorConfig) *bool { return &c.Predicted }),
}

// Mirror is the clock of the Mirror networking library for Unity: a ping every 2 s, and exponential moving averages of the
// round trip and of the offset that the answers show. Every answer moves the clock, a slow one as much as a fast one.
//
// Until 2022, each answer also proved bounds: the host's stamp was made after the ping was sent and before the answer came.
// When the average leaves the bounds that all answers together have proven, it restarts from the latest answer. Bounds are
// kept for ever, but clocks drift. Once they have drifted by half of the round trip, the offset is outside the bounds that
// the first answers proved, and from then on every answer restarts the average. At 100 ppm and 40 ms that is after 200 s.
// This fault is kept.
//
// Since 2023 Mirror has no such clock. Its time is that of the snapshots, behind the host by a buffer. Beside it there is a
// predicted time that is ahead: the host answers how far its clock was from the ping's stamp on arrival, and the average of
// that is added to the local clock. With [MirrorConfig.Predicted] this clock is that predicted time less half of the average
// round trip, which is what the host's clock reads now. Mirror itself does not do this subtraction.
//
// Mirror takes any answer; today's version takes any that is not from its future. Here only the first answer to a ping
// counts.
type Mirror struct {
	offsetClock
	cfg   MirrorConfig
	asker gear.Asker
	trip  ema // round trip, ns
	shift ema // offset − base, ns
	base  time.Duration

	bounded     bool
	least, most time.Duration // proven bounds of the offset
	late        gear.LateLeg
}

// NewMirror returns an unsynchronised clock, or an error that names the constant out of range.
func NewMirror(cfg MirrorConfig) (*Mirror, error) {
	if err := param.Validate(MirrorConstants, &cfg); err != nil {
		return nil, err
	}
	single := !cfg.Predicted
	return &Mirror{
		cfg:   cfg,
		trip:  newEMA(cfg.TripWindow, single),
		shift: newEMA(cfg.OffsetWindow, single),
		late:  gear.LateLeg{Window: cfg.Repair},
	}, nil
}

// Wake pings at once and then every Poll.
func (m *Mirror) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if m.asker.Due(now, m.cfg.Poll) {
		probes = m.asker.Ask(now, probes)
	}
	return probes, m.asker.Last.Add(m.cfg.Poll)
}

// Observe adds the answers to its pings to the averages.
func (m *Mirror) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	rtt := ev.T4.Sub(ev.T1)
	sample := insight.Sample{At: ev.T4, RTT: rtt, Offset: ev.T3.Add(rtt / 2).Offset(ev.T4)}
	if m.cfg.Predicted {
		sample.Offset = ev.T2.Add(-rtt / 2).Offset(ev.T1)
	}
	switch {
	case !m.asker.Answered(ev):
		sample.Reason = insight.NotAsked
	case rtt < 0:
		sample.Reason = insight.Impossible
	}
	sample.Clock = m.offset
	m.samples.Add(sample)
	if sample.Reason != insight.Accepted {
		m.status.Rejected++
		return
	}
	m.trip.add(float64(rtt))
	half := arith.RoundToDuration(m.trip.value / 2)
	var offset time.Duration
	if m.cfg.Predicted {
		offset = m.average(ev.T2.Offset(ev.T1)) - half
	} else {
		// The proven bounds of the offset narrow. An average that lies outside them is dropped.
		least, most := ev.T3.Offset(ev.T4), ev.T3.Offset(ev.T1)
		if m.bounded {
			least, most = max(least, m.least), min(most, m.most)
		}
		m.bounded, m.least, m.most = true, least, most
		if m.offset < least || m.offset > most {
			m.shift.any = false
		}
		offset = m.average(m.late.Repair(ev.T4, rtt, sample.Offset))
	}
	gear.Adopt(&m.status, offset, offset-m.offset)
	m.offset = offset
	m.samples.Settle(offset)
	m.status.RTT = arith.RoundToDuration(m.trip.value)
	m.status.HasOWD, m.status.OWDUp, m.status.OWDDown = true, half, m.status.RTT-half
}

// average adds x to the average of the offset, and returns the average.
func (m *Mirror) average(x time.Duration) time.Duration {
	if !m.shift.any {
		m.base = x
	}
	m.shift.add(float64(x - m.base))
	return m.base + arith.RoundToDuration(m.shift.value)
}

// Status reports the clock. The round trip is the average, and each one-way delay half of it. The
// uncertainty is the standard deviation of the answers' offsets.
func (m *Mirror) Status(netsync.Local) netsync.Status {
	st := m.status
	st.HasUncertainty, st.Uncertainty = st.Synchronised, arith.RoundToDuration(m.shift.deviation())
	return st
}

// Explain shows the latest answers, the averages with their standard deviations, and the bounds.
func (m *Mirror) Explain(d *insight.Detail) {
	m.samples.ExplainAccepted(d, insight.Averages)
	if !m.status.Synchronised {
		return
	}
	d.Put(insight.MarkAverageTrip, m.status.RTT)
	d.Put("round trip deviation", arith.RoundToDuration(m.trip.deviation()))
	d.Put("average offset", m.offset)
	d.Put(insight.MarkOffsetDeviation, arith.RoundToDuration(m.shift.deviation()))
	if m.bounded {
		d.Put(insight.MarkLeastOffset, m.least)
		d.Put(insight.MarkGreatestOffset, m.most)
	}
}

// An ema is the exponential moving average that Mirror uses, with its variance: a new value weighs 2/(n + 1), so that the
// average covers about the latest n values. It is a statistic, in floating point. To average times, pass their distances
// from a time held as an integer.
//
// The conversions to float64 keep the compiler from fusing a product with a sum, so that every machine gets the same bits.
type ema struct {
	alpha, rest     float64 // weights of the new value and of the old ones
	any             bool
	value, variance float64
}

// newEMA returns an average of about n ≥ 1 values. single holds the weights in single precision, as
// Mirror did in 2022.
func newEMA(n int, single bool) ema {
	if single {
		alpha := float32(2) / float32(n+1)
		return ema{alpha: float64(alpha), rest: float64(1 - alpha)}
	}
	alpha := 2 / float64(n+1)
	return ema{alpha: alpha, rest: 1 - alpha}
}

// add takes a value. The first one becomes the average as it is.
func (e *ema) add(x float64) {
	if !e.any {
		e.any, e.value, e.variance = true, x, 0
		return
	}
	delta := x - e.value
	step := float64(e.alpha * delta)
	e.value += step
	e.variance = e.rest * (e.variance + float64(step*delta))
}

// deviation returns the standard deviation.
func (e *ema) deviation() float64 { return math.Sqrt(e.variance) }
