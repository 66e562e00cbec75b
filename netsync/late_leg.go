package netsync

import (
	"time"

	"driftlab/param"
)

// lateMost is how much more or less than the best exchange another may show before one of its legs counts as late.
const lateMost = 10 * time.Millisecond

// A lateLeg repairs what an exchange shows of which one leg was late, as TigerBeetle does (tigerbeetle/tigerbeetle,
// src/vsr/clock.zig). Beside the fastest exchange of the window before, one that took longer and shows more than 10 ms more
// has had its way up late, and one that shows as much less its way down: what half of its round trip was longer by is taken
// off, or put on. Less than 10 ms says nothing,
// since clocks drift. Where both legs were late it takes off too much.
type lateLeg struct {
	window time.Duration // 0 leaves all as it is
	began  Local
	last   leg // the fastest of the window before
	now    leg // of the present one
}

// A leg is half of a round trip, and the offset that the exchange shows.
type leg struct {
	delay, offset time.Duration
	ok            bool
}

// repair returns what an exchange shows that came at a local time.
func (l *lateLeg) repair(at Local, rtt, offset time.Duration) time.Duration {
	if l.window == 0 {
		return offset
	}
	if passed := at.Sub(l.began); passed >= l.window || passed < 0 || !l.now.ok {
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

// repaired is the constant of clocks that have one.
func repaired[C any](window func(*C) *time.Duration) param.Field[C] {
	return span("repair", "window of whose fastest answer the next ones of one late leg are repaired by, as TigerBeetle does; 0 is not at all", 0, time.Minute, 0, window)
}
