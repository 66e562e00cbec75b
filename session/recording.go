package session

import (
	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// departed tells the recorder of a datagram that has just been sent.
func (s *Session) departed(p *netsim.Packet) {
	d := &s.told.departure
	*d = Departure{Packet: p, Local: s.localOf(p.From, p.Sent), ReplyTo: s.dealing}
	d.Tick, d.Ticks, _ = game.About(p.Data)
	s.recorder.Record(d)
	d.Packet = nil // it was valid during the call
}

// localOf returns what a machine's own clock reads.
func (s *Session) localOf(machine netsim.NodeID, now netsim.Time) netsync.Local {
	if machine == 0 {
		return s.host.local(now)
	}
	return s.clients[machine-1].local(now)
}

// receiveRecorded hands a client's datagram to the host and tells the recorder what came of it.
func (n *hostNode) receiveRecorded(now netsim.Time, p *netsim.Packet) {
	local, a := n.local(now), &n.session.told.arrival
	*a = Arrival{Packet: p.ID, At: now, Local: local}
	tick, ticks, _ := game.About(p.Data)
	before := n.host.Inputs(int(p.From))
	n.bad.note(n.host.Receive(local, int(p.From), p.Data))
	after := n.host.Inputs(int(p.From))
	if ticks > 0 {
		due := netsync.NewNetworkTime(n.host.Rate(), tick).World()
		a.Margin, a.HasMargin = due.Sub(n.host.World(local)), true
		a.OnTime, a.Late = int(after.OnTime-before.OnTime), int(after.Late-before.Late)
		a.Early = after.Early > before.Early
	}
	n.session.recorder.Record(a)
}

// receiveRecorded hands a datagram to the client and tells the recorder what came of it.
func (n *clientNode) receiveRecorded(now netsim.Time, p *netsim.Packet) {
	local, a := n.local(now), &n.session.told.arrival
	*a = Arrival{Packet: p.ID, At: now, Local: local}
	tick, ticks, _ := game.About(p.Data)
	if m := n.client.Moment(local); ticks > 0 && m.OK {
		due := netsync.NewNetworkTime(m.Server.Rate(), tick).World()
		a.Margin, a.HasMargin = due.Sub(m.Server.World()), true
	}
	n.bad.note(n.client.Receive(local, p.Data))
	n.session.recorder.Record(a)
}

// wakeRecorded runs what is due at the host and tells the recorder of its clocks, and of the inputs
// that it lacked.
func (n *hostNode) wakeRecorded(now netsim.Time) {
	local, s := n.local(now), n.session
	for i, c := range s.clients {
		s.lacked[i] = n.host.Inputs(c.id).Missing
	}
	n.host.Wake(local)
	for i, c := range s.clients {
		if lacks := n.host.Inputs(c.id).Missing - s.lacked[i]; lacks > 0 {
			s.told.missing = MissingInput{Client: c.id, At: now, Tick: n.host.Tick(), Ticks: int(lacks)}
			s.recorder.Record(&s.told.missing)
		}
	}
	w := n.host.World(local)
	s.told.moment = ClockMoment{Machine: 0, At: now, Local: local, World: w, OK: true,
		Shared: w, Server: w, Predicted: w, Estimated: game.Server(local), True: game.Server(local)}
	s.recorder.Record(&s.told.moment)
}

// recordMoment tells the recorder of a client's clocks.
func (n *clientNode) recordMoment(now netsim.Time, m game.Moment) {
	local, s := n.local(now), n.session
	c := &s.told.moment
	*c = ClockMoment{Machine: netsim.NodeID(n.id), At: now, Local: local,
		World: netsync.World(n.client.OwnWorld(local)), OK: m.OK, RTT: m.RTT}
	if m.OK {
		c.Shared, c.Server, c.Predicted = m.Clock.World(), m.Server.World(), m.Predicted.World()
		driving := int(s.value(n.id, keyAlgorithm))
		c.Estimated, _ = n.client.Estimate(driving, local)
		c.True, _ = s.trueClocks(n, driving, now)
	}
	s.recorder.Record(c)
}

// recordTick tells the recorder which tick a machine is at, if it is another than before. Whether there
// is a recorder must not matter to one that comes later.
func (s *Session) recordTick(machine netsim.NodeID, now netsim.Time, before *int64, tick int64) {
	if tick == *before {
		return
	}
	*before = tick
	if s.recorder != nil {
		s.told.tick = TickReached{machine, now, tick}
		s.recorder.Record(&s.told.tick)
	}
}
