package game

import (
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
)

// An Outbox collects the datagrams that a machine sends. Its memory is reused.
type Outbox struct {
	Sent []SentTraffic // what has been sent since the start, by receiver: 0 is the host, n is client n
	buf  []byte
	list []outgoing
	game []KindTraffic // all kinds of the game's own, by receiver
	kind Kind          // of the datagram that begin started
}

// An Outgoing is a datagram to send.
type Outgoing struct {
	To    int    // the machine it goes to: 0 is the host, n is client n
	Kind  Kind   // what it carries
	Clock uint8  // the number of its clock ([registry.Algorithm]), 0 for the game
	Data  []byte // valid until the next Reset
	Tick  int64  // of an input the newest tick, of a snapshot its tick
	Ticks int    // how many ticks it is about, 0 for other kinds
}

type outgoing struct {
	Outgoing       // without its data
	start, end int // which are these bytes
}

// newOutbox returns an outbox for receivers 0..receivers−1.
func newOutbox(receivers int) Outbox {
	return Outbox{Sent: make([]SentTraffic, receivers), game: make([]KindTraffic, receivers)}
}

// Len returns the number of datagrams waiting.
func (o *Outbox) Len() int { return len(o.list) }

// At returns the i-th datagram.
func (o *Outbox) At(i int) Outgoing {
	d := o.list[i]
	d.Data = o.buf[d.start:d.end]
	return d.Outgoing
}

// Reset empties the box.
func (o *Outbox) Reset() { o.buf, o.list = o.buf[:0], o.list[:0] }

// begin starts a datagram: the caller appends to the result and gives it to finish.
func (o *Outbox) begin(h header) []byte {
	o.kind = h.kind
	return h.append(o.buf)
}

// finish ends one of the game's datagrams.
func (o *Outbox) finish(to int, b []byte) { o.finishAbout(to, b, 0, 0) }

// finishAbout ends one of the game's datagrams that is about some ticks up to tick.
func (o *Outbox) finishAbout(to int, b []byte, tick int64, ticks int) {
	o.game[to].add(len(b) - len(o.buf))
	o.end(Outgoing{To: to, Tick: tick, Ticks: ticks}, b)
}

// finishClock ends a clock's datagram.
func (o *Outbox) finishClock(to int, clock uint8, b []byte) { o.end(Outgoing{To: to, Clock: clock}, b) }

func (o *Outbox) end(d Outgoing, b []byte) {
	d.Kind = o.kind
	o.list = append(o.list, outgoing{d, len(o.buf), len(b)})
	o.Sent[d.To][d.Kind].add(len(b) - len(o.buf))
	o.buf = b
}

// Overhead is what IPv4 (20 bytes) and UDP (8 bytes) add to each datagram. Counts of bytes exclude it unless they say otherwise.
const Overhead = 20 + 8

// stampers are the clocks that the stamps of the game's datagrams are counted with: the registry's TimeSync, each Midline, and any
// foreign clock that uses them.
type stampers []uint8

func stampersOf(all []registry.Algorithm) (ids stampers) {
	ids = append(ids, timesyncID)
	for i := range all {
		if _, is := all[i].Config.(clocks.MidlineConfig); is || all[i].IsForeign() && all[i].Stamped() && all[i].ID != timesyncID {
			ids = append(ids, all[i].ID)
		}
	}
	return ids
}

// count counts one datagram's stamp.
func (s stampers) count(t *Traffic) {
	for _, id := range s {
		t[id] += stampSize
	}
}

// KindTraffic counts the datagrams of one kind that were sent, and their bytes.
type KindTraffic struct{ Datagrams, Bytes uint64 }

func (t *KindTraffic) add(bytes int) {
	t.Datagrams++
	t.Bytes += uint64(bytes)
}

// SentTraffic counts what was sent in one direction, by [Kind].
type SentTraffic [KindCount]KindTraffic

// Total returns the sum of all kinds.
func (t *SentTraffic) Total() (sum KindTraffic) {
	for _, k := range t {
		sum.Datagrams += k.Datagrams
		sum.Bytes += k.Bytes
	}
	return sum
}

// Since returns the difference to earlier counts.
func (t SentTraffic) Since(before SentTraffic) SentTraffic {
	for k := range t {
		t[k].Datagrams -= before[k].Datagrams
		t[k].Bytes -= before[k].Bytes
	}
	return t
}

// OnTheLine returns the bytes with [Overhead].
func (k KindTraffic) OnTheLine() uint64 { return k.Bytes + Overhead*k.Datagrams }

// Traffic counts bytes on the wire by algorithm, indexed by registry.Algorithm.ID.
type Traffic [registry.MaxID + 1]uint64
