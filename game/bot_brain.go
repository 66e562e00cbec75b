package game

import (
	"time"

	"driftlab/netsync"
)

// A Brain plays one player by what its machine shows, once a predicted tick, so it is wrong where its screen is wrong. It uses
// integers, and random numbers from the session's seed, its number and a counter.
type Brain struct {
	seed         uint64
	player, rate int
	drawn        uint64

	doing deed
	until netsync.World // when the next deed starts
	goal  Length        // the x that it walks out to
	leaps int8          // direction of its jump
	left  int           // ticks for which that direction is still held
	free  bool          // a foe has been in its line of fire since
	since netsync.World // when the foe came into view: it reacts after a while
	dir   int8          // the direction in which it runs, or sends the ball
	touch int           // the latest touch of the ball that it has decided on
}

// A deed is what a brain is doing.
type deed uint8

const (
	resting deed = iota // hidden, waiting or riding
	goingOut
	looking
	goingBack
	flying
)

// NewBrain returns the brain of a player; rate is in ticks a second.
func NewBrain(seed uint64, player, rate int) Brain {
	return Brain{seed: seed, player: player, rate: rate, dir: int8(1 - 2*(player%2))}
}

// draw draws a number from least to most-1.
func (b *Brain) draw(least, most int64) int64 {
	b.drawn++
	return least + int64(hash(b.seed, uint64(b.player), b.drawn, 7)%uint64(most-least))
}

// between draws a duration from least to most.
func (b *Brain) between(least, most time.Duration) time.Duration {
	return time.Duration(b.draw(int64(least), int64(most)))
}

// A look returns what a player's machine shows. A brain looks only when it needs to: showing a client all the others costs as
// much as the rest of its frame, and a game of 64 has 64 clients.
type look func() *Scene

// Buttons returns what the player holds in the tick that ends at world time w, given what its machine shows and the player's
// state me before that tick.
func (b *Brain) Buttons(see look, l *Level, me *Player, w netsync.World) Buttons {
	if l.Ball {
		return b.chase(see(), l, me)
	}
	switch l.Arena {
	case Yard:
		return b.ring(see, l, me, w)
	case LiftShaft:
		return b.ride(see, l, me, w)
	case Duel:
		return b.peek(see(), l, me, w)
	case Relay:
		return b.run(see, l, me, w)
	}
	return Bot(b.seed, b.player, w)
}

// towards returns the button that takes a player to an x, or none if it is there.
func towards(me *Player, x Length) Buttons {
	const near = Metre / 10
	switch {
	case x < me.Pos.X-near:
		return Left
	case x > me.Pos.X+near:
		return Right
	}
	return 0
}

func button(dir int8) Buttons {
	if dir < 0 {
		return Left
	}
	return Right
}

// foe returns the nearest player at the same height that can be hit and is not behind a column.
func (b *Brain) foe(see *Scene, l *Level, me *Player) (at Point, ok bool) {
	least := Width
	for i := range see.Players {
		o := &see.Players[i]
		up, away := o.Pos.Y-me.Pos.Y, o.Pos.X-me.Pos.X
		if away = max(away, -away); o.ID != b.player && o.Out == 0 && max(up, -up) < PlayerHeight/2 && away < least && !l.Covered(o.Pos) {
			at, least, ok = o.Pos, away, true
		}
	}
	return at, ok
}

// fire turns towards a place, then fires.
func fire(me *Player, at Point) Buttons {
	dir := int8(1)
	if at.X < me.Pos.X {
		dir = -1
	}
	if me.Facing != dir {
		return button(dir)
	}
	return Fire
}

// peek hides behind a column, comes out, looks, fires at anyone there, and goes back.
func (b *Brain) peek(see *Scene, l *Level, me *Player, w netsync.World) Buttons {
	home := l.Covers[b.player%len(l.Covers)]
	middle, out := (home.Left+home.Right)/2, int8(1)
	if middle > l.Width/2 {
		out = -1
	}
	if see.Token.Shown && 2*me.Pips <= l.Pips && me.Out == 0 && l.Pips > 0 {
		return b.fetch(see, l, me, w)
	}
	if me.Ride == Solid && me.Pos.Y > 0 { // up there nothing hides it
		if held := towards(me, middle); me.Pos.X < home.Left || me.Pos.X > home.Right {
			return held
		}
		return button(out)
	}
	at, ok := b.foe(see, l, me)
	if ok = ok && !l.Covered(me.Pos); !ok {
		b.free = false
	} else if !b.free {
		b.free, b.since = true, w
	}
	if b.free && w.Sub(b.since) >= 150*time.Millisecond {
		if w.Sub(b.since) > 350*time.Millisecond {
			b.doing = goingBack
		} else {
			return fire(me, at)
		}
	}
	switch b.doing {
	case resting:
		if held := towards(me, middle); held != 0 {
			b.until = w.Add(b.between(300*time.Millisecond, 800*time.Millisecond))
			return held
		}
		if w >= b.until {
			b.doing, b.goal = goingOut, middle+Length(out)*Length(b.draw(1500, 2200))*Metre/1000
		}
	case goingOut:
		if held := towards(me, b.goal); held != 0 {
			return held
		}
		b.doing, b.until = looking, w.Add(b.between(300*time.Millisecond, 600*time.Millisecond))
	case looking:
		if w >= b.until {
			b.doing = goingBack
		}
	default:
		if held := towards(me, middle); held != 0 {
			return held
		}
		b.doing, b.until = resting, w.Add(b.between(300*time.Millisecond, 800*time.Millisecond))
	}
	return 0
}

