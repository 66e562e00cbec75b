package clocks

import (
	"math/bits"
	"time"

	"driftlab/netsync/internal/arith"
)

// A program that stamps what it reads once a frame knows of a datagram only that it came since the frame before: within a span. So
// its delay lies between two edges, and the floor of a way too. The upper edge of the floor is the least of the datagrams' upper
// edges. Its lower edge is that of the fastest of many datagrams of one phase: all that are sent at about the same time within a frame
// of the reader.
//
// All this is needed only where the phases stand still. Where the sender's rate has nothing to do with the frames, one datagram or another
// comes just before a look. What the others wait is like jitter then, and they are taken as if they were stamped when they came.

const (
	longestSpan = time.Second // that a datagram may have waited; a longer wait counts as this long

	phases      = 16                      // parts of a frame
	phaseLeast  = 32                      // datagrams of one phase, the fastest of which met almost no delay
	sweepOf     = 128                     // datagrams of half a sweep,
	sweepFor    = 3500 * time.Millisecond // or what comes in this time,
	sweepLeast  = 64                      // at least this many
	stillPhases = 8                       // phases stand still where a sweep's datagrams were sent at no more than these
	framesAlike = 16                      // spans that differ by less than 1/16 are frames of one rate,
	framesOther = 8                       // and after this many others the rate has changed
	framesVary  = 3                       // where a third of sweepLeast spans differ, no phase stands still
	spanDecay   = 256

	floorSpanUnit = 4 * time.Microsecond
	floorSpanZero = 1 << 13 // stands for no gap: by chance the lower edge can be above the upper one
	floorSpanMost = 1<<16 - 1
)

// A FloorSpan is what the host tells the client about a [FloorReport] where it reads datagrams once a frame: in its upper 16 bits
// the span in which the datagram came, and in its lower ones by how much the floor's lower edge is below the upper one,
// as far as that is known, in units of 4 µs. It is 0 where datagrams are stamped when they come.
type FloorSpan uint32

func newFloorSpan(span uint32, gap int64, edged bool) FloorSpan {
	if span == 0 {
		return 0
	}
	const unit = int64(floorSpanUnit / deltaUnit)
	up := func(v int64) int64 { q, _ := arith.FloorDiv(v+unit-1, unit); return q }
	s := FloorSpan(min(up(int64(span)), floorSpanMost)) << 16
	if gap := up(gap) + floorSpanZero; edged && gap > 0 && gap <= floorSpanMost {
		s |= FloorSpan(gap)
	}
	return s
}

// span returns the span in parts.
func (s FloorSpan) span() int64 { return int64(s>>16) * int64(floorSpanUnit/time.Microsecond) * micro }

// gap returns by how much the lower edge is below the upper one, in parts, if that is known.
func (s FloorSpan) gap() (parts int64, ok bool) {
	gap := int64(s & floorSpanMost)
	return (gap - floorSpanZero) * int64(floorSpanUnit/time.Microsecond) * micro, gap != 0
}

// A phased finds the lower edge of a way's floor. All in deltaUnit.
type phased struct {
	period int64 // the usual one, 0 before there is any
	other  int   // spans in a row that are of another
	base   uint32
	met    [2]uint32 // a bit for each phase of the latest datagrams, up to sweepOf, and of those before them
	of     int       // how many are the latest,
	since  int64     // since when, ns
	swept  bool      // the datagrams are sent at all phases
	others int64     // such a part of the latest spans is of another rate, in q16
	phase  [phases]struct {
		least uint32 // the least lower edge
		n     int32
	}
}

// add takes a datagram that came within a span, at a time in ns.
func (f *phased) add(delta uint32, span, at int64) {
	f.others -= f.others / sweepLeast
	if d := span - f.period; max(d, -d) > f.period/framesAlike {
		f.others += q16 / sweepLeast
		if f.other++; f.period > 0 && f.other < framesOther {
			return // a hitch
		}
		*f = phased{period: span, base: delta - uint32(span/phases/2), since: at, others: f.others} // so that it is amid a phase
	}
	f.other = 0
	_, in := arith.FloorDiv(arith.Bits28.Signed(uint64(delta-f.base)), f.period)
	f.met[0] |= 1 << (in * phases / f.period)
	if f.of++; f.of == sweepOf || f.of >= sweepLeast && at-f.since > int64(sweepFor) {
		f.swept = bits.OnesCount32(f.met[0]|f.met[1]) > stillPhases
		f.met, f.of, f.since = [2]uint32{0, f.met[0]}, 0, at
	}
	b := &f.phase[in*phases/f.period]
	least := uint32(arith.Bits28.Wrap(uint64(delta) - uint64(span)))
	if b.n == 0 || arith.Bits28.Signed(uint64(least-b.least)) < 0 {
		b.least = least
	}
	b.n++
}

// wait returns how much less a delay may be than its span allows for: nothing unless the phases stand still.
func (f *phased) wait(span uint32) int64 {
	if f.swept || f.others > q16/framesVary {
		return 0
	}
	return int64(span)
}

// edge says by how much the floor's lower edge is below a datagram's upper one, if it is known by now, and then restarts that measurement.
func (f *phased) edge(delta uint32) (gap int64, ok bool) {
	for i := range f.phase {
		b := &f.phase[i]
		if b.n < phaseLeast {
			continue
		}
		if d := arith.Bits28.Signed(uint64(delta - b.least)); !ok || d < gap {
			gap, ok = d, true
		}
		b.n = 0
	}
	return gap, ok
}
