package vnet

import (
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsim"
)

func TestWhatIsNotOnTheNetworkCannotBeRebound(t *testing.T) {
	t.Parallel()
	c := mustNew(t)
	wantError(t, c.Rebind(0), "no socket for node 0")
	check(t, c.Close())
	wantError(t, c.Rebind(0), "closed")
}

func TestVirtualNATForgetsTheOldAddress(t *testing.T) {
	t.Parallel()
	c := mustNew(t).(*carrier)
	defer c.Close()
	for id := range netsim.NodeID(2) {
		check(t, c.Attach(id))
	}
	old := net.UDPAddrFromAddrPort(netsim.PublicAddr(1, netsim.FirstPort))
	for range 3 {
		check(t, c.Rebind(1))
		_, err := c.sockets[0].WriteTo([]byte("to the old address"), old)
		check(t, err)
		// Datagrams keep their order on the network, so the old one would be read first.
		got, err := c.Carry(0, 1, []byte("to the new address"))
		check(t, err)
		if string(got) != "to the new address" {
			t.Fatalf("%q arrived", got)
		}
		check(t, c.sockets[1].SetReadDeadline(time.Now()))
		if n, _, err := c.sockets[1].ReadFrom(c.buf[:]); err == nil {
			t.Fatalf("%q arrived after it", c.buf[:n])
		}
		check(t, c.sockets[1].SetReadDeadline(time.Time{}))
		if _, err := c.Carry(1, 0, []byte("back")); err != nil {
			t.Fatal(err)
		}
		old = c.sockets[1].addr
	}
	if got := old.String(); got != "10.0.0.2:49154" {
		t.Errorf("after three rebindings the node is at %s", got)
	}
}

func TestVirtualNATStartsAgainWhenItsPortsAreUsedUp(t *testing.T) {
	t.Parallel()
	c := mustNew(t).(*carrier)
	defer c.Close()
	check(t, c.Attach(0))
	check(t, c.Attach(1))
	for range netsim.NATPorts + 3 {
		check(t, c.Rebind(1))
	}
	if got := c.sockets[1].addr.String(); got != "10.0.0.2:49154" {
		t.Errorf("the node is at %s", got)
	}
	if _, err := c.Carry(0, 1, []byte("x")); err != nil {
		t.Error(err)
	}
}

func TestVNetWithNATsClosesWithoutLeavingAGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := mustNew(t)
		for id := range netsim.NodeID(3) {
			check(t, c.Attach(id))
			check(t, c.Rebind(id))
			check(t, c.Rebind(id))
		}
		_, err := c.Carry(1, 2, []byte("x"))
		check(t, err)
		check(t, c.Close())
	})
}

// A text may have nodes rebound half a million times.
func TestARebindingLeavesNothingInMemory(t *testing.T) {
	c := mustNew(t)
	defer c.Close()
	check(t, c.Attach(0))
	check(t, c.Attach(1))
	rebind := func(times int) {
		for range times {
			check(t, c.Rebind(1))
			_, err := c.Carry(1, 0, []byte("x"))
			check(t, err)
		}
	}
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what the first one has found to be closed
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	rebind(100)
	const times = 3000
	before := inUse()
	rebind(times)
	if each := (inUse() - before) / times; each > 100 {
		t.Errorf("each leaves %d bytes", each)
	}
	if opened := testing.AllocsPerRun(1000, func() { check(t, c.Rebind(1)) }); opened > 10 {
		t.Errorf("a rebinding of which nothing is sent makes %v objects: it opens a socket", opened)
	}
}

// A rebinding is a node that is rebound at an instant.
type rebinding struct {
	node netsim.NodeID
	at   netsim.Time
}

// rebound plays a host that answers three clients on a carrier, with rebindings on the way, and
// returns everything that was sent and received.
func rebound(t *rapid.T, c netsim.Carrier, rebindings []rebinding) string {
	e := netsim.NewEngine(c)
	var trace strings.Builder
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	e.SetTap(tapFunc(func(p *netsim.Packet) {
		fmt.Fprintln(&trace, p.ID, p.FromAddr, p.ToAddr, p.Sent, p.Due, p.Fate, p.Cause, len(p.Data))
	}))
	for id := range netsim.NodeID(4) {
		n := &testNode{}
		n.receive = func(now netsim.Time, p *netsim.Packet) {
			fmt.Fprintln(&trace, now, id, p.From, p.ID, p.FromAddr, string(p.Data))
			if id == 0 {
				fail(e.Send(netsim.Datagram{To: p.From, Data: p.Data}))
			}
		}
		n.wake = func(now netsim.Time) {
			fail(e.Send(netsim.Datagram{From: id, Data: fmt.Append(nil, now)}))
			fail(e.Send(netsim.Datagram{To: id, Data: fmt.Append(nil, -now)}))
			e.WakeAt(id, now+netsim.Time(7*time.Millisecond))
		}
		_, err := e.AddNode(n)
		fail(err)
		if id == 0 {
			continue
		}
		for i, ends := range [][2]netsim.NodeID{{id, 0}, {0, id}} {
			l, err := netsim.NewLink(5, uint32(2*id)+uint32(i), netsim.Settings{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.1})
			fail(err)
			fail(e.Connect(ends[0], ends[1], l))
		}
		e.WakeAt(id, netsim.Time(id))
	}
	for _, r := range rebindings {
		fail(e.Run(e.Now() + r.at))
		fail(e.Rebind(r.node))
		fmt.Fprintln(&trace, r.node, "is at", e.Addr(r.node))
	}
	fail(e.Run(e.Now() + netsim.Time(100*time.Millisecond)))
	fail(e.Close())
	return trace.String()
}

func TestSameTraceOverVNetAndDirectWithRebindings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var rebindings []rebinding
		for range rapid.IntRange(0, 6).Draw(t, "rebindings") {
			rebindings = append(rebindings, rebinding{
				node: netsim.NodeID(rapid.IntRange(0, 3).Draw(t, "node")),
				at:   netsim.Time(rapid.Int64Range(0, int64(60*time.Millisecond)).Draw(t, "later")),
			})
		}
		c, err := New()
		if err != nil {
			t.Fatal(err)
		}
		if direct, virtual := rebound(t, netsim.NewDirect(), rebindings), rebound(t, c, rebindings); direct != virtual {
			t.Fatalf("over direct:\n%s\nover vnet:\n%s", direct, virtual)
		}
	})
}

func BenchmarkVNetCarry(b *testing.B) { benchmarkCarry(b, false) }

func BenchmarkVNetCarryFromANAT(b *testing.B) { benchmarkCarry(b, true) }

func benchmarkCarry(b *testing.B, rebind bool) {
	c := mustNew(b)
	defer c.Close()
	check(b, c.Attach(0))
	check(b, c.Attach(1))
	if rebind {
		check(b, c.Rebind(1))
	}
	data := make([]byte, 100)
	b.ReportAllocs()
	for b.Loop() {
		_, err := c.Carry(1, 0, data)
		check(b, err)
	}
}
