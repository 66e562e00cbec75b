package game

// An Outbox collects the datagrams that a machine wants sent. Its memory is reused.
type Outbox struct {
	buf   []byte
	list  []outgoing
	sent  []SentTraffic // by receiver
	total []KindTraffic // the same, all kinds
}

type outgoing struct {
	to         int
	start, end int
}

// newOutbox returns a box for datagrams to machines 0..receivers−1.
func newOutbox(receivers int) Outbox {
	return Outbox{sent: make([]SentTraffic, receivers), total: make([]KindTraffic, receivers)}
}

// Len returns the number of datagrams waiting.
func (o *Outbox) Len() int { return len(o.list) }

// At returns the i-th datagram and the machine it goes to: 0 is the host, n is client n. The bytes
// are valid until the next Reset.
func (o *Outbox) At(i int) (to int, datagram []byte) {
	d := o.list[i]
	return d.to, o.buf[d.start:d.end]
}

// Reset empties the box.
func (o *Outbox) Reset() { o.buf, o.list = o.buf[:0], o.list[:0] }

// begin starts a datagram: the caller appends to what it returns and hands it to finish.
func (o *Outbox) begin(h header) []byte { return h.append(o.buf) }

// finish ends the datagram that begin started.
func (o *Outbox) finish(to int, b []byte) {
	o.list = append(o.list, outgoing{to, len(o.buf), len(b)})
	size := uint64(len(b) - len(o.buf))
	for _, t := range [...]*KindTraffic{&o.sent[to][b[len(o.buf)+1]], &o.total[to]} {
		t.Datagrams++
		t.Bytes += size
	}
	o.buf = b
}
