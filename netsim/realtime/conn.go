package realtime

import (
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"driftlab/netsim"
)

// A Conn is one end of a [Pair]: a [net.PacketConn] that is connected to the other end alone. Its methods may be
// called from several goroutines.
type Conn struct {
	pair     *Pair
	id       netsim.NodeID
	arrived  chan datagram
	closed   chan struct{}
	shutting sync.Once
	reading  *deadline
}

// A datagram is what has arrived.
type datagram struct {
	data []byte
	from net.Addr
}

func newConn(p *Pair, id netsim.NodeID) *Conn {
	return &Conn{pair: p, id: id, arrived: make(chan datagram, Backlog), closed: make(chan struct{}),
		reading: &deadline{over: make(chan struct{})}}
}

func (c *Conn) Receive(_ netsim.Time, p *netsim.Packet) {
	select {
	case c.arrived <- datagram{append([]byte(nil), p.Data...), net.UDPAddrFromAddrPort(p.FromAddr)}:
	default: // there is no room
	}
}

// Wake implements netsim.Node. It is never called: no wake-up is asked for.
func (c *Conn) Wake(netsim.Time) {}

// ReadFrom implements net.PacketConn. A datagram that is longer than b is cut off.
func (c *Conn) ReadFrom(b []byte) (n int, from net.Addr, err error) {
	select {
	case <-c.closed: // this wins over what has arrived
		return 0, nil, c.fault("read", net.ErrClosed)
	case <-c.reading.passed():
		return 0, nil, c.fault("read", os.ErrDeadlineExceeded)
	default:
	}
	select {
	case d := <-c.arrived:
		return copy(b, d.data), d.from, nil
	case <-c.closed:
		return 0, nil, c.fault("read", net.ErrClosed)
	case <-c.reading.passed():
		return 0, nil, c.fault("read", os.ErrDeadlineExceeded)
	}
}

// WriteTo implements net.PacketConn. It never waits. It is an error if b is longer than [netsim.MaxDatagram], or
// if to is not the other end.
func (c *Conn) WriteTo(b []byte, to net.Addr) (int, error) {
	if udp, ok := to.(*net.UDPAddr); !ok || !udp.IP.Equal(c.other().addr().IP) {
		return 0, c.fault("write", fmt.Errorf("%v is not the other end", to))
	}
	select {
	case <-c.closed:
		return 0, c.fault("write", net.ErrClosed)
	default:
	}
	if err := c.pair.send(c.id, b); err != nil {
		return 0, c.fault("write", err)
	}
	return len(b), nil
}

// LocalAddr implements net.PacketConn: where the other end sees this one.
func (c *Conn) LocalAddr() net.Addr { return c.addr() }

func (c *Conn) addr() *net.UDPAddr {
	c.pair.mu.Lock()
	defer c.pair.mu.Unlock()
	return net.UDPAddrFromAddrPort(c.pair.engine.Addr(c.id))
}

// Close implements net.PacketConn. The other end stays open; what it sends is no longer read.
func (c *Conn) Close() error {
	c.close()
	return nil
}

func (c *Conn) close() { c.shutting.Do(func() { close(c.closed) }) }

func (c *Conn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

func (c *Conn) SetReadDeadline(t time.Time) error {
	c.reading.set(t)
	return nil
}

// SetWriteDeadline implements net.PacketConn. It does nothing: writes never wait.
func (c *Conn) SetWriteDeadline(time.Time) error { return nil }

func (c *Conn) other() *Conn {
	if c == c.pair.A {
		return c.pair.B
	}
	return c.pair.A
}

func (c *Conn) fault(op string, err error) error {
	return &net.OpError{Op: op, Net: "udp", Source: c.addr(), Err: err}
}

// A deadline is an instant that can be moved while it is waited for.
type deadline struct {
	mu    sync.Mutex
	moved int // how often, so that a timer knows whether it still counts
	over  chan struct{}
}

// passed returns a channel that is closed once the deadline has passed.
func (d *deadline) passed() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.over
}

// set moves the deadline; the zero time removes it. A call that waits for the old deadline now waits for
// the new one.
func (d *deadline) set(t time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.moved++
	select {
	case <-d.over:
		d.over = make(chan struct{})
	default:
	}
	switch left := time.Until(t); {
	case t.IsZero():
	case left <= 0:
		close(d.over)
	default:
		mine := d.moved
		time.AfterFunc(left, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.moved == mine {
				close(d.over)
			}
		})
	}
}
