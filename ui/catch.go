package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
)

// maxPull is how long a lane can be pulled, as the slider of the latency.
const maxPull = 400 * time.Millisecond

// pull brings the delay of one way to where its lane is pulled, for the clients that the controls are for.
func (a *App) pull(way scenario.Direction, to time.Duration) {
	inside := min(max(to, 0), maxPull)
	if a.controls.set(a.controls.target, prefixes[upOnly+int(way)].write+"delay", millis(inside.Seconds()*1000)) && inside != to {
		a.tell(a.words.F("lanes.beyond", msText(a.words, maxPull)))
	}
}

// hold has time stand still while a person holds a datagram.
func (a *App) hold(held bool) {
	if held == a.holding {
		return
	}
	a.holding = held
	if held {
		a.ran = !a.paused
	}
	a.paused = held || !a.ran
}

// catch lays a hand on a datagram of the window's own session: in another branch, from its sending on. One that has
// come already is beyond reach here, so the window goes back to where it was sent.
func (a *App) catch(packet uint64, c catching) {
	a.whenThere(func() error { return a.catchNow(packet, c) })
}

func (a *App) catchNow(packet uint64, c catching) error {
	p := a.tape.Find(packet)
	if p == nil || p.Sent > a.session.Now() {
		return nil
	}
	if p.Fate == netsim.Lost {
		a.refuse(a.words.T("lanes.lost-already"))
		return nil
	}
	d := datagramOf(a.session, p)
	ev := scenario.Event{At: max(p.Sent-1, 0)}
	if c.lose {
		ev.Lose = &d
	} else {
		ev.Move = &scenario.Move{Datagram: d, By: min(max(c.by, -netsim.MaxMove), netsim.MaxMove)}
	}
	to := a.session.Now()
	if p.Due <= to {
		to = p.Sent
	}
	a.travel.updates, a.travel.share = 0, 0
	forget := a.remember(&ev)
	a.leave()
	if err := a.went(a.line.Divert(ev, to)); err != nil {
		forget()
		return err
	}
	a.travel.fresh = freshFor
	a.tell(eventText(a.words, &ev, false))
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
	a.paused = true
	now, best := a.session.Now(), uint64(0)
	for n, end := a.tape.Packets(now, now); n < end; n++ {
		p := a.tape.At(n)
		if p.Due <= now || p.Fate == netsim.Lost || int(max(p.From, p.To)) != a.deck.chosen {
			continue
		}
		if id := p.ID; back && id < a.hover.held {
			best = id
		} else if !back && id > a.hover.held && best == 0 {
			best = id
		}
	}
	a.hover.held = best
	if best == 0 {
		a.tell(a.words.T("lanes.none"))
		return
	}
	d := datagramOf(a.session, a.tape.Find(best))
	a.tell(a.words.F("lanes.caught", datagramName(a.words, &d)))
}

// touchChosen lays a hand on the datagram that is pointed out.
func (a *App) touchChosen(c catching) {
	if id := a.hover.chosen(); id != 0 {
		a.catch(id, c)
		return
	}
	a.refuse(a.words.T("lanes.nothing-caught"))
}
