package observe

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// A Peek is the moment when a client's player comes out from behind a column, on two screens: its own, and the next client's,
// which shows it later. The difference is peeker's advantage.
type Peek struct {
	Client, Viewer int
	Tick           int64       // of the game, the first in which the player can fire and be hit
	Out            netsim.Time // the client's frame in which it plays that tick
	Seen           netsim.Time // the viewer's frame that shows the player out of cover, at the time of that tick or later
}

// Advantage returns how much later the viewer sees the player than the player comes out.
func (p *Peek) Advantage() time.Duration { return p.Seen.Sub(p.Out) }

// peekWait is how long to wait for a viewer: the host may never have what a machine predicts.
const peekWait = 2 * time.Second

// Peeks keeps each client's latest peek, and the one that its viewer has not seen yet.
type Peeks struct {
	level *game.Level
	of    []peeks // by client, from 0
	shown game.Scene
}

type peeks struct {
	latest, open Peek
	waits        bool // for open
}

// NewPeeks returns the peeks of some clients, none so far.
func NewPeeks(level *game.Level, clients int) Peeks {
	return Peeks{level: level, of: make([]peeks, clients), shown: game.Scene{Plain: true}}
}

// Latest returns a client's latest peek that the next client has seen; ok is false where there is none, or no next client.
func (p *Peeks) Latest(client int) (latest Peek, ok bool) {
	latest = p.of[client-1].latest
	return latest, latest.Viewer > 0
}

// Frame notes that a client's player comes out from behind a column, and that the client sees another that has, in one of
// the client's frames.
func (p *Peeks) Frame(f *Frame) {
	if len(p.level.Covers) == 0 || len(p.of) < 2 {
		return
	}
	for _, d := range f.Client.Deeds {
		if d.Deed == game.DeedPeek {
			own := &p.of[f.Machine-1]
			own.open = Peek{Client: f.Machine, Viewer: f.Machine%len(p.of) + 1, Tick: d.Tick, Out: f.Now}
			own.waits = true
		}
	}
	of := &p.of[(f.Machine+len(p.of)-2)%len(p.of)]
	if !of.waits {
		return
	}
	f.Scene(&p.shown)
	o := findPlayer(p.shown.Players, of.open.Client)
	switch {
	case o != nil && o.Time >= worldOf(f.Host.Rate(), of.open.Tick) && !p.level.Covered(o.Pos):
		of.latest, of.waits = of.open, false
		of.latest.Seen = f.Now
	case f.Now.Sub(of.open.Out) > peekWait:
		of.waits = false
	}
}
