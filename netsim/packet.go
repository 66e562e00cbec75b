package netsim

import (
	"fmt"
	"net/netip"
	"time"
)

// MaxDatagram is the longest datagram in bytes. Games keep to it so that a datagram crosses any path in one piece:
// IPv6's smallest MTU is 1280 bytes (RFC 8200, section 5). The IPv6 and UDP headers take 48 of them, and a tunnel or two
// the rest.
const MaxDatagram = 1200

// Fate is what a link does with a datagram.
type Fate uint8

const (
	// Delivered is a datagram that arrives at its due time.
	Delivered Fate = iota
	// Lost is a datagram that does not arrive.
	Lost
	// Duplicate is a second copy of a datagram, made by the path, that arrives at its due time. One that
	// does not arrive is Lost.
	Duplicate
)

// String returns the name that packets.csv uses.
func (f Fate) String() string {
	switch f {
	case Delivered:
		return "delivered"
	case Lost:
		return "lost"
	case Duplicate:
		return "duplicate"
	}
	return fmt.Sprintf("Fate(%d)", uint8(f))
}

// A Cause is why a datagram is lost.
type Cause uint8

const (
	// NotLost is the cause of a datagram that arrives.
	NotLost Cause = iota
	// ByChance is a loss by the loss rate or by the chain of losses.
	ByChance
	// Listed is a loss by its number.
	Listed
	// Outage is a loss while nothing gets through.
	Outage
	// TooLong is a packet that is longer than the path's MTU.
	TooLong
	// QueueFull is a packet that found no room in the queue.
	QueueFull
	// QueueSlow is a packet that CoDel dropped because all packets had waited too long.
	QueueSlow
	// StaleAddress is a packet to an address at which its receiver no longer is.
	StaleAddress
	// ByHand is a loss of this very datagram, by [Link.Touch].
	ByHand
	// Recorded is a loss where the recording has one.
	Recorded
)

// String returns the name that packets.csv uses: empty for what is not lost.
func (c Cause) String() string {
	names := [...]string{"", "chance", "list", "outage", "mtu", "queue", "codel", "address", "hand", "recording"}
	if int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("Cause(%d)", uint8(c))
}

// A Packet is one datagram in flight.
type Packet struct {
	ID       uint64 // counts the engine's packets in the order of sending, from 1
	Original uint64 // for a second copy, the ID of the first, lost or not; else 0
	Flow     Flow
	Number   uint64 // in its flow on its link, from 1, the same for a second copy; zero once delivered
	Kind     uint8  // chosen by the sender; the network only passes it on
	From, To NodeID
	Sent     Time
	Due      Time // when it arrives; for a lost packet, when it would have arrived
	Fate     Fate
	Cause    Cause          // of a loss
	FromAddr netip.AddrPort // where the sender is
	ToAddr   netip.AddrPort // where the sender takes the receiver to be
	Data     []byte
	Transit  // how a stream gets it there
	Parts    // what its delay is made of; zero once it is delivered
}

// Parts are the parts of a datagram's delay. If datagrams are kept in order, the wait for earlier ones comes on top. For
// a stream's segment they are those of the copy that arrived first.
type Parts struct {
	Base   time.Duration // the base delay of the route that is taken
	Jitter time.Duration // on top of it: jitter, and what a sway or a recording adds
	Queue  time.Duration // for the bottleneck: waiting for it, and getting through
	Hand   time.Duration // by which [Link.Touch] has moved it, negative is earlier
}

func (p Parts) sum() time.Duration { return p.Base + p.Jitter + p.Queue + p.Hand }

// A Tap sees packets as they are sent.
type Tap interface {
	// Sent is called once for each packet, at sending, with its fate decided; for a second copy right
	// after the first. p and p.Data are valid only during the call.
	Sent(p *Packet)
}

// A Flight is a packet in flight, for drawing.
type Flight struct {
	ID        uint64
	Kind      uint8
	From, To  NodeID
	Sent, Due Time
	Size      int // bytes
	Transit       // how a stream gets it there
}

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
