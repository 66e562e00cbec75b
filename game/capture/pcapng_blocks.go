package capture

import (
	"encoding/binary"
	"net/netip"

	"driftlab/netsim"
)

// Numbers of pcapng (draft-ietf-opsawg-pcapng): blocks, options, and what is in them.
const (
	sectionBlock   = 0x0a0d0d0a
	interfaceBlock = 1
	packetBlock    = 6 // an enhanced packet block

	commentOption     = 1
	applicationOption = 4   // of a section
	nameOption        = 2   // of an interface
	resolutionOption  = 9   // of an interface
	flagsOption       = 2   // of a packet
	identityOption    = 5   // of a packet
	rawIP             = 101 // the link type of packets that begin with their IP header
	nanoseconds       = 9   // as a resolution: times are in 10⁻⁹ s
	byteOrder         = 0x1a2b3c4d
	lengthUnknown     = 1<<64 - 1
	inbound, outbound = 1, 2
)

var (
	little  = binary.LittleEndian // the order of the file
	network = binary.BigEndian    // the order of what is in the packets
)

// A block is a block of a pcapng file that is being written.
type block []byte

// begin begins a block in place of the one before.
func (b *block) begin(kind uint32) {
	*b = little.AppendUint32((*b)[:0], kind)
	*b = little.AppendUint32(*b, 0) // its length: see end
}

// pad fills the block up to a multiple of four bytes.
func (b *block) pad() {
	for len(*b)%4 != 0 {
		*b = append(*b, 0)
	}
}

// option adds an option.
func (b *block) option(code uint16, value ...byte) {
	*b = little.AppendUint16(*b, code)
	*b = little.AppendUint16(*b, uint16(len(value)))
	*b = append(*b, value...)
	b.pad()
}

// end ends the options and the block.
func (b *block) end() {
	*b = little.AppendUint32(*b, 0)
	size := uint32(len(*b) + 4)
	*b = little.AppendUint32(*b, size)
	little.PutUint32((*b)[4:], size)
}

// section begins a file. Neither the processor nor the system is in it: the same session gives the same bytes on all.
func (b *block) section(comment string) {
	b.begin(sectionBlock)
	*b = little.AppendUint32(*b, byteOrder)
	*b = append(*b, 1, 0, 0, 0) // version 1.0
	*b = little.AppendUint64(*b, lengthUnknown)
	b.option(applicationOption, []byte(application)...)
	b.option(commentOption, []byte(comment)...)
	b.end()
}

// packet is a packet as a machine has sent or got it.
func (b *block) packet(at netsim.Time, on netsim.NodeID, id uint64, bytes, comment []byte, direction uint32) {
	b.begin(packetBlock)
	*b = little.AppendUint32(*b, uint32(on))
	*b = little.AppendUint32(*b, uint32(uint64(at)>>32))
	*b = little.AppendUint32(*b, uint32(at))
	*b = little.AppendUint32(*b, uint32(len(bytes))) // what is here
	*b = little.AppendUint32(*b, uint32(len(bytes))) // their number
	*b = append(*b, bytes...)
	b.pad()
	b.option(commentOption, comment...)
	*b = little.AppendUint32(*b, flagsOption|4<<16)
	*b = little.AppendUint32(*b, direction)
	*b = little.AppendUint32(*b, identityOption|8<<16)
	*b = little.AppendUint64(*b, id)
	b.end()
}

const (
	ipHeader  = 20
	udpHeader = 8
	udp       = 17 // as the protocol in an IP header
)

// appendDatagram writes a datagram as it is on the wire, from the IPv4 header on. Both addresses are IPv4 ones.
func appendDatagram(b []byte, id uint16, from, to netip.AddrPort, data []byte) []byte {
	const (
		hops         = 64 // what is usual (RFC 1700); nothing on the way counts it down
		dontFragment = 1 << 14
	)
	length := uint16(udpHeader + len(data))
	source, target := from.Addr().As4(), to.Addr().As4()
	start := len(b)
	b = append(b, 4<<4|ipHeader/4, 0)
	b = network.AppendUint16(b, ipHeader+length)
	b = network.AppendUint16(b, id)
	b = network.AppendUint16(b, dontFragment)
	b = append(b, hops, udp, 0, 0)
	b = append(b, source[:]...)
	b = append(b, target[:]...)
	b = network.AppendUint16(b, from.Port())
	b = network.AppendUint16(b, to.Port())
	b = network.AppendUint16(b, length)
	b = network.AppendUint16(b, 0)
	b = append(b, data...)
	ip, rest := b[start:start+ipHeader], b[start+ipHeader:]
	network.PutUint16(ip[10:], ^folded(sum(ip)))
	check := ^folded(udp + uint32(length) + sum(ip[12:]) + sum(rest)) // with the addresses, as RFC 768 has it
	if check == 0 {
		check = 0xffff // 0 says that there is none
	}
	network.PutUint16(rest[6:], check)
	return b
}

// sum adds up words of 16 bits, the last of them filled up with 0. That of a datagram has room in 32 bits.
func sum(b []byte) (s uint32) {
	for ; len(b) >= 2; b = b[2:] {
		s += uint32(network.Uint16(b))
	}
	if len(b) > 0 {
		s += uint32(b[0]) << 8
	}
	return s
}

// folded is a sum as the Internet's checksums take it (RFC 1071): what is carried out of 16 bits comes in again below.
func folded(s uint32) uint16 {
	for s > 0xffff {
		s = s>>16 + s&0xffff
	}
	return uint16(s)
}
