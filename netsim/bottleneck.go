package netsim

import (
	"fmt"
	"math"
	"time"
)

const (
	// MaxRate is the greatest rate of a link, in bits a second.
	MaxRate = 10_000_000_000
	// MinQueue is the least size of a link's queue in bytes: one full Ethernet packet.
	MinQueue = 1500
	// MaxQueue is the greatest size of a link's queue in bytes.
	MaxQueue = 100_000_000
	// DefaultQueue is the size of a link's queue in bytes where none is given.
	DefaultQueue = 64_000
	// MaxCross is how many times the link's rate its cross traffic comes in at most.
	MaxCross = 10
	// MaxCrossTime bounds how long bursts of cross traffic are and how long they lie apart.
	MaxCrossTime = time.Hour
	// MinCrossTime is the least of both, where they are not 0.
	MinCrossTime = 10 * time.Millisecond

	// headerBytes is what IPv4 (20) and UDP (8) put before each datagram.
	headerBytes = 28
)

// nanobits are in a bit. A backlog is counted in them, since a rate in bit/s times ns gives them.
const nanobits = 1_000_000_000

// A bottleneck is the impairment of a fixed rate: the link's datagrams leave one after the other,
// each taking its size over the rate, and wait for their turn in a queue of bounded size (drop-tail).
// Bursts of cross traffic, at fixed times counted from the scenario's start, fill the same queue.
//
// Cross traffic is a fluid: while a burst lasts it comes in steadily, and what the queue cannot hold
// is lost. So nothing happens between the link's own datagrams, and the queue is brought up to now
// when one is sent. All of it is integer arithmetic, exact but for the share of the cross traffic,
// which is rounded to whole bit/s, and the waiting time, which is rounded up to whole ns.
type bottleneck struct {
	rate, cross int64 // bit/s; rate 0 is a link without a bottleneck
	limit       int64 // of the backlog, in nanobits
	on, every   time.Duration

	at      Time
	backlog int64 // at the time at, in nanobits
}

// set changes the settings from now on. What is in the queue stays there, even if it is more than the
// queue now holds.
func (b *bottleneck) set(now Time, s Settings) {
	b.advance(now)
	b.rate = s.Rate
	b.cross = int64(math.Round(float64(s.Cross * float64(s.Rate))))
	b.limit = s.queueBytes() * 8 * nanobits
	b.on, b.every = s.CrossOn, s.CrossEvery
}

// admit lets a datagram of so many bytes with its headers into the queue now. It returns how long the
// datagram takes to get out at the other end, and whether it was dropped because the queue is full;
// then the time is what it would have taken behind what is in it.
//
// Where cross traffic keeps the queue full, the datagram u takes its chance with the rest: as much of
// what comes in finds room as goes out.
func (b *bottleneck) admit(now Time, bytes int64, u uint64) (wait time.Duration, dropped bool) {
	b.advance(now)
	size := bytes * 8 * nanobits
	with := b.backlog + size
	if with > b.limit {
		crowded := b.inflow(now) > b.rate
		dropped = !crowded || int64(below(u, uint64(b.cross))) >= b.rate
	}
	if !dropped {
		b.backlog = max(b.backlog, min(with, b.limit))
	}
	return time.Duration((with + b.rate - 1) / b.rate), dropped
}

// advance lets the queue fill and drain until now. Bursts that come and go without changing anything
// are skipped, so a link that was silent for a year costs no more than one that was for a while.
func (b *bottleneck) advance(now Time) {
	switch {
	case b.rate == 0:
		b.at, b.backlog = now, 0
	case b.cross > 0 && b.on < b.every:
		for now.Sub(b.at) > b.every {
			before := b.backlog
			b.flow(b.at.Add(b.every))
			if b.backlog == before {
				b.at = b.at.Add(now.Sub(b.at) / b.every * b.every)
			}
		}
	}
	b.flow(now)
}

// flow is advance, one phase of the cross traffic after the other.
func (b *bottleneck) flow(now Time) {
	for b.at < now {
		end := min(b.phaseEnd(b.at), now)
		b.fill(b.inflow(b.at)-b.rate, int64(end.Sub(b.at)))
		b.at = end
	}
}

// inflow is the rate at which cross traffic comes in at a time, in bit/s.
func (b *bottleneck) inflow(t Time) int64 {
	if b.on < b.every && time.Duration(t)%b.every >= b.on {
		return 0
	}
	return b.cross
}

// phaseEnd is when the cross traffic next begins or ends after t.
func (b *bottleneck) phaseEnd(t Time) Time {
	if b.cross == 0 || b.on >= b.every {
		return Never
	}
	begin := t - t%Time(b.every)
	if end := begin.Add(b.on); t < end {
		return end
	}
	return begin.Add(b.every)
}

// fill changes the backlog at a rate for some ns, between empty and full. It multiplies only what
// stays between the two, so nothing overflows.
func (b *bottleneck) fill(rate, ns int64) {
	switch {
	case rate < 0 && ns > b.backlog/-rate:
		b.backlog = 0
	case rate > 0 && ns > (b.limit-b.backlog)/rate:
		b.backlog = max(b.backlog, b.limit)
	default:
		b.backlog += rate * ns
	}
}

// queueBytes is the size of the queue with its default.
func (s *Settings) queueBytes() int64 {
	if s.Queue == 0 {
		return DefaultQueue
	}
	return s.Queue
}

// validateRate reports a setting of the bottleneck that is out of range.
func (s *Settings) validateRate() error {
	if s.Rate < 0 || s.Rate > MaxRate {
		return fmt.Errorf("rate: %d bit/s is outside 0..%d", s.Rate, int64(MaxRate))
	}
	if s.Queue != 0 && (s.Queue < MinQueue || s.Queue > MaxQueue) {
		return fmt.Errorf("queue: %d bytes is outside %d..%d", s.Queue, MinQueue, MaxQueue)
	}
	if !(s.Cross >= 0 && s.Cross <= MaxCross) { // so written, it refuses NaN
		return fmt.Errorf("cross traffic: %v is outside 0..%d", s.Cross, MaxCross)
	}
	for _, d := range []time.Duration{s.CrossOn, s.CrossEvery} {
		if d != 0 && (d < MinCrossTime || d > MaxCrossTime) {
			return fmt.Errorf("cross traffic: %v is outside %v..%v", d, MinCrossTime, MaxCrossTime)
		}
	}
	return nil
}
