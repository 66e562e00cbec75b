package netsim

import (
	"fmt"
	"net/netip"
)

// Every node has a public address, 10.0.a.b:port. The first two numbers of its address count nodes: node 0, the host, is
// at 10.0.0.1, node 1 at 10.0.0.2, node 250 at 10.0.1.1. The port is [FirstPort] until the node is rebound. From then on
// it is behind a NAT (RFC 4787), which has the node's public address and gives it a port of the dynamic range (RFC 6335,
// section 6): 49152 after the first rebinding, 49153 after the second, and after 65535 again 49152.
const (
	FirstPort = 7777
	NATPort   = 49152
	NATPorts  = 65536 - NATPort

	// nodesPerSubnet keeps the last number of an address in 1..250, clear of 0 and 255.
	nodesPerSubnet = 250
	// MaxAddresses is how many nodes have an address below 10.0.
	MaxAddresses = 256 * nodesPerSubnet
)

// PublicAddr returns the address of a node, given its port.
func PublicAddr(n NodeID, port uint16) netip.AddrPort {
	subnet, host := n/nodesPerSubnet, n%nodesPerSubnet
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(subnet >> 8), byte(subnet), byte(host + 1)}), port)
}

// PortAfter returns the port that a node has once it is rebound.
func PortAfter(port uint16) uint16 {
	if port < NATPort || port == NATPort+NATPorts-1 {
		return NATPort
	}
	return port + 1
}

// addresses holds where the nodes are, and where each believes the others to be: at the address from which it last heard
// from them.
type addresses struct {
	ports []uint16   // by node
	heard [][]uint16 // by node and by the node that it heard from
}

// add adds a node, whose address all others know.
func (a *addresses) add() {
	a.ports = append(a.ports, FirstPort)
	for i := range a.heard {
		a.heard[i] = append(a.heard[i], FirstPort)
	}
	a.heard = append(a.heard, append([]uint16(nil), a.ports...))
}

// write puts the addresses on a packet that is sent now. If its receiver is not where its sender believes it to be, the
// packet is lost.
func (a *addresses) write(p *Packet) {
	known := a.heard[p.From][p.To]
	p.FromAddr, p.ToAddr = PublicAddr(p.From, a.ports[p.From]), PublicAddr(p.To, known)
	if known != a.ports[p.To] && p.Cause == NotLost {
		p.Cause = StaleAddress
	}
}

// read lets the receiver of a packet learn the address that it came from, if the packet belongs to the spine.
func (a *addresses) read(p *Packet) {
	if p.Flow < Aside {
		a.heard[p.To][p.From] = p.FromAddr.Port()
	}
}

// Rebind gives a node another public address from now on, as its NAT does when it has forgotten the
// mapping or was restarted. Nobody else learns of it: what others send to the node is lost, with the cause
// [StaleAddress], until a packet of a flow below [Aside] that it has sent since then has
// arrived at the sender. Packets in
// flight keep their fate.
func (e *Engine) Rebind(node NodeID) error {
	if e.closed {
		return errClosed
	}
	if !e.has(node) {
		return fmt.Errorf("netsim: rebind node %d: there are only %d nodes", node, len(e.nodes))
	}
	port := PortAfter(e.addresses.ports[node])
	if err := e.carrier.Rebind(node); err != nil {
		return fmt.Errorf("netsim: rebind node %d: %w", node, err)
	}
	e.addresses.ports[node] = port
	return nil
}

// Addr returns the public address that a node has now: 10.0.0.1:7777 for node 0, and so on, with
// ports from 49152 on once it is rebound. It is the zero AddrPort for a node that does not exist.
func (e *Engine) Addr(node NodeID) netip.AddrPort {
	if !e.has(node) {
		return netip.AddrPort{}
	}
	return PublicAddr(node, e.addresses.ports[node])
}
