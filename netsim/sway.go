package netsim

import (
	"time"

	"driftlab/internal/param"
)

// defaultSway is the time constant of a sway where none is given.
const defaultSway = 10 * time.Second

var swaySettings = []setting{
	param.Int(param.Param{Name: "sway", Called: "sway of the delay", Unit: param.Duration, Max: int64(MaxJitter),
		Help: "average of a delay {way} that comes and goes over time, the same for all datagrams, distributed like the jitter"},
		func(s *Settings) *time.Duration { return &s.Sway }),
	period(param.Param{Name: "sway-over", Called: "time over which the delay sways", Default: int64(defaultSway), Unset: true,
		Help: "how long the sway {way} takes to move from one random delay to the next"},
		func(s *Settings) *time.Duration { return &s.SwayOver }),
}

// sway returns the delay that a link's sway adds at a time. It is correlated over time, while a [correlation] is over
// datagrams: two datagrams that leave at nearly the same time get nearly the same delay, however many leave between
// them, and after twice the time constant the delays are independent.
//
// At whole multiples of the time constant the random numbers behind the delay are the luck's own. Between two of them
// they move at a steady rate along the shorter arc of a circle. That keeps them uniform at every instant, since from any
// number all arcs are equally likely. So the distribution is kept exactly, and the delay depends only on the instant.
// The circle is folded in half, so that its ends meet.
func sway(s *Settings, byTime luck, now Time) time.Duration {
	if s.Sway == 0 {
		return 0
	}
	over := uint64(s.SwayOver)
	if over == 0 {
		over = uint64(defaultSway)
	}
	k, into := uint64(now)/over, uint64(now)%over
	var u [4]uint64
	for i := range u {
		u[i] = fold(towards(byTime.draw(k, lane(i)), byTime.draw(k+1, lane(i)), into, over))
	}
	if _, ok := s.Distribution.(Normal); ok {
		u[0] = normalNumber(u[0]) // the others already map neighbouring numbers to neighbouring delays
	}
	return s.Distribution.Delay(s.Sway, u)
}

// towards returns the number that lies part/whole of the shorter arc from a to b, on a circle of 2⁶⁴.
func towards(a, b, part, whole uint64) uint64 {
	way, back := b-a, a-b
	gone := scaleDown(min(way, back), part, whole)
	if way > back {
		return a - gone
	}
	return a + gone
}

// fold maps a circle to the distance to its far side and back.
func fold(v uint64) uint64 {
	if v >= 1<<63 {
		v = ^v
	}
	return v << 1
}
