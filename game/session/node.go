package session

import (
	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"fmt"
)

// hostNode puts the host into the engine: it turns true time into the host's clock and back.
type hostNode struct {
	session *Session
	osc     *netsim.Oscillator
	host    *game.Host
	set     scenario.Host // its settings, as they work
	mail    mailbox
	tick    int64 // the latest that a recorder could be told
	bad     badDatagrams
}

// badDatagrams counts what a machine refused.
type badDatagrams struct {
	count  uint64
	latest error
}

func (b *badDatagrams) note(err error) {
	if err != nil {
		b.count++
		b.latest = err
	}
}

func (n *hostNode) local(now netsim.Time) netsync.Local { return netsync.Local(n.osc.Read(now)) }

// Receive implements netsim.Node.
func (n *hostNode) Receive(now netsim.Time, p *netsim.Packet) {
	from := n.session.clients[int(p.From)-1]
	if p.Flow < netsim.Aside {
		from.truth.up.add(now.Sub(p.Sent))
	}
	local := n.local(now)
	if l := n.mail.arrive(p, now, local); l != nil {
		n.read(now, local, l, p.Data)
		n.reschedule()
	} else if n.mail.looks(true, false) {
		n.session.engine.WakeAt(0, now)
	}
}

// read has the host deal with a datagram.
func (n *hostNode) read(now netsim.Time, local netsync.Local, l *letter, data []byte) {
	n.session.dealing = l.packet
	n.bad.note(n.host.Receive(local, n.mail.stamp(l, local), n.mail.span(now, local), int(l.from), data))
	if n.session.recorder != nil {
		n.session.received(0, l, now, n.host.Receipt, n.host.World(local), true)
	}
	n.flush()
	n.session.dealing = 0
}

// Wake implements netsim.Node.
func (n *hostNode) Wake(now netsim.Time) {
	if turn := n.mail.turns.Next(now); turn > now {
		n.session.engine.WakeAt(0, turn)
		return
	}
	local := n.local(now)
	if n.mail.looks(true, n.host.TickWaits(local)) {
		n.mail.take(now, func(l *letter, data []byte) { n.read(now, local, l, data) })
		n.mail.looked = local
	}
	n.host.Wake(local)
	s, f := n.session, n.session.frame(0)
	if s.recorder != nil {
		n.woken(now)
	}
	// What the clients' players have begun on the host.
	for _, d := range n.host.Deeds {
		if d.Player > 0 {
			s.told.deed = observe.Deed{Client: d.Player, At: now, Tick: d.Tick, Deed: d.Deed, Shot: d.Shot}
			if s.keys.Played(&f, &s.told.deed); s.recorder != nil {
				s.recorder.Record(&s.told.deed)
			}
		}
	}
	n.flush()
	if n.tick != n.host.Tick() {
		s.ears.Frame(&f)
	}
	s.recordTick(0, now, &n.tick, n.host.Tick())
	n.countTraffic(now)
	s.hits.Played(0, n.host.Tick(), now)
	s.hits.HostFrame(&f)
	s.screens.Frame(&f)
	n.reschedule()
}

func (n *hostNode) reschedule() {
	n.session.engine.WakeAt(0, n.osc.When(int64(n.host.Next())))
}

func (n *hostNode) flush() { n.session.flush(0, &n.host.Outbox) }

// flush sends what a machine has put into its outbox.
func (s *Session) flush(from netsim.NodeID, out *game.Outbox) {
	if out.Len() == 0 {
		return
	}
	for i := range out.Len() {
		d := out.At(i)
		flow := gameFlow(d.Kind)
		if d.Clock > 0 {
			flow = netsim.Aside + netsim.Flow(d.Clock)
		}
		s.told.departure.Tick, s.told.departure.Ticks = d.Tick, d.Ticks
		if err := s.engine.Send(netsim.Datagram{From: from, To: netsim.NodeID(d.To), Flow: flow, Kind: uint8(d.Kind), Data: d.Data}); err != nil {
			s.note(fmt.Errorf("send: %w", err)) // a fault of this program
		}
	}
	out.Reset()
}

// gameFlow returns the flow of what is no clock's: the game's datagrams have one for each kind, and those of a bulk stream have one
// aside, which no clock has, so that they change nobody's luck.
func gameFlow(kind game.Kind) netsim.Flow {
	if kind.OfBulk() {
		return netsim.Aside
	}
	return netsim.Flow(kind)
}

