package game

import (
	"time"

	"driftlab/netsync"
)

// Buttons are what one player holds down during one tick.
type Buttons uint8

// The buttons. Any other bit is ignored.
const (
	Left Buttons = 1 << iota
	Right
	Jump
	Fire

	AllButtons = Left | Right | Jump | Fire
)

// What a player stands on: a platform's index, or one of these.
const (
	Airborne int8 = -1
	Solid    int8 = -2 // the ground or a ledge
)

// How players move.
const (
	PlayerWidth  = 4 * Metre / 5
	PlayerHeight = 7 * Metre / 5

	walkSpeed = 6 * MetreASecond
	jumpSpeed = 10 * MetreASecond
	gravity   = 22 * MetreASecond // speed lost a second

	muzzle     = 9 * Metre / 10 // height of a shot above the feet
	reloadTime = 600 * time.Millisecond
)

// Player is the whole state of one player: the same state and the same input give the same next
// state on the host and in a client's prediction.
type Player struct {
	Pos    Point // the middle of the feet
	VX     Speed // what an impulse has left it with; walking adds to it
	VY     Speed
	Ride   int8 // what it stands on
	Facing int8 // −1 left, +1 right
	Reload uint8
	Lag    Lag // of the platform it rides, 0 where it rides none
	Pips   uint8
	Out    uint16 // ticks for which it is out, and then shielded: see [OutTime] and [ShieldTime]
}

// Step moves p through the tick that ends at world time to, one tick after from, and says whether
// it fires a shot at the end of it. Rate is in ticks a second.
func (l *Level) Step(p *Player, in Input, from, to netsync.World, rate int) (fires bool) {
	held, dt := in.Held, to.Sub(from)
	was := in.Lag // the platforms' lags at the tick's begin and end
	if p.Ride >= 0 {
		// The platform under a rider never goes backwards and never at more than twice its pace,
		// whatever a client says: the lag changes by a tick a tick at most.
		was, in.Lag = p.Lag, Lag(min(max(int(in.Lag), int(p.Lag)-Subticks), int(p.Lag)+Subticks))
	}
	seenFrom, seenTo := from.Add(-was.Over(rate)), to.Add(-in.Lag.Over(rate))
	if p.Ride >= 0 {
		platform := l.Platforms[p.Ride]
		top := platform.At(seenTo)
		p.Pos = Point{p.Pos.X + top.X - platform.At(seenFrom).X, top.Y}
	}
	if p.Out > 0 {
		if lies(p.Out, rate) {
			held = 0
		}
		p.Out--
	}
	p.slide(dt)
	switch held & (Left | Right) {
	case Left:
		p.Facing = -1
		p.Pos.X -= walkSpeed.Over(dt)
	case Right:
		p.Facing = 1
		p.Pos.X += walkSpeed.Over(dt)
	}
	p.Pos.X = min(max(p.Pos.X, PlayerWidth/2), l.Width-PlayerWidth/2)

	if p.Ride != Airborne && held&Jump != 0 {
		p.Ride, p.VY = Airborne, jumpSpeed
	}
	if p.Ride != Airborne && !l.supports(p, seenTo) {
		p.Ride, p.VY = Airborne, 0
	}
	if p.Ride == Airborne {
		l.fall(p, seenFrom, seenTo, dt)
	}
	p.Lag = 0
	if p.Ride >= 0 {
		p.Lag = in.Lag
	}
	if p.Reload > 0 {
		p.Reload--
	} else if held&Fire != 0 && !l.Covered(p.Pos) {
		p.Reload = reloadTicks(rate)
		return true
	}
	return false
}

// reloadTicks is how long a player has to reload after a shot.
func reloadTicks(rate int) uint8 { return uint8(int(reloadTime/time.Millisecond) * rate / 1000) }

// slide moves p along as an impulse has left it.
func (p *Player) slide(dt time.Duration) {
	if p.VX == 0 {
		return
	}
	p.Pos.X += p.VX.Over(dt)
	slower := Speed(friction.Over(dt))
	p.VX -= min(max(p.VX, -slower), slower)
}

