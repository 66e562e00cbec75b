package game

import (
	"driftlab/netsync"
	"slices"
)

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
