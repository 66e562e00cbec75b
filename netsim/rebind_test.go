package netsim

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// duo returns an engine with nodes 0 and 1 that are connected both ways, 10 ms apart, and the log of
// what is sent and received.
func duo(t testing.TB, c Carrier) (*Engine, *strings.Builder) {
	t.Helper()
	e, log := NewEngine(c), new(strings.Builder)
	e.SetTap(tapFunc(func(p *Packet) { fmt.Fprintf(log, "%v>%v %v%v\n", p.FromAddr, p.ToAddr, p.Fate, p.Cause) }))
	for range 2 {
		_, err := e.AddNode(&testNode{receive: func(_ Time, p *Packet) { fmt.Fprintf(log, "node %d has %s\n", p.To, p.Data) }})
		check(t, err)
	}
	for from := range NodeID(2) {
		check(t, e.Connect(from, 1-from, mustLink(t, 1, uint32(from), Settings{Delay: 10 * time.Millisecond})))
	}
	return e, log
}

// say sends text and waits until it has arrived.
func say(t testing.TB, e *Engine, from NodeID, text string) {
	t.Helper()
	check(t, e.Send(from, 1-from, 0, []byte(text)))
	check(t, e.Run(e.Now()+Time(20*time.Millisecond)))
}

func TestHostAnswersToTheOldAddressUntilItHearsFromTheNewOne(t *testing.T) {
	for name, c := range map[string]Carrier{"direct": NewDirect(), "vnet": mustVNet(t)} {
		e, log := duo(t, c)
		say(t, e, 0, "before")
		check(t, e.Rebind(1))
		say(t, e, 0, "lost")
		say(t, e, 1, "here I am")
		say(t, e, 0, "found")
		want := `10.0.0.1:7777>10.0.0.2:7777 delivered
node 1 has before
10.0.0.1:7777>10.0.0.2:7777 lostaddress
10.0.0.2:49152>10.0.0.1:7777 delivered
node 0 has here I am
10.0.0.1:7777>10.0.0.2:49152 delivered
node 1 has found
`
		if log.String() != want {
			t.Errorf("over %s:\n%swant:\n%s", name, log, want)
		}
		check(t, e.Close())
	}
}

func TestPacketsInFlightAtARebindingKeepTheirFateAndTeachTheOldAddress(t *testing.T) {
	for name, c := range map[string]Carrier{"direct": NewDirect(), "vnet": mustVNet(t)} {
		e, log := duo(t, c)
		check(t, e.Send(0, 1, 0, []byte("down")))
		check(t, e.Send(1, 0, 0, []byte("up")))
		check(t, e.Rebind(1))
		check(t, e.Run(Time(20*time.Millisecond)))
		say(t, e, 0, "lost")
		want := `10.0.0.1:7777>10.0.0.2:7777 delivered
10.0.0.2:7777>10.0.0.1:7777 delivered
node 1 has down
node 0 has up
10.0.0.1:7777>10.0.0.2:7777 lostaddress
`
		if log.String() != want {
			t.Errorf("over %s:\n%swant:\n%s", name, log, want)
		}
		check(t, e.Close())
	}
}

func TestRebindingDoesNotChangeTheLuckOfTheLink(t *testing.T) {
	s := Settings{Delay: 10 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.3}
	run := func(rebind bool) (fates []string) {
		e, _ := pair(t, s, &testNode{})
		e.SetTap(tapFunc(func(p *Packet) {
			cause := p.Cause
			if cause == StaleAddress {
				cause = NotLost
			}
			fates = append(fates, fmt.Sprint(p.ID, p.Due, cause))
		}))
		for i := range 200 {
			if rebind && i == 50 {
				check(t, e.Rebind(1))
			}
			check(t, e.Send(0, 1, 0, nil))
			check(t, e.Run(e.Now()+1000))
		}
		return fates
	}
	a, b := run(false), run(true)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("packet %d had %s and %s", i+1, a[i], b[i])
		}
	}
}

func TestRebindReportsWhatCannotBeRebound(t *testing.T) {
	e, _ := duo(t, NewDirect())
	wantError(t, e.Rebind(2), "rebind node 2: there are only 2 nodes")
	wantError(t, e.Rebind(-1), "there are only 2 nodes")
	if got := e.Addr(2); got != (netip.AddrPort{}) {
		t.Errorf("the node that does not exist is at %v", got)
	}
	check(t, e.Close())
	wantError(t, e.Rebind(1), "closed")
	c := mustVNet(t)
	wantError(t, c.Rebind(0), "no socket for node 0")
	check(t, c.Close())
	wantError(t, c.Rebind(0), "closed")
}

