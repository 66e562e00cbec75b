package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// An Observer is a Recorder that also gets what no trace file has: what diagrams need.
type Observer interface {
	Recorder
	// Departure comes right after Packet, for the same datagram.
	Departure(d Departure)
	// Arrival takes a datagram once its receiver has dealt with it.
	Arrival(a Arrival)
	// Moment takes where the clocks of a machine stand, once for each of its frames.
	Moment(m ClockMoment)
	// Missing takes ticks that the host has played without the input of a client.
	Missing(m MissingInput)
}

// Departure is what is known of a datagram, beside itself, when it is sent.
type Departure struct {
	Packet  uint64        // its ID
	Local   netsync.Local // the sender's own clock
	ReplyTo uint64        // the datagram that the sender was just dealing with, 0 for none
	Tick    int64         // of an input the newest tick, of a snapshot the tick that it shows
	Ticks   int           // how many ticks it is about, 0 for all that are neither
}

// Arrival is what became of a datagram at its receiver.
type Arrival struct {
	Packet uint64
	At     netsim.Time
	Local  netsync.Local // the receiver's own clock
	// Margin is by how much it came before it was needed, negative is late: of an input its newest tick
	// against the host's world time; of a snapshot its tick against the server time that the client
	// shows. It is meaningful if HasMargin.
	Margin    time.Duration
	HasMargin bool
	// Of an input, how many of its ticks were new and in time, and new and late; and whether it was
	// thrown away because it came too early.
	OnTime, Late int
	Early        bool
}

// ClockMoment is what the clocks of one machine read in one of its frames.
type ClockMoment struct {
	Machine netsim.NodeID
	At      netsim.Time
	Local   netsync.Local // its own clock
	World   netsync.World // its own world time
	// OK is whether a client knows the time; the host always does. The rest is meaningful if OK.
	OK bool
	// Shared is what a client takes the host's world time to be, Server what it shows of others, Predicted
	// what it shows of its own player. They are one for the host.
	Shared, Server, Predicted netsync.World
	// Estimated is what the driving algorithm takes the host's clock to be, on its base, and True what that is.
	Estimated, True netsync.Server
	RTT             time.Duration // smoothed, of the game's own datagrams
}

// MissingInput is ticks that the host has played in one frame with the buttons of earlier ones.
type MissingInput struct {
	Client int
	At     netsim.Time
	Tick   int64 // the last that was played in the frame
	Ticks  int
}

// departed tells the observer of a datagram that has just been sent.
func (s *Session) departed(p *netsim.Packet) {
	d := Departure{Packet: p.ID, Local: s.localOf(p.From, p.Sent), ReplyTo: s.dealing}
	d.Tick, d.Ticks, _ = game.About(p.Data)
	s.observer.Departure(d)
}

// localOf returns what a machine's own clock reads.
func (s *Session) localOf(machine netsim.NodeID, now netsim.Time) netsync.Local {
	if machine == 0 {
		return s.host.local(now)
	}
	return s.clients[machine-1].local(now)
}

// receiveObserved hands a client's datagram to the host and tells the observer what came of it.
func (n *hostNode) receiveObserved(now netsim.Time, p *netsim.Packet) {
	local := n.local(now)
	a := Arrival{Packet: p.ID, At: now, Local: local}
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
	n.session.observer.Arrival(a)
}

// receiveObserved hands a datagram to the client and tells the observer what came of it.
func (n *clientNode) receiveObserved(now netsim.Time, p *netsim.Packet) {
	local := n.local(now)
	a := Arrival{Packet: p.ID, At: now, Local: local}
	tick, ticks, _ := game.About(p.Data)
	if m := n.client.Moment(local); ticks > 0 && m.OK {
		due := netsync.NewNetworkTime(m.Server.Rate(), tick).World()
		a.Margin, a.HasMargin = due.Sub(m.Server.World()), true
	}
	n.bad.note(n.client.Receive(local, p.Data))
	n.session.observer.Arrival(a)
}

// wakeObserved runs what is due at the host and tells the observer of its clocks, and of the inputs
// that it lacked.
func (n *hostNode) wakeObserved(now netsim.Time) {
	local, s := n.local(now), n.session
	for i, c := range s.clients {
		s.lacked[i] = n.host.Inputs(c.id).Missing
	}
	n.host.Wake(local)
	for i, c := range s.clients {
		if lacks := n.host.Inputs(c.id).Missing - s.lacked[i]; lacks > 0 {
			s.observer.Missing(MissingInput{Client: c.id, At: now, Tick: n.host.Tick(), Ticks: int(lacks)})
		}
	}
	w := n.host.World(local)
	s.observer.Moment(ClockMoment{Machine: 0, At: now, Local: local, World: w, OK: true,
		Shared: w, Server: w, Predicted: w, Estimated: game.Server(local), True: game.Server(local)})
}

// observe tells the observer of a client's clocks.
func (n *clientNode) observe(now netsim.Time, m game.Moment) {
	local, s := n.local(now), n.session
	c := ClockMoment{Machine: netsim.NodeID(n.id), At: now, Local: local,
		World: netsync.World(n.client.OwnWorld(local)), OK: m.OK, RTT: m.RTT}
	if m.OK {
		c.Shared, c.Server, c.Predicted = m.Clock.World(), m.Server.World(), m.Predicted.World()
		driving := int(s.value(n.id, keyAlgorithm))
		c.Estimated, _ = n.client.Estimate(driving, local)
		c.True, _ = s.trueClocks(n, driving, now)
	}
	s.observer.Moment(c)
}
