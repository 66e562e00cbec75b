package game

import (
	"slices"
	"time"

	"driftlab/netsync"
)

// Bot returns what the bot of a player holds down at a world time. It is a function of the
// session's seed, the player and the time alone, so that two runs meet the same behaviour whatever
// the network does.
func Bot(seed uint64, player int, w netsync.World) Buttons {
	const (
		walk = 700 * time.Millisecond
		shot = 1000 * time.Millisecond
	)
	var held Buttons
	stride := hash(seed, uint64(player), 1, uint64(time.Duration(w)/walk))
	switch stride % 5 {
	case 0, 1:
		held |= Left
	case 2, 3:
		held |= Right
	}
	if stride>>8%3 == 0 && time.Duration(w)%walk < 100*time.Millisecond {
		held |= Jump
	}
	// The players fire in turn, so that single shots can be told apart.
	phase := time.Duration(w) + time.Duration(player)*shot*2/5
	if phase%shot < 100*time.Millisecond {
		held |= Fire
	}
	return held
}

// hash mixes numbers with splitmix64's finaliser (Steele, Lea and Flood, OOPSLA 2014).
func hash(parts ...uint64) uint64 {
	h := uint64(0)
	for _, p := range parts {
		h += p + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// A Deed is something that a player begins to do by a key, or that comes of it.
type Deed uint8

// The deeds.
const (
	DeedStep Deed = iota // it begins to walk, or turns round as it walks
	DeedJump
	DeedShot

	Deeds // that a key begins

	// DeedPeek is no key's: the player comes out from behind a column, and can fire and be hit.
	DeedPeek Deed = Deeds
)

// Keys returns the buttons by which a deed is begun, none for one that only comes of them.
func (d Deed) Keys() Buttons {
	return [...]Buttons{DeedStep: Left | Right, DeedJump: Jump, DeedShot: Fire, DeedPeek: 0}[d]
}

// A DeedDone is a deed in the tick in which a machine has played it.
type DeedDone struct {
	Deed   Deed
	Player int
	Tick   int64
	Fresh  bool   // its key is held in this tick and was not in the one before
	Shot   uint32 // the projectile's number, where the host has fired one
}

// deeds are what the players have begun in a machine's latest frame, in the order of its ticks. Its memory is reused.
type deeds []DeedDone

// note takes a tick of a player in a level: what it was before and after, and what it has held before and in it. A shot is
// the last.
func (d *deeds) note(l *Level, player int, tick int64, before, after *Player, was, held Buttons) {
	const ways = Left | Right
	way := held & ways
	if before.Out == 0 && after.Out == 0 && l.Covered(before.Pos) && !l.Covered(after.Pos) {
		*d = append(*d, DeedDone{Deed: DeedPeek, Player: player, Tick: tick})
	}
	begun := [Deeds]bool{
		DeedStep: way != was&ways && (way == Left || way == Right),
		DeedJump: held&Jump != 0 && before.Ride != Airborne && after.Ride == Airborne,
		DeedShot: after.Reload > before.Reload,
	}
	for deed, is := range begun {
		if is {
			fresh := held&^was&Deed(deed).Keys() != 0
			*d = append(*d, DeedDone{Deed: Deed(deed), Player: player, Tick: tick, Fresh: fresh})
		}
	}
}

// begun notes what the own player begins in a tick that has just been played for the first time.
func (c *Client) begun(tick int64) {
	if tick <= c.predict.first {
		return
	}
	now, before := c.predict.ticks.at(tick), c.predict.ticks.at(tick-1)
	held, was := now.input.Held, before.input.Held
	if c.Authority != ServerAuthority {
		c.Deeds.note(c.cfg.Level, c.cfg.ID, tick, &before.state, &now.state, was, held)
		return
	}
	stands, leaves := Player{Ride: Solid}, Player{Ride: Airborne}
	if held&^was&Fire != 0 {
		leaves.Reload = reloadTicks(c.cfg.Rate)
	}
	c.Deeds.note(c.cfg.Level, c.cfg.ID, tick, &stands, &leaves, was, held&^(was&Jump))
}

// A Press is what a bot holds down from a tick of the game on, until its next one.
type Press struct {
	Player int // 0 is the host's, n is client n's
	Tick   int64
	Held   Buttons
}

// A hand is what a machine's own player is moved by: a person, or a bot. The bot goes by its [Brain], or by what another
// world's brain pressed, for as long as that is told.
type hand struct {
	brain Brain
	live  bool    // the bot goes by its brain, and not by time alone
	taken bool    // by a person
	grip  Buttons // what the person holds

	ahead []Press // that the bot is told of, by tick
	held  Buttons
	lease int // ticks for which it goes by them

	listens bool // what it presses is kept
	pressed []Press
	latest  Buttons
	known   bool // latest has been told
}

// Take gives the player to a person who holds these buttons; Release gives it back to the bot.
func (h *hand) Take(held Buttons) { h.taken, h.grip = true, held&AllButtons }

// Release gives the player back to its bot.
func (h *hand) Release() { h.taken, h.grip = false, 0 }

// buttons returns what the player holds in a tick, which begins at a world time. The brain sees by see how the player me stands.
func (h *hand) buttons(tick int64, w netsync.World, see func() *Scene, l *Level, me *Player) Buttons {
	led, ok := h.led(tick)
	switch {
	case h.taken:
		return h.grip
	case !ok && h.live:
		led = h.brain.Buttons(see, l, me, w)
	case !ok:
		return Bot(h.brain.seed, h.brain.player, w)
	}
	if h.listens && (!h.known || led != h.latest) {
		h.pressed = append(h.pressed, Press{h.brain.player, tick, led})
		h.latest, h.known = led, true
	}
	return led
}

// led returns what the bot is told to hold in a tick; ok is false where nobody tells it.
func (h *hand) led(tick int64) (held Buttons, ok bool) {
	if h.lease == 0 {
		return 0, false
	}
	if h.lease--; h.lease == 0 {
		h.ahead = h.ahead[:0]
		return 0, false
	}
	passed := 0
	for passed < len(h.ahead) && h.ahead[passed].Tick <= tick {
		h.held = h.ahead[passed].Held
		passed++
	}
	h.ahead = slices.Delete(h.ahead, 0, passed)
	return h.held, true
}

// LeadBot has the bot go by presses of another world for so many ticks from now, those that have passed at once.
func (h *hand) LeadBot(ticks int, presses []Press) {
	h.lease = ticks
	for _, p := range presses {
		if p.Player == h.brain.player {
			later := slices.IndexFunc(h.ahead, func(q Press) bool { return q.Tick >= p.Tick })
			if later >= 0 {
				h.ahead = h.ahead[:later] // it is not going to be so
			}
			h.ahead = append(h.ahead, p)
		}
	}
}

// AppendPresses appends to dst what the bot has pressed since the last call, by tick. The first call has it kept from then on.
func (h *hand) AppendPresses(dst []Press) []Press {
	dst, h.pressed, h.listens = append(dst, h.pressed...), h.pressed[:0], true
	return dst
}
