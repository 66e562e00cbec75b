package netsim

import (
	"math"
	"time"

	"driftlab/internal/param"
)

const (
	// MaxCross is the greatest rate of cross traffic, as a multiple of the link's rate.
	MaxCross = 10

	// crossMemory is how much of a long silence is simulated when cross traffic meets a trace or CoDel. After a minute
	// it no longer matters how full a queue was, unless it is huge and its rate tiny.
	crossMemory = Time(time.Minute)
)

// crossTraffic is what others send through the same bottleneck: bursts at fixed times counted from the
// scenario's start. With a trace its share is of the trace's mean rate.
//
// It is modelled as a fluid: during a burst it flows in steadily, and what the queue cannot hold is lost. So nothing has
// to happen between the link's own datagrams: the queue is brought up to date when one is sent.
//
// It stands for bulk transfers, which send until they are told not to. A drop-tail queue tells them when it is full, so
// they fill it. CoDel tells them when an interval has passed since the queue rose to the target: from then on they let
// it sink to just short of the target and hold it there, at once and exactly, as real ones do after some round trips and
// roughly. After a pause in which the queue sinks below the target by itself they may send freely again. The drops by
// which CoDel tells them are not counted as the link's: its own packets are dropped for their own waits.
type crossTraffic struct {
	rate      int64 // bit/s while it comes
	on, every time.Duration
	capacity  int64 // the bottleneck's mean rate, in bit/s
	room      int64 // backlog that it fills the queue to, in nanobits
	heedful   bool  // CoDel controls it
	level     int64 // backlog that it then holds
	risen     Time  // when the queue rose to the level; [Never] while it is below, or without CoDel
}

// set changes the settings; capacity is the bottleneck's rate and limit its greatest backlog.
func (c *crossTraffic) set(s Settings, capacity, limit int64) {
	c.capacity = capacity
	c.rate = int64(math.Round(float64(s.Cross * float64(capacity))))
	c.on, c.every = s.CrossOn, s.CrossEvery
	c.room = limit
	if s.QueuePackets > 0 {
		c.room = min(limit, int64(s.QueuePackets)*opportunity)
	}
	before := c.heedful
	c.heedful = s.CoDel && c.rate > 0
	c.level = min(max(int64(codelTarget-1)*capacity, codelMTU), c.room-opportunity)
	if !before || !c.heedful {
		c.risen = Never
	}
}

// inflow is the rate at which cross traffic would come in at a time, in bit/s.
func (c *crossTraffic) inflow(t Time) int64 {
	if c.on < c.every && time.Duration(t)%c.every >= c.on {
		return 0
	}
	return c.rate
}

// phaseEnd is when the cross traffic next begins or ends after t.
func (c *crossTraffic) phaseEnd(t Time) Time {
	if c.rate == 0 || c.on >= c.every {
		return Never
	}
	begin := t - t%Time(c.every)
	if end := begin.Add(c.on); t < end {
		return end
	}
	return begin.Add(c.every)
}

// heeds reports whether CoDel holds the cross traffic down at t.
func (c *crossTraffic) heeds(t Time) bool {
	return c.risen != Never && t >= c.risen.Add(codelInterval)
}

// watch takes note of the backlog at t, while cross traffic would come in at the given rate.
func (c *crossTraffic) watch(t Time, backlog, inflow int64) {
	switch {
	case !c.heedful:
	case backlog < c.level && inflow <= c.capacity:
		c.risen = Never
	case backlog >= c.level && c.risen == Never:
		c.risen = t
	}
}

// advance lets the queue fill and drain until now. It skips bursts that repeat what earlier ones did, so a link that was
// silent for a year costs no more than one that was silent for a while.
func (b *bottleneck) advance(now Time) {
	c := &b.cross
	switch {
	case !b.limits():
		b.at = now
	case c.rate > 0 && (b.trace != nil || c.heedful):
		if now.Sub(b.at) > time.Duration(crossMemory) {
			b.at = now - crossMemory
			if b.trace != nil {
				b.passed = b.trace.count(b.at)
			}
		}
	case c.rate > 0 && c.on < c.every:
		b.passPeriods(now)
	}
	b.flow(now)
}

