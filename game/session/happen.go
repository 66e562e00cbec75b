package session

import (
	"fmt"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// happen does to the machines what the event says beside its settings.
func (s *Session) happen(ev *scenario.Event) error {
	now := s.Now()
	for _, c := range s.clients {
		if scenario.Includes(ev.Leave, c.id) {
			c.client.Leave(c.local(now))
			c.truth.interrupted()
			c.reschedule()
		}
		if scenario.Includes(ev.Join, c.id) || scenario.Includes(ev.Rejoin, c.id) {
			c.client.Rejoin(c.local(now))
			c.truth.interrupted()
			for i := range c.truth.clocks {
				c.truth.restarted(i, now)
			}
			c.reschedule()
		}
		if scenario.Includes(ev.Rebind, c.id) {
			if err := s.engine.Rebind(netsim.NodeID(c.id)); err != nil {
				return err
			}
		}
	}
	if ev.Restart {
		if err := s.host.host.Restart(s.host.local(now)); err != nil {
			return err
		}
	}
	if ev.Play != nil {
		s.play(*ev.Play)
	}
	if p := ev.Impulse; p != nil {
		if err := s.host.host.AddImpulse(p.Player, p.X, p.Y); err != nil {
			return fmt.Errorf("event: %w", err)
		}
	}
	if ev.Say != nil {
		s.say(*ev.Say)
	}
	if ev.Bots != nil {
		ticks := int(botLease * time.Duration(s.host.host.Rate()) / time.Second)
		s.host.host.LeadBot(ticks, ev.Bots.Presses)
		for _, c := range s.clients {
			c.client.LeadBot(ticks, ev.Bots.Presses)
		}
	}
	if m := ev.Move; m != nil {
		s.touch(&m.Datagram, netsim.Touch{By: m.By})
	}
	if ev.Lose != nil {
		s.touch(ev.Lose, netsim.Touch{Lose: true})
	}
	return nil
}

func (s *Session) play(p scenario.Play) {
	switch {
	case p.Player == 0 && p.Release:
		s.host.host.Release()
	case p.Player == 0:
		s.host.host.Take(p.Held)
	case p.Release:
		s.clients[p.Player-1].fingers.hold(0, s.Now())
		s.clients[p.Player-1].client.Release()
	default:
		s.clients[p.Player-1].fingers.hold(p.Held, s.Now())
		s.clients[p.Player-1].client.Take(p.Held)
	}
}

// Played returns the machine whose player a person took last and has not given back; ok is false where
// there is none. Players that the scenario moves are nobody's.
func (s *Session) Played() (machine int, ok bool) {
	done := s.script[:s.done]
	for i := len(done) - 1; i >= 0; i-- {
		if p := done[i].Play; p != nil {
			return p.Player, !p.Release
		}
	}
	return 0, false
}

// touch lays a hand on a datagram. One that has been sent already keeps its fate.
func (s *Session) touch(d *scenario.Datagram, touch netsim.Touch) {
	s.clients[d.Client-1].links[d.Way].Touch(netsim.Grip{Flow: s.flow(d), Number: d.Number, Second: d.Second}, touch)
}

// flow returns the flow that a datagram is of.
func (s *Session) flow(d *scenario.Datagram) netsim.Flow {
	for _, a := range s.clocks {
		if a.Name == d.Clock {
			return netsim.Aside + netsim.Flow(a.ID)
		}
	}
	return gameFlow(d.Kind)
}

// checkSent refuses a valid event about a datagram whose fate is decided.
func (s *Session) checkSent(ev *scenario.Event) error {
	for key, d := range ev.Held {
		if d.Number <= s.clients[d.Client-1].links[d.Way].Sent(s.flow(d)) {
			return fmt.Errorf("%s: %v was sent before %v", key, d, time.Duration(s.Now()))
		}
	}
	return nil
}

// say says a line. The error is that of a client that cannot say it now, which is no fault of anyone's.
func (s *Session) say(y scenario.Say) {
	if y.Player == 0 {
		_ = s.host.host.Say(s.host.local(s.Now()), y.Text)
		return
	}
	c := s.clients[y.Player-1]
	_ = c.client.Say(c.local(s.Now()), y.Text)
}
