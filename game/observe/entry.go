// Package observe is what watches a session: what happens in it as entries for a Recorder, a tape of the latest of them, and
// what can be seen and heard on each machine. It changes nothing of what it watches.
package observe

import (
	"io"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A Recorder gets all that happens in a session, in the order in which it happens, and keeps what it needs. A session is the same with one and without.
type Recorder interface {
	// Record takes one entry, which is valid during the call.
	Record(e Entry)
}

// An Entry is one thing that has happened: a [*Departure], [*Arrival], [*ClockSample], [*TickReached],
// [*ClockMoment], [*MissingInput], [*Press], [*Deed], [*ShotHeard] or [*Happening].
type Entry any

// Recorders is a Recorder that passes entries on to several, in their order.
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

// TickReached is the tick that a machine has reached: the host's of its world, a client's of its own player,
// once it knows the time. It may go back when the client's clock is set.
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

// ClockSample is one algorithm's estimate at one client tick, and the truth.
type ClockSample struct {
	Time      netsim.Time
	Client    int
	Algorithm int            // place in [Session.Algorithms]
	True      netsync.Server // the host's clock, on the algorithm's base, at Time
	Estimated netsync.Server
}

// Error returns estimate − truth.
func (c ClockSample) Error() time.Duration { return c.Estimated.Sub(c.True) }

// A Press is a deed of a client's player when the client has played its tick for the first time.
type Press struct {
	Client int
	At     netsim.Time // of the frame
	Tick   int64
	Deed   game.Deed
	Fresh  bool // its key went down in this tick: one that is held down goes on jumping and firing
	// Key is when a person pressed the key, [netsim.Never] where nobody did: a robot has none, and one that is held down
	// goes on firing.
	Key netsim.Time
}

// A Deed is a deed of a client's player when the host has played its tick.
type Deed struct {
	Client int
	At     netsim.Time
	Tick   int64
	Deed   game.Deed
	Shot   uint32 // the projectile's number, 0 for none
}

// A ShotHeard is a projectile that a client learns of for the first time, from the message of its spawn or from one with
// places.
type ShotHeard struct {
	Client int
	Read   netsim.Time
	Packet uint64
	Shot   uint32
}

// A ClockLog writes clock.csv: every algorithm's estimate at every client tick. It is a [Recorder].
type ClockLog struct {
	w     io.Writer
	names []string // algorithms
	line  []byte
}

// NewClockLog begins the file of a session with some clocks. Errors are left to the writer, which must keep them.
func NewClockLog(w io.Writer, clocks []registry.Algorithm) *ClockLog {
	io.WriteString(w, "t_ns,client,algorithm,true_server_ns,estimated_server_ns,error_ns\n")
	l := &ClockLog{w: w}
	for _, a := range clocks {
		l.names = append(l.names, a.Name)
	}
	return l
}

// Record implements Recorder.
func (l *ClockLog) Record(e Entry) {
	c, ok := e.(*ClockSample)
	if !ok {
		return
	}
	b := strconv.AppendInt(l.line[:0], int64(c.Time), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(c.Client), 10)
	b = append(b, ',')
	b = append(b, l.names[c.Algorithm]...)
	b = append(b, ',')
	b = appendServer(b, c.True)
	b = append(b, ',')
	b = appendServer(b, c.Estimated)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(c.Error()), 10)
	l.line = append(b, '\n')
	l.w.Write(l.line)
}

func appendServer(b []byte, s netsync.Server) []byte { return strconv.AppendInt(b, int64(s), 10) }
