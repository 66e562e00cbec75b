package netsim

// A Flow is a sequence of datagrams on a link with a numbering of its own: the n-th of a flow has the same luck however
// many datagrams other flows send. If there is only one sequence, use flow 0.
//
// Flows below [Aside] make up the spine of the link: impairments that remember earlier datagrams count those of the
// whole spine. Those are losses in bursts and by a chain, correlation, the gap of reordering, and the list of losses.
// The flows from Aside on stand apart. Their datagrams meet that memory as the spine's next datagram will, and leave it
// unchanged; and nobody learns an address from them ([Engine.Rebind]). So they change nothing for any other flow, unless
// the link has a rate or keeps datagrams in order, by itself or as a stream: a queue is shared by all flows.
type Flow uint8

// Aside is the first flow that is not part of the spine.
const Aside Flow = 32

// A ticket says by which numbers a datagram, or a copy of it, draws its luck: its own in its flow, and the spine's for
// impairments with memory.
type ticket struct {
	flow  Flow
	luck  luck   // of the flow
	n     uint64 // the datagram's number in its flow
	spine luck
	k     uint64 // its number in the spine; for a flow aside, that of the spine's next datagram
	aside bool
	copy  int // 0 is the datagram itself
}

// ofCopy returns the ticket of the datagram's n-th copy.
func (t ticket) ofCopy(n int) ticket {
	t.luck, t.spine, t.copy = t.luck.ofCopy(n), t.spine.ofCopy(n), n
	return t
}

// draw returns the datagram's own number in a lane.
func (t *ticket) draw(n lane) uint64 { return t.luck.draw(t.n, n) }
