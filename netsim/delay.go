package netsim

import (
	"fmt"
	"time"
)

// MaxCorrelation is the strongest correlation of successive datagrams' extra delay.
const MaxCorrelation = 0.999

// propagation is the impairment of delay: the base delay, which another route may raise, and the extra
// delay of each datagram.
type propagation struct {
	settings    Settings
	correlation correlation
	row         int // of the recording, where the last datagram found its delay
}

// set changes the settings from now on.
func (p *propagation) set(s Settings) {
	if s.Recording != p.settings.Recording {
		p.row = 0
	}
	p.correlation.set(s.Correlation)
	p.settings = s
}

// delay returns how long a datagram, or a copy, travels when it leaves now. Copies leave when others do, so they
// are not correlated with what was sent before them.
func (p *propagation) delay(t *ticket, now Time) time.Duration {
	s, base := &p.settings, p.base(now)
	switch {
	case s.Recording != nil:
		return base + s.Recording.at(now, s.HoldLast, &p.row)
	case s.Jitter == 0:
		return base
	case t.copy == 0 && s.Correlation > 0:
		return base + p.extra(t, p.correlated(t))
	}
	return base + p.extra(t, t.draw(laneJitter))
}

// base returns the delay that all datagrams have which leave now.
func (p *propagation) base(now Time) time.Duration {
	s := &p.settings
	if s.RouteEvery > 0 && int64(now)/int64(s.RouteEvery)%2 == 1 {
		return s.Delay + s.RouteStep
	}
	return s.Delay
}

// extra draws an extra delay with u for the number that a correlation may replace.
func (p *propagation) extra(t *ticket, u uint64) time.Duration {
	return p.settings.Distribution.Delay(p.settings.Jitter, [4]uint64{
		u,
		t.draw(laneJitter + 1),
		t.draw(laneJitter + 2),
		t.draw(laneJitter + 3),
	})
}

// correlated returns the number of a datagram that makes its delay like the one before.
func (p *propagation) correlated(t *ticket) uint64 {
	u := p.correlation.number(t)
	if _, ok := p.settings.Distribution.(Normal); ok {
		return normalNumber(u) // the others take neighbouring numbers as they come
	}
	return u
}

// validateDelay reports a setting of the delay that is out of range.
func (s Settings) validateDelay() error {
	if s.Delay < 0 || s.Delay > MaxDelay {
		return fmt.Errorf("delay: %v is outside 0s..%v", s.Delay, MaxDelay)
	}
	if s.Jitter < 0 || s.Jitter > MaxJitter {
		return fmt.Errorf("jitter: %v is outside 0s..%v", s.Jitter, MaxJitter)
	}
	if !(s.Correlation >= 0 && s.Correlation <= MaxCorrelation) {
		return fmt.Errorf("correlation: %v is outside 0..%v", s.Correlation, MaxCorrelation)
	}
	if s.RouteStep < 0 || s.RouteStep > MaxDelay {
		return fmt.Errorf("route step: %v is outside 0s..%v", s.RouteStep, MaxDelay)
	}
	return validatePeriod("route change", s.RouteEvery)
}
