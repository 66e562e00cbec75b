package travel

import (
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/panel"
)

// Hold has time stand still while a person holds a datagram.
func (t *Travel) Hold(held bool) {
	if held == t.holding {
		return
	}
	t.holding = held
	if held {
		t.ran = !t.picture.Paused
	}
	t.picture.Paused = held || !t.ran
}

// Catch lays a hand on a datagram of the window's own session: in another branch, from its sending on. One that has
// come already is beyond reach here, so the window goes back to where it was sent.
func (t *Travel) Catch(packet uint64, c panel.Catching) {
	t.WhenThere(func() error { return t.catchNow(packet, c) })
}

func (t *Travel) catchNow(packet uint64, c panel.Catching) error {
	p := t.picture.Tape.Find(packet)
	if p == nil || p.Sent > t.picture.Session.Now() {
		return nil
	}
	if p.Fate == netsim.Lost {
		t.lines.ShowFault(t.picture.Words.T("lanes.lost-already"))
		return nil
	}
	d := datagramOf(t.picture.Session, p)
	ev := scenario.Event{At: max(p.Sent-1, 0)}
	if c.Lose {
		ev.Lose = &d
	} else {
		ev.Move = &scenario.Move{Datagram: d, By: min(max(c.By, -netsim.MaxMove), netsim.MaxMove)}
	}
	to := t.picture.Session.Now()
	if p.Due <= to {
		to = p.Sent
	}
	t.updates, t.share = 0, 0
	forget := t.remember(&ev)
	t.leave()
	if err := t.Went(t.picture.Line.Divert(ev, to)); err != nil {
		forget()
		return err
	}
	t.Fresh = freshFor
	t.lines.ShowNotice(panel.EventText(t.picture.Words, &ev, false))
	return nil
}

// datagramOf names a datagram.
func datagramOf(s *session.Session, p *observe.TapePacket) scenario.Datagram {
	d := scenario.Datagram{Client: int(max(p.From, p.To)), Way: scenario.Down, Number: uint64(p.Number), Second: p.Original != 0}
	if p.To == 0 {
		d.Way = scenario.Up
	}
	if p.Flow <= netsim.Aside {
		d.Kind = game.Kind(p.Kind)
		return d
	}
	for _, clock := range s.Algorithms() {
		if clock.ID == uint8(p.Flow-netsim.Aside) {
			d.Clock = clock.Name
		}
	}
	return d
}

// CatchStep is the step by which keys move a datagram that is held.
const CatchStep = 10 * time.Millisecond

// NextCaught holds the next of the datagrams that are on their way between the host and the chosen client, in the order
// in which they were sent; time stands still. Back is the one before.
func (t *Travel) NextCaught(back bool) {
	t.picture.Paused = true
	now, best := t.picture.Session.Now(), uint64(0)
	for n, end := t.picture.Tape.Packets(now, now); n < end; n++ {
		p := t.picture.Tape.At(n)
		if p.Due <= now || p.Fate == netsim.Lost || int(max(p.From, p.To)) != t.picture.Deck.Chosen {
			continue
		}
		if id := p.ID; back && id < t.picture.Hover.Held {
			best = id
		} else if !back && id > t.picture.Hover.Held && best == 0 {
			best = id
		}
	}
	t.picture.Hover.Held = best
	if best == 0 {
		t.lines.ShowNotice(t.picture.Words.T("lanes.none"))
		return
	}
	d := datagramOf(t.picture.Session, t.picture.Tape.Find(best))
	t.lines.ShowNotice(t.picture.Words.F("lanes.caught", panel.DatagramName(t.picture.Words, &d)))
}

// TouchChosen lays a hand on the datagram that is pointed out.
func (t *Travel) TouchChosen(c panel.Catching) {
	if id := t.picture.Hover.Chosen(); id != 0 {
		t.Catch(id, c)
		return
	}
	t.lines.ShowFault(t.picture.Words.T("lanes.nothing-caught"))
}
