package netsim

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

// A testNode is a node made of two functions, either of which may be nil.
type testNode struct {
	receive func(now Time, p *Packet)
	wake    func(now Time)
}

func (n *testNode) Receive(now Time, p *Packet) {
	if n.receive != nil {
		n.receive(now, p)
	}
}

func (n *testNode) Wake(now Time) {
	if n.wake != nil {
		n.wake(now)
	}
}

// tapFunc is a Tap made of a function.
type tapFunc func(p *Packet)

func (f tapFunc) Sent(p *Packet) { f(p) }

func mustLink(t rapid.TB, seed uint64, id uint32, s Settings) *Link {
	t.Helper()
	l, err := NewLink(seed, id, s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper() // it costs more than a packet
		t.Fatal(err)
	}
}

// pair returns an engine with node 0, which sends over the link, and node 1, which receives.
func pair(t testing.TB, s Settings, to *testNode) (*Engine, *Link) {
	t.Helper()
	e := NewEngine(NewDirect())
	for _, n := range []Node{&testNode{}, to} {
		_, err := e.AddNode(n)
		check(t, err)
	}
	l := mustLink(t, 1, 0, s)
	check(t, e.Connect(0, 1, l))
	return e, l
}

func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Fatalf("the error is %v, want one with %q", err, text)
	}
}

