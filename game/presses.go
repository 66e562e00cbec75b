package game

import "slices"

// A Press is what a bot holds down from a tick of the game on, until its next one.
type Press struct {
	Player int // 0 is the host's, n is client n's
	Tick   int64
	Held   Buttons
}

// A hand is what a bot's player is moved by: its [Brain], or what another world's brain pressed, for as long as that is told.
type hand struct {
	ahead []Press // that the bot is told of, by tick
	held  Buttons
	lease int // ticks for which it goes by them

	listens bool // what it presses is kept
	pressed []Press
	latest  Buttons
	known   bool // latest has been told
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

// note keeps what the bot holds in a tick, where somebody listens and it is something else.
func (h *hand) note(player int, tick int64, held Buttons) {
	if h.listens && (!h.known || held != h.latest) {
		h.pressed = append(h.pressed, Press{player, tick, held})
		h.latest, h.known = held, true
	}
}

// take appends what the bot has pressed since the last call to dst, and keeps what it presses from now on.
func (h *hand) take(dst []Press) []Press {
	dst, h.pressed, h.listens = append(dst, h.pressed...), h.pressed[:0], true
	return dst
}

// LeadBot has the bot go by presses of another world for so many ticks from now, those that have passed at once.
func (c *Client) LeadBot(ticks int, presses []Press) { c.hand.follow(c.cfg.ID, ticks, presses) }

// LeadBot is [Client.LeadBot] for the host's own player.
func (h *Host) LeadBot(ticks int, presses []Press) { h.hand.follow(0, ticks, presses) }

func (h *hand) follow(player, ticks int, presses []Press) {
	h.lease = ticks
	for _, p := range presses {
		if p.Player == player {
			later := slices.IndexFunc(h.ahead, func(q Press) bool { return q.Tick >= p.Tick })
			if later >= 0 {
				h.ahead = h.ahead[:later] // it is not going to be so
			}
			h.ahead = append(h.ahead, p)
		}
	}
}

// AppendPresses appends to dst what the bot has pressed since the last call, by tick. The first call has it kept from then on.
func (c *Client) AppendPresses(dst []Press) []Press { return c.hand.take(dst) }

// AppendPresses is [Client.AppendPresses] for the host's own player.
func (h *Host) AppendPresses(dst []Press) []Press { return h.hand.take(dst) }
