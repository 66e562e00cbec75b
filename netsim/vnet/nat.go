package vnet

import (
	"fmt"
	"net"
	"net/netip"
	"time"

	pion "github.com/pion/transport/v3/vnet"

	"driftlab/netsim"
)

// A nat is a router with network address translation between one node and the public network, made
// when the node is first rebound: through it a datagram takes three times as long to carry.
//
// It is of the most generous sort (endpoint-independent in mapping and filtering, RFC 4787, sections
// 4.1 and 5), since whether a datagram passes is the link's business. It maps each inside port to the
// next public one. So the node is rebound by opening its socket anew on the next inside port: the old
// mapping then leads nowhere, as one that was forgotten.
type nat struct {
	inside *pion.Net
	opened int // sockets so far, the first of which is mapped to netsim.NATPort
}

const (
	natCIDR   = "192.168.0.0/24"
	insideIP  = "192.168.0.2"
	natMemory = 100 * 365 * 24 * time.Hour // mappings age in real time, which must not count here
)

// mirrorAddr is where nodes learn their public address, as from a STUN server (RFC 8489). No node
// has it.
var mirrorAddr = netip.MustParseAddrPort("10.0.255.254:3478")

// Rebind moves the node to the next public port, and looks into the mirror to see that it is there.
func (v *carrier) Rebind(id netsim.NodeID) error {
	if v.closed {
		return net.ErrClosed
	}
	if !v.has(id) {
		return fmt.Errorf("virtual network: no socket for node %d", id)
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
	s := &v.sockets[id]
	if s.nat == nil || s.nat.opened == netsim.NATPorts {
		inside, err := v.newNAT(s.addr.IP)
		if err != nil {
			return err
		}
		s.nat = &nat{inside: inside}
	}
	conn, err := s.nat.open()
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("virtual network: %w", err)
	}
	s.PacketConn = conn
	s.addr = net.UDPAddrFromAddrPort(netsim.PublicAddr(id, netsim.PortAfter(uint16(s.addr.Port))))
	_, err = v.carry(s, v.mirror, nil)
	return err
}

// newNAT puts a NAT, in which no port is mapped yet, where a public address was, and returns the
// machine behind it.
func (v *carrier) newNAT(public net.IP) (*pion.Net, error) {
	router, err := newRouter(pion.RouterConfig{
		CIDR:      natCIDR,
		StaticIPs: []string{public.String()},
		NATType:   &pion.NATType{MappingLifeTime: natMemory},
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

// open opens the socket that will be mapped to the next public port.
func (n *nat) open() (net.PacketConn, error) {
	conn, err := n.inside.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(insideIP), Port: netsim.FirstPort + n.opened})
	if err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	n.opened++
	return conn, nil
}
