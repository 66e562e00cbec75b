package game

import (
	"slices"
	"time"

	"driftlab/netsync"
)

// A leap is a jump with a direction held for some of its ticks.
type leap struct {
	dir  int8
	hold int
}

// holds are the ticks for which brains try to hold a jump's direction, the longest first.
var holds = [...]int{leapTicks, 32, 24, 18, 12, 8}

// leapTicks is how long a jump is simulated, in ticks at 60 a second.
const leapTicks = 90

// A flown is the state of a jump after some of its ticks.
type flown struct {
	player Player
	ticks  int
}

// follow simulates a jump until a tick, or until it lands; its first tick ends at w.
func (f *flown) follow(l *Level, until int, held Buttons, w netsync.World, lag Lag, rate int) {
	tick := time.Second / time.Duration(rate)
	for ; f.ticks < until && (f.ticks == 0 || f.player.Ride == Airborne); f.ticks++ {
		in := Input{held, lag}
		if f.ticks == 0 {
			in.Held |= Jump
		}
		to := w.Add(time.Duration(f.ticks) * tick)
		l.Step(&f.player, in, to.Add(-tick), to, rate)
	}
}

// flights simulates the jumps in one direction for each of holds. All are the same until the direction is released, and up to there
// they are simulated once: brains try a thousand jumps a second.
func (l *Level) flights(me *Player, dir int8, w netsync.World, lag Lag, rate int) (all [len(holds)]flown) {
	straight := flown{player: *me}
	for i := len(holds) - 1; i >= 0; i-- {
		straight.follow(l, min((holds[i]*rate+59)/60, leapTicks*rate/60), button(dir), w, lag, rate)
		all[i] = straight
	}
	return all
}

// lands says where a jump lands if the direction is released now, with platforms where the machine shows them; ok is false if it
// lands on the ground, or not at all.
func (l *Level) lands(f flown, w netsync.World, lag Lag, rate int) (p Player, ok bool) {
	f.follow(l, leapTicks*rate/60, 0, w, lag, rate)
	p = f.player
	if p.Ride == Airborne {
		return p, false
	}
	to := w.Add(time.Duration(f.ticks-1) * (time.Second / time.Duration(rate)))
	return p, (p.Ride >= 0 || p.Pos.Y > 0) && l.spares(&p, to.Add(-lag.Over(rate)))
}

// spares says whether a player has landed far enough from the edge to allow for small errors.
func (l *Level) spares(p *Player, w netsync.World) bool {
	const spare = 9 * Metre / 20
	left, right := *p, *p
	left.Pos.X, right.Pos.X = p.Pos.X-spare, p.Pos.X+spare
	return l.supports(&left, w) && l.supports(&right, w)
}

// mayReach says whether a jump in a direction might reach anything but what the player stands on, wherever the platforms are.
func (l *Level) mayReach(me *Player, dir int8) bool {
	const (
		long = Length(walkSpeed) * leapTicks / 60
		high = Length(jumpSpeed) * Length(jumpSpeed) / (2 * Length(gravity))
		more = Metre // the most that its platform carries it in a tick, and rounding
	)
	slid := max(me.VX, -me.VX) * leapTicks / 60
	left, right := me.Pos.X-Length(slid)-more, me.Pos.X+Length(slid)+more
	if dir < 0 {
		left -= long
	} else {
		right += long
	}
	reached := func(from, to, top Length) bool {
		return from <= right && to >= left && top <= me.Pos.Y+high+more
	}
	return slices.ContainsFunc(l.Ledges, func(k Ledge) bool { return reached(k.Left, k.Right, k.Top) }) ||
		slices.ContainsFunc(l.Platforms, func(p Platform) bool {
			return reached(min(p.A.X, p.B.X)-p.HalfWidth, max(p.A.X, p.B.X)+p.HalfWidth, min(p.A.Y, p.B.Y))
		})
}

// leapTo finds a jump in a direction that lands on anything but what the player stands on.
func (b *Brain) leapTo(see *Scene, l *Level, me *Player, w netsync.World, dir int8) (leap, bool) {
	if !l.mayReach(me, dir) {
		return leap{}, false
	}
	lag := lagOf(w.Sub(see.time(0, w)), b.rate)
	for i, f := range l.flights(me, dir, w, lag, b.rate) {
		p, ok := l.lands(f, w, lag, b.rate)
		if l.Arena == Yard && p.Ride < 0 { // its ledge is the shooter's
			continue
		}
		if ok && (p.Ride != me.Ride || p.Ride == Solid && p.Pos.Y != me.Pos.Y) {
			return leap{dir, holds[i]}, true
		}
	}
	return leap{}, false
}

// anyLeap is leapTo in either direction.
func (b *Brain) anyLeap(see *Scene, l *Level, me *Player, w netsync.World) (leap, bool) {
	dir := int8(1 - 2*int(hash(b.seed, uint64(b.player), b.drawn, 3)%2))
	if j, ok := b.leapTo(see, l, me, w, dir); ok {
		return j, true
	}
	return b.leapTo(see, l, me, w, -dir)
}

// take starts a jump.
func (b *Brain) take(j leap) Buttons {
	b.doing, b.leaps, b.left = flying, j.dir, j.hold*b.rate/60-1
	return button(j.dir) | Jump
}

// fly continues a jump until it has landed, then draws how long to rest; busy is false without a jump.
func (b *Brain) fly(me *Player, w netsync.World, least, most time.Duration) (held Buttons, busy bool) {
	switch {
	case b.doing != flying:
		return 0, false
	case me.Ride != Airborne:
		b.doing, b.until = resting, w.Add(b.between(least, most))
		return 0, false
	case b.left > 0:
		b.left--
		return button(b.leaps), true
	}
	return 0, true
}

// shown returns where a platform is shown.
func (s *Scene) shown(platform int) Point {
	if platform < 0 || platform >= len(s.Platforms) {
		return Point{}
	}
	return s.Platforms[platform].Pos
}

// time returns the world time in which a platform is shown, or w if there is no such platform.
func (s *Scene) time(ride int8, w netsync.World) netsync.World {
	if ride < 0 || int(ride) >= len(s.Platforms) {
		return w
	}
	return min(s.Platforms[ride].Time, w)
}
