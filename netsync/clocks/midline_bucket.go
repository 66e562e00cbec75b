package clocks

import (
	"time"

	"driftlab/netsync/internal/arith"
)

const (
	// deltaUnit is the unit of a difference of receive and send time. Modulo 2^28 it turns over after 134.2 s, as a 24-bit
	// stamp does.
	deltaUnit = 500 * time.Nanosecond

	// A fall of the floor by more than floorChange is reported at once; a rise must be riseExcesses mean excesses more.
	floorChange   = 2 * time.Millisecond
	riseExcesses  = 8
	riseDatagrams = 6                      // datagrams in a row that must be above the floor,
	unknownRise   = 1 << 26                // the threshold before there have been two buckets
	riseSpan      = 150 * time.Millisecond // over at least this time

	// A datagram has overtaken the others if it is lowRecord mean excesses of the latest datagrams below the floor and
	// stays alone: lowRecord divided by the number of datagrams that made the floor, as records go, but one at least and
	// riseExcesses at most. Overtakers are recognised after overtakerAfter datagrams.
	lowRecord      = 24
	overtakerAfter = 32
	lowDatagrams   = 12                                 // this many in a row are no overtakers,
	mostOvertaken  = 250 * time.Millisecond / deltaUnit // nor is one that is this far below
	excessOver     = 16                                 // datagrams in the decaying mean

	// Up to mostAlone of a bucket's fastest have overtaken if they are below all others by aloneLeast and by aloneTimes
	// the distance among themselves.
	leastKept  = 8
	mostAlone  = 4
	aloneLeast = 300 * time.Microsecond / deltaUnit
	aloneTimes = 20
)

// A floorChanged says whether the floor of the delays has changed with a datagram.
type floorChanged uint8

const (
	floorSame floorChanged = iota
	floorFell
	floorRose
)

// A floorPoint is the fastest datagram of a bucket.
type floorPoint struct {
	delta uint32 // receive − send time in deltaUnit, modulo 2^28
	stamp uint32 // its send stamp, 24 bits
	at    int64  // when it was received
	span  uint32 // how long before that it may have come, in deltaUnit
}

// A floorBucket keeps the fastest of the datagrams of one direction since it was begun, and sees when that is another floor
// than before. It takes a constant time a datagram, and knows nothing of either clock's rate.
type floorBucket struct {
	n     int32
	least [leastKept]floorPoint // the fastest, in order,
	kept  int                   // as many as there are
	sum   int64                 // of what the datagrams took longer than floor

	known int      // of the floors, 0..2
	past  [2]int64 // floors of the latest two buckets, less floor
	floor uint32   // the lower of the two
	fall  int64    // below it by more than this is a fall,
	rise  int64    // above it by more than this a rise
	wide  int64    // but for what frames do: the longest span of late

	above int32 // how many in a row are above,
	since int64 // since when,
	run   floorPoint

	of     int32      // how many datagrams the latest bucket had
	seen   int32      // datagrams of which excess is the mean
	excess int64      // in 1/16
	lows   int32      // how many in a row have overtaken,
	low    floorPoint // the fastest of these

	frames phased
	gap    int64 // by how much the floor's lower edge is below the point that was taken last, in deltaUnit,
	edged  bool  // if that is known
}

