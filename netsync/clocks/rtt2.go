package clocks

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/gear"
)

// RTT2Config holds the constants of [RTT2].
type RTT2Config struct {
	// Retry is how long the client waits for an answer before it asks again. The published design uses reliable messages; a
	// new question has no retransmission in its round trip.
	Retry time.Duration
}

// DefaultRTT2 returns the constants used unless others are set.
func DefaultRTT2() RTT2Config { return param.Defaults(RTT2Constants) }

// RTT2Constants are what can be set of the clock. They must not be changed.
var RTT2Constants = []netsync.Constant[RTT2Config]{
	gear.Span("retry", "how long to wait for an answer before asking again", 10*time.Millisecond, time.Minute, time.Second,
		func(c *RTT2Config) *time.Duration { return &c.Retry }),
}

// RTT2 is Josh Sutphin's fix of Unreal's clock (Sutphin): ask the host once at join, add half of the round trip to its
// answer, and never ask again.
//
// The article's listing stores the sum and returns it unchanged ever after. In its text the clock keeps running, and this
// type does that: it stores the difference to the client's clock.
//
// As published it runs on world time ([netsync.BaseWorld]); on the machine's own clock ([netsync.BaseReal]) neither dilation
// nor a pause affects it.
type RTT2 struct {
	offsetClock
	cfg   RTT2Config
	asker gear.Asker
}

// NewRTT2 returns an unsynchronised clock, or an error that names the constant out of range.
func NewRTT2(cfg RTT2Config) (*RTT2, error) {
	if err := param.Validate(RTT2Constants, &cfg); err != nil {
		return nil, err
	}
	return &RTT2{cfg: cfg}, nil
}

// Wake asks at once, then every Retry until the first answer; from the eighth question on no faster than once a second, so
// that the answer to any of them still counts however long it takes.
func (r *RTT2) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if r.status.Synchronised {
		return probes, netsync.Never
	}
	if r.asker.Due(now, gear.Again(r.cfg.Retry, r.asker.Seq)) {
		probes = r.asker.Ask(now, probes)
	}
	return probes, r.asker.Last.Add(gear.Again(r.cfg.Retry, r.asker.Seq))
}

// Observe takes the first answer whose round trip is possible. The client never asks again, so an answer during which the
// clock was set back would spoil the clock for good. Later answers are rejected, and so are those to no question of this
// join.
func (r *RTT2) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	rtt := ev.T4.Sub(ev.T1)
	offset := ev.T3.Add(rtt / 2).Offset(ev.T4)
	sample := insight.Sample{At: ev.T4, RTT: rtt, Offset: offset, Clock: r.offset}
	switch {
	case !r.asker.Answered(ev):
		sample.Reason = insight.NotAsked
	case r.status.Synchronised:
		sample.Reason = insight.AlreadySynced
	case rtt < 0:
		sample.Reason = insight.Impossible
	}
	r.samples.Add(sample)
	if sample.Reason != insight.Accepted {
		r.status.Rejected++
		return
	}
	gear.Adopt(&r.status, offset, offset-r.offset)
	r.offset = offset
	r.samples.Settle(offset)
	r.status.RTT = rtt
	r.status.HasOWD, r.status.OWDUp, r.status.OWDDown = true, rtt/2, rtt-rtt/2
}

// Status reports the clock; the one-way delays are half of the one round trip that was measured.
func (r *RTT2) Status(netsync.Local) netsync.Status { return r.status }

// Explain shows the one answer that set the clock, and those that were rejected.
func (r *RTT2) Explain(d *insight.Detail) {
	r.samples.ExplainAccepted(d, insight.OneAnswer)
	d.Put("round trip", r.status.RTT)
}
