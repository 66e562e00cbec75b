package netsim

// departures are a link's own packets in its queue, from the next to leave to the last to arrive. The zero value is
// empty.
//
// A copy of this struct sees the same packets and can add up to maxTries of its own, as long as the original is not used
// meanwhile: that many places are always free, so the copy never writes where the original reads. A stream tries out
// retransmissions on such a copy, without copying packets.
type departures struct {
	ring        *[]departure // a power of two of them; the i-th packet is at i modulo that
	first, next uint64       // packets are counted from the link's first
	bytes       int64        // of all that are in the queue
}

// A departure is one packet in the queue.
type departure struct {
	at    Time
	bytes int64
}

// len returns how many packets are in the queue.
func (d *departures) len() int64 { return int64(d.next - d.first) }

// leave removes the packets that have left by now.
func (d *departures) leave(now Time) {
	for d.first < d.next {
		p := d.place(d.first)
		if p.at > now {
			return
		}
		d.bytes -= p.bytes
		d.first++
	}
}

// add puts a packet at the end of the queue.
func (d *departures) add(p departure) {
	if d.ring == nil {
		d.ring = new([]departure)
	}
	if d.len()+maxTries >= int64(len(*d.ring)) {
		// Twice the places keep all packets: a copy that grows may have seen some leave that the
		// original still has.
		larger := make([]departure, max(2*maxTries, 2*len(*d.ring)))
		for n := range uint64(len(*d.ring)) {
			i := d.next - 1 - n
			larger[i&uint64(len(larger)-1)] = *d.place(i)
		}
		*d.ring = larger
	}
	*d.place(d.next) = p
	d.bytes += p.bytes
	d.next++
}

// place returns where the i-th packet is.
func (d *departures) place(i uint64) *departure {
	return &(*d.ring)[i&uint64(len(*d.ring)-1)]
}

// clear forgets all packets.
func (d *departures) clear() {
	d.first = d.next
	d.bytes = 0
}