func TestAddressesFollowTheirPlan(t *testing.T) {
	for n, want := range map[NodeID]string{0: "10.0.0.1:7777", 1: "10.0.0.2:7777", 249: "10.0.0.250:7777",
		250: "10.0.1.1:7777", maxVNetNodes - 1: "10.0.255.250:7777", maxVNetNodes: "10.1.0.1:7777"} {
		if got := publicAddr(n, nodePort).String(); got != want {
			t.Errorf("node %d is at %s, want %s", n, got, want)
		}
	}
	for port, want := range map[uint16]uint16{nodePort: 49152, 49152: 49153, 65534: 65535, 65535: 49152} {
		if got := portAfter(port); got != want {
			t.Errorf("after port %d comes %d, want %d", port, got, want)
		}
	}
}

func TestVirtualNATForgetsTheOldAddress(t *testing.T) {
	c := mustVNet(t).(*virtualNet)
	defer c.Close()
	for id := range NodeID(2) {
		check(t, c.Attach(id))
	}
	old := net.UDPAddrFromAddrPort(publicAddr(1, nodePort))
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
	c := mustVNet(t).(*virtualNet)
	defer c.Close()
	check(t, c.Attach(0))
	check(t, c.Attach(1))
	for range natPorts + 3 {
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
		c := mustVNet(t)
		for id := range NodeID(3) {
			check(t, c.Attach(id))
			check(t, c.Rebind(id))
			check(t, c.Rebind(id))
		}
		_, err := c.Carry(1, 2, []byte("x"))
		check(t, err)
		check(t, c.Close())
	})
}

// A rebinding is a node that is rebound at an instant.
type rebinding struct {
	node NodeID
	at   Time
}

// rebound plays a host that answers three clients on a carrier, with rebindings on the way, and
// returns everything that was sent and received.
func rebound(t *rapid.T, c Carrier, rebindings []rebinding) string {
	e := NewEngine(c)
	var trace strings.Builder
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	e.SetTap(tapFunc(func(p *Packet) {
		fmt.Fprintln(&trace, p.ID, p.FromAddr, p.ToAddr, p.Sent, p.Due, p.Fate, p.Cause, len(p.Data))
	}))
	for id := range NodeID(4) {
		n := &testNode{}
		n.receive = func(now Time, p *Packet) {
			fmt.Fprintln(&trace, now, id, p.From, p.ID, p.FromAddr, string(p.Data))
			if id == 0 {
				fail(e.Send(0, p.From, 0, p.Data))
			}
		}
		n.wake = func(now Time) {
			fail(e.Send(id, 0, 0, fmt.Append(nil, now)))
			fail(e.Send(0, id, 0, fmt.Append(nil, -now)))
			e.WakeAt(id, now+Time(7*time.Millisecond))
		}
		_, err := e.AddNode(n)
		fail(err)
		if id == 0 {
			continue
		}
		for i, ends := range [][2]NodeID{{id, 0}, {0, id}} {
			l, err := NewLink(5, uint32(2*id)+uint32(i), Settings{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.1})
			fail(err)
			fail(e.Connect(ends[0], ends[1], l))
		}
		e.WakeAt(id, Time(id))
	}
	for _, r := range rebindings {
		fail(e.Run(e.Now() + r.at))
		fail(e.Rebind(r.node))
		fmt.Fprintln(&trace, r.node, "is at", e.Addr(r.node))
	}
	fail(e.Run(e.Now() + Time(100*time.Millisecond)))
	fail(e.Close())
	return trace.String()
}

func TestSameTraceOverVNetAndDirectWithRebindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rebindings []rebinding
		for range rapid.IntRange(0, 6).Draw(t, "rebindings") {
			rebindings = append(rebindings, rebinding{
				node: NodeID(rapid.IntRange(0, 3).Draw(t, "node")),
				at:   Time(rapid.Int64Range(0, int64(60*time.Millisecond)).Draw(t, "later")),
			})
		}
		c, err := NewVNet()
		if err != nil {
			t.Fatal(err)
		}
		if direct, virtual := rebound(t, NewDirect(), rebindings), rebound(t, c, rebindings); direct != virtual {
			t.Fatalf("over direct:\n%s\nover vnet:\n%s", direct, virtual)
		}
	})
}

func BenchmarkVNetCarry(b *testing.B)         { benchmarkCarry(b, false) }
func BenchmarkVNetCarryFromANAT(b *testing.B) { benchmarkCarry(b, true) }

func benchmarkCarry(b *testing.B, rebind bool) {
	c := mustVNet(b)
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
