package gear

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/constant"
	"driftlab/param"
)

// lateMost is how much more or less than the best exchange another may show before one of its legs counts as late.
const lateMost = 10 * time.Millisecond

// A LateLeg repairs what an exchange shows of which one leg was late, as TigerBeetle does (tigerbeetle/tigerbeetle,
// src/vsr/clock.zig). Beside the fastest exchange of the window before, one that took longer and shows more than 10 ms more
// has had its way up late, and one that shows as much less its way down: what half of its round trip was longer by is taken
// off, or put on. Less than 10 ms says nothing,
// since clocks drift. Where both legs were late it takes off too much.
type LateLeg struct {
	Window time.Duration // 0 leaves all as it is
	began  netsync.Local
	last   leg // the fastest of the window before
	now    leg // of the present one
}

// A leg is half of a round trip, and the offset that the exchange shows.
type leg struct {
	delay, offset time.Duration
	ok            bool
}

// Repair returns what an exchange shows that came at a local time.
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

// Repaired is the constant of clocks that have one.
func Repaired[C any](window func(*C) *time.Duration) param.Field[C] {
	return constant.Span("repair", "window of whose fastest answer the next ones of one late leg are repaired by, as TigerBeetle does; 0 is not at all", 0, time.Minute, 0, window)
}
