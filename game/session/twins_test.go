package session

import (
	"fmt"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// taped plays a scenario for a time with a tape.
func taped(t *testing.T, sc *scenario.Scenario, d time.Duration) (*Session, *observe.Tape) {
	t.Helper()
	tape := observe.NewTape(sc.Clients)
	s := newSession(t, sc, tape)
	advance(t, s, d, frame)
	return s, tape
}

// offsetWorld is a world in which a client joins when its own clock reads a second.
func offsetWorld(offset time.Duration, set ...string) *scenario.Scenario {
	return &scenario.Scenario{Seed: 9, Clients: 1, Duration: time.Minute,
		Set:    scenariotest.Set(append(set, "client.offset="+offset.String(), "link.jitter=10ms", "link.loss=2%")...),
		Events: []scenario.Event{{At: 0, Leave: 1}, {At: netsim.Time(time.Second - offset), Join: 1}}}
}

func TestTwoWorldsThatNobodyCanTellApartHaveEqualStamps(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{40, 75, -20} { // ms by which the second client's clock is ahead, and one trip is longer
		a, tapeA := taped(t, offsetWorld(0, "link.up.delay=80ms", "link.down.delay=80ms"), 30*time.Second)
		b, tapeB := taped(t, offsetWorld(time.Duration(ahead)*time.Millisecond,
			fmt.Sprintf("link.up.delay=%dms", 80+ahead), fmt.Sprintf("link.down.delay=%dms", 80-ahead)), 30*time.Second)
		got := observe.Compare(tapeA.Exchanges(1, 0, a.Now(), nil), tapeB.Exchanges(1, 0, b.Now(), nil))
		if got.Compared < 20 || got.Equal != got.Compared || got.Run != got.Compared {
			t.Errorf("%d ms: %+v", ahead, got)
		}
		if d := Differences(a, b); len(d) != 3 {
			t.Errorf("%d ms: differences are %v", ahead, d)
		}
	}
}

func TestTwoWorldsThatCanBeToldApartDifferFromTheirFirstExchange(t *testing.T) {
	t.Parallel()
	a, tapeA := taped(t, offsetWorld(0, "link.up.delay=80ms", "link.down.delay=80ms"), 20*time.Second)
	b, tapeB := taped(t, offsetWorld(0, "link.up.delay=120ms", "link.down.delay=40ms"), 20*time.Second)
	got := observe.Compare(tapeA.Exchanges(1, 0, a.Now(), nil), tapeB.Exchanges(1, 0, b.Now(), nil))
	if got.Compared < 10 || got.Equal != 0 || got.First.Stamp != 2 || got.First.B-got.First.A != 40*time.Millisecond {
		t.Errorf("%+v", got)
	}
}

func TestDifferencesNameWhatDiffersOnce(t *testing.T) {
	t.Parallel()
	a := newSession(t, &scenario.Scenario{Seed: 1, Clients: 3, Duration: time.Second, Set: scenariotest.Set("link.up.delay=80ms")}, nil)
	b := newSession(t, &scenario.Scenario{Seed: 2, Clients: 3, Duration: time.Second,
		Set: scenariotest.Set("link.up.delay=120ms", "client2.skew=100", "host.dilation=0.5", "client1.link.down.jitter=3ms", "client3.link.down.jitter=4ms")}, nil)
	want := []scenario.Difference{{Client: 0, Name: "seed", A: "1", B: "2"}, {Client: 0, Name: "link.up.delay", A: "80ms", B: "120ms"},
		{Client: 1, Name: "link.down.jitter", A: "0s", B: "3ms"}, {Client: 3, Name: "link.down.jitter", A: "0s", B: "4ms"},
		{Client: 2, Name: "client.skew", A: "0", B: "100"}, {Client: 0, Name: "host.dilation", A: "1", B: "0.5"}}
	got := Differences(a, b)
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: got %v, want %v", i, got[i], want[i])
		}
	}
	if d := Differences(a, a); d != nil {
		t.Errorf("a session differs from itself: %v", d)
	}
}

func TestAWorldBesideItsCopyStaysTheSame(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, time.Minute)
	hashA, hashB := &traceHash{}, &traceHash{}
	s := newSession(t, sc, nil)
	advance(t, s, 3*time.Second, frame)
	a := mustClone(t, s, Options{Carrier: netsim.NewDirect(), Recorder: hashA})
	b := mustClone(t, s, Options{Carrier: mustVNet(t), Recorder: hashB})
	for range 5 {
		for _, w := range []*Session{a, b} {
			do(t, w, scenario.Event{Play: &scenario.Play{Player: 1, Held: game.Right}})
			advance(t, w, time.Second, frame)
		}
	}
	if hashA.sum != hashB.sum || hashA.packets == 0 {
		t.Error("two equal worlds part")
	}
}

func TestAChangeOfOneDirectionChangesNoDatagramsFate(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, time.Minute)
	// By its own clock client 1 waits for a push, which may be lost.
	sc.Set = append(sc.Set, scenariotest.Set("link.loss=20%", "link.duplicate=5%", "client1.algorithm=timesync")...)
	s := newSession(t, sc, nil)
	advance(t, s, 2*time.Second, frame)
	luck := func(set string) fates {
		f := fates{}
		w := mustClone(t, s, Options{Carrier: netsim.NewDirect(), Recorder: f})
		do(t, w, scenario.Event{Set: scenariotest.Set(set)})
		advance(t, w, 10*time.Second, frame)
		return f
	}
	luck("client1.link.up.delay=80ms").compare(t, luck("client1.link.up.delay=200ms"), 300)
}
