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
// It translates addresses and keeps ports. So a node is rebound by opening its socket again on another port: the old
// address then leads nowhere, like one that a NAT has forgotten. If the NAT assigned ports itself it would keep each in
// memory for good, 1.2 kB for each rebinding.
type nat struct{ inside *pion.Net }

const (
	natCIDR  = "192.168.0.0/24"
	insideIP = "192.168.0.2"
)

// mirrorAddr is where nodes learn their public address, as from a STUN server (RFC 8489). No node
// has it.
var mirrorAddr = netip.MustParseAddrPort("10.0.255.254:3478")

// Rebind moves the node to the next public port. Its socket follows when the node next sends or receives, so a thousand
// rebindings before that open one socket.
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

// settle opens a node's socket on the port that it was moved to, and asks the mirror whether it is there.
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
	conn, err := s.nat.inside.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(insideIP), Port: s.addr.Port})
	if err != nil {
		return fmt.Errorf("virtual network: %w", err)
	}
	s.PacketConn, s.moved = conn, false
	_, err = v.carry(s, v.mirror, nil)
	return err
}

// newNAT puts a NAT at a public address and returns the machine behind it.
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
