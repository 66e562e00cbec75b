package session

import "driftlab/netsim"

// A Recorder gets what a run writes into its trace files, in the order in which it happens.
type Recorder interface {
	// Packet takes a datagram when it is sent; its fate is known by then. p is valid during the call.
	Packet(p *netsim.Packet)
	// Clock takes one algorithm's estimate at one client tick.
	Clock(c ClockSample)
	// Tick takes the tick that a machine has got to: the host's of its world, a client's of its own
	// player, once it knows the time. It may go back where the client's clock is set.
	Tick(machine netsim.NodeID, at netsim.Time, tick int64)
	// Event takes an event when it is applied. ev is valid during the call.
	Event(ev *Event)
}

// Recorders is a Recorder that hands everything to each of several, in their order.
type Recorders []Recorder

// Packet implements Recorder.
func (r Recorders) Packet(p *netsim.Packet) {
	for _, one := range r {
		one.Packet(p)
	}
}

// Clock implements Recorder.
func (r Recorders) Clock(c ClockSample) {
	for _, one := range r {
		one.Clock(c)
	}
}

// Tick implements Recorder.
func (r Recorders) Tick(machine netsim.NodeID, at netsim.Time, tick int64) {
	for _, one := range r {
		one.Tick(machine, at, tick)
	}
}

// Event implements Recorder.
func (r Recorders) Event(ev *Event) {
	for _, one := range r {
		one.Event(ev)
	}
}
