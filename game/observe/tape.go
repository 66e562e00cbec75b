package observe

import (
	"sort"
	"time"
	"unsafe"

	"driftlab/netsim"
	"driftlab/netsync"
)

// What a tape keeps at most: two minutes and more at 60 Hz, half a minute of 64 clients.
const (
	tapeEach    = 1 << 14 // packets and ticks for each machine
	tapePackets = 1 << 18 // in all
	tapeTicks   = 1 << 18 // of all clients
	tapeEvents  = 1 << 12 // missing inputs of one client, and projectiles that it hears of
	tapeDeeds   = 1 << 10 // of one client
)

// A Tape keeps the latest of what has happened, for diagrams. It is a [Recorder]. What is in it is
// bounded, and once it is warm it allocates nothing.
type Tape struct {
	packets  ring[TapePacket] // by ID
	machines []machineTape
}

// machineTape is what is kept for one machine.
type machineTape struct {
	ticks   ring[TapeTick]
	moments ring[ClockMoment]
	missing ring[MissingInput]
	presses ring[Press]
	deeds   ring[Deed]
	heard   ring[ShotHeard]
}

// TapePacket is one datagram, with what the simulator knew about it when it was sent and what has become of
// it since.
type TapePacket struct {
	ID       uint64
	Original uint64 // of a second copy, the ID of the first; else 0
	ReplyTo  uint64 // the datagram that its sender was dealing with when it sent this one; 0 for none
	Answer   uint64 // the first that was sent in reply to this one; 0 for none so far
	Sent     netsim.Time
	Due      netsim.Time    // of a lost one, when it would have arrived
	Transit  netsim.Transit // how a stream gets it there
	Parts    netsim.Parts   // what its delay is made of
	Left     netsync.Local  // what the sender's own clock read when it was sent
	Came     netsync.Local  // what the receiver's own clock read when it arrived; meaningful if Arrived
	Read     netsim.Time    // when the receiver read it, not before Due; meaningful if Arrived
	Margin   time.Duration  // see [Arrival]; meaningful if HasMargin
	Tick     int64          // see [Departure]; meaningful if Ticks > 0
	Number   uint32         // in its flow, from 1
	From, To uint8
	Kind     uint8
	Flow     netsim.Flow
	Fate     netsim.Fate
	Cause    netsim.Cause
	Size     uint16 // bytes
	Ticks    uint8
	OnTime   uint8 // see [Arrival]
	Late     uint8
	Early    bool
	// Arrived is whether its receiver has read it, so far.
	Arrived, HasMargin bool

	reach netsim.Time // the latest Due of this and all before it
}

// TapeTick is a tick that a machine has reached.
type TapeTick struct {
	At   netsim.Time
	Tick int64
}

// NewTape returns an empty tape for a host and some clients.
func NewTape(clients int) *Tape {
	t := &Tape{machines: make([]machineTape, clients+1)}
	for t.packets.limit = tapePackets; t.packets.limit > tapeEach*len(t.machines); {
		t.packets.limit /= 2
	}
	limit := tapeEach
	for limit*clients > tapeTicks {
		limit /= 2
	}
	for i := range t.machines {
		m := &t.machines[i]
		m.ticks.limit, m.moments.limit, m.missing.limit = limit, limit, tapeEvents
		m.presses.limit, m.deeds.limit, m.heard.limit = tapeDeeds, tapeDeeds, tapeEvents
	}
	return t
}

// Bytes returns how much memory the tape takes.
func (t *Tape) Bytes() int {
	n := t.packets.bytes()
	for i := range t.machines {
		m := &t.machines[i]
		n += m.ticks.bytes() + m.moments.bytes() + m.missing.bytes() + m.presses.bytes() + m.deeds.bytes() + m.heard.bytes()
	}
	return n
}

// Truncate forgets everything after at: time has gone back to there, and the following will be recorded
// again.
func (t *Tape) Truncate(at netsim.Time) {
	t.packets.cut(func(p *TapePacket) bool { return p.Sent > at })
	for n := t.packets.first; n < t.packets.end; n++ {
		if p := t.packets.at(n); p.Due > at || p.Read > at { // one may have waited for very long
			p.Came, p.Read, p.Margin, p.Answer = 0, 0, 0, 0
			p.OnTime, p.Late, p.Early, p.Arrived, p.HasMargin = 0, 0, false, false, false
		}
	}
	for i := range t.machines {
		m := &t.machines[i]
		m.ticks.cut(func(k *TapeTick) bool { return k.At > at })
		m.moments.cut(func(c *ClockMoment) bool { return c.At > at })
		m.missing.cut(func(c *MissingInput) bool { return c.At > at })
		m.presses.cut(func(p *Press) bool { return p.At > at })
		m.deeds.cut(func(d *Deed) bool { return d.At > at })
		m.heard.cut(func(h *ShotHeard) bool { return h.Read > at })
	}
}

