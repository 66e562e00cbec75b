package netsim

import "fmt"

// MaxDatagram is the longest datagram in bytes. It is what games keep to so that a datagram crosses
// any path in one piece: IPv6's smallest MTU is 1280 bytes (RFC 8200, section 5), of which the IPv6
// and UDP headers take 48 and a tunnel or two the rest.
const MaxDatagram = 1200

// Fate is what a link does with a datagram.
type Fate uint8

const (
	// Delivered is a datagram that arrives at its due time.
	Delivered Fate = iota
	// Lost is a datagram that does not arrive.
	Lost
	// Duplicate is a second copy of a datagram, which arrives as well.
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

// A Packet is one datagram under way.
type Packet struct {
	ID       uint64 // counts the engine's packets in the order of sending, from 1
	Kind     uint8  // what the sender says it is; the network only passes it on
	From, To NodeID
	Sent     Time
	Due      Time // when it arrives; for a lost packet, when it would have arrived
	Fate     Fate
	Data     []byte
	Transit  // how a stream gets it there
}

// A Tap looks on as packets are sent.
type Tap interface {
	// Sent is called once for each packet, at sending, with its fate decided. p and p.Data are valid
	// only during the call.
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

// A slot is one packet's place in memory, used again and again.
type slot struct {
	packet Packet
	buf    [MaxDatagram]byte
}

// A pool holds every slot that was ever needed at once. Slots do not move when it grows, so a
// packet that is being received stays where it is while its receiver sends.
type pool struct {
	slots []*slot
	free  []int32
}

func (p *pool) take() int32 {
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		return i
	}
	p.slots = append(p.slots, new(slot))
	return int32(len(p.slots) - 1)
}

func (p *pool) give(i int32) { p.free = append(p.free, i) }
