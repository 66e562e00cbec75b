package session

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/netsim"
)

// frame is what the window advances by at 60 frames a second.
const frame = time.Second / 60

// drawnValues are some of every key that may change while a session runs. What is said of link.x may be
// drawn for link.up.x and link.down.x alone as well.
var drawnValues = map[string][]string{
	"link.delay": {"0s", "5ms", "40ms", "100ms", "300ms"}, "link.jitter": {"0s", "3ms", "30ms"},
	"link.distribution": {"uniform", "normal", "exponential", "pareto", "lognormal"}, "link.correlation": {"0", "30%", "0.9"},
	"link.table": {"none", "testdata/ramp.dist"}, "link.recording": {"none", "testdata/both.csv", "testdata/one.csv"},
	"link.recording-end": {"loop", "hold"}, "link.route.step": {"0s", "20ms"}, "link.route.every": {"300ms", "1s"},
	"link.loss": {"0", "5%", "50%"}, "link.loss-burst": {"1", "3.5", "4 packets"}, "link.chain.begin": {"0", "5%"},
	"link.chain.end": {"0", "40%", "1"}, "link.chain.bad": {"0", "60%", "1"}, "link.chain.good": {"0", "1%"},
	"link.lose": {"none", "1", "9-12,5,7"}, "link.outage.for": {"0s", "100ms"}, "link.outage.every": {"0s", "700ms"},
	"link.mtu": {"0", "576", "1500 bytes"}, "link.duplicate": {"0", "10%"}, "link.reorder": {"0", "20%"},
	"link.reorder-gap": {"0", "5 packets"}, "link.order": {"any", "kept"}, "link.rate": {"0", "200kbit", "1Mbit"},
	"link.trace": {"none", "testdata/short.trace"}, "link.queue": {"2 kB", "64000"}, "link.queue-packets": {"0", "7"},
	"link.queue-discipline": {"drop-tail", "codel"}, "link.cross.share": {"0", "80%", "1.5"}, "link.cross.on": {"20ms", "400ms"},
	"link.cross.every": {"300ms", "1s"}, "link.transport": {"stream", "datagram"}, "link.rto": {"50ms", "1s"},
	"link.preset":   {"4g", "dsl-bufferbloat", "satellite-leo"},
	"client.offset": {"0s", "-3s", "1.5s", "24h"}, "client.skew": {"0", "100", "-2000.125"},
	"client.temperature": {"25", "60.5°C", "-40"}, "client.wander": {"0", "0.5", "100ppm/√h"},
	"client.sleep": {"awake", "asleep", "asleep-counting"}, "client.algorithm": {"unreal", "rtt2-world", "slot", "timesync", "unity"},
	"client.dilation": {"0", "0.5", "1", "2x"}, "buffer.client": {"0", "2.5"}, "buffer.server": {"0", "4 ticks"},
	"platform.time": {"server", "predicted", "near"}, "projectile.spawn": {"naive", "timestamped", "per-frame", "predicted"},
	"host.dilation": {"0", "50%", "1", "3"}, "dilation.lead": {"0s", "100ms"}, "others.show": {"dead-reckoned", "interpolated", "second-order", "second-order-naively"},
	"buffer.mode": {"adaptive", "fixed"}, "buffer.late": {"0.1%", "5%", "0.5"}, "input.rate": {"0", "20", "128Hz"}, "snapshot.rate": {"0", "2Hz", "20"},
	"snapshot.budget": {"0", "2000", "20kB/s"}, "hits.compensation": {"on", "off"}, "hits.rewind": {"0s", "100ms", "1s"}, "join.timeout": {"1s", "10s"},
}

func TestValuesOfEveryKeyAreDrawn(t *testing.T) {
	for i := range keys {
		name := keys[i].Name
		for d := range directions {
			if rest, ok := strings.CutPrefix(name, links[d].prefix); ok {
				name = "link." + rest
			}
		}
		if len(drawnValues[name]) == 0 && !keys[i].fixed {
			t.Errorf("there is no value of %s", name)
		}
	}
}

// drawSet returns some settings as a person or a script gives them: in any order, and one key
// perhaps several times.
func drawSet(t *rapid.T, clients int) (set []Assignment) {
	names := slices.Sorted(maps.Keys(drawnValues))
	for range rapid.IntRange(1, 6).Draw(t, "settings") {
		name := rapid.SampledFrom(names).Draw(t, "key")
		value := rapid.SampledFrom(drawnValues[name]).Draw(t, "value")
		if rest, ok := strings.CutPrefix(name, "link."); ok && name != presetKey {
			name = rapid.SampledFrom([]string{"link.", "link.up.", "link.down."}).Draw(t, "direction") + rest
		}
		parsed, err := ParseAssignment(name, value)
		if err != nil {
			t.Fatal(err)
		}
		client := rapid.IntRange(0, clients).Draw(t, "client")
		for _, a := range parsed {
			if !a.Key().World() {
				a.Client = client
			}
			set = append(set, a)
		}
	}
	return set
}