// Record implements Recorder. [History] has the algorithms' errors and the log the events.
func (t *Tape) Record(e Entry) {
	switch e := e.(type) {
	case *Departure:
		t.depart(e)
	case *Arrival:
		if t.packets.has(e.Packet) {
			p := t.packets.at(e.Packet)
			p.Arrived, p.Came, p.Read = true, e.Local, e.Read
			p.Margin, p.HasMargin = e.Margin, e.HasMargin
			p.OnTime, p.Late, p.Early = uint8(e.OnTime), uint8(e.Late), e.Early
		}
	case *TickReached:
		*t.machines[e.Machine].ticks.add() = TapeTick{e.At, e.Tick}
	case *ClockMoment:
		*t.machines[e.Machine].moments.add() = *e
	case *MissingInput:
		*t.machines[e.Client].missing.add() = *e
	case *Press:
		*t.machines[e.Client].presses.add() = *e
	case *Deed:
		*t.machines[e.Client].deeds.add() = *e
	case *ShotHeard:
		*t.machines[e.Client].heard.add() = *e
	}
}

func (t *Tape) depart(d *Departure) {
	r := &t.packets
	reach := d.Due
	if d.ID != r.end || r.first == r.end {
		r.first, r.end = d.ID, d.ID // a tape that is put in later, or a time that is before all that was kept
	} else {
		reach = max(reach, r.at(r.end-1).reach)
	}
	*r.add() = TapePacket{ID: d.ID, Original: d.Original, Sent: d.Sent, Due: d.Due, Transit: d.Transit, Parts: d.Parts,
		Number: uint32(d.Number), From: uint8(d.From), To: uint8(d.To), Kind: d.Kind, Flow: d.Flow, Fate: d.Fate, Cause: d.Cause, Size: uint16(len(d.Data)),
		Left: d.Local, ReplyTo: d.ReplyTo, Tick: d.Tick, Ticks: uint8(d.Ticks), reach: reach}
	if r.has(d.ReplyTo) {
		if asked := r.at(d.ReplyTo); asked.Answer == 0 {
			asked.Answer = d.ID
		}
	}
}

// Begin returns the instant since which the tape is complete: 0 as long as there is room for everything.
func (t *Tape) Begin() (at netsim.Time) {
	if r := &t.packets; r.full() {
		at = r.at(r.first).Sent
	}
	for i := range t.machines {
		m := &t.machines[i]
		if r := &m.ticks; r.full() {
			at = max(at, r.at(r.first).At)
		}
		if r := &m.moments; r.full() {
			at = max(at, r.at(r.first).At)
		}
		if r := &m.missing; r.full() {
			at = max(at, r.at(r.first).At)
		}
	}
	return at
}

// Packets returns the datagrams that were under way between two instants, both included, as numbers for
// [Tape.At]: they are among first..end−1, in the order in which they were sent. Some others may be among
// them, which arrived before.
func (t *Tape) Packets(from, to netsim.Time) (first, end uint64) {
	first = t.packets.search(func(p *TapePacket) bool { return p.reach >= from })
	return first, max(first, t.packets.search(func(p *TapePacket) bool { return p.Sent > to }))
}

// At returns a datagram by its number, which is its ID. It must be one that [Tape.Packets] gave, and not
// be changed.
func (t *Tape) At(n uint64) *TapePacket { return t.packets.at(n) }

// Find returns a datagram by its ID, nil if it is not kept.
func (t *Tape) Find(id uint64) *TapePacket {
	if !t.packets.has(id) {
		return nil
	}
	return t.packets.at(id)
}

// Ticks returns the ticks that a machine reached between two instants, as numbers for [Tape.TickAt]:
// first..end−1.
func (t *Tape) Ticks(machine int, from, to netsim.Time) (first, end uint64) {
	r := &t.machines[machine].ticks
	first = r.search(func(k *TapeTick) bool { return k.At >= from })
	return first, max(first, r.search(func(k *TapeTick) bool { return k.At > to }))
}

