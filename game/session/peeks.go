package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// A Peek is a client's player's coming out from behind a column, on two screens: on its own, and on that of the next client,
// which sees it later. The difference is peeker's advantage.
type Peek struct {
	Client, Viewer int
	Tick           int64       // of the game, the first in which the player can fire and be hit
	Out            netsim.Time // the client's frame in which it plays that tick
	Seen           netsim.Time // the viewer's frame that shows the player out of cover, at the time of that tick or later
}

// Advantage returns how much later the viewer sees the player than that comes out.
func (p *Peek) Advantage() time.Duration { return p.Seen.Sub(p.Out) }

// peekWait is how long a viewer is waited for: what a machine foresees the host may never have.
const peekWait = 2 * time.Second

// peeks keeps a client's latest peek, and the one that its viewer has not seen yet.
type peeks struct {
	latest, open Peek
	waits        bool // for open
}

// Peek returns a client's latest peek that the next client has seen; ok is false where there is none, or no next client.
func (s *Session) Peek(client int) (p Peek, ok bool) {
	p = s.clients[client-1].peeks.latest
	return p, p.Viewer > 0
}

// peek notes that the client's player comes out from behind a column, and that the one before it is seen to, in one of the
// client's frames.
func (n *clientNode) peek(now netsim.Time) {
	s := n.session
	if len(s.level.Covers) == 0 || len(s.clients) < 2 {
		return
	}
	for _, d := range n.client.Deeds() {
		if d.Deed == game.DeedPeek {
			n.peeks.open = Peek{Client: n.id, Viewer: n.id%len(s.clients) + 1, Tick: d.Tick, Out: now}
			n.peeks.waits = true
		}
	}
	of := &s.clients[(n.id+len(s.clients)-2)%len(s.clients)].peeks
	if !of.waits {
		return
	}
	s.screens.shown.Plain = true
	s.ClientScene(n.id, &s.screens.shown)
	o := findPlayer(s.screens.shown.Players, of.open.Client)
	switch {
	case o != nil && o.Time >= worldOf(s.host.host.Rate(), of.open.Tick) && !s.level.Covered(o.Pos):
		of.latest, of.waits = of.open, false
		of.latest.Seen = now
	case now.Sub(of.open.Out) > peekWait:
		of.waits = false
	}
}
