package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// packetsOf keeps all datagrams of a session.
type packetsOf []netsim.Packet

func (l *packetsOf) Record(e observe.Entry) {
	if d, ok := e.(*observe.Departure); ok {
		*l = append(*l, *d.Packet)
	}
}

func (l packetsOf) find(t *testing.T, from netsim.NodeID, flow netsim.Flow, number uint64) netsim.Packet {
	t.Helper()
	i := slices.IndexFunc(l, func(p netsim.Packet) bool {
		return p.From == from && p.Flow == flow && p.Number == number && p.Original == 0
	})
	if i < 0 {
		t.Fatalf("there is no datagram %d of flow %d", number, flow)
	}
	return l[i]
}

func TestALostQuestionOfOneClockIsNoticedByThatClockAlone(t *testing.T) {
	t.Parallel()
	for name, set := range disturbed {
		without := runWorld(t, disturbedWorld(t, set), nil, true)
		sc := disturbedWorld(t, set)
		hand := scenario.Event{At: netsim.Time(2 * time.Second), Lose: &scenario.Datagram{Client: 1, Way: scenario.Up, Clock: "slot", Number: 3},
			Move: &scenario.Move{Datagram: scenario.Datagram{Client: 1, Way: scenario.Down, Clock: "slot", Number: 3}, By: time.Second}}
		sc.Events = slices.Insert(sc.Events, 0, hand)
		with := runWorld(t, sc, nil, true)
		others := func(text, column string) string {
			return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(row string) bool { return strings.Contains(row+",", column) }), "\n")
		}
		if a, b := with.game, without.game; a != b {
			t.Errorf("%s: the game differs: %s", name, firstDifference(a, b))
		}
		if a, b := others(with.others, ",slot,"), others(without.others, ",slot,"); a != b {
			t.Errorf("%s: other clocks' datagrams differ: %s", name, firstDifference(a, b))
		}
		if a, b := others(with.clocks, ",slot,"), others(without.clocks, ",slot,"); a != b {
			t.Errorf("%s: other clocks differ: %s", name, firstDifference(a, b))
		}
		if with.clocks == without.clocks && name == "first" {
			t.Errorf("%s: the hand has done nothing", name)
		}
	}
}

func TestAHandMovesOneDatagramAndNothingIsSentOtherwiseBeforeItShows(t *testing.T) {
	t.Parallel()
	const number = 60
	world := func(hand ...scenario.Event) (packetsOf, *Session) {
		var all packetsOf
		sc := &scenario.Scenario{Seed: 3, Clients: 2, Duration: 4 * time.Second, Set: scenariotest.Set("link.delay=50ms", "link.jitter=10ms"), Events: hand}
		s := newSession(t, sc, &all)
		advance(t, s, sc.Duration, time.Second)
		return all, s
	}
	snapshot := netsim.Flow(game.KindSnapshot)
	without, _ := world()
	p := without.find(t, 0, snapshot, number)
	with, s := world(scenario.Event{At: p.Sent - 1, Move: &scenario.Move{
		Datagram: scenario.Datagram{Client: 1, Way: scenario.Down, Kind: game.KindSnapshot, Number: number}, By: 30 * time.Millisecond}})
	moved := with.find(t, 0, snapshot, number)
	if moved.To != 1 || moved.Due != p.Due.Add(30*time.Millisecond) || moved.Hand != 30*time.Millisecond {
		t.Errorf("it is due at %v, was %v", time.Duration(moved.Due), time.Duration(p.Due))
	}
	for i, a := range with {
		if a.Sent >= p.Due {
			break
		}
		if b := without[i]; a.ID != p.ID && (a.Due != b.Due || a.Cause != b.Cause || a.Kind != b.Kind || a.Sent != b.Sent) {
			t.Fatalf("datagram %d: %+v became %+v", i+1, b, a)
		}
	}
	again := scenariotest.Parse(t, "log", s.Log().Text())
	live, _ := play(t, s.Log(), netsim.NewDirect(), time.Second)
	if replay, r := play(t, again, mustVNet(t), frame); replay.sum != live.sum || r.Log().Text() != s.Log().Text() {
		t.Error("the replay differs")
	}
}

func TestADatagramThatWasSentIsOutOfReach(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Hour}, nil)
	advance(t, s, 2*time.Second, time.Second)
	before := s.Log().Text()
	d := scenario.Datagram{Client: 1, Way: scenario.Up, Kind: game.KindInput, Number: 5}
	for want, ev := range map[string]scenario.Event{
		"lose: input 5 up of client1 was sent before 2s":   {Lose: &d},
		"move: input 5 up of client1 was sent before 2s":   {Move: &scenario.Move{Datagram: d, By: time.Second}},
		"move.by: 10.000000001s is outside -10s..10s":      {Move: &scenario.Move{Datagram: d, By: netsim.MaxMove + 1}},
		`lose.clock: "sundial" is unknown`:                 {Lose: &scenario.Datagram{Client: 1, Clock: "sundial", Number: 1}},
		"lose: one of the two has to be said: kind, clock": {Lose: &scenario.Datagram{Client: 1, Number: 1}},
		"lose.number: 0 is outside 1..1000000000000":       {Lose: &scenario.Datagram{Client: 1, Clock: "slot"}},
		`lose.kind: "probe" is unknown (nearest: `:         {Lose: &scenario.Datagram{Client: 1, Kind: game.KindProbe, Number: 1}},
	} {
		if err := s.Do(ev); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if s.Log().Text() != before {
		t.Error("what was refused is in the log")
	}
}