// TickAt returns a tick of a machine by a number that [Tape.Ticks] gave.
func (t *Tape) TickAt(machine int, n uint64) TapeTick { return *t.machines[machine].ticks.at(n) }

// Moments returns when a machine's clocks were read between two instants, as numbers for
// [Tape.MomentAt]: first..end−1.
func (t *Tape) Moments(machine int, from, to netsim.Time) (first, end uint64) {
	r := &t.machines[machine].moments
	first = r.search(func(m *ClockMoment) bool { return m.At >= from })
	return first, max(first, r.search(func(m *ClockMoment) bool { return m.At > to }))
}

// MomentAt returns what a machine's clocks read by a number that [Tape.Moments] gave. It must not be
// changed.
func (t *Tape) MomentAt(machine int, n uint64) *ClockMoment { return t.machines[machine].moments.at(n) }

// Before returns what a machine's clocks read last at or before an instant, nil if that is not kept.
func (t *Tape) Before(machine int, at netsim.Time) *ClockMoment {
	r := &t.machines[machine].moments
	n := r.search(func(m *ClockMoment) bool { return m.At > at })
	if n == r.first {
		return nil
	}
	return r.at(n - 1)
}

// MissingInputs returns the host's frames between two instants in which it lacked inputs of a client, as
// numbers for [Tape.MissingAt]: first..end−1.
func (t *Tape) MissingInputs(client int, from, to netsim.Time) (first, end uint64) {
	r := &t.machines[client].missing
	first = r.search(func(m *MissingInput) bool { return m.At >= from })
	return first, max(first, r.search(func(m *MissingInput) bool { return m.At > to }))
}

// MissingAt returns inputs that the host lacked by a number that [Tape.MissingInputs] gave.
func (t *Tape) MissingAt(client int, n uint64) MissingInput { return *t.machines[client].missing.at(n) }

// TooLate reports whether a datagram came too late for what it brought: an input for the host to play one
// of its ticks by it, a snapshot for the client to show its tick. It is false before the datagram has come.
func (p *TapePacket) TooLate() bool {
	if p.To == 0 {
		return p.Late > 0
	}
	return p.HasMargin && p.Margin < 0
}

// Stale reports whether an input has arrived and brought nothing new: others with its ticks came before it.
func (p *TapePacket) Stale() bool {
	return p.To == 0 && p.Arrived && p.Ticks > 0 && p.OnTime == 0 && p.Late == 0 && !p.Early
}

// A ring keeps the latest of what is added to it. What it holds is numbered; it grows up to its limit
// and allocates nothing from then on.
type ring[T any] struct {
	items      []T // a power of two of them; the n-th is at n modulo that
	limit      int // a power of two
	first, end uint64
}

// leastRing is with how many places a ring begins.
const leastRing = 256

// add makes room for one more at the end and returns its place, which still has its old content.
func (r *ring[T]) add() *T {
	if int(r.end-r.first) == len(r.items) {
		if len(r.items) < r.limit {
			r.grow()
		} else {
			r.first++
		}
	}
	r.end++
	return r.at(r.end - 1)
}

func (r *ring[T]) grow() {
	larger := ring[T]{items: make([]T, min(max(2*len(r.items), leastRing), r.limit))}
	for n := r.first; n < r.end; n++ {
		*larger.at(n) = *r.at(n)
	}
	r.items = larger.items
}

func (r *ring[T]) bytes() int { return len(r.items) * int(unsafe.Sizeof(*new(T))) }

// at returns the n-th, which must be kept.
func (r *ring[T]) at(n uint64) *T { return &r.items[n&uint64(len(r.items)-1)] }

func (r *ring[T]) has(n uint64) bool { return n >= r.first && n < r.end }

// full says whether the next one replaces the oldest.
func (r *ring[T]) full() bool { return int(r.end-r.first) == r.limit }

// search returns the number of the first for which after is true, end if there is none. It must be
// false for some and true for all behind them.
func (r *ring[T]) search(after func(*T) bool) uint64 {
	return r.first + uint64(sort.Search(int(r.end-r.first), func(i int) bool { return after(r.at(r.first + uint64(i))) }))
}

// cut forgets the first for which after is true, and all behind it.
func (r *ring[T]) cut(after func(*T) bool) { r.end = r.search(after) }
