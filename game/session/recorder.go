package session

import (
	"io"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
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

// localOf returns what a machine's own clock reads.
func (s *Session) localOf(machine netsim.NodeID, now netsim.Time) netsync.Local {
	if machine == 0 {
		return s.host.local(now)
	}
	return s.clients[machine-1].local(now)
}

// received tells the recorder what came of a datagram that a machine has just read, 0 being the host. Its ticks were needed
// at a world time, if that is known.
func (s *Session) received(machine int, l *letter, now netsim.Time, r game.Receipt, needed netsync.World, known bool) {
	a := &s.told.arrival
	*a = Arrival{Packet: l.packet, At: l.at, Local: l.came, Read: now, OnTime: r.OnTime, Late: r.Late, Early: r.Early}
	if r.Ticks > 0 && known {
		due := unity.NewNetworkTime(s.host.host.Rate(), r.Tick).World()
		a.Margin, a.HasMargin = due.Sub(needed), true
	}
	s.recorder.Record(a)
	for _, shot := range r.Shots {
		s.told.heard = ShotHeard{Client: machine, Read: now, Packet: l.packet, Shot: shot}
		s.recorder.Record(&s.told.heard)
	}
}

// woken tells the recorder of the host's clocks, and of the inputs that it has just lacked.
func (n *hostNode) woken(now netsim.Time) {
	local, s := n.local(now), n.session
	for _, c := range s.clients {
		if ticks := n.host.Lacked(c.id); ticks > 0 {
			s.told.missing = MissingInput{Client: c.id, At: now, Tick: n.host.Tick(), Ticks: ticks}
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
		World: netsync.World(n.client.Clocks().OwnWorld(local)), OK: m.OK, Look: n.look, RTT: m.RTT}
	if m.OK {
		c.Shared, c.Server, c.Predicted = m.Clock.World(), m.Server.World(), m.Predicted.World()
		driving := n.client.Clocks().Driving()
		c.Estimated, _ = n.client.Clocks().Estimate(driving, local)
		c.True, _ = s.trueClocks(n, driving, now)
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
		s.told.tick = TickReached{machine, now, tick}
		s.recorder.Record(&s.told.tick)
	}
}
