package game

// An Outbox collects the datagrams that a machine wants sent. Its memory is reused.
type Outbox struct {
	buf  []byte
	list []outgoing
	sent []SentTraffic // by receiver
	game []KindTraffic // the same, all of the game's kinds
	kind Kind          // of the datagram that begin started
}

// An Outgoing is a datagram that is to be sent.
type Outgoing struct {
	To    int    // the machine it goes to: 0 is the host, n is client n
	Kind  Kind   // what it carries
	Clock uint8  // whose it is: the number of a clock ([registry.Algorithm]), or 0 of the game's own
	Data  []byte // valid until the next Reset
	Tick  int64  // of an input the newest tick, of a snapshot the tick whose state it has
	Ticks int    // how many ticks it is about, 0 for all that are neither
}

type outgoing struct {
	Outgoing       // but for its data
	start, end int // which are these bytes
}

// newOutbox returns a box for datagrams to machines 0..receivers−1.
func newOutbox(receivers int) Outbox {
	return Outbox{sent: make([]SentTraffic, receivers), game: make([]KindTraffic, receivers)}
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

// begin starts a datagram: the caller appends to what it returns and hands it to finish.
func (o *Outbox) begin(h header) []byte {
	o.kind = h.kind
	b := o.buf
	number, key := h.join.number(), h.join>>numberBits
	b = append(b, Mark, byte(h.kind), 0, byte(number>>8), byte(number), byte(key>>16), byte(key>>8), byte(key))
	if h.stamped {
		b[len(b)-headerSize+2] |= partStamp
		b = append(b, byte(h.stamp>>16), byte(h.stamp>>8), byte(h.stamp))
	}
	return b
}

// finish ends the datagram of the game's that begin started.
func (o *Outbox) finish(to int, b []byte) { o.finishAbout(to, b, 0, 0) }

// finishAbout ends a datagram of the game's that is about so many ticks up to one.
func (o *Outbox) finishAbout(to int, b []byte, tick int64, ticks int) {
	o.game[to].add(len(b) - len(o.buf))
	o.end(Outgoing{To: to, Tick: tick, Ticks: ticks}, b)
}

// finishClock ends the datagram of a clock that begin started.
func (o *Outbox) finishClock(to int, clock uint8, b []byte) { o.end(Outgoing{To: to, Clock: clock}, b) }

// finishBulk ends the datagram of a bulk stream that begin started.
func (o *Outbox) finishBulk(to int, b []byte) { o.end(Outgoing{To: to}, b) }

func (o *Outbox) end(d Outgoing, b []byte) {
	d.Kind = o.kind
	o.list = append(o.list, outgoing{d, len(o.buf), len(b)})
	o.sent[d.To][d.Kind].add(len(b) - len(o.buf))
	o.buf = b
}