// add takes a datagram.
func (b *floorBucket) add(p floorPoint) floorChanged {
	if p.span > 0 {
		b.frames.add(p.delta, int64(p.span), p.at)
		b.wide = max(b.frames.wait(p.span), b.wide-b.wide/spanDecay)
	}
	if b.known == 0 {
		b.keep(p)
		return floorSame
	}
	over := arith.Bits28.Signed(uint64(p.delta - b.floor))
	// Of a run of those that have overtaken one may be less far below the floor, by their path's jitter. A run longer than a bucket may be the floor's.
	shallow := b.lows > 0 && b.of >= lowDatagrams && over < b.fall-b.wide
	if b.seen == overtakerAfter && over > -int64(mostOvertaken) && (over < -b.deep()-b.wide || shallow) {
		// It is far below the floor. If all others follow it there, it is the floor that has fallen.
		if b.lows == 0 || arith.Bits28.Signed(uint64(p.delta-b.low.delta)) < 0 {
			b.low = p
		}
		if b.lows++; b.lows < lowDatagrams {
			return floorSame
		}
		b.only(b.low, b.lows)
		b.lows, b.seen, b.excess = 0, 0, 0
		return floorFell
	}
	b.lows = 0
	b.seen = min(b.seen+1, overtakerAfter)
	b.excess += min(max(over, 0), b.rise) - b.excess/excessOver // where few come, half of them are below the floor
	b.keep(p)
	b.sum += min(over, b.rise) // what is above may be another floor's
	switch {
	case over <= b.rise+b.wide:
		b.above = 0
		if over < b.fall-b.wide {
			return floorFell
		}
	case b.above == 0:
		b.above, b.since, b.run = 1, p.at, p
	default:
		if arith.Bits28.Signed(uint64(p.delta-b.run.delta)) < 0 {
			b.run = p
		}
		if b.above++; b.above >= riseDatagrams && p.at-b.since >= int64(riseSpan) {
			return floorRose
		}
	}
	return floorSame
}

func (b *floorBucket) keep(p floorPoint) {
	b.n++
	faster := func(i int) bool { return arith.Bits28.Signed(uint64(p.delta-b.least[i].delta)) < 0 }
	i := b.kept
	if i < leastKept {
		b.kept++
	} else if i--; !faster(i) {
		return
	}
	for ; i > 0 && faster(i-1); i-- {
		b.least[i] = b.least[i-1]
	}
	b.least[i] = p
}

// only has a datagram be the only one that the bucket keeps, as the fastest of n.
func (b *floorBucket) only(p floorPoint, n int32) { b.least[0], b.kept, b.n = p, 1, n }

// fastest returns the fastest datagram that has not overtaken. Where the phases of frames stand still, what comes a frame earlier than
// others has not.
func (b *floorBucket) fastest() floorPoint {
	over := func(i, j int) int64 { return arith.Bits28.Signed(uint64(b.least[i].delta - b.least[j].delta)) }
	last := b.kept - 1
	for k := min(mostAlone, last-mostAlone+1); k > 0; k-- {
		if over(k, k-1) > int64(aloneLeast)+b.wide+aloneTimes*over(last, k)/int64(last-k) {
			return b.least[k]
		}
	}
	return b.least[0]
}

// deep returns by how much below the floor a datagram has overtaken.
func (b *floorBucket) deep() int64 {
	return int64(floorChange/deltaUnit) + b.excess/excessOver*min(max(lowRecord, int64(b.of)), riseExcesses*int64(b.of))/int64(b.of)
}

// cut restarts the bucket with the datagrams since the floor changed.
func (b *floorBucket) cut(c floorChanged) {
	if c == floorRose {
		b.only(b.run, b.above)
	} else {
		b.only(b.least[0], 1)
	}
	b.sum = 0
}

// take returns the fastest datagram, and how many there were. It begins the next bucket. The bucket must not be empty.
func (b *floorBucket) take() (floorPoint, int32) {
	b.edged = false
	p, n := b.fastest(), b.n
	if p.span = uint32(b.frames.wait(p.span)); p.span > 0 {
		b.gap, b.edged = b.frames.edge(p.delta)
	}
	moved := arith.Bits28.Signed(uint64(p.delta - b.floor))
	if b.known == 0 {
		moved = 0
	}
	mean := max(0, b.sum/int64(n)-moved)
	// Both floors are now counted from the latest.
	b.past[1], b.past[0] = b.past[0]-moved, 0
	if b.known < 2 {
		b.known++
	}
	drift, low := int64(0), int64(0)
	if b.known == 2 {
		drift, low = max(b.past[1], -b.past[1]), min(0, b.past[1])
	}
	b.floor = uint32(arith.Bits28.Wrap(uint64(int64(p.delta) + low)))
	b.past[0], b.past[1] = -low, b.past[1]-low
	const change = int64(floorChange / deltaUnit)
	b.fall, b.rise = -change-min(drift, change), change+riseExcesses*mean
	if b.known == 1 {
		b.rise = unknownRise
	}
	b.n, b.kept, b.sum, b.above, b.of = 0, 0, 0, 0, n
	return p, n
}