func drawEvent(t *rapid.T, clients int) (ev Event) {
	switch rapid.IntRange(0, 8).Draw(t, "kind of event") {
	case 0, 1:
		ev.Set = drawSet(t, clients)
	case 2:
		ev.Rejoin = rapid.IntRange(AllClients, clients).Draw(t, "rejoin")
	case 3:
		ev.Rebind = rapid.IntRange(AllClients, clients).Draw(t, "rebind")
	case 4:
		ev.Play = &Play{Player: rapid.IntRange(0, clients).Draw(t, "player"),
			Held:    game.Buttons(rapid.IntRange(0, int(game.AllButtons)).Draw(t, "buttons")),
			Release: rapid.Bool().Draw(t, "release")}
	case 5:
		ev.Leave = rapid.IntRange(AllClients, clients).Draw(t, "leave")
	case 6:
		ev.Join = rapid.IntRange(AllClients, clients).Draw(t, "join")
	case 7:
		speed := rapid.Int64Range(-int64(game.MaxImpulse), int64(game.MaxImpulse))
		ev.Impulse = &Impulse{Player: rapid.IntRange(0, clients).Draw(t, "pushed"),
			X: game.Speed(speed.Draw(t, "x")), Y: game.Speed(speed.Draw(t, "y"))}
	case 8:
		ev.Say = &Say{Player: rapid.IntRange(0, clients).Draw(t, "speaker"),
			Text: rapid.SampledFrom([]string{"a", `say "ü"`, "🚀 #"}).Draw(t, "text")}
	}
	return ev
}

// drawKeyframes returns keyframes of some settings, each of another one.
func drawKeyframes(t *rapid.T, clients int) (all []Keyframes) {
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"host.dilation", "client.dilation", "link.up.delay", "link.down.jitter",
		"client.skew", "client.offset", "link.up.loss", "buffer.client", "hits.rewind", "join.timeout"}), 0, 3, rapid.ID).Draw(t, "animated") {
		k := Keyframes{key: indexOf(name)}
		if !k.Key().World() {
			k.Client = rapid.IntRange(0, clients).Draw(t, "animated client")
		}
		lo, hi := k.Key().Bounds()
		if name == "link.up.loss" {
			hi = 1e8 // with any burst that is drawn
		}
		at := netsim.Time(0)
		for range rapid.IntRange(2, 4).Draw(t, "points") {
			at += netsim.Time(rapid.SampledFrom([]time.Duration{1, frame, 250 * time.Millisecond, 333333333, time.Second}).Draw(t, "to the point"))
			k.Points = append(k.Points, Keyframe{at, rapid.Int64Range(lo, hi).Draw(t, "point")})
		}
		all = append(all, k)
	}
	return all
}

func drawScenario(t *rapid.T) *Scenario {
	sc := &Scenario{Name: "drawn", Seed: rapid.Uint64Range(0, 1<<62).Draw(t, "seed"),
		Clients: rapid.IntRange(1, 3).Draw(t, "clients"), Duration: 3 * time.Second}
	sc.Set = drawSet(t, sc.Clients)
	sc.Keyframes = drawKeyframes(t, sc.Clients)
	at := netsim.Time(0)
	for range rapid.IntRange(0, 4).Draw(t, "events") {
		ev := drawEvent(t, sc.Clients)
		at += netsim.Time(rapid.SampledFrom([]time.Duration{0, frame, 30 * frame, 500 * time.Millisecond, 333333333}).Draw(t, "after"))
		ev.At = at
		sc.Events = append(sc.Events, ev)
	}
	return sc
}

func TestReplayOfALogGivesTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario(t)
		live := &traceHash{}
		s := newSession(t, sc, live)
		for s.Now() < netsim.Time(sc.Duration) {
			for range rapid.IntRange(0, 2).Draw(t, "events now") {
				if err := s.Do(drawEvent(t, sc.Clients)); err != nil {
					t.Fatal(err)
				}
			}
			step := rapid.SampledFrom([]time.Duration{frame, 10 * frame, 500 * time.Millisecond, 333333333}).Draw(t, "step")
			advance(t, s, min(step, sc.Duration-time.Duration(s.Now())), step)
		}
		text := s.Log().Text()
		again, err := Parse("log", text)
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
	sc := loadFirst(t, 13*time.Second)
	want, _ := play(t, sc, netsim.NewDirect(), time.Minute)
	for _, step := range []time.Duration{frame, time.Second, 123456789, 4 * time.Second} {
		if got, _ := play(t, loadFirst(t, 13*time.Second), netsim.NewDirect(), step); got.sum != want.sum {
			t.Errorf("steps of %v give another trace", step)
		}
	}
}