// passPeriods advances by all whole periods of the cross traffic until now, and returns how many it had to simulate.
// Those are few: a period that touches no bound changes the backlog exactly as the next one does, and periods that touch
// a bound soon repeat.
func (b *bottleneck) passPeriods(now Time) (worked int) {
	every, room := b.cross.every, b.cross.room
	for ; now.Sub(b.at) > every; worked++ {
		before := b.backlog
		low, high := b.period()
		change := b.backlog - before
		alike := int64(now.Sub(b.at) / every) // how many periods repeat this one
		switch {
		case change == 0:
		case change > 0 && low > 0 && high < room:
			alike = min(alike, (room-high)/change)
		case change < 0 && low > 0 && high < room:
			alike = min(alike, low/-change)
		case change < 0 && low >= room: // the backlog is more than the queue now holds: bursts find no room
			alike = min(alike, (low-room)/-change)
		default:
			alike = 0
		}
		b.backlog += alike * change
		b.at = b.at.Add(time.Duration(alike) * every)
	}
	return worked
}

// period advances by one period of the cross traffic and returns the least and the greatest backlog in it.
func (b *bottleneck) period() (low, high int64) {
	low, high = b.backlog, b.backlog
	for end := b.at.Add(b.cross.every); b.at < end; {
		b.flow(min(b.cross.phaseEnd(b.at), end))
		low, high = min(low, b.backlog), max(high, b.backlog)
	}
	return low, high
}

// flow advances piece by piece; in each the backlog changes at one rate. At an opportunity of a trace it also drops at
// once.
func (b *bottleneck) flow(now Time) {
	c := &b.cross
	for b.at < now {
		inflow, outflow := c.inflow(b.at), b.rate
		end := min(c.phaseEnd(b.at), now)
		if b.trace != nil {
			outflow = 0
			if inflow > 0 {
				end = min(end, b.trace.at(b.passed))
			}
		}
		if c.heedful {
			end = b.flowHeedfully(end, inflow, outflow)
		} else {
			b.fill(inflow-outflow, end, 0, c.room)
		}
		b.at = end
		// The backlog uses the opportunities of the trace until then.
		if b.trace != nil && end >= b.trace.at(b.passed) {
			passed := b.passed + 1
			if b.trace.at(passed) <= end { // more than one: look it up
				passed = b.trace.count(end)
			}
			if n := passed - b.passed; n > b.backlog/opportunity {
				b.backlog = 0
			} else {
				b.backlog -= n * opportunity
			}
			b.passed = passed
		}
		c.watch(end, b.backlog, inflow)
	}
}

// flowHeedfully advances by one piece of a flow that CoDel controls, up to end at most. It returns when the piece ends.
func (b *bottleneck) flowHeedfully(end Time, inflow, outflow int64) Time {
	c := &b.cross
	net := inflow - outflow
	above := b.backlog - c.level
	switch {
	case c.heeds(b.at) && above > 0: // it waits until the queue has sunk
		if outflow > 0 {
			end = min(end, b.at+Time((above+outflow-1)/outflow))
		}
		b.fill(-outflow, end, c.level, c.room)
	case c.heeds(b.at):
		b.fill(net, end, 0, c.level)
	case c.risen != Never:
		end = min(end, c.risen.Add(codelInterval))
		b.fill(net, end, 0, c.room)
	default:
		if net > 0 && above < 0 {
			end = min(end, b.at+Time((-above+net-1)/net))
		}
		b.fill(net, end, 0, c.room)
	}
	return end
}

// fill changes the backlog at a rate until end, no lower than low and no higher than high. It multiplies only what stays
// between the two, so nothing overflows.
func (b *bottleneck) fill(rate int64, end Time, low, high int64) {
	ns := int64(end - b.at)
	switch {
	case rate < 0 && ns > (b.backlog-low)/-rate:
		b.backlog = low
	case rate > 0 && ns > (high-b.backlog)/rate:
		b.backlog = max(b.backlog, high)
	default:
		b.backlog += rate * ns
	}
}

var crossSettings = []setting{
	param.Float(param.Param{Name: "cross.share", Label: "Cross traffic", Called: "cross traffic", Unit: param.Share, Max: MaxCross * 1e9,
		Help: "bursts of other people's traffic {way}, as a share of the rate; above 1 the queue fills"},
		func(s *Settings) *float64 { return &s.Cross }),
	period(param.Param{Name: "cross.on", Label: "… lasts", Called: "length of cross traffic", Default: int64(time.Second), Unset: true,
		Help: "how long a burst of other people's traffic {way} lasts"},
		func(s *Settings) *time.Duration { return &s.CrossOn }),
	period(param.Param{Name: "cross.every", Label: "… every", Called: "time between cross traffic", Default: int64(5 * time.Second), Unset: true,
		Help: "time from the start of one burst to the start of the next; if that is no longer than a burst, traffic never stops"},
		func(s *Settings) *time.Duration { return &s.CrossEvery }),
}