func TestPacketsArriveAtTheirDueTimeWithTheirBytes(t *testing.T) {
	t.Parallel()
	var got []string
	e, _ := pair(t, Settings{Delay: 30 * time.Millisecond}, &testNode{receive: func(now Time, p *Packet) {
		got = append(got, fmt.Sprintf("%v %d %d %d %d %v %s", time.Duration(now), p.ID, p.Kind, p.From, p.To, p.Due == now, p.Data))
	}})
	check(t, e.Run(Time(5*time.Millisecond)))
	data := []byte("hello")
	check(t, e.Send(Datagram{To: 1, Kind: 7, Data: data}))
	copy(data, "other")
	check(t, e.Run(Time(35*time.Millisecond)-1))
	if len(got) != 0 {
		t.Fatalf("arrived early: %v", got)
	}
	check(t, e.Run(Time(35*time.Millisecond)))
	if want := []string{"35ms 1 7 0 1 true hello"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

func TestAtOneInstantPacketsArriveAndThenNodesWakeEachInTheirOrder(t *testing.T) {
	t.Parallel()
	var got []string
	e := NewEngine(NewDirect())
	for i := range 3 {
		_, err := e.AddNode(&testNode{
			receive: func(_ Time, p *Packet) { got = append(got, fmt.Sprintf("receive %d", p.ID)) },
			wake:    func(Time) { got = append(got, fmt.Sprintf("wake %d", i)) },
		})
		check(t, err)
	}
	check(t, e.Connect(0, 1, mustLink(t, 1, 0, Settings{Delay: 10})))
	e.WakeAt(2, 10)
	check(t, e.Send(Datagram{To: 1}))
	e.WakeAt(0, 10)
	check(t, e.Send(Datagram{To: 1}))
	e.WakeAt(1, 10)
	check(t, e.Run(10))
	if want := []string{"receive 1", "receive 2", "wake 0", "wake 1", "wake 2"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

func TestEventsScheduledForNowAreProcessedInTheSameRun(t *testing.T) {
	t.Parallel()
	var e *Engine
	var got []Time
	e, _ = pair(t, Settings{}, &testNode{receive: func(now Time, _ *Packet) {
		got = append(got, now)
		if len(got) < 3 {
			check(t, e.Send(Datagram{To: 1}))
		}
	}})
	check(t, e.Send(Datagram{To: 1}))
	check(t, e.Run(0))
	if len(got) != 3 || e.Now() != 0 {
		t.Fatalf("received at %v by %v", got, e.Now())
	}
}

func TestWakeAtReplacesTheEarlierWakeUp(t *testing.T) {
	t.Parallel()
	var e *Engine
	var woken []Time
	e, _ = pair(t, Settings{}, &testNode{wake: func(now Time) { woken = append(woken, now) }})
	e.WakeAt(1, 50)
	e.WakeAt(1, 20)
	e.WakeAt(1, 70)
	check(t, e.Run(60))
	if len(woken) != 0 {
		t.Fatalf("woken at %v", woken)
	}
	check(t, e.Run(100))
	e.WakeAt(1, 30) // in the past: now
	check(t, e.Run(100))
	e.WakeAt(1, 200)
	e.WakeAt(1, Never)
	check(t, e.Run(300))
	if want := []Time{70, 100}; !slices.Equal(woken, want) {
		t.Fatalf("woken at %v, want %v", woken, want)
	}
}

func TestPacketsInFlightKeepTheirFate(t *testing.T) {
	t.Parallel()
	var got []Time
	e, l := pair(t, Settings{Delay: 100}, &testNode{receive: func(now Time, _ *Packet) { got = append(got, now) }})
	check(t, e.Send(Datagram{To: 1}))
	check(t, l.Set(e.Now(), Settings{Delay: 10, Loss: 1}))
	check(t, e.Send(Datagram{To: 1}))
	check(t, l.Set(e.Now(), Settings{Delay: 20}))
	check(t, e.Send(Datagram{To: 1}))
	check(t, e.Run(1000))
	if want := []Time{20, 100}; !slices.Equal(got, want) {
		t.Fatalf("arrived at %v, want %v", got, want)
	}
}

func TestTapSeesEveryFateInTheOrderOfSending(t *testing.T) {
	t.Parallel()
	e, l := pair(t, Settings{Delay: 100}, &testNode{})
	var got []string
	e.SetTap(tapFunc(func(p *Packet) {
		got = append(got, fmt.Sprintf("%d %d %d %v %s", p.ID, p.Sent, p.Due, p.Fate, p.Data))
	}))
	check(t, e.Send(Datagram{To: 1, Data: []byte("a")}))
	check(t, l.Set(e.Now(), Settings{Delay: 50, Loss: 1}))
	check(t, e.Run(5))
	check(t, e.Send(Datagram{To: 1, Data: []byte("b")}))
	if want := []string{"1 0 100 delivered a", "2 5 55 lost b"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

func TestAppendInFlightListsPacketsInTheOrderOfSending(t *testing.T) {
	t.Parallel()
	e, l := pair(t, Settings{Delay: 100}, &testNode{})
	for i := range 20 {
		check(t, l.Set(e.Now(), Settings{Delay: time.Duration(100 - i)}))
		check(t, e.Send(Datagram{To: 1, Kind: uint8(i), Data: make([]byte, i)}))
	}
	check(t, e.Run(90)) // the last ten have arrived, the eleventh too
	flights := e.AppendInFlight(make([]Flight, 1, 100))[1:]
	if len(flights) != 10 {
		t.Fatalf("%d packets are in flight", len(flights))
	}
	for i, f := range flights {
		if want := (Flight{ID: uint64(i + 1), Kind: uint8(i), To: 1, Due: Time(100 - i), Size: i}); f != want {
			t.Errorf("flight %d is %+v, want %+v", i, f, want)
		}
	}
}

func TestEngineRefusesBadCalls(t *testing.T) {
	t.Parallel()
	e, l := pair(t, Settings{Delay: 10}, &testNode{})
	wantError(t, e.Send(Datagram{From: 1}), "send from 1 to 0: no link")
	wantError(t, e.Send(Datagram{To: 9}), "send from 0 to 9: no link")
	wantError(t, e.Send(Datagram{To: 1, Data: make([]byte, MaxDatagram+1)}), "1201 bytes are outside 0..1200")
	if l.spine != 0 {
		t.Errorf("%d fates were used up", l.sent)
	}
	check(t, e.Send(Datagram{To: 1, Data: make([]byte, MaxDatagram)}))
	wantError(t, e.Connect(0, 2, l), "only 2 nodes")
	wantError(t, e.Connect(1, 1, l), "no link to itself")
	wantError(t, e.Connect(1, 0, nil), "no link given")
	wantError(t, e.Connect(0, 1, l), "already connected")
	check(t, e.Run(5))
	wantError(t, e.Run(4), "outside 5ns..876000h")
	wantError(t, e.Run(Never), "outside 5ns..876000h")
	var nested error
	e.nodes[1].(*testNode).receive = func(now Time, _ *Packet) { nested = e.Run(now) }
	check(t, e.Run(20))
	wantError(t, nested, "while it is running")
	check(t, e.Close())
	check(t, e.Close())
	wantError(t, e.Run(30), "closed")
	if _, err := e.AddNode(&testNode{}); err == nil {
		t.Error("a closed engine took a node")
	}
}

func TestARunThatIsCutReportsThatTimeStandsStillToo(t *testing.T) {
	t.Parallel()
	var e *Engine
	e, _ = pair(t, Settings{}, &testNode{wake: func(now Time) { e.WakeAt(1, now) }})
	e.WakeAt(1, 3)
	for cuts := 0; ; cuts++ {
		events, there, err := e.RunSome(10, 1<<14)
		if err != nil {
			wantError(t, err, "time stands still at 3ns")
			return
		}
		if events != 1<<14 || there || e.Now() != 3 || cuts > 1<<7 {
			t.Fatalf("cut %d: %d events, there %t, at %v", cuts, events, there, e.Now())
		}
	}
}

func TestRunReportsThatTimeStandsStill(t *testing.T) {
	t.Parallel()
	var e *Engine
	e, _ = pair(t, Settings{}, &testNode{wake: func(now Time) { e.WakeAt(1, now) }})
	e.WakeAt(1, 3)
	wantError(t, e.Run(10), "time stands still at 3ns")
	if e.Now() != 3 {
		t.Errorf("stopped at %v", e.Now())
	}
}

// brokenCarrier fails for one packet in its way.
type brokenCarrier struct{ Carrier }

var errBroken = errors.New("broken")

func (brokenCarrier) Carry(_, _ NodeID, data []byte) ([]byte, error) {
	if string(data) == "bad" {
		return nil, errBroken
	}
	return data, nil
}

func TestRunReturnsTheCarriersErrorAndCanGoOn(t *testing.T) {
	t.Parallel()
	received := 0
	e, _ := pair(t, Settings{Delay: 10}, &testNode{receive: func(Time, *Packet) { received++ }})
	e.carrier = brokenCarrier{e.carrier}
	check(t, e.Send(Datagram{To: 1, Data: []byte("bad")}))
	check(t, e.Send(Datagram{To: 1, Data: []byte("good")}))
	if err := e.Run(20); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "packet 1 from 0 to 1") {
		t.Fatalf("the error is %v", err)
	}
	check(t, e.Run(20))
	if slots, free := e.pool.count(); received != 1 || free != slots {
		t.Errorf("received %d, with %d of %d slots free", received, free, slots)
	}
}

// busyEngine is an engine on which a host and n clients exchange datagrams for ever, each waking at
// a steady rate, over links with delay, jitter and loss.
func busyEngine(t testing.TB, c Carrier, n int) *Engine {
	t.Helper()
	e := NewEngine(c)
	var payload [100]byte
	ring := func(id, peer NodeID, every Time) *testNode {
		return &testNode{wake: func(now Time) {
			check(t, e.Send(Datagram{From: id, To: peer, Data: payload[:]}))
			e.WakeAt(id, now+every)
		}}
	}
	_, err := e.AddNode(ring(0, 1, Time(time.Millisecond)))
	check(t, err)
	s := Settings{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Distribution: Normal{}, Loss: 0.05}
	for i := 1; i <= n; i++ {
		id, err := e.AddNode(ring(NodeID(i), 0, Time(time.Second/60)))
		check(t, err)
		check(t, e.Connect(0, id, mustLink(t, 1, uint32(2*i), s)))
		check(t, e.Connect(id, 0, mustLink(t, 1, uint32(2*i+1), s)))
		e.WakeAt(id, Time(i))
	}
	e.WakeAt(0, 0)
	return e
}

func TestMemoryStaysConstantOverALongRun(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs long")
	}
	e := busyEngine(t, NewDirect(), 8)
	check(t, e.Run(Time(10*time.Second)))
	slots, _ := e.pool.count()
	arrivals := cap(e.arrivals.blocks)
	check(t, e.Run(Time(10*time.Minute)))
	now, free := e.pool.count()
	if now > slots+slotsAtOnce || cap(e.arrivals.blocks) != arrivals {
		t.Errorf("%d slots became %d, room for %d arrivals became %d", slots, now, arrivals, cap(e.arrivals.blocks))
	}
	if len(e.wakes.times) != 16 {
		t.Errorf("9 nodes have room for %d wake-ups, want 16", len(e.wakes.times))
	}
	if inFlight := e.arrivals.size; free+inFlight != now {
		t.Errorf("%d slots, of which %d are free and %d in flight", now, free, inFlight)
	}
}

func TestWarmEngineDoesNotAllocate(t *testing.T) {
	e := busyEngine(t, NewDirect(), 8)
	check(t, e.Run(Time(time.Minute)))
	flights := make([]Flight, 0, 1000)
	if n := testkit.AllocsPerRun(100, func() {
		check(t, e.Run(e.Now()+Time(100*time.Millisecond)))
		flights = e.AppendInFlight(flights[:0])
	}); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}
