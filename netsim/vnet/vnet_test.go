package vnet

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"driftlab/netsim"
)

func mustNew(t testing.TB) netsim.Carrier {
	t.Helper()
	c, err := New()
	check(t, err)
	return c
}

func check(t testing.TB, err error) {
	if err != nil {
		t.Helper() // it costs more than a packet
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Fatalf("the error is %v, want one with %q", err, text)
	}
}

func mustLink(t testing.TB, seed uint64, id uint32, s netsim.Settings) *netsim.Link {
	t.Helper()
	l, err := netsim.NewLink(seed, id, s)
	check(t, err)
	return l
}

// testNode is a machine that does what a test says.
type testNode struct {
	receive func(now netsim.Time, p *netsim.Packet)
	wake    func(now netsim.Time)
}

func (n *testNode) Receive(now netsim.Time, p *netsim.Packet) {
	if n.receive != nil {
		n.receive(now, p)
	}
}

func (n *testNode) Wake(now netsim.Time) {
	if n.wake != nil {
		n.wake(now)
	}
}

type tapFunc func(p *netsim.Packet)

func (f tapFunc) Sent(p *netsim.Packet) { f(p) }

// script plays a fixed story of a host and three clients on a carrier, the third of which joins
// late, and returns everything that was sent, received and done.
func script(t testing.TB, c netsim.Carrier) string {
	t.Helper()
	e := netsim.NewEngine(c)
	defer func() { check(t, e.Close()) }()
	var trace strings.Builder
	e.SetTap(tapFunc(func(p *netsim.Packet) {
		fmt.Fprintln(&trace, "sent", p.ID, p.Kind, p.From, p.To, p.Sent, p.Due, p.Fate, p.Cause, p.Original, len(p.Data))
	}))
	host := &testNode{receive: func(now netsim.Time, p *netsim.Packet) {
		fmt.Fprintf(&trace, "host %d: %d from %d: %x\n", now, p.ID, p.From, p.Data)
		check(t, e.Send(netsim.Datagram{To: p.From, Kind: 2, Data: append([]byte("re: "), p.Data...)}))
	}}
	_, err := e.AddNode(host)
	check(t, err)
	var links []*netsim.Link
	join := func(i int) {
		n := &testNode{receive: func(now netsim.Time, p *netsim.Packet) {
			fmt.Fprintf(&trace, "client %d %d: %d: %x\n", i, now, p.ID, p.Data)
		}}
		id, err := e.AddNode(n)
		check(t, err)
		n.wake = func(now netsim.Time) {
			check(t, e.Send(netsim.Datagram{From: id, Kind: 1, Data: bytes.Repeat([]byte{byte(now), byte(i)}, int(now%100))}))
			e.WakeAt(id, now+netsim.Time(time.Second/60))
		}
		s := netsim.Settings{Delay: 30 * time.Millisecond, Jitter: 20 * time.Millisecond, Distribution: netsim.Normal{}, Loss: 0.1}
		up, down := mustLink(t, 77, uint32(2*i), s), mustLink(t, 77, uint32(2*i+1), s)
		check(t, e.Connect(id, 0, up))
		check(t, e.Connect(0, id, down))
		links = append(links, up, down)
		e.WakeAt(id, e.Now())
	}
	join(1)
	join(2)
	check(t, e.Run(netsim.Time(time.Second)))
	join(3)
	check(t, links[0].Set(e.Now(), netsim.Settings{Delay: time.Millisecond, Loss: 0.5, LossBurst: 2, Rate: 200_000}))
	check(t, links[1].Set(e.Now(), netsim.Settings{Delay: 30 * time.Millisecond, Loss: 0.2, Stream: true}))
	check(t, e.Run(netsim.Time(3*time.Second)))
	check(t, links[2].Set(e.Now(), netsim.Settings{
		Delay: 10 * time.Millisecond, Duplicate: 0.5, Reorder: 0.2, Chain: netsim.LossChain{Begin: 0.1, End: 0.3, Bad: 0.7, Good: 0.02},
	}))
	check(t, links[3].Set(e.Now(), netsim.Settings{
		Jitter: 30 * time.Millisecond, Duplicate: 0.3, InOrder: true, OutageFor: time.Second / 5, OutageEvery: time.Second,
	}))
	check(t, e.Run(netsim.Time(5*time.Second)))
	e.Suspend(2)
	check(t, e.Run(netsim.Time(5500*time.Millisecond)))
	e.Resume(2)
	check(t, e.Run(netsim.Time(6*time.Second)))
	return trace.String()
}

