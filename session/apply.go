package session

import (
	"cmp"
	"slices"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/scenario"
)

// applySet makes values that have been stored work, those of each group once.
func (s *Session) applySet(set []scenario.Assignment) error {
	// By client, the groups that work: hundreds of settings of each may be on their way at once. One beyond the 64th is applied
	// again, which changes nothing.
	var works [scenario.MaxClients + 1]uint64
	for _, a := range set {
		group := a.Key().Group()
		bit := uint64(1) << slices.Index(scenario.Groups(), group)
		for client := range len(s.clients) + 1 {
			if a.Concerns(client) && works[client]&bit == 0 {
				works[client] |= bit
				if err := s.apply(client, group); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// apply makes the values of a group of settings work for a client, of which 0 is the world. A group that it has none
// of, and one that is fixed, which is read when the session is built, is passed over; what works already stays as it is.
func (s *Session) apply(client int, group any) error {
	if g, ok := group.(*scenario.ClockGroup); ok && !s.standing.Runs(g) {
		return nil
	}
	if client == 0 {
		if g, ok := group.(*scenario.ClockGroup); ok {
			return s.host.host.SetClock(s.host.local(s.Now()), g.Of(s.standing, 0))
		}
		switch group {
		case &scenario.Hosts:
			return s.applyHost(scenario.Hosts.Of(s.standing, 0))
		case &scenario.HostMails:
			if s.host.mail.apply(scenario.HostMails.Of(s.standing, 0)) {
				s.engine.WakeAt(0, s.Now())
			}
		case &scenario.Measurings:
			s.measuring = scenario.Measurings.Of(s.standing, 0)
		}
		return nil
	}
	c := s.clients[client-1]
	switch g := group.(type) {
	case *scenario.Group[netsim.Settings]:
		return c.applyLink(g.Way, g.Of(s.standing, client))
	case *scenario.Group[scenario.Machine]:
		return c.applyMachine(g.Of(s.standing, client))
	case *scenario.Group[scenario.Mail]:
		if g == &scenario.Mails && c.mail.apply(g.Of(s.standing, client)) {
			s.engine.WakeAt(netsim.NodeID(c.id), s.Now())
		}
	case *scenario.Group[game.Buffers]:
		b := g.Of(s.standing, client)
		c.client.SetBuffers(b)
		return b.Validate()
	case *scenario.ClockGroup:
		return c.applyClock(g.Of(s.standing, client))
	case *scenario.Group[game.TimeSettings]:
		return c.client.SetTime(g.Of(s.standing, client))
	case *scenario.Group[game.BothDatagrams]:
		d, now := g.Of(s.standing, client), s.Now()
		err := cmp.Or(c.client.SetDatagrams(c.local(now), d.Up), s.host.host.SetDatagrams(s.host.local(now), client, d.Down))
		c.reschedule()
		s.host.reschedule()
		return err
	case *scenario.Group[game.Bulk]:
		err := c.client.SetBulk(c.local(s.Now()), g.Of(s.standing, client))
		c.reschedule()
		return err
	case *scenario.Group[game.Look]:
		c.look = g.Of(s.standing, client)
		c.client.SetLook(c.look)
	case *scenario.Group[scenario.Input]:
		in := g.Of(s.standing, client)
		c.client.SetAuthority(in.Authority)
		s.host.host.SetAuthority(client, in.Authority)
		return c.client.SetInputRate(s.sendRate(in.Rate))
	}
	return nil
}

// applyLink brings a direction of the client's link to its settings.
func (n *clientNode) applyLink(d scenario.Direction, want netsim.Settings) error {
	if l := n.links[d]; want != l.Settings() {
		return l.Set(n.session.Now(), want)
	}
	return nil
}

// applyClock has one of the client's clocks go by its constants. Where they are others it starts anew, and so does how long it
// takes to come near the truth.
func (n *clientNode) applyClock(a netsync.Algorithm) error {
	changed, err := n.client.SetClock(a)
	if changed {
		for i := range n.session.clocks {
			if n.session.clocks[i].ID == a.ID {
				n.truth.restarted(i, n.session.Now())
			}
		}
		n.reschedule()
	}
	return err
}

// applyMachine brings the client's machine to its settings. A change of its clock's offset is a step.
func (n *clientNode) applyMachine(m scenario.Machine) error {
	was, now := n.machine, n.session.Now()
	n.machine = m
	var err error
	if m.Offset != was.Offset {
		n.osc.Step(now, m.Offset-was.Offset)
		n.clockChanged(now)
	}
	if m.Skew != was.Skew {
		err = n.osc.SetSkew(now, m.Skew)
		n.clockChanged(now)
	}
	if m.Temperature != was.Temperature {
		err = cmp.Or(err, n.osc.SetTemperature(now, m.Temperature))
		n.clockChanged(now)
	}
	if m.Wander != was.Wander {
		err = cmp.Or(err, n.osc.SetWander(now, m.Wander))
		n.clockChanged(now)
	}
	if m.Sleep != was.Sleep {
		n.applySleep(was.Sleep)
	}
	if m.Dilation != was.Dilation {
		err = cmp.Or(err, n.client.SetDilation(n.local(now), m.Dilation))
		n.reschedule()
	}
	return cmp.Or(err, n.client.Drive(m.Algorithm))
}

// applySleep closes or opens the lid of the client's machine.
func (n *clientNode) applySleep(was int) {
	s, now, node := n.session, n.session.Now(), netsim.NodeID(n.id)
	if n.machine.Sleep == scenario.Asleep {
		n.osc.Stop(now)
	} else {
		n.osc.Start(now)
	}
	switch {
	case n.machine.Sleep != scenario.Awake:
		s.engine.Suspend(node)
	case was != scenario.Awake:
		s.engine.Resume(node)
		n.truth.interrupted()
		n.clockChanged(now)
	}
}

// applyHost brings the host and its game to their settings.
func (s *Session) applyHost(h scenario.Host) error {
	n, now, lead := s.host, s.Now(), h.Lead
	was := n.set
	n.set = h
	if now == 0 {
		lead = 0 // what holds from the start was announced before it
	}
	var err error
	if h.Dilation != was.Dilation {
		err = n.host.SetDilation(n.local(now), h.Dilation, lead)
	}
	if h.Budget != was.Budget {
		err = cmp.Or(err, n.host.SetBudget(h.Budget))
	}
	err = cmp.Or(err, n.host.SetSnapshotRate(s.sendRate(h.SnapshotRate)), n.host.SetLagCompensation(h.Compensation, h.Rewind),
		n.host.SetTimeout(h.Timeout), n.host.SetAppStamps(h.Stamps))
	for _, c := range s.clients {
		err = cmp.Or(err, c.client.SetTimeout(h.Timeout))
	}
	return err
}

// sendRate returns how often a machine sends, in datagrams a second: once a tick where nothing, or
// more, is set.
func (s *Session) sendRate(hz int) int {
	if rate := s.host.host.Rate(); hz == 0 || hz > rate {
		return rate
	}
	return hz
}
