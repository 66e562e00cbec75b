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

// Recorders is a Recorder that hands everything to each of several, in their order, and an Observer for
// those of them that are.
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

func (r Recorders) observers(yield func(Observer) bool) {
	for _, one := range r {
		if o, ok := one.(Observer); ok && !yield(o) {
			return
		}
	}
}

// Departure implements Observer.
func (r Recorders) Departure(d Departure) {
	for o := range r.observers {
		o.Departure(d)
	}
}

// Arrival implements Observer.
func (r Recorders) Arrival(a Arrival) {
	for o := range r.observers {
		o.Arrival(a)
	}
}

// Moment implements Observer.
func (r Recorders) Moment(m ClockMoment) {
	for o := range r.observers {
		o.Moment(m)
	}
}

// Missing implements Observer.
func (r Recorders) Missing(m MissingInput) {
	for o := range r.observers {
		o.Missing(m)
	}
}

// observerOf returns a recorder as an Observer, nil if it would pass nothing on.
func observerOf(r Recorder) Observer {
	if several, ok := r.(Recorders); ok {
		for range several.observers {
			return several
		}
		return nil
	}
	o, _ := r.(Observer)
	return o
}
