package clocks

import (
	"time"

	"driftlab/netsync"
)

// A slewed clock gets to the line by running faster or slower than that: gently while it is near, and never back. It is a
// function of when it was set upon its way: so far it was behind, and then.
type slewed struct {
	from   netsync.Local
	behind time.Duration // the line − what was shown, at from
	hurry  bool
}

const (
	slewNear  = 5 * time.Millisecond // up to which a clock gains or loses
	slewSlow  = 500                  // so many µs a second,
	slewFar   = 20 * time.Millisecond
	slewFast  = 5_000 // so many up to this,
	slewMost  = 50_000
	slewStep  = 100 * time.Millisecond // so many up to this, and beyond it is set forward
	slewHalf  = 500_000                // or runs at half speed
	slewYoung = 500 * time.Microsecond // while it is young beyond this
)

// left returns how far the clock still is behind the line when the machine's clock reads now.
func (s *slewed) left(now netsync.Local) time.Duration {
	away := s.behind
	if away < 0 {
		away = -away
	}
	passed := now.Sub(s.from)
	if away == 0 || passed <= 0 {
		return s.behind
	}
	for _, leg := range [...]struct {
		down time.Duration
		rate int64 // µs a second
	}{{slewStep, slewHalf}, {slewFar, slewMost}, {slewNear, slewFast}, {0, slewSlow}} {
		rate := leg.rate
		if s.hurry {
			rate = slewHalf
		}
		if away <= leg.down {
			continue
		}
		takes := time.Duration(mulDiv(int64(away-leg.down), 1_000_000, rate))
		if passed < takes {
			away -= time.Duration(mulDiv(int64(passed), rate, 1_000_000))
			break
		}
		away, passed = leg.down, passed-takes
	}
	if s.behind < 0 {
		return -away
	}
	return away
}

// set has the clock, which is that far behind the line, get to it from now on. It is set forward if it is far behind; one that
// is young may be as soon as it is not quite near.
func (s *slewed) set(now netsync.Local, behind time.Duration, young bool) (stepped bool) {
	most := slewStep
	if young {
		most = slewYoung
	}
	*s = slewed{from: now, behind: behind, hurry: young && behind < -slewYoung}
	if behind > most {
		s.behind = 0
		return true
	}
	return false
}