// supports says whether what p stands on is still under its feet; w is the time of its platform.
func (l *Level) supports(p *Player, w netsync.World) bool {
	if p.Ride >= 0 {
		return l.Platforms[p.Ride].under(p.Pos.X, l.Platforms[p.Ride].At(w))
	}
	if p.Pos.Y <= 0 {
		return true
	}
	for _, ledge := range l.Ledges {
		if p.Pos.Y == ledge.Top && p.Pos.X >= ledge.Left && p.Pos.X <= ledge.Right {
			return true
		}
	}
	return false
}

func (p Platform) under(x Length, top Point) bool {
	return x >= top.X-p.HalfWidth && x <= top.X+p.HalfWidth
}

// mayCatch says whether who is at x and goes from one height to another can land on the platform, wherever on its way that is:
// to know where takes divisions, and brains follow a thousand leaps a second.
func (p *Platform) mayCatch(x, before, after Length) bool {
	return before >= min(p.A.Y, p.B.Y) && after < max(p.A.Y, p.B.Y) &&
		x >= min(p.A.X, p.B.X)-p.HalfWidth && x <= max(p.A.X, p.B.X)+p.HalfWidth
}

// fall moves an airborne player and lands it on what it falls upon. Ledges and platforms can be
// passed from below. From and to are the times of the platforms that it sees.
func (l *Level) fall(p *Player, from, to netsync.World, dt time.Duration) {
	p.VY -= Speed(gravity.Over(dt))
	before := p.Pos.Y
	p.Pos.Y = min(p.Pos.Y+p.VY.Over(dt), l.Height-PlayerHeight)
	land := func(top Length, on int8) {
		p.Pos.Y, p.VY, p.Ride = top, 0, on
	}
	if p.Pos.Y <= 0 {
		land(0, Solid)
	}
	for _, ledge := range l.Ledges {
		if before >= ledge.Top && p.Pos.Y < ledge.Top && p.Pos.X >= ledge.Left && p.Pos.X <= ledge.Right {
			land(ledge.Top, Solid)
		}
	}
	for i := range l.Platforms {
		platform := &l.Platforms[i]
		if !platform.mayCatch(p.Pos.X, before, p.Pos.Y) {
			continue
		}
		if top := platform.At(to); before >= platform.At(from).Y && p.Pos.Y < top.Y && platform.under(p.Pos.X, top) {
			land(top.Y, int8(i))
		}
	}
}

// Input is what a player does in one tick.
type Input struct {
	Held Buttons
	Lag  Lag
}

// Lag is by how much the platforms that a player sees are behind the player's own tick, in parts of a
// tick. A player moves with the platform that it sees: on its own screen it stands on it. Under [ClientAuthority] the host
// plays the tick by the same lag, so that it comes to the same state; where it shows the platform in
// its own time, the player is off it by the lag (MLAPI, "The Elevator Problem").
type Lag uint16

const (
	// Subticks are the parts of a tick: 65 µs each at 60 Hz, in which a platform makes a quarter of a
	// millimetre.
	Subticks = 256
	// MaxLag is the longest lag in seconds: no client rides a past that is older.
	MaxLag = 1
)

// lagOf returns a duration as a lag, cut to 0..MaxLag.
func lagOf(d time.Duration, rate int) Lag {
	return Lag(subticks(min(max(d, 0), MaxLag*time.Second), rate))
}

// subticks returns the parts of a tick in a duration, rounded.
func subticks(d time.Duration, rate int) int64 {
	return int64((d*time.Duration(rate)*Subticks + time.Second/2) / time.Second)
}

// Over returns the lag as a duration.
func (g Lag) Over(rate int) time.Duration {
	return time.Duration(int64(g) * int64(time.Second) / int64(rate*Subticks))
}

// mostLag returns the largest lag at a tick rate.
func mostLag(rate int) Lag { return Lag(MaxLag * rate * Subticks) }
