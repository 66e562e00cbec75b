package game

import (
	"fmt"
	"strconv"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
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

// What a player stands on is a platform's index, or one of these.
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
	gravity   = 22 * MetreASecond // speed lost per second

	muzzle     = 9 * Metre / 10 // height of a shot above the feet
	reloadTime = 600 * time.Millisecond
)

// Player is the complete state of one player: equal states and equal inputs give equal next states, on the host and in a client's
// prediction.
type Player struct {
	Pos    Point // the middle of the feet
	VX     Speed // left from an impulse; walking is added to it
	VY     Speed
	Ride   int8 // what it stands on
	Facing int8 // −1 left, +1 right
	Reload uint8
	Lag    Lag // of the platform it rides, else 0
	Pips   uint8
	Out    uint16 // ticks left in which it is out, then shielded: see [OutTime] and [ShieldTime]
}

// Step moves p through the tick from one world time to the next, and says whether it fires at the end. Rate is in ticks a second.
func (l *Level) Step(p *Player, in Input, from, to netsync.World, rate int) (fires bool) {
	held, dt := in.Held, to.Sub(from)
	was := in.Lag // the platforms' lag at the start of the tick
	if p.Ride >= 0 {
		// The lag changes by a tick per tick at most: so whatever a client sends, the platform under a rider never moves backwards,
		// and never at more than twice its speed.
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

// reloadTicks returns how long a player reloads after a shot.
func reloadTicks(rate int) uint8 { return uint8(int(reloadTime/time.Millisecond) * rate / 1000) }

// slide moves p at what is left of an impulse.
func (p *Player) slide(dt time.Duration) {
	if p.VX == 0 {
		return
	}
	p.Pos.X += p.VX.Over(dt)
	slower := Speed(friction.Over(dt))
	p.VX -= min(max(p.VX, -slower), slower)
}

// supports says whether p's feet are still on what it stands on; w is the time of its platform.
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

// mayCatch says whether a player that falls from one height to another at x can land on the platform, wherever that is. The exact
// place takes divisions, and brains try a thousand jumps a second.
func (p *Platform) mayCatch(x, before, after Length) bool {
	return before >= min(p.A.Y, p.B.Y) && after < max(p.A.Y, p.B.Y) &&
		x >= min(p.A.X, p.B.X)-p.HalfWidth && x <= max(p.A.X, p.B.X)+p.HalfWidth
}

// fall moves an airborne player, and lands it on what it falls onto. Ledges and platforms can be passed from below. From and to are
// the times of the platforms that the player sees.
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

// How impulses move players.
const (
	// MaxImpulse is the largest along each axis.
	MaxImpulse = 20 * MetreASecond

	friction = 20 * MetreASecond // horizontal speed lost per second, also in the air
)

// AddImpulse pushes a player in the host's next tick: up at dy, and sideways at dx until friction stops it; ±MaxImpulse each. No
// client can predict it, so the player's prediction is wrong for a round trip and is then corrected.
func (h *Host) AddImpulse(player int, dx, dy Speed) error {
	if player < 0 || player >= len(h.peers) {
		return fmt.Errorf("impulse: player: %d is outside 0..%d", player, len(h.peers)-1)
	}
	for _, v := range [...]Speed{dx, dy} {
		if v < -MaxImpulse || v > MaxImpulse {
			return fmt.Errorf("impulse: %d µm/s is outside %d..%d", v, -MaxImpulse, MaxImpulse)
		}
	}
	h.impulses[player].dx = min(max(h.impulses[player].dx+dx, -MaxImpulse), MaxImpulse)
	h.impulses[player].dy = min(max(h.impulses[player].dy+dy, -MaxImpulse), MaxImpulse)
	return nil
}

// impulse is a push in the next tick.
type impulse struct{ dx, dy Speed }

// on applies the impulse to a player.
func (u *impulse) on(p *Player) {
	if *u == (impulse{}) {
		return
	}
	p.VX = min(max(p.VX+u.dx, -MaxImpulse), MaxImpulse)
	if u.dy > 0 || p.Ride == Airborne {
		p.VY = min(max(p.VY+u.dy, -MaxImpulse), MaxImpulse)
		p.Ride, p.Lag = Airborne, 0
	}
	*u = impulse{}
}

// MaxPips is the most hits that a player can be set to survive.
const MaxPips = 9

// The effect of a hit if players have pips.
const (
	// OutTime is how long a player is out after losing its last pip, ShieldTime how long it can't be hit after coming back.
	OutTime    = 1500 * time.Millisecond
	ShieldTime = time.Second

	pushAway = 4 * MetreASecond
	pushUp   = 3 * MetreASecond
)

// Pips says how many hits a player survives: [ArenaPips], or one less than the number.
type Pips int

// ArenaPips leaves it to the arena.
const ArenaPips Pips = 0

// PipsNames returns the names that settings use, by [Pips].
func PipsNames() []string {
	names := []string{"arena", "off"}
	for n := 1; n <= MaxPips; n++ {
		names = append(names, strconv.Itoa(n))
	}
	return names
}

// ticksOf returns a duration in ticks.
func ticksOf(d time.Duration, rate int) uint16 { return uint16(int(d/time.Millisecond) * rate / 1000) }

// lies says whether a player with this Out is out of the game: it lies where it fell, and its buttons are ignored.
func lies(out uint16, rate int) bool { return out > ticksOf(ShieldTime, rate) }

// outTime returns ticks as a duration.
func outTime(out uint16, rate int) time.Duration {
	if out == 0 {
		return 0
	}
	return time.Duration(unity.NewNetworkTime(rate, int64(out)).World())
}

// hittable says whether a player is in the game, and neither out nor shielded.
func (h *Host) hittable(id int) bool { return h.Present(id) && h.players[id].Out == 0 }

// bringBack respawns players whose time out is over.
func (h *Host) bringBack() {
	shield := ticksOf(ShieldTime, h.cfg.Rate)
	for id := range h.peers {
		p := &h.players[id]
		if p.Pips == 0 && p.Out == shield && h.previous[id].Out > shield && h.Present(id) {
			*p = h.cfg.Level.spawn(h.farSpawn(id))
			p.Out = shield
			h.previous[id] = *p
		}
	}
}

// farSpawn returns the starting place that is farthest from all other players; of equal ones, the first.
func (h *Host) farSpawn(id int) (best int) {
	most := int64(-1)
	for i := range max(len(h.cfg.Level.Spawns), leastSpawns) {
		at, least := h.cfg.Level.spawn(i).Pos, int64(1<<62)
		for other := range h.peers {
			if other != id && h.Present(other) {
				way := h.players[other].Pos.Sub(at)
				least = min(least, int64(way.X)*int64(way.X)+int64(way.Y)*int64(way.Y))
			}
		}
		if least > most {
			best, most = i, least
		}
	}
	return best
}

// leastSpawns is how many starting places farSpawn tries in a level that defines none.
const leastSpawns = 8
