package netsim

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// NodeID is a node's number in its engine, from 0 in the order in which nodes were added.
type NodeID int

// A Node is a machine on the network: a state machine that the engine hands datagrams and wake-ups.
// From within both calls it may use the engine's Send and WakeAt.
type Node interface {
	// Receive takes one datagram. p and p.Data are valid only during the call.
	Receive(now Time, p *Packet)
	// Wake is called once at the time last asked for with [Engine.WakeAt].
	Wake(now Time)
}

// An Engine is a virtual clock and the queue of what happens next. It is single-threaded and deterministic: at the same
// instant packets arrive first, in the order in which they were sent, and then nodes wake, in their order. So what one
// node does never changes the order of everything else. Once warm, neither a packet nor a wake-up allocates.
type Engine struct {
	carrier  Carrier
	tap      Tap
	now      Time
	sent     uint64 // packets sent so far
	arrived  uint64 // packets that have arrived so far
	nodes    []Node
	links    [][]*Link // links[from][to], nil where the nodes are not connected
	arrivals arrivalQueue
	wakes    wakeQueue
	pool     pool
	outgoing Packet  // the packet that is being sent
	passing  passage // what its link has decided on it
	incoming Packet  // the packet that is being delivered
	states   []state // by node
	woken    int32   // node that is being woken and still in the queue; noNode for none
	running  bool
	cut      bool // the current instant may have more events
	atOnce   int  // events so far at the current instant
	closed   bool

	addresses addresses
}

// maxAtOnce is how many events may happen at one instant. Otherwise nodes that answer each other over links without
// delay, or that keep waking at once, would stop the clock for good.
const maxAtOnce = 1 << 20

const noNode = -1

var errClosed = errors.New("netsim: closed")

// NewEngine returns an engine at time 0, without nodes, whose datagrams the carrier delivers. The engine owns the
// carrier: [Engine.Close] closes it.
func NewEngine(carrier Carrier) *Engine {
	return &Engine{carrier: carrier, arrivals: arrivalQueue{first: nothing, free: noBlock}, woken: noNode}
}

// AddNode adds a node and returns its number. It may be called at any time.
func (e *Engine) AddNode(n Node) (NodeID, error) {
	if e.closed {
		return 0, errClosed
	}
	id := NodeID(len(e.nodes))
	if err := e.carrier.Attach(id); err != nil {
		return 0, fmt.Errorf("netsim: node %d: %w", id, err)
	}
	e.nodes = append(e.nodes, n)
	for from := range e.links {
		e.links[from] = append(e.links[from], nil)
	}
	e.links = append(e.links, make([]*Link, len(e.nodes)))
	e.wakes.add()
	e.states = append(e.states, awake)
	e.addresses.add()
	return id, nil
}

// Connect lets datagrams pass from one node to another, in this direction only. A link numbers its
// datagrams, so it must not be used for two directions.
func (e *Engine) Connect(from, to NodeID, l *Link) error {
	switch {
	case !e.has(from) || !e.has(to):
		return fmt.Errorf("netsim: connect %d to %d: there are only %d nodes", from, to, len(e.nodes))
	case from == to:
		return fmt.Errorf("netsim: connect %d to %d: a node has no link to itself", from, to)
	case l == nil:
		return fmt.Errorf("netsim: connect %d to %d: no link given", from, to)
	case e.links[from][to] != nil:
		return fmt.Errorf("netsim: connect %d to %d: already connected", from, to)
	}
	e.links[from][to] = l
	return nil
}

// SetTap shows t each packet from now on; nil removes the tap.
func (e *Engine) SetTap(t Tap) { e.tap = t }

// Now returns the true time.
func (e *Engine) Now() Time { return e.now }

// Next returns when the next packet arrives or the next node wakes; [Never] if nothing is scheduled.
func (e *Engine) Next() Time {
	_, at := e.wakes.first()
	return min(at, e.arrivals.first.at)
}

// Packets returns how many packets have been sent so far and how many have arrived.
func (e *Engine) Packets() (sent, arrived uint64) { return e.sent, e.arrived }

// A Datagram is what a node sends.
type Datagram struct {
	From, To NodeID
	Flow     Flow   // that numbers it, see [Flow]
	Kind     uint8  // for who looks on; the engine does not know what it means
	Data     []byte // 0..[MaxDatagram] bytes
}

