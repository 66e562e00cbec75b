package session

import (
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
)

// A Recorder is told all that happens in a session, in the order in which it happens, and keeps what it has a
// use for. A session is the same with one and without.
type Recorder interface {
	// Record takes one entry, which is valid during the call.
	Record(e Entry)
}

// An Entry is one thing that has happened: a [*Departure], [*Arrival], [*ClockSample], [*TickReached],
// [*ClockMoment], [*MissingInput], [*Press], [*Deed], [*ShotHeard] or [*Happening].
type Entry interface{ entry() }

func (*Departure) entry()    {}
func (*Arrival) entry()      {}
func (*ClockSample) entry()  {}
func (*TickReached) entry()  {}
func (*ClockMoment) entry()  {}
func (*MissingInput) entry() {}
func (*Press) entry()        {}
func (*Deed) entry()         {}
func (*ShotHeard) entry()    {}
func (*Happening) entry()    {}

// Recorders is a Recorder that tells each of several, in their order.
type Recorders []Recorder

// Record implements Recorder.
func (r Recorders) Record(e Entry) {
	for _, one := range r {
		one.Record(e)
	}
}

// Departure is a datagram when it is sent; its fate is known by then.
type Departure struct {
	*netsim.Packet
	Local   netsync.Local // the sender's own clock
	ReplyTo uint64        // the datagram that the sender was just dealing with, 0 for none
	Tick    int64         // of an input the newest tick, of a snapshot the tick that it shows
	Ticks   int           // how many ticks it is about, 0 for all that are neither
}

// Arrival is what became of a datagram at its receiver, once that has dealt with it.
type Arrival struct {
	Packet uint64
	At     netsim.Time
	Local  netsync.Local // the receiver's own clock at At
	Read   netsim.Time   // when the receiver read it, which is later than At where it has waited for that
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

// TickReached is the tick that a machine has got to: the host's of its world, a client's of its own player,
// once it knows the time. It may go back where the client's clock is set.
type TickReached struct {
	Machine netsim.NodeID
	At      netsim.Time
	Tick    int64
}

// ClockMoment is what the clocks of one machine read in one of its frames.
type ClockMoment struct {
	Machine netsim.NodeID
	At      netsim.Time
	Local   netsync.Local // its own clock
	World   netsync.World // its own world time
	// OK is whether a client knows the time; the host always does. The rest is meaningful if OK.
	OK   bool
	Look game.Look // how a client shows things
	// Shared is what a client takes the host's world time to be, Server what it shows of others, Predicted
	// what it shows of its own player. They are one for the host.
	Shared, Server, Predicted netsync.World
	// Estimated is what the driving algorithm takes the host's clock to be, on its base, and True what that is.
	Estimated, True netsync.Server
	RTT             time.Duration // smoothed, of the game's own datagrams
	// Queueing is the queueing delay as a client's bulk upload measures it; meaningful if Uploads.
	Queueing time.Duration
	Uploads  bool
}

// Happening is an event when it is applied.
type Happening struct{ *scenario.Event }

// MissingInput is ticks that the host has played in one frame with the buttons of earlier ones.
type MissingInput struct {
	Client int
	At     netsim.Time
	Tick   int64 // the last that was played in the frame
	Ticks  int
}

// entries has one of each kind that comes often, to be filled and told without allocating.
type entries struct {
	departure Departure
	arrival   Arrival
	clock     ClockSample
	tick      TickReached
	moment    ClockMoment
	missing   MissingInput
	press     Press
	deed      Deed
	heard     ShotHeard
}
