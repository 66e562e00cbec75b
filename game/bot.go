package game

import (
	"slices"
	"time"

	"driftlab/netsync"
)

// Bot returns the buttons that a player's bot holds at a world time. It depends on seed, player and time alone, so that two runs
// meet the same behaviour whatever the network does.
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
	// The players take turns firing, so that one can tell their shots apart.
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

// A Deed is an action that a player starts by a key, or that results from one.
type Deed uint8

// The deeds.
const (
	DeedStep Deed = iota // it starts to walk, or turns round while walking
	DeedJump
	DeedShot

	Deeds // the number of deeds that a key starts

	// DeedPeek has no key: the player comes out from behind a column, and can fire and be hit.
	DeedPeek Deed = Deeds
)

// Keys returns the buttons that start a deed, none for one that only results from others.
func (d Deed) Keys() Buttons {
	return [...]Buttons{DeedStep: Left | Right, DeedJump: Jump, DeedShot: Fire, DeedPeek: 0}[d]
}

// A DeedDone is a deed in the tick in which a machine played it.
type DeedDone struct {
	Deed   Deed
	Player int
	Tick   int64
	Fresh  bool   // its key was pressed in this tick
	Shot   uint32 // the number of the projectile that the host fired
}

// deeds are what players have started in a machine's latest frame, by tick. The memory is reused.
type deeds []DeedDone

// note adds the deeds of a player's tick: its states before and after, and the buttons held before and in it. A shot comes last.
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

// A Press is what a bot holds from a tick of the game until its next press.
type Press struct {
	Player int // 0 is the host's, n is client n's
	Tick   int64
	Held   Buttons
}

// A hand moves a machine's player: a person, or a bot. The bot follows its [Brain], or presses from another world for as long as
// it is given them.
type hand struct {
	brain Brain
	live  bool    // the bot is a brain, not [Bot]
	taken bool    // a person moves the player
	grip  Buttons // buttons that the person holds

	ahead []Press // presses from another world, by tick
	held  Buttons
	lease int // ticks for which the bot follows them

	listens bool // keep what the bot presses
	pressed []Press
	latest  Buttons
	known   bool // latest is set
}

// Take gives the player to a person who holds these buttons; Release gives it back to the bot.
func (h *hand) Take(held Buttons) { h.taken, h.grip = true, held&AllButtons }

// Release gives the player back to its bot.
func (h *hand) Release() { h.taken, h.grip = false, 0 }

// buttons returns what the player holds in a tick that begins at a world time. A brain looks with see; me is its player's state.
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

// led returns what another world's presses hold in a tick; ok is false without any.
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

// LeadBot makes the bot follow presses of another world for some ticks from now. Presses of past ticks take effect at once.
func (h *hand) LeadBot(ticks int, presses []Press) {
	h.lease = ticks
	for _, p := range presses {
		if p.Player == h.brain.player {
			later := slices.IndexFunc(h.ahead, func(q Press) bool { return q.Tick >= p.Tick })
			if later >= 0 {
				h.ahead = h.ahead[:later] // replaced by the new press
			}
			h.ahead = append(h.ahead, p)
		}
	}
}

// AppendPresses appends the bot's presses since the last call to dst, by tick. They are kept from the first call on.
func (h *hand) AppendPresses(dst []Press) []Press {
	dst, h.pressed, h.listens = append(dst, h.pressed...), h.pressed[:0], true
	return dst
}
