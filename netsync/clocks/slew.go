package clocks

import (
	"time"

	"driftlab/netsync"
)

// A slewed clock approaches the line by running faster or slower than the line: gently while it is near, and never
// backwards. Its distance depends only on when it was last set, and how far behind it was then.
type slewed struct {
	from   netsync.Local
	behind time.Duration // the line − what was shown, at from
	hurry  bool
}

const (
	slewNear  = 5 * time.Millisecond // up to this distance the clock gains or loses
	slewSlow  = 500                  // this many µs a second
	slewFar   = 20 * time.Millisecond
	slewFast  = 5_000 // this many up to slewFar
	slewMost  = 50_000
	slewStep  = 100 * time.Millisecond // slewMost up to this; beyond it the clock is set forward
	slewHalf  = 500_000                // or runs at half speed
	slewYoung = 500 * time.Microsecond // a young clock is set forward, or runs at half speed, beyond this
	slewBack  = time.Second            // farther ahead than this a clock is set back, if it may be
)

// left returns how far the clock is still behind the line when the machine's clock reads now.
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

// set starts the clock's approach from a distance behind the line. If that is too far behind, the clock is set forward at
// once; for a young clock the limit is lower. If it is too far ahead, it is set back where that is allowed.
func (s *slewed) set(now netsync.Local, behind time.Duration, young, back bool) (stepped bool) {
	most := slewStep
	if young {
		most = slewYoung
	}
	*s = slewed{from: now, behind: behind, hurry: young && behind < -slewYoung}
	if behind > most || back && behind < -slewBack {
		s.behind = 0
		return true
	}
	return false
}
