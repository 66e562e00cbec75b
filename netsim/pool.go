package netsim

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"slices"
)

// A pool is the memory of packets in flight. Each takes the smallest slot that it fits into, so memory grows with the
// bytes in flight, and slots are reused. The data of a packet that is being received stays where it is while its
// receiver sends.
//
// A slot holds a header and then the data. All of it is bytes: a packet is one stretch of memory, and
// the garbage collector need not look into a million of them for pointers.
type pool struct {
	shelves [(slotHeader + MaxDatagram + slotUnit - 1) / slotUnit]shelf
}

// A shelf holds the slots of one size: its place among the shelves, from 1, in units.
type shelf struct {
	chunks [][]byte
	free   []int32
}

const (
	// slotUnit is what the sizes of slots are multiples of: a line of most caches.
	slotUnit = 64
	// slotHeader is how many bytes of a slot are in front of the data.
	slotHeader = 52
	// slotsAtOnce is how many slots a chunk of the smallest has, by which a shelf grows. Chunks of larger ones have
	// fewer, so that the first packet of a size does not reserve a hundred times its room.
	slotsAtOnce     = 1 << slotsAtOnceBits
	slotsAtOnceBits = 7
	// shelfBits is how many bits of a reference to a slot tell the shelf; those above tell the slot.
	shelfBits = 5
)

// put keeps a packet and returns the reference to its slot.
func (p *pool) put(packet *Packet) (ref int32) {
	n := (slotHeader + len(packet.Data) - 1) / slotUnit
	s := &p.shelves[n]
	if len(s.free) == 0 {
		slots := 1 << chunkBits(n)
		end := (len(s.chunks) + 1) * slots
		s.chunks = append(s.chunks, make([]byte, slots*slotUnit*(n+1)))
		s.free = slices.Grow(s.free, end) // so that giving all back allocates nothing
		for i := range slots {
			s.free = append(s.free, int32(end-1-i))
		}
	}
	last := len(s.free) - 1
	ref = s.free[last]<<shelfBits | int32(n)
	s.free = s.free[:last]

	b := p.slot(ref)
	h := b[:slotHeader]
	binary.LittleEndian.PutUint64(h[0:], packet.ID)
	binary.LittleEndian.PutUint64(h[8:], uint64(packet.Sent))
	binary.LittleEndian.PutUint64(h[16:], uint64(packet.Left))
	binary.LittleEndian.PutUint64(h[24:], uint64(packet.Arrived))
	binary.LittleEndian.PutUint32(h[32:], uint32(packet.From))
	binary.LittleEndian.PutUint32(h[36:], uint32(packet.To))
	binary.LittleEndian.PutUint16(h[40:], uint16(len(packet.Data)))
	binary.LittleEndian.PutUint16(h[42:], packet.FromAddr.Port())
	binary.LittleEndian.PutUint16(h[44:], packet.ToAddr.Port())
	h[46], h[47], h[48], h[49] = uint8(packet.Fate), packet.Kind, uint8(packet.Tries), uint8(packet.Flow)
	copy(b[slotHeader:], packet.Data)
	return ref
}

// get makes packet the one in a slot, but for its due time. Its data is valid until the slot is given back.
func (p *pool) get(ref int32, packet *Packet) {
	b := p.slot(ref)
	h := b[:slotHeader]
	packet.ID = binary.LittleEndian.Uint64(h[0:])
	packet.Sent = Time(binary.LittleEndian.Uint64(h[8:]))
	packet.Left = Time(binary.LittleEndian.Uint64(h[16:]))
	packet.Arrived = Time(binary.LittleEndian.Uint64(h[24:]))
	packet.From = NodeID(binary.LittleEndian.Uint32(h[32:]))
	packet.To = NodeID(binary.LittleEndian.Uint32(h[36:]))
	packet.Data = b[slotHeader:][:binary.LittleEndian.Uint16(h[40:])]
	packet.FromAddr = PublicAddr(packet.From, binary.LittleEndian.Uint16(h[42:]))
	packet.ToAddr = PublicAddr(packet.To, binary.LittleEndian.Uint16(h[44:]))
	packet.Fate, packet.Kind, packet.Tries, packet.Flow = Fate(h[46]), h[47], int(h[48]), Flow(h[49])
	packet.Original, packet.Cause = 0, NotLost
	if packet.Fate == Duplicate {
		packet.Original = packet.ID - 1
	}
}

// touch reads a byte of each slot, so that the processor loads many of them at once. With a million packets in flight
// none is in a cache when it arrives, and each would be waited for.
func (p *pool) touch(refs []int32) {
	sum := byte(0)
	for _, ref := range refs {
		sum += p.slot(ref)[0]
	}
	runtime.KeepAlive(sum)
}

// give takes a slot back.
func (p *pool) give(ref int32) {
	s := &p.shelves[ref&(1<<shelfBits-1)]
	s.free = append(s.free, ref>>shelfBits)
}

// slot returns the bytes of a slot.
func (p *pool) slot(ref int32) []byte {
	shelf, slot := int(ref&(1<<shelfBits-1)), int(ref>>shelfBits)
	size := (shelf + 1) * slotUnit
	b := chunkBits(shelf)
	start := slot & (1<<b - 1) * size
	return p.shelves[shelf].chunks[slot>>b][start : start+size : start+size]
}

// chunkBits returns the logarithm to base 2 of how many slots a chunk of a shelf has: a chunk's bytes are
// at most those of one of the smallest slots.
func chunkBits(shelf int) int { return slotsAtOnceBits - bits.Len(uint(shelf)) }
