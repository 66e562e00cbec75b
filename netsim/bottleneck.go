package netsim

import (
	"cmp"
	"time"

	"driftlab/internal/param"
)

const (
	// MaxRate is the greatest rate of a link, in bits a second.
	MaxRate = 10_000_000_000
	// MinQueue is the least size of a link's queue in bytes: one full Ethernet packet.
	MinQueue = 1500
	// MaxQueue is the greatest size of a link's queue in bytes.
	MaxQueue = 100_000_000
	// MaxQueuePackets is the greatest size of a link's queue in packets.
	MaxQueuePackets = 100_000
	// DefaultQueue is the size of a link's queue in bytes where none is given.
	DefaultQueue = 64_000

	// headerBytes is what IPv4 (20) and UDP (8) put before each datagram.
	headerBytes = 28
)

// nanobits is how many nanobits a bit has. Backlogs are counted in nanobits, since bit/s times ns gives them.
const nanobits = 1_000_000_000

// A bottleneck is the impairment of a limited rate: the link's datagrams leave one after the other,
// each taking its size over the rate, or at the opportunities of a trace, and wait for their turn in
// one queue, first in, first out. Cross traffic fills the same queue.
//
// What does not fit into the queue is dropped (drop-tail). The queue is bounded in bytes and, if asked,
// in packets; what is just leaving counts until its last byte is out. CoDel may drop packets before
// that. A dropped packet takes no time: those behind it move up.
//
// Everything is decided when a packet is sent. So a packet keeps its time when the rate changes while it waits, and when
// the rate rises a later packet can overtake it.
//
// All of it is integer arithmetic, exact except for the share of the cross traffic, which is rounded to whole bit/s, and
// the waiting time, which is rounded up to whole ns.
type bottleneck struct {
	rate    int64  // bit/s, of a trace the mean; 0 is a link without a bottleneck
	trace   *Trace // nil for a fixed rate
	limit   int64  // of the backlog, in nanobits
	packets int64  // that may wait; 0 is no limit
	cross   crossTraffic

	at      Time
	backlog int64 // at the time at, in nanobits
	passed  int64 // opportunities of the trace until then
	queued  departures
	codel   codel
}

// set changes the settings from now on. The queue keeps its contents, even if they are more than it now holds; if
// packets were not counted before, the contents count like cross traffic.
func (b *bottleneck) set(now Time, s Settings) {
	b.advance(now)
	b.rate, b.trace, b.passed = s.Rate, s.Trace, 0
	if b.trace != nil {
		b.rate, b.passed = b.trace.Rate(), b.trace.count(now)
	}
	b.limit = cmp.Or(s.Queue, DefaultQueue) * 8 * nanobits
	b.packets = int64(s.QueuePackets)
	b.cross.set(s, b.rate, b.limit)
	if b.packets == 0 {
		b.queued.clear()
	}
	if !s.CoDel {
		b.codel = codel{}
	}
	if !b.limits() {
		b.backlog, b.codel = 0, codel{}
		b.queued.clear()
	}
	b.codel.on = s.CoDel
	b.cross.watch(now, b.backlog, b.cross.inflow(now))
}

// limits reports whether the link has a bottleneck.
func (b *bottleneck) limits() bool { return b.rate > 0 }

// admit puts a datagram, whose size includes its headers, into the queue now. It returns how long the datagram takes to
// leave at the other end and, if it was dropped, why; then the time is what it would have taken behind the backlog.
//
// If cross traffic keeps the queue full, the datagram, with its random number u, competes with the rest: only as much as
// leaves the queue finds room in it.
func (b *bottleneck) admit(now Time, bytes int64, u uint64) (wait time.Duration, cause Cause) {
	b.advance(now)
	ahead := b.backlog
	with := ahead + bytes*8*nanobits
	wait = b.served(with)
	if !b.countAllows() || with > b.limit {
		if !b.crowded() || int64(below(u, uint64(b.cross.rate))) >= b.rate {
			return wait, QueueFull
		}
		with = max(ahead, min(with, b.cross.room)) // it displaces cross traffic
	}
	if b.codel.on {
		begin := b.begun(ahead)
		if b.codel.drops(now.Add(begin), begin, ahead) {
			return wait, QueueSlow
		}
	}
	b.backlog = with
	b.cross.watch(now, with, b.cross.inflow(now))
	if b.packets > 0 {
		b.queued.add(departure{now.Add(wait), bytes})
	}
	return wait, NotLost
}

