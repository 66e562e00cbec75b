package ui

// otherWay is the branch that the window left last, as it goes on beside the one that it is on: what would be if that
// had not been done, or had. It is drawn as ghosts.
type otherWay struct {
	world
	on bool
}

// otherMemory bounds the checkpoints of the other way in bytes. Few are made: it goes along with the window.
const otherMemory = 8 << 20

// leave keeps the way that the window is on, which is about to be left. In a comparison there are two worlds already.
func (a *App) leave() {
	a.forgetOther()
	if a.ab.on || a.blind.on {
		return
	}
	line, err := a.line.Fork(besideCarrier, nil)
	if err != nil {
		return // there are no ghosts then, and nothing else is missing
	}
	line.SetMemory(otherMemory)
	a.other = otherWay{world: world{line: line, session: line.Session()}, on: true}
	a.other.frame.played = nobody
}

// forgetOther ends the other way.
func (a *App) forgetOther() {
	if a.other.on {
		a.other.line.Close()
	}
	a.other, a.frame.other = otherWay{}, nil
}

// follow brings the other way to where the window is, a long way as far as an update has time for.
func (o *otherWay) follow(a *App) {
	if !o.on || a.line.Busy() {
		return
	}
	now, err := a.session.Now(), error(nil)
	switch ahead := now.Sub(o.line.Now()); {
	case !o.line.Busy() && ahead >= 0 && ahead <= abStride:
		err = o.line.Advance(ahead)
	case !o.line.Busy() || o.line.Target() != now:
		err = o.line.SeekStart(now)
	}
	for more := a.spare(); err == nil && o.line.Busy() && more(); {
		_, _, err = o.line.Work(travelPiece)
	}
	if err != nil || a.ab.on || a.blind.on {
		a.forgetOther()
		return
	}
	o.session = o.line.Session()
	if a.frame.other = nil; !o.line.Busy() && a.deck.ghosts {
		o.frame.read(o.session, a.deck.machines, a.speed, a.paused)
		a.frame.other = &o.world
	}
}
