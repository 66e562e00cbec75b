package game

import (
	"time"

	"driftlab/netsync"
)

// A token is the one thing in a level that players take. The duel's heart gives a pip to who lacks one, and is there again
// after a while; the relay's baton lies at a base, until somebody carries it to the other one.
type token struct {
	holder int8          // of the heart who took it last
	base   uint8         // of the baton where it lay last
	at     netsync.World // when it was taken, or laid down
}

const (
	// heartAgain is how long after it was taken the heart is there again.
	heartAgain = 8 * time.Second
	// passOn is how long who has brought the baton leaves it to the others.
	passOn = 8 * time.Second
)

// noToken is a token that nobody has taken.
var noToken = token{holder: nobody, at: -netsync.World(heartAgain)}

// reach is how far from the middle of a player a token can be taken.
const reach = PlayerWidth/2 + 3*Metre/10

// near says whether a player whose feet are there touches a token that lies at one of the level's places.
func (l *Level) near(place uint8, feet Point) bool {
	if int(place) >= len(l.Tokens) {
		return false
	}
	off := l.Tokens[place].Sub(feet)
	return max(off.X, -off.X) <= reach && off.Y > -PlayerHeight/2 && off.Y < PlayerHeight
}

// takesHeart says whether a player takes a heart that was taken last at a time.
func (l *Level) takesHeart(p *Player, last, w netsync.World) bool {
	return l.Goal == Taken && p.Pips < l.Pips && p.Out == 0 && w.Sub(last) >= heartAgain && l.near(0, p.Pos)
}

// ruleBaton has a player take the baton, bring it or lose it.
func (h *Host) ruleBaton(to netsync.World) {
	l, t := h.cfg.Level, h.token
	if t.holder == nobody {
		for id := range h.peers {
			rests := id == h.brought && to.Sub(t.at) < passOn
			if p := &h.players[id]; h.here(id) && p.Out == 0 && !rests && l.near(t.base, p.Pos) {
				h.pass(token{int8(id), t.base, to})
				return
			}
		}
		return
	}
	p := &h.players[t.holder]
	switch {
	case !h.here(int(t.holder)) || p.Out > 0 || p.Ride == Solid && p.Pos.Y == 0:
		h.drop(to)
	case l.near(t.base^1, p.Pos):
		h.ruled[t.holder]++
		h.brought = int(t.holder)
		h.pass(token{nobody, t.base ^ 1, to})
	}
}

// drop takes the baton from who carries it: it lies where it was taken.
func (h *Host) drop(w netsync.World) {
	h.brought = int(nobody)
	h.pass(token{nobody, h.token.base, w})
}

// pass has the token be another's, and tells all.
func (h *Host) pass(t token) {
	h.token = t
	h.events.add(worldEvent{kind: eventToken, token: t})
}

// tokenSize is what a token takes in a world event.
const tokenSize = 1 + 1 + 8

func (r *reader) token() (t token) {
	holder := r.u8("holder")
	r.within(int64(holder), 0, MaxPlayers, "holder")
	t.holder = int8(holder) - 1
	t.base = r.u8("base")
	r.within(int64(t.base), 0, 1, "base")
	t.at = netsync.World(r.clock("taken"))
	return t
}

// Refusals are what the host has refused of what the own player took on its own screen.
type Refusals struct {
	Count uint64
	At    netsync.World // predicted time when the latest was heard of
	Pos   Point         // where what it took lies
}

// Refused returns what the host has refused of what the own player took on its own screen.
func (c *Client) Refused() Refusals { return c.refused }

// review looks whether the host's state at a tick has the heart that was foreseen for it.
func (r *Refusals) review(c *Client, e *predicted, w netsync.World, state *Player) {
	if e.took == w && state.Pips < e.state.Pips && state.Out == 0 {
		*r = Refusals{r.Count + 1, c.moment.Predicted.World(), c.cfg.Level.Tokens[0]}
	}
}

// A Token is what a [Scene] shows of the one thing in a level that players take.
type Token struct {
	Shown  bool
	Pos    Point
	Holder int // who carries it, −1 where it lies
}

// showToken shows a token at a world time.
func (l *Level) showToken(t token, last, w netsync.World, s *Scene) {
	s.Token = Token{Holder: int(nobody)}
	switch {
	case l.Goal == Taken && l.Pips > 0:
		s.Token.Shown, s.Token.Pos = w.Sub(last) >= heartAgain, l.Tokens[0]
	case l.Goal == Brought && t.holder == nobody:
		s.Token.Shown, s.Token.Pos = true, l.Tokens[t.base]
	case l.Goal == Brought:
		for i := range s.Players {
			if o := &s.Players[i]; o.ID == int(t.holder) {
				s.Token = Token{true, o.Pos.Plus(Point{Y: PlayerHeight}), o.ID}
			}
		}
	}
}