// Send sends a copy of the datagram's data as the next of its flow; the link decides its fate now. It is an error if the data
// is longer than [MaxDatagram] or if no link connects the two nodes; then nothing is counted.
func (e *Engine) Send(d Datagram) error {
	var link *Link
	if e.has(d.From) && e.has(d.To) {
		link = e.links[d.From][d.To]
	}
	if link == nil {
		return fmt.Errorf("netsim: send from %d to %d: no link", d.From, d.To)
	}
	if len(d.Data) > MaxDatagram {
		return fmt.Errorf("netsim: send from %d to %d: %d bytes are outside 0..%d", d.From, d.To, len(d.Data), MaxDatagram)
	}
	pass, p := &e.passing, &e.outgoing
	link.decide(pass, e.now, d.Flow, len(d.Data))
	p.Original, p.Flow, p.Kind, p.From, p.To = 0, d.Flow, d.Kind, d.From, d.To
	p.Sent, p.Data, p.Transit, p.Number = e.now, d.Data, pass.Transit, pass.number
	e.dispatch(&pass.verdict)
	if pass.duplicated {
		p.Original = p.ID
		e.dispatch(&pass.duplicate)
	}
	return nil
}

// dispatch gives the outgoing packet its ID and, unless it is lost, puts it in flight.
func (e *Engine) dispatch(v *verdict) {
	p := &e.outgoing
	e.sent++
	p.ID, p.Due, p.Cause, p.Parts = e.sent, v.due, v.cause, v.parts
	e.addresses.write(p)
	switch {
	case p.Cause != NotLost:
		p.Fate = Lost
	case p.Original != 0:
		p.Fate = Duplicate
	default:
		p.Fate = Delivered
	}
	if e.tap != nil {
		e.tap.Sent(p)
	}
	if p.Fate != Lost {
		e.arrivals.push(event{at: p.Due, seq: p.ID, ref: e.pool.put(p)})
	}
}

// WakeAt wakes node n at t, in place of its previous wake-up. [Never] cancels the wake-up; a time before now counts as
// now. Asking again for the same time changes nothing and costs little, so it may be called after every event. The node
// must exist.
func (e *Engine) WakeAt(n NodeID, t Time) {
	t = max(t, e.now)
	if int32(n) == e.woken {
		e.woken = noNode
	} else if e.wakes.times[n] == t {
		return
	}
	e.wakes.set(int32(n), t)
}

// Run lets time pass: it processes every event up to and including until, in order, also those that are added on the
// way. Then [Engine.Now] is until. If it returns an error, time has stopped at the event that failed, and that event is
// gone.
func (e *Engine) Run(until Time) error {
	_, _, err := e.RunSome(until, math.MaxInt)
	return err
}

// RunSome is Run for a limited number of events, at least one. It returns how many it processed and whether it reached
// until. If it did not, [Engine.Now] is the time of the last event, there may be more at that instant, and another call
// continues as if there had been no interruption.
func (e *Engine) RunSome(until Time, most int) (events int, there bool, err error) {
	switch {
	case e.closed:
		return 0, false, errClosed
	case e.running:
		return 0, false, errors.New("netsim: Run was called while it is running")
	case until < e.now || until > lastTime:
		return 0, false, fmt.Errorf("netsim: run until %v is outside %v..%v",
			time.Duration(until), time.Duration(e.now), time.Duration(lastTime))
	}
	e.running = true
	defer func() { e.running = false }()
	if !e.cut {
		e.atOnce = 0
	}
	for e.cut = false; ; events++ {
		node, at := e.wakes.first()
		arrival := e.arrivals.first.at
		isWake := at < arrival
		if at = min(at, arrival); at > until {
			break
		}
		if events >= max(most, 1) {
			e.cut = true
			return events, false, nil
		}
		if at > e.now {
			e.now, e.atOnce = at, 0
		}
		if e.atOnce++; e.atOnce > maxAtOnce {
			return events, false, fmt.Errorf("netsim: time stands still at %v: more than %d events at once",
				time.Duration(e.now), maxAtOnce)
		}
		if err := e.process(node, isWake); err != nil {
			return events, false, err
		}
	}
	e.now = until
	return events, true, nil
}

// process wakes the next node or delivers the next packet.
func (e *Engine) process(node int32, isWake bool) error {
	if !isWake {
		return e.deliver()
	}
	// Most nodes ask for their next wake-up in this one, so it stays in the queue and is moved once.
	e.woken = node
	if e.states[node] == awake {
		e.nodes[node].Wake(e.now)
	} else {
		e.states[node] = overdue
	}
	if e.woken != noNode {
		e.wakes.set(node, Never)
		e.woken = noNode
	}
	return nil
}