// fetch goes for the heart, jumping onto whatever helps on the way.
func (b *Brain) fetch(see *Scene, l *Level, me *Player, w netsync.World) Buttons {
	const near = 5 * Metre / 2
	held, busy := b.fly(me, w, 0, time.Millisecond)
	if busy {
		return held
	}
	heart := see.Token.Pos
	held = towards(me, heart.X)
	dir := int8(1)
	if heart.X < me.Pos.X {
		dir = -1
	}
	if off := heart.X - me.Pos.X; me.Ride == Solid && me.Pos.Y < heart.Y && max(off, -off) < near {
		if found, ok := b.leapTo(see, l, me, w, dir); ok {
			return b.take(found)
		}
	}
	return held
}

// ride waits, jumps to any platform in reach, and rides; it fires at players on the same platform.
func (b *Brain) ride(see look, l *Level, me *Player, w netsync.World) Buttons {
	if held, busy := b.fly(me, w, 1600*time.Millisecond, 3100*time.Millisecond); busy {
		return held
	}
	if me.Ride >= 0 && me.Reload == 0 {
		at, ok := b.foe(see(), l, me)
		if p := l.Platforms[me.Ride]; ok && p.under(at.X, see().shown(int(me.Ride))) {
			return fire(me, at)
		}
	}
	if w < b.until {
		return 0
	}
	if found, ok := b.anyLeap(see(), l, me, w); ok {
		return b.take(found)
	}
	if me.Ride == Solid && me.Pos.Y == 0 { // nothing is in reach: go to where a platform comes down
		p := l.Platforms[b.player%len(l.Platforms)]
		if min(p.A.Y, p.B.Y) > PlayerHeight {
			p = l.Platforms[0]
		}
		side := p.HalfWidth + Metre
		if me.Pos.X < p.A.X {
			side = -side
		}
		return towards(me, p.A.X+side)
	}
	return 0
}

// run goes back and forth between the walls over whatever carries it, and waits at each edge until something does.
func (b *Brain) run(see look, l *Level, me *Player, w netsync.World) Buttons {
	if held, busy := b.fly(me, w, 0, time.Millisecond); busy {
		return held
	}
	const turn, gate = 2 * Metre, Metre / 4
	if me.Pos.X < turn {
		b.dir = 1
	} else if me.Pos.X > l.Width-turn {
		b.dir = -1
	}
	down := me.Ride == Solid && me.Pos.Y == 0
	if down { // it has fallen: back to the nearer base
		b.dir = 1
		if me.Pos.X < l.Width/2 {
			b.dir = -1
		}
	}
	ahead := *me
	ahead.Pos.X += Length(b.dir) * gate
	if down || !l.supports(&ahead, see().time(me.Ride, w)) {
		if found, ok := b.leapTo(see(), l, me, w, b.dir); ok {
			return b.take(found)
		}
		if !down {
			return 0
		}
	}
	return button(b.dir)
}

// ring fires from the ledge once a second, boards the lift, or walks about and jumps, depending on the player's number.
func (b *Brain) ring(see look, l *Level, me *Player, w netsync.World) Buttons {
	switch b.player % 4 {
	case 2: // fires at the bell
		if me.Facing > 0 {
			return Left
		}
		if time.Duration(w)%time.Second < 100*time.Millisecond {
			return Fire
		}
		return 0
	case 3: // rides
		return b.ride(see, l, me, w)
	}
	const left, right = 7 * Metre, 23 * Metre / 2
	if me.Pos.X <= left {
		b.dir = 1
	} else if me.Pos.X >= right {
		b.dir = -1
	}
	if w < b.until {
		return 0
	}
	if b.doing == resting {
		b.doing, b.until = looking, w.Add(b.between(200*time.Millisecond, 900*time.Millisecond))
		return Jump
	}
	if b.between(0, time.Second) < 15*time.Millisecond {
		b.doing = resting
	}
	return button(b.dir)
}

// chase goes to where the ball comes down, if that is in its part of the world, and kicks it, usually towards the middle.
func (b *Brain) chase(see *Scene, l *Level, me *Player) Buttons {
	const parts = 4
	home := l.Width * Length(1+2*(b.player%parts)) / (2 * parts)
	if b.touch != see.Ball.ID || b.dir == 0 {
		b.touch, b.dir = see.Ball.ID, 1
		if (home > l.Width/2) != (b.draw(0, 3) == 0) {
			b.dir = -1
		}
	}
	dir := b.dir
	p, v := see.Ball.Pos, see.Ball.Vel
	for step := 0; step < 2*ballRate && (p.Y > PlayerHeight || v.Y > 0); step++ {
		l.stepBall(&p, &v)
	}
	if off := p.X - home; max(off, -off) > l.Width*3/(4*parts) { // a neighbour's ball
		return towards(me, home)
	}
	away := see.Ball.Pos.Sub(me.Pos)
	if max(away.X, -away.X) > Metre || away.X*Length(dir) < 0 {
		return towards(me, p.X-Length(dir)*Metre/2)
	}
	held := button(dir)
	if away.Y > PlayerHeight && away.Y < PlayerHeight+3*Metre/2 && b.draw(0, 12) == 0 {
		held |= Jump
	}
	return held
}
