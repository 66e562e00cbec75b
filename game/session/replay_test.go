package session

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func TestReplayOfALogGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Live(t)
		live := &traceHash{}
		s := newSession(t, sc, live)
		for s.Now() < netsim.Time(sc.Duration) {
			for range rapid.IntRange(0, 2).Draw(t, "events now") {
				ev := scenariotest.Event(t, sc.Clients)
				if s.Check(ev) != nil && s.CheckAnywhen(ev) == nil {
					continue // it is too late for that
				}
				do(t, s, ev)
			}
			step := rapid.SampledFrom([]time.Duration{frame, 10 * frame, 500 * time.Millisecond, 333333333}).Draw(t, "step")
			advance(t, s, min(step, sc.Duration-time.Duration(s.Now())), step)
		}
		text := s.Log().Text()
		again, err := scenario.Parse("log", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		step := rapid.SampledFrom([]time.Duration{frame, time.Second, 7777777, time.Minute}).Draw(t, "replay's step")
		carrier := netsim.NewDirect()
		if rapid.Bool().Draw(t, "vnet") {
			carrier = mustVNet(t)
		}
		replay, r := play(t, again, carrier, step)
		if replay.sum != live.sum || replay.packets != live.packets || replay.clocks != live.clocks {
			t.Errorf("%d packets and %d samples, live %d and %d, or other content\n%s",
				replay.packets, replay.clocks, live.packets, live.clocks, text)
		}
		if got, want := summaryText(t, r), summaryText(t, s); got != want {
			t.Errorf("summary %s, live %s", got, want)
		}
		if got := r.Log().Text(); got != text {
			t.Errorf("the replay's log differs:\n%s\nfrom\n%s", got, text)
		}
	})
}

func TestTracesDoNotDependOnTheStepsOfTime(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, 13*time.Second)
	want, _ := play(t, sc, netsim.NewDirect(), time.Minute)
	for _, step := range []time.Duration{frame, time.Second, 123456789, 4 * time.Second} {
		if got, _ := play(t, scenariotest.First(t, 13*time.Second), netsim.NewDirect(), step); got.sum != want.sum {
			t.Errorf("steps of %v give another trace", step)
		}
	}
}

func TestVNetAndDirectGiveTheSameTrace(t *testing.T) {
	t.Parallel()
	direct, _ := play(t, scenariotest.First(t, 12*time.Second), netsim.NewDirect(), time.Second)
	vnet, _ := play(t, scenariotest.First(t, 12*time.Second), mustVNet(t), frame)
	if direct.sum != vnet.sum || direct.packets != vnet.packets {
		t.Errorf("%d packets over vnet, %d over direct, or other content", vnet.packets, direct.packets)
	}
}

func TestAnEventAtTheEndOfAStepComesBeforeAPersonsEventOfThatInstant(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, 6*time.Second)
	live := &traceHash{}
	s := newSession(t, sc, live)
	advance(t, s, 4*time.Second, time.Second) // everyone joins again now
	set(t, s, "link.delay", "10ms")
	advance(t, s, 2*time.Second, frame)
	if replay, _ := play(t, s.Log(), netsim.NewDirect(), time.Minute); replay.sum != live.sum {
		t.Error("the replay differs")
	}
}

// fates keeps what became of each datagram of a flow.
type fates map[flowOf][]netsim.Fate

// A flowOf is a flow of a link.
type flowOf struct {
	from, to netsim.NodeID
	flow     netsim.Flow
}

func (f fates) Record(e observe.Entry) {
	if d, ok := e.(*observe.Departure); ok {
		of := flowOf{d.From, d.To, d.Flow}
		f[of] = append(f[of], d.Fate)
	}
}

// compare reports flows of which a datagram has another fate in another world, and links that carry too little.
func (f fates) compare(t *testing.T, other fates, least int) {
	t.Helper()
	carried := map[[2]netsim.NodeID]int{}
	for of, one := range f {
		another := other[of]
		n := min(len(one), len(another))
		carried[[2]netsim.NodeID{of.from, of.to}] += n
		for k := range n {
			if one[k] != another[k] {
				t.Errorf("%+v: datagram %d is %v in one world and %v in the other", of, k, one[k], another[k])
				break
			}
		}
	}
	for link, n := range carried {
		if n < least {
			t.Errorf("link %v carries %d datagrams in both worlds", link, n)
		}
	}
}

func TestTwoWorldsThatDifferInOneSettingMeetTheSameLuck(t *testing.T) {
	t.Parallel()
	run := func(set ...string) fates {
		f := fates{}
		sc := &scenario.Scenario{Seed: 5, Clients: 3, Duration: time.Minute, Set: scenariotest.Set(append(set, "link.loss=20%", "link.jitter=2ms")...)}
		s := newSession(t, sc, f)
		advance(t, s, 15*time.Second, time.Second)
		return f
	}
	run().compare(t, run("client.algorithm=unreal", "client2.link.delay=10ms", "client.skew=50"), 500)
}

func TestLogOfASessionThatWasNotTouchedIsItsScenario(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, time.Minute)
	s := newSession(t, sc, nil)
	advance(t, s, time.Minute, time.Second)
	if got, want := s.Log().Text(), sc.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBadEventsChangeNothing(t *testing.T) {
	t.Parallel()
	h := &traceHash{}
	s := newSession(t, scenariotest.First(t, 3*time.Second), h)
	advance(t, s, 1500*time.Millisecond, time.Second)
	before := s.Log().Text()
	for want, err := range map[string]error{
		"link.up.loss: 1.4 is outside 0..1":                   s.Set("link.up.loss", "1.4"),
		"unknown key \"link.up.colour\"":                      s.Set("link.up.colour", "1"),
		"client4.skew: client 4 is outside 1..3":              s.Set("client4.skew", "1"),
		"tick.rate: can only be set before the start":         s.Set("tick.rate", "30"),
		"rejoin: client 4 is outside 1..3":                    s.Do(scenario.Event{Rejoin: 4}),
		"player: 9 is outside 0..3":                           s.Do(scenario.Event{Play: &scenario.Play{Player: 9}}),
		"host.dilation: there is one for the session":         s.Set("client1.host.dilation", "1"),
		"client.algorithm: \"sundial\" is unknown (nearest: ": s.Set("client.algorithm", "sundial"),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if s.Log().Text() != before {
		t.Error("a bad event is in the log")
	}
	advance(t, s, 1500*time.Millisecond, time.Second)
	if want, _ := play(t, scenariotest.First(t, 3*time.Second), netsim.NewDirect(), time.Second); h.sum != want.sum {
		t.Error("bad events change what follows")
	}
}

func TestASharedSessionPlaysTheSameBytes(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, 6*time.Second)
	live := &traceHash{}
	s := newSession(t, sc, live)
	advance(t, s, 3*time.Second, frame)
	for _, c := range [][2]string{{"link.up.trace", "../scenario/testdata/short.trace"}, {"client2.skew", "80"}} {
		set(t, s, c[0], c[1])
	}
	advance(t, s, 3*time.Second, frame)
	text := scenariotest.Share(t, s.Log())
	if strings.ContainsAny(text, " \n\"'\\<>&%#") {
		t.Errorf("the text has characters that shells and chats change: %s", text)
	}
	got, err := scenario.ParseShared(text, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if replay, _ := play(t, got, mustVNet(t), time.Second); replay.sum != live.sum {
		t.Error("the shared session plays other bytes")
	}
}