// AppendInFlight appends the packets in flight to dst, in the order in which they were sent.
// Lost packets are not among them.
func (e *Engine) AppendInFlight(dst []Flight) []Flight {
	start := len(dst)
	var p Packet
	for ev := range e.arrivals.all {
		e.pool.get(ev.ref, &p)
		dst = append(dst, Flight{
			ID: p.ID, Kind: p.Kind, From: p.From, To: p.To, Sent: p.Sent, Due: ev.at, Size: len(p.Data),
			Transit: p.Transit,
		})
	}
	slices.SortStableFunc(dst[start:], func(a, b Flight) int { return cmp.Compare(a.ID, b.ID) })
	return dst
}

// Move switches to another carrier, to which no node is attached yet: it attaches all nodes, each at its current
// address. From then on the engine owns this carrier. The old one is closed, or belongs to the engine that this one is a
// copy of.
func (e *Engine) Move(carrier Carrier) error {
	e.carrier, e.closed = carrier, false
	e.outgoing, e.incoming = Packet{}, Packet{} // their contents are left over, not in flight
	for id, port := range e.addresses.ports {
		if err := carrier.Attach(NodeID(id)); err != nil {
			return fmt.Errorf("netsim: node %d: %w", id, err)
		}
		for p := uint16(FirstPort); p != port; p = PortAfter(p) {
			if err := carrier.Rebind(NodeID(id)); err != nil {
				return fmt.Errorf("netsim: rebind node %d: %w", id, err)
			}
		}
	}
	return nil
}

// Close ends the engine and closes its carrier. Closing again does nothing.
func (e *Engine) Close() error {
	if e.closed {
		return nil
	}
	e.closed = true
	return e.carrier.Close()
}

// deliver gives the next packet to its receiver.
func (e *Engine) deliver() error {
	ev := e.arrivals.pop()
	e.pool.touch(e.arrivals.soon)
	e.arrived++
	p := &e.incoming
	e.pool.get(ev.ref, p)
	p.Due = ev.at
	data, err := e.carrier.Carry(p.From, p.To, p.Data)
	if err != nil {
		err = fmt.Errorf("netsim: packet %d from %d to %d: %w", p.ID, p.From, p.To, err)
	} else if p.Data = data; e.states[p.To] == awake {
		e.addresses.read(p)
		e.nodes[p.To].Receive(e.now, p)
	}
	e.pool.give(ev.ref)
	return err
}

func (e *Engine) has(n NodeID) bool { return n >= 0 && int(n) < len(e.nodes) }

// Time is true time in nanoseconds since the scenario's start. No machine in the scenario can read
// it; each has an [Oscillator] instead.
type Time int64

// Never is a time that never comes.
const Never Time = 1<<63 - 1

// lastTime is the latest time of an engine: 100 years of 365 days, far enough from [Never] that adding a packet's delay
// cannot overflow.
const lastTime = Time(100 * 365 * 24 * time.Hour)

// Add returns t moved by d.
func (t Time) Add(d time.Duration) Time { return t + Time(d) }

// Sub returns the duration from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// A Carrier delivers datagrams when they are due. It does not decide when, or whether, they arrive.
type Carrier interface {
	// Attach prepares for one more node. The engine attaches nodes 0, 1, 2 and so on, in order and at any time.
	Attach(id NodeID) error
	// Rebind moves an attached node to its next public address, as [Engine.Rebind] describes.
	// Datagrams sent before it are carried to where the node is then.
	Rebind(id NodeID) error
	// Carry passes data from one attached node to another and returns the bytes that arrived, which
	// are valid until the next call. It must not lose a datagram: what it cannot pass is an error.
	Carry(from, to NodeID, data []byte) (arrived []byte, err error)
	// Close frees what the carrier holds. No other call may follow.
	Close() error
}

type direct struct{}

// NewDirect returns the fastest carrier: it hands the receiver the very bytes that were sent. It never fails, and has no
// addresses except those that the engine writes on the packets.
func NewDirect() Carrier { return direct{} }

func (direct) Attach(NodeID) error { return nil }

func (direct) Rebind(NodeID) error { return nil }

func (direct) Carry(_, _ NodeID, data []byte) ([]byte, error) { return data, nil }

func (direct) Close() error { return nil }
