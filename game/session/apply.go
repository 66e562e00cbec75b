package session

import (
	"cmp"
	"slices"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// An applier makes the settings of a group work as they stand.
type applier struct {
	group any // as [scenario.Groups] has it
	apply func(s *Session, client int) error
}

// to makes the settings work for a client (0 is the world); what works already stays as it is.
func (a *applier) to(s *Session, client int) error {
	if a.apply == nil {
		return nil
	}
	return a.apply(s, client)
}

// appliers has a row for each group, in the order of [scenario.Groups]. One that is fixed applies nothing: it is read when the
// session is built.
var appliers = inOrder(
	ofClient(&scenario.Links[scenario.Up], applyLink(scenario.Up)),
	ofClient(&scenario.Links[scenario.Down], applyLink(scenario.Down)),
	ofClient(&scenario.Machines, (*clientNode).applyMachine),
	ofClient(&scenario.ClientPolling, (*clientNode).applyPolling),
	ofClient(&scenario.Times, func(n *clientNode, t game.TimeSettings) error { return n.client.SetTime(t) }),
	ofClient(&scenario.Buffers, (*clientNode).applyBuffers),
	ofClient(&scenario.Inputs, (*clientNode).applyInput),
	ofClient(&scenario.Datagrams, (*clientNode).applyDatagrams),
	ofClient(&scenario.Bulks, (*clientNode).applyBulk),
	ofClient(&scenario.Looks, (*clientNode).applyLook),
	ofWorld(&scenario.Hosts, (*hostNode).applySettings),
	ofWorld(&scenario.HostPolling, (*hostNode).applyPolling),
	ofWorld(&scenario.Measurings, func(n *hostNode, m scenario.Measuring) error {
		n.session.measuring = m
		return nil
	}),
)

// ofClient makes the row of a group of which each client has its own settings.
func ofClient[T any](g *scenario.Group[T], apply func(*clientNode, T) error) applier {
	return applier{g, func(s *Session, client int) error {
		if client == 0 {
			return nil
		}
		return apply(s.clients[client-1], g.Of(s.settings, client))
	}}
}

// ofWorld makes the row of a group of which the session has one.
func ofWorld[T any](g *scenario.Group[T], apply func(*hostNode, T) error) applier {
	return applier{g, func(s *Session, client int) error {
		if client > 0 {
			return nil
		}
		return apply(s.host, g.Of(s.settings, 0))
	}}
}

// ofClock makes the row of a clock's constants, which the host's half of it may have too.
func ofClock(g *scenario.ClockGroup) applier {
	return applier{g, func(s *Session, client int) error {
		id := g.Of(s.settings, 0).ID
		guest := slices.ContainsFunc(s.guests, func(a registry.Algorithm) bool { return a.ID == id })
		switch {
		case !s.settings.Runs(g), guest: // a guest in a clock's place has none of its constants
			return nil
		case client == 0:
			return s.host.host.SetClock(s.host.local(s.Now()), g.Of(s.settings, 0))
		}
		return s.clients[client-1].applyClock(g.Of(s.settings, client))
	}}
}

// inOrder puts rows, and those of all clocks, into the order of the groups.
func inOrder(rows ...applier) (all []applier) {
	for _, group := range scenario.Groups() {
		row := applier{group: group}
		if g, ok := group.(*scenario.ClockGroup); ok {
			row = ofClock(g)
		} else if i := slices.IndexFunc(rows, func(r applier) bool { return r.group == group }); i >= 0 {
			row = rows[i]
		}
		all = append(all, row)
	}
	return all
}

// applySet makes values that have been stored work, those of each group once.
func (s *Session) applySet(set []scenario.Assignment) error {
	// By client, the groups that work: hundreds of settings of each may be on their way at once. One beyond the 64th is applied
	// again, which changes nothing.
	var works [scenario.MaxClients + 1]uint64
	for _, a := range set {
		group := slices.Index(scenario.Groups(), a.Key().Group())
		bit := uint64(1) << group
		for client := range len(s.clients) + 1 {
			if a.Concerns(client) && works[client]&bit == 0 {
				works[client] |= bit
				if err := appliers[group].to(s, client); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// applyLink returns what brings a direction of a client's link to its settings.
func applyLink(d scenario.Direction) func(*clientNode, netsim.Settings) error {
	return func(n *clientNode, want netsim.Settings) error {
		if l := n.links[d]; want != l.Settings() {
			return l.Set(n.session.Now(), want)
		}
		return nil
	}
}

// applyClock has one of the client's clocks go by its constants. If they change, it restarts, and so does how long it
// takes to come near the truth.
func (n *clientNode) applyClock(a registry.Algorithm) error {
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

// applyPolling brings the client's polling of its socket to its settings.
func (n *clientNode) applyPolling(m scenario.Polling) error {
	n.client.AskInTicks = m.InTicks()
	n.client.FalseStamps = m.False
	if n.mail.apply(m, n.session.Now()) {
		n.session.engine.WakeAt(netsim.NodeID(n.id), n.session.Now())
	}
	return nil
}

func (n *clientNode) applyBuffers(b game.Buffers) error {
	n.client.SetBuffers(b)
	return b.Validate()
}

// applyInput brings the client's inputs to their settings, and on both machines who has the last word on where they lead.
func (n *clientNode) applyInput(in scenario.Input) error {
	n.client.Authority, n.client.CatchUp = in.Authority, in.CatchUp
	n.session.host.host.SetAuthority(n.id, in.Authority)
	own := cmp.Or(scenario.ClientTicks.Of(n.session.settings, n.id).Rate, game.MaxRate)
	return n.client.SetInputRate(min(n.session.sendRate(in.Rate), own))
}

// applyDatagrams brings what is sent each way between the client and the host to its settings.
func (n *clientNode) applyDatagrams(d game.BothDatagrams) error {
	host, now := n.session.host, n.session.Now()
	err := cmp.Or(n.client.SetDatagrams(n.local(now), d.Up), host.host.SetDatagrams(host.local(now), n.id, d.Down))
	n.reschedule()
	host.reschedule()
	return err
}

func (n *clientNode) applyBulk(b game.Bulk) error {
	err := n.client.SetBulk(n.local(n.session.Now()), b)
	n.reschedule()
	return err
}

func (n *clientNode) applyLook(l game.Look) error {
	n.client.Look = l
	return nil
}

// applySettings brings the host and its game to their settings.
func (n *hostNode) applySettings(h scenario.Host) error {
	s, now, lead := n.session, n.session.Now(), h.Lead
	was := n.set
	n.set = h
	if now == 0 {
		lead = 0 // what holds from the start was announced before it
	}
	if h.Offset != was.Offset {
		n.osc.Step(now, h.Offset-was.Offset)
		n.host.ClockSet(h.Offset - was.Offset)
		s.engine.WakeAt(0, now)
	}
	var err error
	if h.Dilation != was.Dilation {
		err = n.host.SetDilation(n.local(now), h.Dilation, lead)
	}
	if h.Budget != was.Budget {
		err = cmp.Or(err, n.host.SetBudget(h.Budget))
	}
	err = cmp.Or(err, n.host.SetSnapshotRate(s.sendRate(h.SnapshotRate)), n.host.SetLagCompensation(h.Compensation, h.Rewind, h.RewindBy),
		n.host.SetAnswerWork(h.Work),
		n.host.SetTimeout(h.Timeout), n.host.SetAppStamps(h.Stamps))
	for _, c := range s.clients {
		err = cmp.Or(err, c.client.SetTimeout(h.Timeout))
	}
	return err
}

// applyPolling brings the host's polling of its socket to its settings.
func (n *hostNode) applyPolling(m scenario.Polling) error {
	n.host.FalseStamps = m.False
	n.host.StampStep = m.Step
	if n.mail.apply(m, n.session.Now()) {
		n.session.engine.WakeAt(0, n.session.Now())
	}
	return nil
}

// sendRate returns how often a machine sends, in datagrams a second: once a tick where nothing, or
// more, is set.
func (s *Session) sendRate(hz int) int {
	if rate := s.host.host.Rate(); hz == 0 || hz > rate {
		return rate
	}
	return hz
}
