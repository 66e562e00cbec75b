// Package vnet is a carrier of package netsim over the sockets, addresses and routers of the virtual network of
// github.com/pion/transport. It uses the engine's time alone, and does not decide when a datagram is due.
package vnet

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/pion/logging"
	pion "github.com/pion/transport/v3/vnet"

	"driftlab/netsim"
)

// A carrier carries datagrams over one virtual network: each node has
// an address and a UDP socket of its own on one router, or behind a NAT on it once it was rebound.
//
// Only one datagram is on that network at a time: Carry writes it into the sender's socket and waits
// until the receiver's socket has it. So the routers' goroutines decide neither order nor time.
type carrier struct {
	router  *pion.Router
	sockets []socket
	mirror  *socket // tells a node its public address; nil until a node is rebound
	buf     [netsim.MaxDatagram]byte
	closed  bool
}

// A socket is a node's way to the network.
type socket struct {
	net.PacketConn
	addr  *net.UDPAddr // where others reach it
	nat   *nat         // nil until the node is rebound
	moved bool         // it is still open on the node's previous port
}

const networkCIDR = "10.0.0.0/16"

// pionMu guards the making of routers and nets: pion numbers their interfaces with an unguarded
// global counter, and sessions (tests, above all) may be made on several goroutines.
var pionMu sync.Mutex

// New returns the carrier that passes datagrams through real net.PacketConn sockets, addresses and a router in memory.
// Until it is closed it keeps one goroutine, and one more for each node that was rebound.
func New() (netsim.Carrier, error) {
	pionMu.Lock()
	defer pionMu.Unlock()
	router, err := newRouter(pion.RouterConfig{CIDR: networkCIDR})
	if err != nil {
		return nil, err
	}
	if err := router.Start(); err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	return &carrier{router: router}, nil
}

func newRouter(config pion.RouterConfig) (*pion.Router, error) {
	// A datagram that is queued while the router looks at its clock counts as not due yet, and the
	// router would sleep until it is. Nothing is ever too young for a negative delay.
	config.MinDelay = -time.Second
	config.LoggerFactory = &logging.DefaultLoggerFactory{DefaultLogLevel: logging.LogLevelDisabled}
	router, err := pion.NewRouter(&config)
	if err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	return router, nil
}

// Attach gives the node an address and opens its socket. The router may be running: it looks
// addresses up under a lock, for each datagram.
func (v *carrier) Attach(id netsim.NodeID) error {
	if v.closed {
		return net.ErrClosed
	}
	if int(id) != len(v.sockets) || id >= netsim.MaxAddresses {
		return fmt.Errorf("virtual network: cannot attach node %d as number %d of at most %d",
			id, len(v.sockets), netsim.MaxAddresses)
	}
	pionMu.Lock()
	defer pionMu.Unlock()
	s, err := listen(v.router, net.UDPAddrFromAddrPort(netsim.PublicAddr(id, netsim.FirstPort)))
	if err != nil {
		return err
	}
	v.sockets = append(v.sockets, *s)
	return nil
}

// listen adds a machine to a router and opens a socket on it.
func listen(router *pion.Router, addr *net.UDPAddr) (*socket, error) {
	host, err := pion.NewNet(&pion.NetConfig{StaticIPs: []string{addr.IP.String()}})
	if err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	if err := router.AddNet(host); err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	conn, err := host.ListenUDP("udp4", addr)
	if err != nil {
		return nil, fmt.Errorf("virtual network: %w", err)
	}
	return &socket{PacketConn: conn, addr: addr}, nil
}

// Carry writes into one socket and reads from another. The network silently drops a datagram if the router is stopped,
// the receiver's address is unknown, its socket is closed or its queue is full. The first three are ruled out here
// before the write, the last by carrying one at a time, so the read does not wait in vain.
func (v *carrier) Carry(from, to netsim.NodeID, data []byte) ([]byte, error) {
	if v.closed {
		return nil, net.ErrClosed
	}
	if !v.has(from) || !v.has(to) {
		return nil, fmt.Errorf("virtual network: no socket for node %d or %d", from, to)
	}
	if len(data) > netsim.MaxDatagram {
		return nil, fmt.Errorf("virtual network: %d bytes are outside 0..%d", len(data), netsim.MaxDatagram)
	}
	sender, receiver := &v.sockets[from], &v.sockets[to]
	if err := cmp.Or(v.settle(sender), v.settle(receiver)); err != nil {
		return nil, err
	}
	return v.carry(sender, receiver, data)
}

func (v *carrier) carry(sender, receiver *socket, data []byte) ([]byte, error) {
	if _, err := sender.WriteTo(data, receiver.addr); err != nil {
		return nil, fmt.Errorf("virtual network: write: %w", err)
	}
	n, source, err := receiver.ReadFrom(v.buf[:])
	if err != nil {
		return nil, fmt.Errorf("virtual network: read: %w", err)
	}
	udp, ok := source.(*net.UDPAddr)
	if !ok || udp.Port != sender.addr.Port || !udp.IP.Equal(sender.addr.IP) {
		return nil, fmt.Errorf("virtual network: a datagram from %v came in place of one from %v", source, sender.addr)
	}
	return v.buf[:n], nil
}

// Close closes the sockets and stops the routers, whose goroutines then end.
func (v *carrier) Close() error {
	if v.closed {
		return nil
	}
	v.closed = true
	var errs []error
	for _, s := range v.sockets {
		errs = append(errs, s.Close())
	}
	if v.mirror != nil {
		errs = append(errs, v.mirror.Close())
	}
	errs = append(errs, v.router.Stop())
	return errors.Join(errs...)
}

func (v *carrier) has(n netsim.NodeID) bool { return n >= 0 && int(n) < len(v.sockets) }
