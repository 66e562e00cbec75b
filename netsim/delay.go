package netsim

import (
	"time"

	"driftlab/internal/param"
)

const (
	// MaxDelay is the largest base delay of a link. Two of them make a round trip of a minute, longer than any measured
	// one.
	MaxDelay = 30 * time.Second
	// MaxDetour is the most that another route may add to it.
	MaxDetour = 10 * time.Second
	// MaxJitter is the largest mean of a link's extra delay.
	MaxJitter = 10 * time.Second
)

var delaySettings = []setting{
	param.Int(param.Param{Name: "delay", Label: "Base delay", Unit: param.Duration, Max: int64(MaxDelay), Default: int64(80 * time.Millisecond),
		Help: "base one-way delay {way}"},
		func(s *Settings) *time.Duration { return &s.Delay }),
}

var jitterSettings = []setting{
	param.Int(param.Param{Name: "jitter", Unit: param.Duration, Max: int64(MaxJitter),
		Help: "average extra delay of a datagram {way}"},
		func(s *Settings) *time.Duration { return &s.Jitter }),
}

var routeSettings = []setting{
	param.Int(param.Param{Name: "route.step", Called: "detour of the other route", Unit: param.Duration, Max: int64(MaxDetour),
		Help: "how much longer the other route {way} takes; 0s is one route only"},
		func(s *Settings) *time.Duration { return &s.RouteStep }),
	period(param.Param{Name: "route.every", Called: "time on each route", Default: int64(10 * time.Second), Unset: true,
		Help: "how long datagrams {way} take each route in turn"},
		func(s *Settings) *time.Duration { return &s.RouteEvery }),
}

// delayed decides the delay of a datagram, or a copy: its parts, and the cause if it is lost.
func (l *Link) delayed(b *bottleneck, t *ticket, now Time, bytes int64) (p Parts, cause Cause) {
	p.Base, p.Jitter = l.propagation.base(now), l.propagation.extra(t, now)
	if l.reordering.overtakes(t) {
		p.hasten(l.settings.ReorderLead)
	}
	if b.limits() {
		p.Queue, cause = b.admit(now, bytes, t.draw(laneQueue))
	}
	if lost := l.loses(t, now, bytes); lost != NotLost {
		cause = lost
	}
	touch := l.hand.take(t)
	p.Hand = max(touch.By, -p.sum())
	if touch.Lose && cause == NotLost {
		cause = ByHand
	}
	return p, cause
}

// propagation is the impairment of delay: the base delay, which another route may raise, and the extra
// delay of each datagram.
type propagation struct {
	settings    Settings
	byTime      luck
	correlation correlation
	row         int // of the recording, where the last datagram found its delay
}

// set changes the settings from now on.
func (p *propagation) set(s Settings) {
	if s.Recording != p.settings.Recording {
		p.row = 0
	}
	p.correlation.lane = laneJitter
	p.correlation.set(s.Correlation, s.NetemWay)
	p.settings = s
}

// extra returns how much more than the base delay a datagram, or a copy, that leaves now takes.
func (p *propagation) extra(t *ticket, now Time) time.Duration {
	return p.jitter(t, now) + p.swing(now)
}

// swing returns what the stages that go by time add to the delay of every datagram that leaves now.
func (p *propagation) swing(now Time) (d time.Duration) {
	for _, more := range byTime {
		d += more(&p.settings, p.byTime, now)
	}
	return d
}

// jitter returns a datagram's own extra delay. A copy is not correlated with the datagrams before it: it leaves between
// others.
func (p *propagation) jitter(t *ticket, now Time) time.Duration {
	s := &p.settings
	switch {
	case s.Recording != nil:
		return s.Recording.at(now, s.HoldLast, &p.row)
	case s.Jitter == 0:
		return 0
	case t.copy == 0 && s.Correlation > 0:
		return p.drawn(t, p.correlated(t))
	}
	return p.drawn(t, t.draw(laneJitter))
}

// base returns the base delay of every datagram that leaves now.
func (p *propagation) base(now Time) time.Duration {
	s := &p.settings
	if s.RouteEvery > 0 && int64(now)/int64(s.RouteEvery)%2 == 1 {
		return s.Delay + s.RouteStep
	}
	return s.Delay
}

// drawn draws a datagram's own extra delay, with u as the first of its random numbers, the one that correlation
// replaces.
func (p *propagation) drawn(t *ticket, u uint64) time.Duration {
	return p.settings.Distribution.Delay(p.settings.Jitter, [4]uint64{
		u,
		t.draw(laneJitter + 1),
		t.draw(laneJitter + 2),
		t.draw(laneJitter + 3),
	})
}

// correlated returns the random number that makes a datagram's delay resemble the one before.
func (p *propagation) correlated(t *ticket) uint64 {
	u := p.correlation.number(t)
	switch d := p.settings.Distribution.(type) {
	case Normal:
		return normalNumber(u) // for most others neighbouring numbers already give neighbouring delays
	case *Table:
		if !p.settings.NetemWay {
			return below(u, uint64(len(d.entries))) << 32 // neighbouring numbers pick neighbouring entries
		}
	}
	return u
}
