package game

// An Outbox collects the datagrams that a machine wants sent. Its memory is reused.
type Outbox struct {
	buf   []byte
	list  []outgoing
	sent  []SentTraffic // by receiver
	total []KindTraffic // the same, all kinds
}

// An Outgoing is a datagram that is to be sent.
type Outgoing struct {
	To    int    // the machine it goes to: 0 is the host, n is client n
	Data  []byte // valid until the next Reset
	Tick  int64  // of an input the newest tick, of a snapshot the tick whose state it has
	Ticks int    // how many ticks it is about, 0 for all that are neither
}

type outgoing struct {
	to         int
	start, end int
	tick       int64
	ticks      int
}

// newOutbox returns a box for datagrams to machines 0..receivers−1.
func newOutbox(receivers int) Outbox {
	return Outbox{sent: make([]SentTraffic, receivers), total: make([]KindTraffic, receivers)}
}

// Len returns the number of datagrams waiting.
func (o *Outbox) Len() int { return len(o.list) }

// At returns the i-th datagram.
func (o *Outbox) At(i int) Outgoing {
	d := &o.list[i]
	return Outgoing{d.to, o.buf[d.start:d.end], d.tick, d.ticks}
}

// Reset empties the box.
func (o *Outbox) Reset() { o.buf, o.list = o.buf[:0], o.list[:0] }

// begin starts a datagram: the caller appends to what it returns and hands it to finish.
func (o *Outbox) begin(h header) []byte { return h.append(o.buf) }

// finish ends the datagram that begin started.
func (o *Outbox) finish(to int, b []byte) { o.finishAbout(to, b, 0, 0) }

// finishAbout ends a datagram that is about so many ticks up to one.
func (o *Outbox) finishAbout(to int, b []byte, tick int64, ticks int) {
	o.list = append(o.list, outgoing{to, len(o.buf), len(b), tick, ticks})
	size := uint64(len(b) - len(o.buf))
	for _, t := range [...]*KindTraffic{&o.sent[to][b[len(o.buf)+1]], &o.total[to]} {
		t.Datagrams++
		t.Bytes += size
	}
	o.buf = b
}
