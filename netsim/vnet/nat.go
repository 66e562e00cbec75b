package vnet

import (
	"fmt"
	"net"
	"net/netip"

	pion "github.com/pion/transport/v3/vnet"

	"driftlab/netsim"
)

// A nat is a router with network address translation between one node and the public network, made
// when the node is first rebound: through it a datagram takes three times as long to carry.
//
// It translates addresses and keeps ports. So the node is rebound by opening its socket anew on another port: the
// old address then leads nowhere, as one that a NAT has forgotten. A NAT that gives ports out itself keeps each of
// them in memory for as long as it lives, 1.2 kB for each time that a node is rebound.
type nat struct{ inside *pion.Net }

const (
	natCIDR  = "192.168.0.0/24"
	insideIP = "192.168.0.2"
)

// mirrorAddr is where nodes learn their public address, as from a STUN server (RFC 8489). No node
// has it.
var mirrorAddr = netip.MustParseAddrPort("10.0.255.254:3478")

// Rebind moves the node to the next public port. Its socket follows when the node is next sent to or sends: who is
// rebound a thousand times before that has one opened.
func (v *carrier) Rebind(id netsim.NodeID) error {
	if v.closed {
		return net.ErrClosed
	}
	if !v.has(id) {
		return fmt.Errorf("virtual network: no socket for node %d", id)
	}
	s := &v.sockets[id]
	s.addr = net.UDPAddrFromAddrPort(netsim.PublicAddr(id, netsim.PortAfter(uint16(s.addr.Port))))
	s.moved = true
	return nil
}

// settle opens the socket of a node where the node was moved to, and looks into the mirror to see that it is there.
func (v *carrier) settle(s *socket) error {
	if !s.moved {
		return nil
	}
	pionMu.Lock()
	defer pionMu.Unlock()
	if v.mirror == nil {
		mirror, err := listen(v.router, net.UDPAddrFromAddrPort(mirrorAddr))
		if err != nil {
			return err
		}
		v.mirror = mirror
	}
	if s.nat == nil {
		inside, err := v.newNAT(s.addr.IP)
		if err != nil {
			return err
		}
		s.nat = &nat{inside}
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("virtual network: %w", err)
	}
	conn, err := s.nat.open(s.addr.Port)
	if err != nil {
		return err
	}
	s.PacketConn, s.moved = conn, false
	_, err = v.carry(s, v.mirror, nil)
	return err
}

// newNAT puts a NAT where a public address was, and returns the machine behind it.
func (v *carrier) newNAT(public net.IP) (*pion.Net, error) {
	router, err := newRouter(pion.RouterConfig{
		CIDR:      natCIDR,
		StaticIPs: []string{public.String() + "/" + insideIP},
		NATType:   &pion.NATType{Mode: pion.NATModeNAT1To1},
	})
	if err != nil {
		return nil, err
	}
	inside, err := pion.NewNet(&pion.NetConfig{StaticIPs: []string{insideIP}})
	if err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	if err := router.AddNet(inside); err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	if err := v.router.AddRouter(router); err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	if err := router.Start(); err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	return inside, nil
}

// open opens the node's socket on a port.
func (n *nat) open(port int) (net.PacketConn, error) {
	conn, err := n.inside.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(insideIP), Port: port})
	if err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	return conn, nil
}
