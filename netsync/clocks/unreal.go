package clocks

import (
	"fmt"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/gear"
)

const (
	// UnrealInterval is how often Unreal Engine 4.18 replicates the host's world time (Sutphin).
	UnrealInterval = 5 * time.Second
	// Unreal5Interval is how often version 5 replicates it.
	Unreal5Interval = 100 * time.Millisecond
)

// UnrealConfig holds the constants of [Unreal]. Limit and Percent matter only with Mean.
type UnrealConfig struct {
	// Mean makes the clock follow the mean of the differences, as in version 5 of the engine, instead of each one as it
	// arrives, as in 4.18.
	Mean bool
	// Limit is the most differences that are averaged. When one more arrives, the average of all replaces them and counts as one.
	Limit int
	// Percent is how much of the distance to the mean each push moves the clock.
	Percent int
	// Interval is how often the host sends its time, at least 10 ms; 0 means the version's own.
	Interval time.Duration
}

// DefaultUnreal returns what Sutphin found in version 4.18.
func DefaultUnreal() UnrealConfig { return param.Defaults(UnrealConstants) }

// UnrealConstants are what can be set of the clock. They must not be changed.
var UnrealConstants = []netsync.Constant[UnrealConfig]{
	param.Bool(param.Param{Name: "version", Unit: param.Choice, Choices: []string{"4.18", "5"},
		Help: "engine version whose clock unreal is: 5 s and the latest difference, or 0.1 s and a mean"},
		func(c *UnrealConfig) *bool { return &c.Mean }),
	param.Int(param.Param{Name: "interval", Called: "Unreal's interval", Unit: param.Duration, Max: int64(time.Hour),
		Help: "how often unreal's host sends its time, at least 10ms; 0s is the version's own interval"},
		func(c *UnrealConfig) *time.Duration { return &c.Interval }),
	gear.Count("limit", "how many differences version 5 averages at most", 1, 100_000, 250,
		func(c *UnrealConfig) *int { return &c.Limit }),
	param.Scaled(param.Param{Name: "percent", Unit: param.Share, Min: gear.Percent, Max: 100 * gear.Percent, Default: 50 * gear.Percent,
		Help: "what share of the distance to that average each of the host's times moves the clock, in steps of 1 %"}, gear.Percent,
		func(c *UnrealConfig) *int { return &c.Percent }),
}

// PushInterval returns how often the host sends its time.
func (c UnrealConfig) PushInterval() time.Duration {
	switch {
	case c.Interval > 0:
		return max(c.Interval, 10*time.Millisecond)
	case c.Mean:
		return Unreal5Interval
	}
	return UnrealInterval
}

// Unreal is the client's half of Unreal Engine's network clock. In version 4.18 (Sutphin) it stores, on each arrival of the
// host's world time, the difference to its own world time, and nothing else. The message's one-way delay is never added, so
// the clock is late by the delay of the last message.
//
// In version 5 the host sends its time every 0.1 s, and the client follows the arithmetic mean of the differences: it moves
// half of the distance, or all of it as long as the difference in use is exactly 0. That removes the jitter, and leaves the
// clock late by the mean delay.
type Unreal struct {
	offsetClock
	cfg   UnrealConfig
	first time.Duration // the first difference
	sum   time.Duration // of the differences' distances from the first; this keeps it small
	count int
}

// NewUnreal returns an unsynchronised clock of the version that cfg describes, or an error that names the constant out of
// range. The interval belongs to the host: see [UnrealPush].
func NewUnreal(cfg UnrealConfig) (*Unreal, error) {
	if err := param.Validate(UnrealConstants, &cfg); err != nil {
		return nil, err
	}
	return &Unreal{cfg: cfg}, nil
}

// Wake sends nothing: the client only listens.
func (u *Unreal) Wake(_ netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	return probes, netsync.Never
}

// Observe takes the host's pushes and ignores every other event.
func (u *Unreal) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Push {
		return
	}
	delta := ev.T3.Offset(ev.T4)
	u.samples.Add(insight.Sample{At: ev.T4, Offset: delta})
	step := delta - u.offset
	if u.cfg.Mean {
		if u.count == 0 {
			u.first = delta
		}
		u.sum += delta - u.first
		u.count++
		if u.count > u.cfg.Limit {
			u.sum, u.count = u.sum/time.Duration(u.count), 1
		}
		step = u.mean() - u.offset
		if u.offset != 0 {
			step = step/100*time.Duration(u.cfg.Percent) + step%100*time.Duration(u.cfg.Percent)/100 // does not overflow
		}
	}
	u.offset += step
	gear.Adopt(&u.status, u.offset, step)
	u.samples.Settle(u.offset)
}

// mean returns the mean of the differences; there must be one.
func (u *Unreal) mean() time.Duration { return u.first + u.sum/time.Duration(u.count) }

// Status reports the clock. It knows no round trip and no one-way delay.
func (u *Unreal) Status(netsync.Local) netsync.Status { return u.status }

// Explain shows the pushes that arrived, each of which moved the clock, and the mean of their differences if the clock
// follows it.
func (u *Unreal) Explain(d *insight.Detail) {
	u.samples.Explain(d, insight.Offsets)
	gear.CountLatest(d.Samples, max(u.count, 1))
	if u.count > 0 {
		d.Put(insight.MarkMeanDifference, u.mean())
	}
}

// UnrealPush is the host's half: when to replicate the world time.
type UnrealPush struct {
	interval time.Duration
	next     netsync.Server
}

// NewUnrealPush returns a schedule that is first due at start. The interval runs in world time, as
// the engine's timers do: dilation stretches it and a pause stops it. It must be 10 ms to 1 h.
func NewUnrealPush(start netsync.Server, interval time.Duration) (UnrealPush, error) {
	if interval < 10*time.Millisecond || interval > time.Hour {
		return UnrealPush{}, fmt.Errorf("push interval: %v is outside 10ms..1h", interval)
	}
	return UnrealPush{interval: interval, next: start}, nil
}

// Due says whether to send the time now, and if so moves the schedule forward.
func (p *UnrealPush) Due(now netsync.Server) bool {
	if now < p.next {
		return false
	}
	p.next = p.next.Add(p.interval * (1 + now.Sub(p.next)/p.interval))
	return true
}
