package ui

import (
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// otherWay is the branch that the window left last, as it goes on beside the one that it is on: what would be if that
// had not been done, or had. It is drawn as ghosts.
type otherWay struct {
	panel.World
	on bool
}

// otherMemory bounds the checkpoints of the other way in bytes. Few are made: it goes along with the window.
const otherMemory = 8 << 20

// leave keeps the way that the window is on, which is about to be left. In a comparison there are two worlds already.
func (a *App) leave() {
	a.forgetOther()
	if a.AB.On || a.blind.on {
		return
	}
	line, err := a.Line.Fork(picture.BesideCarrier, nil)
	if err != nil {
		return // there are no ghosts then, and nothing else is missing
	}
	line.SetMemory(otherMemory)
	a.other = otherWay{World: panel.World{Line: line, Session: line.Session()}, on: true}
	a.other.Frame.Played = panel.Nobody
}

// forgetOther ends the other way.
func (a *App) forgetOther() {
	if a.other.on {
		a.other.Line.Close()
	}
	a.other, a.Frame.Other = otherWay{}, nil
}

// follow brings the other way to where the window is, a long way as far as an update has time for.
func (o *otherWay) follow(a *App) {
	if !o.on || a.Line.Busy() {
		return
	}
	now, err := a.Session.Now(), error(nil)
	switch ahead := now.Sub(o.Line.Now()); {
	case !o.Line.Busy() && ahead >= 0 && ahead <= picture.ABStride:
		err = o.Line.Go(ahead, panel.WorkAtOnce)
	case !o.Line.Busy() || o.Line.Target() != now:
		err = o.Line.SeekStart(now)
	}
	for more := a.spare(); err == nil && o.Line.Busy() && more(); {
		_, _, err = o.Line.Work(panel.TravelPiece)
	}
	if err != nil || a.AB.On || a.blind.on {
		a.forgetOther()
		return
	}
	o.Session = o.Line.Session()
	if a.Frame.Other = nil; !o.Line.Busy() && a.Deck.Ghosts {
		o.Frame.Read(o.Session, a.Deck.Machines, a.Speed, a.Paused)
		a.Frame.Other = &o.World
	}
}