// clientNode puts a client into the engine.
type clientNode struct {
	session *Session
	id      int
	osc     *netsim.Oscillator
	machine scenario.Machine // its settings, as they work
	mail    mailbox
	client  *game.Client
	links   [scenario.Directions]*netsim.Link
	frame   uint64
	tick    int64 // the latest that a recorder could be told
	truth   truth
	traffic traffic
	counts  observe.GameCounts
	bad     badDatagrams
	fingers fingers
}

func (n *clientNode) local(now netsim.Time) netsync.Local { return netsync.Local(n.osc.Read(now)) }

// Receive implements netsim.Node.
func (n *clientNode) Receive(now netsim.Time, p *netsim.Packet) {
	if p.Flow < netsim.Aside { // what clocks ask has no say in what the delay is taken to be
		n.truth.down.add(now.Sub(p.Sent))
	}
	local := n.local(now)
	if l := n.mail.arrive(p, now, local); l != nil {
		n.read(now, local, l, p.Data)
		n.reschedule()
	} else if n.mail.looks(n.client.State() == game.Joined, false) {
		n.session.engine.WakeAt(netsim.NodeID(n.id), now)
	}
}

// read has the client deal with a datagram.
func (n *clientNode) read(now netsim.Time, local netsync.Local, l *letter, data []byte) {
	n.session.dealing = l.packet
	var shown game.Moment // before the datagram sets the clock
	if n.session.recorder != nil {
		shown = n.client.Moment(local)
	}
	n.bad.note(n.client.Receive(local, n.mail.stamp(l, local), n.mail.span(now, local), data))
	n.session.hits.Read(n.id, n.client.Receipt.Shots, now)
	if n.session.recorder != nil {
		n.session.received(n.id, l, now, n.client.Receipt, shown.Server.World(), shown.OK)
	}
	n.session.flush(netsim.NodeID(n.id), &n.client.Outbox)
	n.session.dealing = 0
}

// Wake implements netsim.Node.
func (n *clientNode) Wake(now netsim.Time) {
	if turn := n.mail.turns.Next(now); turn > now {
		n.session.engine.WakeAt(netsim.NodeID(n.id), turn)
		return
	}
	local := n.local(now)
	if n.mail.looks(n.client.State() == game.Joined, n.client.TickWaits(local)) {
		n.mail.take(now, func(l *letter, data []byte) { n.read(now, local, l, data) })
		n.mail.looked = local
	}
	n.client.Wake(local)
	n.session.flush(netsim.NodeID(n.id), &n.client.Outbox)
	if f := n.client.Frame; f != n.frame {
		n.frame = f
		n.measure(now)
		n.truth.wraps.look(n, now)
		s, f := n.session, n.session.frame(n.id)
		s.screens.Frame(&f)
		s.ears.Frame(&f)
		if s.level.Empty() && s.recorder == nil {
			n.reschedule()
			return
		}
		m := n.client.FrameMoment(local)
		if m.OK {
			s.hits.Played(n.id, m.Predicted.Tick(), now)
			s.hits.ClientFrame(&f)
			s.peeks.Frame(&f)
			n.counts.Frame(&f, &n.mail.turns)
			s.keys.Frame(&f, &m, &s.hits)
			s.recordTick(netsim.NodeID(n.id), now, &n.tick, m.Predicted.Tick())
		}
		// What the own player has begun in this frame.
		for _, d := range n.client.Deeds {
			s.told.press = observe.Press{Client: n.id, At: now, Tick: d.Tick, Deed: d.Deed, Fresh: d.Fresh, Key: netsim.Never}
			if d.Fresh {
				s.told.press.Key = n.fingers.key(d.Deed.Keys())
			}
			if s.keys.Press(&f, &s.told.press); s.recorder != nil {
				s.recorder.Record(&s.told.press)
			}
		}
		if s.recorder != nil {
			n.recordMoment(now, m)
		}
	}
	n.reschedule()
}

func (n *clientNode) reschedule() {
	n.session.engine.WakeAt(netsim.NodeID(n.id), n.osc.When(int64(n.client.Next())))
}

// clockChanged wakes the client, so that it sees where its clock stands now.
func (n *clientNode) clockChanged(now netsim.Time) {
	n.session.engine.WakeAt(netsim.NodeID(n.id), now)
}
