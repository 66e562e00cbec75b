package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/panel"
)

// maxPull is how long a lane can be pulled, as the slider of the latency.
const maxPull = 400 * time.Millisecond

// Pull brings the delay of one way to where its lane is pulled, for the clients that the controls are for.
func (a *App) Pull(way scenario.Direction, to time.Duration) {
	inside := min(max(to, 0), maxPull)
	if a.controls.set(a.controls.target, prefixes[upOnly+int(way)].write+"delay", millis(inside.Seconds()*1000)) && inside != to {
		a.ShowNotice(a.Words.F("lanes.beyond", panel.MSText(a.Words, maxPull)))
	}
}

// Hold has time stand still while a person holds a datagram.
func (a *App) Hold(held bool) {
	if held == a.holding {
		return
	}
	a.holding = held
	if held {
		a.ran = !a.Paused
	}
	a.Paused = held || !a.ran
}

// Catch lays a hand on a datagram of the window's own session: in another branch, from its sending on. One that has
// come already is beyond reach here, so the window goes back to where it was sent.
func (a *App) Catch(packet uint64, c panel.Catching) {
	a.whenThere(func() error { return a.catchNow(packet, c) })
}

func (a *App) catchNow(packet uint64, c panel.Catching) error {
	p := a.Tape.Find(packet)
	if p == nil || p.Sent > a.Session.Now() {
		return nil
	}
	if p.Fate == netsim.Lost {
		a.ShowFault(a.Words.T("lanes.lost-already"))
		return nil
	}
	d := datagramOf(a.Session, p)
	ev := scenario.Event{At: max(p.Sent-1, 0)}
	if c.Lose {
		ev.Lose = &d
	} else {
		ev.Move = &scenario.Move{Datagram: d, By: min(max(c.By, -netsim.MaxMove), netsim.MaxMove)}
	}
	to := a.Session.Now()
	if p.Due <= to {
		to = p.Sent
	}
	a.travel.updates, a.travel.share = 0, 0
	forget := a.remember(&ev)
	a.leave()
	if err := a.went(a.Line.Divert(ev, to)); err != nil {
		forget()
		return err
	}
	a.travel.fresh = freshFor
	a.ShowNotice(panel.EventText(a.Words, &ev, false))
	return nil
}

// datagramOf names a datagram.
func datagramOf(s *session.Session, p *session.TapePacket) scenario.Datagram {
	d := scenario.Datagram{Client: int(max(p.From, p.To)), Way: scenario.Down, Number: uint64(p.Number), Second: p.Original != 0}
	if p.To == 0 {
		d.Way = scenario.Up
	}
	if p.Flow < netsim.Aside {
		d.Kind = game.Kind(p.Flow)
		return d
	}
	for _, clock := range s.Algorithms() {
		if clock.ID == uint8(p.Flow-netsim.Aside) {
			d.Clock = clock.Name
		}
	}
	return d
}

// The step by which keys move a datagram that is held.
const catchStep = 10 * time.Millisecond

// nextCaught holds the next of the datagrams that are on their way between the host and the chosen client, in the order
// in which they were sent; time stands still. Back is the one before.
func (a *App) nextCaught(back bool) {
	a.Paused = true
	now, best := a.Session.Now(), uint64(0)
	for n, end := a.Tape.Packets(now, now); n < end; n++ {
		p := a.Tape.At(n)
		if p.Due <= now || p.Fate == netsim.Lost || int(max(p.From, p.To)) != a.Deck.Chosen {
			continue
		}
		if id := p.ID; back && id < a.Hover.Held {
			best = id
		} else if !back && id > a.Hover.Held && best == 0 {
			best = id
		}
	}
	a.Hover.Held = best
	if best == 0 {
		a.ShowNotice(a.Words.T("lanes.none"))
		return
	}
	d := datagramOf(a.Session, a.Tape.Find(best))
	a.ShowNotice(a.Words.F("lanes.caught", panel.DatagramName(a.Words, &d)))
}

// touchChosen lays a hand on the datagram that is pointed out.
func (a *App) touchChosen(c panel.Catching) {
	if id := a.Hover.Chosen(); id != 0 {
		a.Catch(id, c)
		return
	}
	a.ShowFault(a.Words.T("lanes.nothing-caught"))
}
