package netsim

// A Flow is a sequence of datagrams on a link that is numbered by itself: the n-th of a flow has the same luck
// however many datagrams others send. Flow 0 is all that is needed where there is one sequence only.
//
// Flows below [Aside] make up the spine of the link: what has memory of datagrams goes by the count of all that they
// send together. Those are losses in bursts and by a chain, correlation, the gap of reordering, and the list of
// losses, which counts them alone. A flow from Aside on is looked at only by itself. Its datagrams meet that memory as
// the next of the spine will and leave it as it is; and nobody learns an address from them ([Engine.Rebind]). So they
// change nothing for any other flow, unless the link has a rate or keeps datagrams in order, by itself or as a
// stream: what all flows go through one behind the other, they share.
type Flow uint8

// Aside is the first of the flows beside the spine.
const Aside Flow = 32

// A ticket is what a datagram, or a copy of it, draws its luck by: its own in its flow, and the spine's for
// what has memory.
type ticket struct {
	flow  Flow
	luck  luck   // of the flow
	n     uint64 // the datagram's number in it
	spine luck
	k     uint64 // its number in the spine; beside it, that of the spine's next
	aside bool
	copy  int // 0 is the datagram itself
}

// ticket numbers the next datagram of a flow.
func (l *Link) ticket(f Flow) ticket {
	if missing := int(f) + 1 - len(l.sent); missing > 0 {
		l.sent = append(l.sent, make([]uint64, missing)...)
	}
	t := ticket{flow: f, luck: l.luck.ofFlow(f), n: l.sent[f], spine: l.luck, k: l.spine, aside: f >= Aside}
	l.sent[f]++
	if !t.aside {
		l.spine++
	}
	return t
}

// ofCopy returns the ticket of the datagram's n-th copy.
func (t ticket) ofCopy(n int) ticket {
	t.luck, t.spine, t.copy = t.luck.ofCopy(n), t.spine.ofCopy(n), n
	return t
}

// draw returns a lane's number of the datagram's own.
func (t *ticket) draw(n lane) uint64 { return t.luck.draw(t.n, n) }
