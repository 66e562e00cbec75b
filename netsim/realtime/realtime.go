// Package realtime joins two sockets by an emulated link that delays, loses, duplicates and reorders as package
// netsim does, in wall time: for tests of programs that talk over a [net.PacketConn].
//
// Unlike netsim it reads a clock and runs something in the background: a timer for the next arrival. In a bubble of
// testing/synctest that is the bubble's clock, and a minute takes no time at all.
//
// The fate of each datagram depends only on the seed, its direction and its number in that direction. How precisely it
// arrives on time depends on the machine.
package realtime

import (
	"fmt"
	"net"
	"sync"
	"time"

	"driftlab/netsim"
)

// Backlog is how many datagrams can wait at an end to be read. What arrives beyond them is lost, as with a socket whose
// buffer is full.
const Backlog = 1024

// A Pair is two ends and the link between them. Its methods may be called from several goroutines.
type Pair struct {
	A, B *Conn

	mu     sync.Mutex
	engine *netsim.Engine
	links  [2]*netsim.Link // from A to B, and back
	start  time.Time
	timer  *time.Timer // for the next arrival
	closed bool
}

// New connects two ends: what A sends goes through a link with the first settings, what B sends through one with the
// second. The error names the setting that is out of range, and the range. Call Close to free the pair.
func New(seed uint64, there, back netsim.Settings) (*Pair, error) {
	p := &Pair{engine: netsim.NewEngine(netsim.NewDirect()), start: time.Now()}
	p.A, p.B = newConn(p, 0), newConn(p, 1)
	for i, end := range []*Conn{p.A, p.B} {
		if _, err := p.engine.AddNode(end); err != nil {
			return nil, err
		}
		settings := [...]netsim.Settings{there, back}[i]
		link, err := netsim.NewLink(seed, uint32(i), settings)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", [...]string{"there", "back"}[i], err)
		}
		p.links[i] = link
	}
	for from := range netsim.NodeID(2) {
		if err := p.engine.Connect(from, 1-from, p.links[from]); err != nil {
			return nil, err
		}
	}
	p.timer = time.AfterFunc(time.Hour, p.arrive)
	p.timer.Stop()
	return p, nil
}

// Set changes both directions from now on. Datagrams in flight keep their fate. After an error nothing has changed.
func (p *Pair) Set(there, back netsim.Settings) error {
	for i, settings := range [...]netsim.Settings{there, back} {
		if err := settings.Validate(); err != nil {
			return fmt.Errorf("%s: %w", [...]string{"there", "back"}[i], err)
		}
	}
	return p.do(func() error {
		for i, settings := range [...]netsim.Settings{there, back} {
			if err := p.links[i].Set(p.engine.Now(), settings); err != nil {
				return err
			}
		}
		return nil
	})
}

// Rebind moves an end behind a NAT, or to the NAT's next port, as [netsim.Engine.Rebind] does. Until the other
// end hears from it, what the other end sends is lost.
func (p *Pair) Rebind(end *Conn) error {
	return p.do(func() error { return p.engine.Rebind(end.id) })
}

// do does something to the emulated link now.
func (p *Pair) do(what func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return net.ErrClosed
	}
	p.run()
	return what()
}

// Close closes both ends. Datagrams in flight are lost.
func (p *Pair) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	p.timer.Stop()
	p.A.close()
	p.B.close()
	return p.engine.Close()
}

// send sends a datagram into the emulated link.
func (p *Pair) send(from netsim.NodeID, data []byte) error {
	return p.do(func() error {
		if err := p.engine.Send(netsim.Datagram{From: from, To: 1 - from, Data: data}); err != nil {
			return err
		}
		p.run() // without a delay it arrives at once
		return nil
	})
}

// arrive delivers what is due.
func (p *Pair) arrive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.run()
	}
}

// run lets the emulated time follow the clock, and sets the timer for what comes next.
func (p *Pair) run() {
	now := max(p.engine.Now(), netsim.Time(time.Since(p.start)))
	// It fails only after some centuries, or if a carrier loses a datagram, which direct does not.
	_ = p.engine.Run(now)
	if next := p.engine.Next(); next != netsim.Never {
		p.timer.Reset(time.Duration(next - now))
	}
}