func TestSameTraceOverVNetAndDirect(t *testing.T) {
	t.Parallel()
	over := map[string]string{
		"direct":       script(t, netsim.NewDirect()),
		"direct again": script(t, netsim.NewDirect()),
		"vnet":         script(t, mustNew(t)),
	}
	if lines := strings.Count(over["direct"], "\n"); lines < 500 {
		t.Fatalf("the trace has only %d lines", lines)
	}
	for name, trace := range over {
		if trace != over["direct"] {
			t.Errorf("the trace over %s differs from the one over direct", name)
		}
	}
}

func TestVNetCarriesEveryLengthBetweenManyNodes(t *testing.T) {
	t.Parallel()
	const n = 300 // more than one subnet's addresses
	c := mustNew(t)
	defer c.Close()
	for id := range netsim.NodeID(n) {
		check(t, c.Attach(id))
	}
	data := make([]byte, netsim.MaxDatagram)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for size := range netsim.MaxDatagram + 1 {
		from, to := netsim.NodeID(size%n), netsim.NodeID((size*7+1)%n)
		got, err := c.Carry(from, to, data[:size])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, data[:size]) {
			t.Fatalf("%d bytes from %d to %d came out as %d others", size, from, to, len(got))
		}
	}
}

func TestVNetReturnsErrorsWhereItWouldLoseADatagram(t *testing.T) {
	t.Parallel()
	c := mustNew(t)
	check(t, c.Attach(0))
	check(t, c.Attach(1))
	wantError(t, c.Attach(7), "cannot attach node 7 as number 2 of at most 64000")
	for _, to := range []netsim.NodeID{-1, 2} {
		_, err := c.Carry(0, to, nil)
		wantError(t, err, "no socket")
	}
	_, err := c.Carry(0, 1, make([]byte, netsim.MaxDatagram+1))
	wantError(t, err, "1201 bytes are outside 0..1200")
	check(t, c.Close())
	check(t, c.Close())
	_, err = c.Carry(0, 1, nil)
	wantError(t, err, "closed")
	wantError(t, c.Attach(2), "closed")
}

func TestVNetNoticesAStranger(t *testing.T) {
	t.Parallel()
	c := mustNew(t).(*carrier)
	defer c.Close()
	for id := range netsim.NodeID(3) {
		check(t, c.Attach(id))
	}
	_, err := c.sockets[2].WriteTo([]byte("stray"), c.sockets[1].addr)
	check(t, err)
	_, err = c.Carry(0, 1, []byte("expected"))
	wantError(t, err, "a datagram from 10.0.0.3:7777 came in place of one from 10.0.0.1:7777")
}

func TestVNetClosesWithoutLeavingAGoroutine(t *testing.T) {
	// The bubble fails the test if a goroutine that began in it does not end.
	synctest.Test(t, func(t *testing.T) {
		c := mustNew(t)
		check(t, c.Attach(0))
		check(t, c.Attach(1))
		for range 10 {
			_, err := c.Carry(0, 1, []byte("x"))
			check(t, err)
		}
		check(t, c.Close())
	})
}

func TestVNetsMayBeMadeOnSeveralGoroutines(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			c, err := New()
			if err != nil {
				t.Error(err)
				return
			}
			for id := range netsim.NodeID(3) {
				if err := c.Attach(id); err != nil {
					t.Error(err)
				}
			}
			if _, err := c.Carry(1, 2, []byte("x")); err != nil {
				t.Error(err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func BenchmarkPacket(b *testing.B) {
	c := mustNew(b)
	e := netsim.NewEngine(c)
	for range 2 {
		_, err := e.AddNode(&testNode{})
		check(b, err)
	}
	check(b, e.Connect(0, 1, mustLink(b, 1, 1, netsim.Settings{Delay: 5 * time.Microsecond, Jitter: 5 * time.Microsecond})))
	data := make([]byte, 100)
	b.ReportAllocs()
	for b.Loop() {
		check(b, e.Send(netsim.Datagram{To: 1, Kind: 1, Data: data}))
		check(b, e.Run(e.Now()+1000))
	}
	check(b, e.Close())
}
