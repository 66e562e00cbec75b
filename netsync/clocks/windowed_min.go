package clocks

import (
	"driftlab/netsync/internal/arith"
)

// A windowedMin keeps the smallest of the 24-bit values seen within a sliding window, in constant space: the best value, the
// best since then, and the best since that. When the best grows older than the window, the next one takes its place. It is
// the filter that Linux uses for minimum round trips (Kathleen Nichols' algorithm). Comparisons wrap, so all values of one
// window must lie within half the counter's range, 67 s, of each other.
type windowedMin struct {
	// zeroIsEmpty treats a minimum of 0 as "no sample yet", as the peer library does.
	zeroIsEmpty bool

	any  bool
	kept [3]timedValue // smallest first, oldest first
}

// A timedValue is a value and when it was seen. The unit of at is the caller's.
type timedValue struct {
	value uint32
	at    int64
}

// min returns the smallest value; ok is false if there is none.
func (m *windowedMin) min() (value uint32, ok bool) {
	best := m.kept[0].value
	return best, m.any && (best != 0 || !m.zeroIsEmpty)
}

// update takes a value seen at time at. window has the unit of at and is ≥ 0.
//
// A value equal to the best restarts the filter with that value, and so does a time before that of the newest value kept:
// that clock was set back.
func (m *windowedMin) update(value uint32, at, window int64) {
	s := timedValue{value, at}
	best, ok := m.min()
	if !ok || atMost24(value, best) || m.kept[2].older(at, window) {
		m.any = true
		m.kept = [3]timedValue{s, s, s}
		return
	}
	if atMost24(value, m.kept[1].value) {
		m.kept[1], m.kept[2] = s, s
	} else if atMost24(value, m.kept[2].value) {
		m.kept[2] = s
	}
	// The best value goes once it is older than the window. Until then the second and third choices
	// are to come from the window's later quarters.
	k := &m.kept
	switch {
	case k[0].older(s.at, window):
		k[0], k[1], k[2] = k[1], k[2], s
		if k[0].older(s.at, window) {
			k[0], k[1] = k[1], k[2]
		}
	case k[1].value == k[0].value && k[1].older(s.at, window/4):
		k[1], k[2] = s, s
	case k[2].value == k[1].value && k[2].older(s.at, window/2):
		k[2] = s
	}
}

// older says whether v is older than age at time now. A time before v's counts as infinitely late.
func (v timedValue) older(now, age int64) bool { return uint64(now-v.at) > uint64(age) }

func atMost24(a, b uint32) bool { return arith.Bits24.AtMost(uint64(a), uint64(b)) }