// countAllows reports whether the limit on the number of packets leaves room for one more. Cross traffic counts as one
// packet for each 1500 bytes.
func (b *bottleneck) countAllows() bool {
	if b.packets == 0 {
		return true
	}
	b.queued.leave(b.at)
	others := max(0, b.backlog-b.queued.bytes*8*nanobits) / opportunity
	return b.queued.len()+others < b.packets
}

// crowded reports whether cross traffic floods the queue, so that a packet may find room in a full one.
func (b *bottleneck) crowded() bool {
	return b.cross.inflow(b.at) > b.rate && !b.cross.heeds(b.at) &&
		(b.packets == 0 || b.queued.len() < b.packets)
}

// served returns how long it takes from now to send an amount of nanobits, at least one.
func (b *bottleneck) served(amount int64) time.Duration {
	if b.trace != nil {
		return b.trace.at(b.passed + (amount-1)/opportunity).Sub(b.at)
	}
	return time.Duration((amount + b.rate - 1) / b.rate)
}

// begun returns the time from now until the first bit behind an amount of nanobits starts to leave.
func (b *bottleneck) begun(amount int64) time.Duration {
	if b.trace != nil {
		return b.served(amount + 1)
	}
	return time.Duration(amount / b.rate)
}

var rateSettings = []setting{
	param.Int(param.Param{Name: "rate", Unit: param.BitRate, Max: MaxRate, Free: true,
		Help: "bits per second {way}, including 28 bytes of headers per datagram; 0 is unlimited"},
		func(s *Settings) *int64 { return &s.Rate }),
}

var queueSettings = []setting{
	param.Int(param.Param{Name: "queue", Unit: param.Bytes, Min: MinQueue, Max: MaxQueue, Default: DefaultQueue, Unset: true,
		Help: "how many bytes may wait for the rate {way}; what doesn't fit is lost"},
		func(s *Settings) *int64 { return &s.Queue }),
	param.Int(param.Param{Name: "queue-packets", Called: "queue in packets", Unit: param.Whole, Max: MaxQueuePackets, Free: true,
		Help: "how many packets may wait for the rate {way}; 0 is no limit besides the bytes"},
		func(s *Settings) *int { return &s.QueuePackets }),
}

// departures are a link's own packets in its queue, from the next to leave to the last to arrive. The zero value is
// empty.
//
// A copy of this struct sees the same packets and can add up to maxTries of its own, as long as the original is not used
// meanwhile: that many places are always free, so the copy never writes where the original reads. A stream tries out
// retransmissions on such a copy, without copying packets.
type departures struct {
	ring        *[]departure // a power of two of them; the i-th packet is at i modulo that
	first, next uint64       // packets are counted from the link's first
	bytes       int64        // of all that are in the queue
}

// A departure is one packet in the queue.
type departure struct {
	at    Time
	bytes int64
}

// len returns how many packets are in the queue.
func (d *departures) len() int64 { return int64(d.next - d.first) }

// leave removes the packets that have left by now.
func (d *departures) leave(now Time) {
	for d.first < d.next {
		p := d.place(d.first)
		if p.at > now {
			return
		}
		d.bytes -= p.bytes
		d.first++
	}
}

// add puts a packet at the end of the queue.
func (d *departures) add(p departure) {
	if d.ring == nil {
		d.ring = new([]departure)
	}
	if d.len()+maxTries >= int64(len(*d.ring)) {
		// Twice the places keep all packets: a copy that grows may have seen some leave that the
		// original still has.
		larger := make([]departure, max(2*maxTries, 2*len(*d.ring)))
		for n := range uint64(len(*d.ring)) {
			i := d.next - 1 - n
			larger[i&uint64(len(larger)-1)] = *d.place(i)
		}
		*d.ring = larger
	}
	*d.place(d.next) = p
	d.bytes += p.bytes
	d.next++
}

// place returns where the i-th packet is.
func (d *departures) place(i uint64) *departure {
	return &(*d.ring)[i&uint64(len(*d.ring)-1)]
}

// clear forgets all packets.
func (d *departures) clear() {
	d.first = d.next
	d.bytes = 0
}