func TestVNetAndDirectGiveTheSameTrace(t *testing.T) {
	direct, _ := play(t, loadFirst(t, 12*time.Second), netsim.NewDirect(), time.Second)
	vnet, _ := play(t, loadFirst(t, 12*time.Second), mustVNet(t), frame)
	if direct.sum != vnet.sum || direct.packets != vnet.packets {
		t.Errorf("%d packets over vnet, %d over direct, or other content", vnet.packets, direct.packets)
	}
}

func TestAnEventAtTheEndOfAStepComesBeforeAPersonsEventOfThatInstant(t *testing.T) {
	sc := loadFirst(t, 6*time.Second)
	live := &traceHash{}
	s := newSession(t, sc, live)
	advance(t, s, 4*time.Second, time.Second) // everyone joins again now
	if err := s.Set("link.delay", "10ms"); err != nil {
		t.Fatal(err)
	}
	advance(t, s, 2*time.Second, frame)
	if replay, _ := play(t, s.Log(), netsim.NewDirect(), time.Minute); replay.sum != live.sum {
		t.Error("the replay differs")
	}
}

// fates keeps what became of each datagram of a link.
type fates map[[2]netsim.NodeID][]netsim.Fate

func (f fates) Record(e Entry) {
	if d, ok := e.(*Departure); ok {
		link := [2]netsim.NodeID{d.From, d.To}
		f[link] = append(f[link], d.Fate)
	}
}

func TestTwoWorldsThatDifferInOneSettingMeetTheSameLuck(t *testing.T) {
	run := func(set ...string) fates {
		f := fates{}
		sc := &Scenario{Seed: 5, Clients: 3, Duration: time.Minute, Set: assignments(append(set, "link.loss=20%", "link.jitter=2ms")...)}
		s := newSession(t, sc, f)
		advance(t, s, 15*time.Second, time.Second)
		return f
	}
	a, b := run(), run("client.algorithm=unreal", "client2.link.delay=10ms", "client.skew=50")
	for link, one := range a {
		other := b[link]
		n := min(len(one), len(other))
		if n < 500 {
			t.Errorf("link %v carried %d and %d datagrams", link, len(one), len(other))
		}
		for k := range n {
			if one[k] != other[k] {
				t.Errorf("link %v: datagram %d is %v in one world and %v in the other", link, k, one[k], other[k])
				break
			}
		}
	}
}

func TestLogOfASessionThatWasNotTouchedIsItsScenario(t *testing.T) {
	sc := loadFirst(t, time.Minute)
	s := newSession(t, sc, nil)
	advance(t, s, time.Minute, time.Second)
	if got, want := s.Log().Text(), sc.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBadEventsChangeNothing(t *testing.T) {
	h := &traceHash{}
	s := newSession(t, loadFirst(t, 3*time.Second), h)
	advance(t, s, 1500*time.Millisecond, time.Second)
	before := s.Log().Text()
	for want, err := range map[string]error{
		"link.up.loss: 1.4 is outside 0..1":                         s.Set("link.up.loss", "1.4"),
		"unknown key \"link.up.colour\"":                            s.Set("link.up.colour", "1"),
		"client4.skew: client 4 is outside 1..3":                    s.Set("client4.skew", "1"),
		"tick.rate: can only be set before the start":               s.Set("tick.rate", "30"),
		"rejoin: client 4 is outside 1..3":                          s.Do(Event{Rejoin: 4}),
		"player: 9 is outside 0..3":                                 s.Do(Event{Play: &Play{Player: 9}}),
		"host.dilation: there is one for the session":               s.Set("client1.host.dilation", "1"),
		"client.algorithm: \"sundial\" is unknown (allowed: unreal": s.Set("client.algorithm", "sundial"),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if s.Log().Text() != before {
		t.Error("a bad event is in the log")
	}
	advance(t, s, 1500*time.Millisecond, time.Second)
	if want, _ := play(t, loadFirst(t, 3*time.Second), netsim.NewDirect(), time.Second); h.sum != want.sum {
		t.Error("bad events change what follows")
	}
}
