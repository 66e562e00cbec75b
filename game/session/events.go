package session

import (
	"fmt"
	"slices"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// Do applies an event now and writes it into the log; its At is ignored. It takes the place of what
// the script still had ahead. A bad event changes nothing, and the error says what is allowed.
func (s *Session) Do(ev scenario.Event) error {
	ev.At = s.Now()
	if err := s.Check(ev); err != nil {
		return err
	}
	s.script = append(s.script[:s.done:s.done], ev)
	s.done++
	return s.do(ev)
}

// Check returns the error with which Do would refuse an event now.
func (s *Session) Check(ev scenario.Event) error {
	ev.At = s.Now()
	if err := s.CheckAnywhen(ev); err != nil {
		return err
	}
	for key, d := range ev.Held {
		if d.Number <= s.clients[d.Client-1].links[d.Way].Sent(s.flow(d)) {
			return fmt.Errorf("%s: %v was sent before %v", key, d, time.Duration(s.Now())) // its fate is decided
		}
	}
	return nil
}

// CheckAnywhen is Check but for what depends on the instant: whether a datagram has been sent by then.
func (s *Session) CheckAnywhen(ev scenario.Event) error {
	return s.settings.Check(&ev, s.log, s.pending)
}

// Set changes one setting now, as the command line writes it, and logs it.
func (s *Session) Set(key, value string) error {
	set, err := scenario.ParseAssignment(key, value)
	if err != nil {
		return err
	}
	return s.Do(scenario.Event{Set: set})
}

func (s *Session) do(ev scenario.Event) error {
	if err := s.settings.Take(&ev); err != nil {
		return err
	}
	// The rates that an event eases from now on leave at once: until the next step they already add
	// up.
	now := s.Now()
	for i := range s.settings.Eases() {
		if k := &s.settings.Eases()[i]; k.Points[0].At == now {
			s.settings.Move(k, eased(s.settings, k, now))
		}
	}
	s.log = append(s.log, ev)
	if s.recorder != nil {
		s.recorder.Record(&observe.Happening{Event: &ev})
	}
	if ev.Caption != "" {
		s.caption = ev.Caption
	}
	if err := s.applySet(ev.Set); err != nil {
		return err
	}
	return s.happen(&ev)
}

// botLease is how long bots press what an event gives them: half a second.
const botLease = 500 * time.Millisecond

// happen does to the machines what the event says beside its settings.
func (s *Session) happen(ev *scenario.Event) error {
	now := s.Now()
	for _, c := range s.clients {
		if slices.ContainsFunc(ev.Set, func(a scenario.Assignment) bool { return a.Key().Name == "client.throttle" && a.Concerns(c.id) }) {
			c.mail.turns.Throttle(now) // also where it is as long as before
		}
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
	if y := ev.Say; y != nil { // a client that cannot say it now is no fault of anyone's
		if y.Player == 0 {
			_ = s.host.host.Say(s.host.local(now), y.Text)
		} else {
			c := s.clients[y.Player-1]
			_ = c.client.Say(c.local(now), y.Text)
		}
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

// fingers are on the keys of a client's player, where a person plays it.
type fingers struct {
	held    game.Buttons
	pressed [8]netsim.Time // when each was pressed last, 0 for never
}

// hold has the fingers be on these keys from now on.
func (f *fingers) hold(keys game.Buttons, now netsim.Time) {
	for i := range f.pressed {
		if keys&^f.held>>i&1 != 0 {
			f.pressed[i] = now
		}
	}
	f.held = keys
}

// key returns when the one of some keys was pressed that went down last, of those that are down.
func (f *fingers) key(keys game.Buttons) netsim.Time {
	latest := netsim.Time(0)
	for i, at := range f.pressed {
		if keys&f.held>>i&1 != 0 {
			latest = max(latest, at)
		}
	}
	if latest == 0 {
		return netsim.Never
	}
	return latest
}
