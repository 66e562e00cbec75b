package session

import (
	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// entries has one of each kind that comes often, to be filled and told without allocating.
type entries struct {
	departure observe.Departure
	arrival   observe.Arrival
	clock     observe.ClockSample
	tick      observe.TickReached
	moment    observe.ClockMoment
	missing   observe.MissingInput
	press     observe.Press
	deed      observe.Deed
	heard     observe.ShotHeard
}

// received tells the recorder what came of a datagram that a machine has just read, 0 being the host. Its ticks were needed
// at a world time, if that is known.
func (s *Session) received(machine int, l *letter, now netsim.Time, r game.Receipt, needed netsync.World, known bool) {
	a := &s.told.arrival
	*a = observe.Arrival{Packet: l.packet, At: l.at, Local: l.came, Read: now, OnTime: r.OnTime, Late: r.Late, Early: r.Early}
	if r.Ticks > 0 && known {
		due := unity.NewNetworkTime(s.host.host.Rate(), r.Tick).World()
		a.Margin, a.HasMargin = due.Sub(needed), true
	}
	s.recorder.Record(a)
	for _, shot := range r.Shots {
		s.told.heard = observe.ShotHeard{Client: machine, Read: now, Packet: l.packet, Shot: shot}
		s.recorder.Record(&s.told.heard)
	}
}

// woken tells the recorder of the host's clocks, and of the inputs that it has just lacked.
func (n *hostNode) woken(now netsim.Time) {
	local, s := n.local(now), n.session
	for _, c := range s.clients {
		if ticks := n.host.Stats(c.id).Lacked; ticks > 0 {
			s.told.missing = observe.MissingInput{Client: c.id, At: now, Tick: n.host.Tick(), Ticks: ticks}
			s.recorder.Record(&s.told.missing)
		}
	}
	w := n.host.World(local)
	s.told.moment = observe.ClockMoment{Machine: 0, At: now, Local: local, World: w, OK: true,
		Shared: w, Server: w, Predicted: w, Estimated: game.Server(local), True: game.Server(local)}
	s.recorder.Record(&s.told.moment)
}

// recordMoment tells the recorder of a client's clocks.
func (n *clientNode) recordMoment(now netsim.Time, m game.Moment) {
	local, s := n.local(now), n.session
	c := &s.told.moment
	*c = observe.ClockMoment{Machine: netsim.NodeID(n.id), At: now, Local: local,
		World: netsync.World(n.client.Clocks.OwnWorld(local)), OK: m.OK, Look: n.client.Look, RTT: m.RTT}
	if m.OK {
		c.Shared, c.Server, c.Predicted = m.Clock.World(), m.Server.World(), m.Predicted.World()
		driving := n.client.Clocks.Driving
		c.Estimated, _ = n.client.Clocks.Estimate(driving, local)
		c.True, _ = s.Clock(n.id, driving).Reads()
	}
	if bulk, ok := n.client.BulkState(); ok {
		c.Queueing, c.Uploads = bulk.Queueing, bulk.Measured
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
		s.told.tick = observe.TickReached{Machine: machine, At: now, Tick: tick}
		s.recorder.Record(&s.told.tick)
	}
}
