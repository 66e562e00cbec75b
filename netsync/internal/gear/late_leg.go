package gear

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
)

// lateMost is how far the offset of an exchange may be from that of the best one before one of its legs counts as late.
const lateMost = 10 * time.Millisecond

// A LateLeg corrects the offset of an exchange of which one leg was late, as TigerBeetle does (tigerbeetle/tigerbeetle,
// src/vsr/clock.zig). It compares each exchange with the fastest one of the window before. If the exchange took longer and
// its offset is more than 10 ms greater, its uplink was late; if the offset is more than 10 ms smaller, its downlink was
// late. The correction is half of the extra round trip, subtracted or added. Differences below 10 ms prove nothing, since
// clocks drift. If both legs were late, the correction is too large.
type LateLeg struct {
	Window time.Duration // 0 switches the correction off
	began  netsync.Local
	last   leg // the fastest of the window before
	now    leg // the fastest of the present window
}

// A leg is half of a round trip, and the offset that its exchange shows.
type leg struct {
	delay, offset time.Duration
	ok            bool
}

// Repair returns the corrected offset of an exchange that arrived at a local time.
func (l *LateLeg) Repair(at netsync.Local, rtt, offset time.Duration) time.Duration {
	if l.Window == 0 {
		return offset
	}
	if passed := at.Sub(l.began); passed >= l.Window || passed < 0 || !l.now.ok {
		if l.now.ok {
			l.last = l.now
		}
		l.began, l.now = at, leg{}
	}
	one := leg{rtt / 2, offset, true}
	if !l.now.ok || one.delay < l.now.delay {
		l.now = one
	}
	late := one.delay - l.last.delay
	switch more := offset - l.last.offset; {
	case !l.last.ok || late <= 0:
		return offset
	case more > lateMost:
		return offset - late
	case more < -lateMost:
		return offset + late
	}
	return offset
}

// Repaired is the constant of a clock that has a [LateLeg].
func Repaired[C any](window func(*C) *time.Duration) param.Field[C] {
	return Span("repair", "window whose fastest answer is used to repair answers with one late trip, as in TigerBeetle; 0 is no repair", 0, time.Minute, 0, window)
}
