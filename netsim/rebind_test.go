package netsim

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"
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
	check(t, e.Send(Datagram{From: from, To: 1 - from, Data: []byte(text)}))
	check(t, e.Run(e.Now()+Time(20*time.Millisecond)))
}

func TestHostAnswersToTheOldAddressUntilItHearsFromTheNewOne(t *testing.T) {
	t.Parallel()
	e, log := duo(t, NewDirect())
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
		t.Errorf("got:\n%swant:\n%s", log, want)
	}
	check(t, e.Close())
}

func TestPacketsInFlightAtARebindingKeepTheirFateAndTeachTheOldAddress(t *testing.T) {
	t.Parallel()
	e, log := duo(t, NewDirect())
	check(t, e.Send(Datagram{To: 1, Data: []byte("down")}))
	check(t, e.Send(Datagram{From: 1, Data: []byte("up")}))
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
		t.Errorf("got:\n%swant:\n%s", log, want)
	}
	check(t, e.Close())
}

func TestRebindingDoesNotChangeTheLuckOfTheLink(t *testing.T) {
	t.Parallel()
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
			check(t, e.Send(Datagram{To: 1}))
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
	t.Parallel()
	e, _ := duo(t, NewDirect())
	wantError(t, e.Rebind(2), "rebind node 2: there are only 2 nodes")
	wantError(t, e.Rebind(-1), "there are only 2 nodes")
	if got := e.Addr(2); got != (netip.AddrPort{}) {
		t.Errorf("the node that does not exist is at %v", got)
	}
	check(t, e.Close())
	wantError(t, e.Rebind(1), "closed")
}

func TestAddressesFollowTheirPlan(t *testing.T) {
	t.Parallel()
	for n, want := range map[NodeID]string{0: "10.0.0.1:7777", 1: "10.0.0.2:7777", 249: "10.0.0.250:7777",
		250: "10.0.1.1:7777", MaxAddresses - 1: "10.0.255.250:7777", MaxAddresses: "10.1.0.1:7777"} {
		if got := PublicAddr(n, FirstPort).String(); got != want {
			t.Errorf("node %d is at %s, want %s", n, got, want)
		}
	}
	for port, want := range map[uint16]uint16{FirstPort: 49152, 49152: 49153, 65534: 65535, 65535: 49152} {
		if got := PortAfter(port); got != want {
			t.Errorf("after port %d comes %d, want %d", port, got, want)
		}
	}
}
