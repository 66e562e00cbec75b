// Package scenariotest has what tests of scenarios and of sessions need: any settings, events and scenarios, and files
// for them. Only tests import it.
package scenariotest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

// Anything is a source of settings, events and whole sessions: whatever is allowed, by the luck of a seed.
type Anything struct {
	T       testing.TB
	Rand    *rand.Rand
	Clients int
	names   []string   // of the keys that may change while a session runs
	groups  [][]string // the same by their groups
}

// NewAnything returns a source with the luck of a seed. Its Clients are still to be set.
func NewAnything(t testing.TB, seed1, seed2 uint64) Anything {
	a := Anything{T: t, Rand: rand.New(rand.NewPCG(seed1, seed2))}
	for _, g := range scenario.Groups() {
		var names []string
		for _, k := range scenario.Keys() {
			if k.Group() == g && !k.Fixed() {
				names = append(names, k.Name)
			}
		}
		if len(names) > 0 {
			a.names, a.groups = append(a.names, names...), append(a.groups, names)
		}
	}
	return a
}

// name returns a key that may change while a session runs: half of the time any, and else any of any group, as links and
// clocks have so many that of the rest few would be drawn.
func (a *Anything) name() string {
	names := a.names
	if a.Rand.IntN(2) == 0 {
		names = a.groups[a.Rand.IntN(len(a.groups))]
	}
	return names[a.Rand.IntN(len(names))]
}

// Event returns any event but its time.
func (a *Anything) Event() (ev scenario.Event) {
	whom := a.Rand.IntN(a.Clients+2) - 1
	player := a.Rand.IntN(a.Clients + 1)
	speed := func() game.Speed { return game.Speed(a.Rand.Int64N(2*int64(game.MaxImpulse)+1)) - game.MaxImpulse }
	datagram := func() scenario.Datagram {
		return scenario.Datagram{Client: 1 + a.Rand.IntN(a.Clients), Way: scenario.Direction(a.Rand.IntN(2)),
			Kind: game.KindInput + game.Kind(a.Rand.IntN(2)), Number: uint64(1 + a.Rand.IntN(500)), Second: a.Rand.IntN(4) == 0}
	}
	switch a.Rand.IntN(16) {
	case 15:
		ev.Restart = true
	case 14:
		ev.Bots = &scenario.Bots{Presses: []game.Press{{Player: player, Tick: a.Rand.Int64N(1000), Held: game.Buttons(a.Rand.IntN(int(game.AllButtons) + 1))}}}
	case 0:
		ev.Rejoin = whom
	case 1:
		ev.Rebind = whom
	case 2:
		ev.Leave = whom
	case 3:
		ev.Join = whom
	case 4:
		ev.Play = &scenario.Play{Player: player, Held: game.Buttons(a.Rand.IntN(int(game.AllButtons) + 1)), Release: a.Rand.IntN(2) == 0}
	case 5:
		ev.Impulse = &scenario.Impulse{Player: player, X: speed(), Y: speed()}
	case 6:
		ev.Say = &scenario.Say{Player: player, Text: "round and round"}
	case 7:
		ev.Move = &scenario.Move{Datagram: datagram(), By: time.Duration(a.Rand.Int64N(int64(time.Second))) - time.Second/2}
	case 8:
		d := datagram()
		ev.Lose = &d
	default:
		for range 1 + a.Rand.IntN(6) {
			ev.Set = append(ev.Set, a.Setting(a.name())...)
		}
	}
	return ev
}

// Setting gives a key any value, half of them of the size that people use.
func (a *Anything) Setting(name string) []scenario.Assignment {
	key, client := scenario.Find(name), 0
	if !key.World() {
		client = a.Rand.IntN(a.Clients + 1)
	}
	given := func(value string) []scenario.Assignment {
		set := Set(name + "=" + value)
		set[0].Client = client
		return set
	}
	known := Values[key.BothWays()]
	_, paired := key.Group().(*scenario.ClockGroup)
	paired = paired && key.With != ""
	if key.Text != nil || name != "client.wander" && !paired && !key.Fixed() && a.Rand.IntN(2) == 0 {
		return given(known[a.Rand.IntN(len(known))])
	}
	lo, hi := key.Bounds()
	if name == "client.wander" {
		hi = 500 // what it has done to the quartz stays: a week of more would leave no clock
	}
	if n := len(key.Choices); n > 0 {
		lo, hi = 0, int64(n)-1
	}
	value := lo + a.Rand.Int64N(hi-lo+1)
	set := given(key.Format(value))
	if paired { // alike they go together
		prefix, _, _ := strings.Cut(name, ".")
		other := scenario.Find(prefix + "." + key.With)
		value = min(max(value, other.Min), other.Max)
		set[0].Value = value
		alike := Set(other.Name + "=" + other.Format(value))
		alike[0].Client = set[0].Client
		set = append(set, alike[0])
	}
	return set
}

// Keyframes moves any number that may move.
func (a *Anything) Keyframes() scenario.Keyframes {
	for {
		k := scenario.NewKeyframes(scenario.Find(a.names[a.Rand.IntN(len(a.names))]))
		lo, hi := k.Key().Bounds()
		if k.Key().Text != nil || k.Key().Choices != nil {
			continue
		}
		if !k.Key().World() {
			k.Client = a.Rand.IntN(a.Clients + 1)
		}
		at := netsim.Time(0)
		for range 2 + a.Rand.IntN(3) {
			at += netsim.Time(1 + a.Rand.Int64N(int64(time.Second)))
			k.Points = append(k.Points, scenario.Keyframe{At: at, Value: lo + a.Rand.Int64N(hi-lo+1)})
		}
		return k
	}
}

// Watch returns any cut but its time.
func (a *Anything) Watch() scenario.Watch {
	w := scenario.Watch{Layout: scenario.WatchLayouts()[a.Rand.IntN(4)], Strip: scenario.WatchStrips()[a.Rand.IntN(3)],
		Client: 1 + a.Rand.IntN(a.Clients), With: a.Rand.IntN(a.Clients + 1), Subject: scenario.Subject{Kind: scenario.SubjectKind(a.Rand.IntN(6))}}
	if w.Subject.Kind == scenario.SubjectPlayer {
		w.Subject.Of = a.Rand.IntN(a.Clients + 1)
	}
	for range a.Rand.IntN(scenario.MaxWatchControls + 1) {
		w.Controls = append(w.Controls, append(scenario.WatchSliders(), a.names...)[a.Rand.IntN(3+len(a.names))])
	}
	return w
}

// Scenario returns any session of a few seconds. What does not go together with what it has already is left out.
func (a *Anything) Scenario() *scenario.Scenario {
	sc := &scenario.Scenario{Name: "anything", Title: `ü "🚀" #`, Seed: a.Rand.Uint64() >> 1, Clients: 1 + a.Rand.IntN(4),
		Duration: time.Second + time.Duration(a.Rand.Int64N(int64(3*time.Second)))}
	a.Clients = sc.Clients
	try := func(with func(sc *scenario.Scenario)) {
		more := *sc
		more.Set, more.Keyframes, more.Events = slices.Clone(sc.Set), slices.Clone(sc.Keyframes), slices.Clone(sc.Events)
		if with(&more); more.Validate() == nil {
			*sc = more
		}
	}
	if a.Rand.IntN(3) == 0 {
		presets := Values["link.preset"]
		try(func(sc *scenario.Scenario) { sc.Set = Set("link.preset=" + presets[a.Rand.IntN(len(presets))]) })
	}
	for range a.Rand.IntN(16) {
		try(func(sc *scenario.Scenario) {
			name := a.name()
			if a.Rand.IntN(2) == 0 { // which may be one that is fixed
				name = scenario.Keys()[a.Rand.IntN(len(scenario.Keys()))].Name
			}
			sc.Set = append(sc.Set, a.Setting(name)...)
		})
	}
	for range a.Rand.IntN(4) {
		try(func(sc *scenario.Scenario) { sc.Keyframes = append(sc.Keyframes, a.Keyframes()) })
	}
	at := netsim.Time(0)
	for range a.Rand.IntN(8) {
		at += netsim.Time(a.Rand.Int64N(int64(700 * time.Millisecond)))
		try(func(sc *scenario.Scenario) {
			ev := a.Event()
			ev.At = at
			sc.Events = append(sc.Events, ev)
		})
	}
	at = 0
	for range a.Rand.IntN(3) {
		at += netsim.Time(a.Rand.Int64N(int64(time.Second)))
		try(func(sc *scenario.Scenario) {
			w := a.Watch()
			w.At = at
			sc.Watch = append(slices.Clone(sc.Watch), w)
		})
	}
	return sc
}

// Values are some of every key that may change while a session runs. What is said of link.x may be drawn for link.up.x
// and link.down.x alone as well. Of a number or a choice of which nothing is said they are some of those that it may
// have.
var Values = withSomeOf(map[string][]string{
	"link.delay": {"0s", "5ms", "40ms", "100ms", "300ms"}, "link.jitter": {"0s", "3ms", "30ms"},
	"link.distribution": {"uniform", "normal", "exponential", "pareto", "lognormal", "gamma"}, "link.correlation": {"0", "30%", "0.9"}, "link.correlation-way": {"kept", "netem"},
	"link.table": {"none", "../scenario/testdata/ramp.dist"}, "link.recording": {"none", "../scenario/testdata/both.csv", "../scenario/testdata/one.csv"},
	"link.recording-end": {"loop", "hold"}, "link.route.step": {"0s", "20ms"}, "link.route.every": {"300ms", "1s"},
	"link.loss": {"0", "5%", "50%"}, "link.loss-burst": {"1", "3.5", "4 packets"}, "link.chain.begin": {"0", "5%"},
	"link.chain.end": {"0", "40%", "1"}, "link.chain.bad": {"0", "60%", "1"}, "link.chain.good": {"0", "1%"},
	"link.lose": {"none", "1", "9-12,5,7"}, "link.outage.for": {"0s", "100ms"}, "link.outage.every": {"0s", "700ms"},
	"link.episode.for": {"0s", "200ms"}, "link.episode.every": {"1m", "2s"}, "link.reorder-correlation": {"0", "50%"},
	"link.mtu": {"0", "576", "1500 bytes"}, "link.duplicate": {"0", "10%"}, "link.reorder": {"0", "20%"},
	"link.reorder-gap": {"0", "5 packets"}, "link.order": {"any", "kept"}, "link.rate": {"0", "200kbit", "1Mbit"},
	"link.trace": {"none", "../scenario/testdata/short.trace"}, "link.queue": {"2 kB", "64000"}, "link.queue-packets": {"0", "7"},
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
	"slot.poll": {"5s", "1m0s"}, "slot.piggyback": {"100ms", "3s"}, "slot.tolerance": {"0s", "3ms"}, "slot.wide": {"7ms", "1s"},
	"sntp.poll": {"16s", "1m0s"}, "sntp.burst-poll": {"200ms", "2s"},
})

// withSomeOf adds values of the keys that it lacks.
func withSomeOf(known map[string][]string) map[string][]string {
	for _, k := range scenario.Keys() {
		name := k.BothWays()
		if len(known[name]) > 0 || k.Fixed() || k.Text != nil {
			continue
		}
		known[name] = slices.Clone(k.Choices)
		if k.Choices == nil {
			known[name] = []string{k.Standard(), k.Format(k.Min), k.Format(k.Min + (k.Max-k.Min)/1000)}
		}
	}
	return known
}

// Settings returns some settings as a person or a script gives them: in any order, and one key
// perhaps several times.
func Settings(t *rapid.T, clients int) (set []scenario.Assignment) {
	names := slices.Sorted(maps.Keys(Values))
	for range rapid.IntRange(1, 6).Draw(t, "settings") {
		name := rapid.SampledFrom(names).Draw(t, "key")
		value := rapid.SampledFrom(Values[name]).Draw(t, "value")
		if rest, ok := strings.CutPrefix(name, "link."); ok && name != "link.preset" {
			name = rapid.SampledFrom([]string{"link.", "link.up.", "link.down."}).Draw(t, "direction") + rest
		}
		parsed, err := scenario.ParseAssignment(name, value)
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

// Event returns an event but its time.
func Event(t *rapid.T, clients int) (ev scenario.Event) {
	switch rapid.IntRange(0, 11).Draw(t, "kind of event") {
	case 11:
		ev.Bots = &scenario.Bots{Presses: []game.Press{{Player: rapid.IntRange(0, clients).Draw(t, "bot"), Tick: rapid.Int64Range(0, 1000).Draw(t, "tick"),
			Held: game.Buttons(rapid.IntRange(0, int(game.AllButtons)).Draw(t, "pressed"))}}}
	case 0, 1:
		ev.Set = Settings(t, clients)
		moves := !slices.ContainsFunc(ev.Set, func(a scenario.Assignment) bool { return !a.Key().Animatable() })
		if moves && len(ev.Set) > 0 && rapid.Bool().Draw(t, "over a time") {
			ev.Over = time.Duration(rapid.Int64Range(int64(scenario.MinOver), int64(3*time.Second)).Draw(t, "over"))
		}
	case 2:
		ev.Rejoin = rapid.IntRange(scenario.AllClients, clients).Draw(t, "rejoin")
	case 3:
		ev.Rebind = rapid.IntRange(scenario.AllClients, clients).Draw(t, "rebind")
	case 4:
		ev.Play = &scenario.Play{Player: rapid.IntRange(0, clients).Draw(t, "player"),
			Held:    game.Buttons(rapid.IntRange(0, int(game.AllButtons)).Draw(t, "buttons")),
			Release: rapid.Bool().Draw(t, "release")}
	case 5:
		ev.Leave = rapid.IntRange(scenario.AllClients, clients).Draw(t, "leave")
	case 6:
		ev.Join = rapid.IntRange(scenario.AllClients, clients).Draw(t, "join")
	case 7:
		speed := rapid.Int64Range(-int64(game.MaxImpulse), int64(game.MaxImpulse))
		ev.Impulse = &scenario.Impulse{Player: rapid.IntRange(0, clients).Draw(t, "pushed"),
			X: game.Speed(speed.Draw(t, "x")), Y: game.Speed(speed.Draw(t, "y"))}
	case 8:
		ev.Say = &scenario.Say{Player: rapid.IntRange(0, clients).Draw(t, "speaker"),
			Text: rapid.SampledFrom([]string{"a", `say "ü"`, "🚀 #"}).Draw(t, "text")}
	case 9:
		ev.Move = &scenario.Move{Datagram: datagram(t, clients),
			By: time.Duration(rapid.Int64Range(-int64(netsim.MaxMove), int64(netsim.MaxMove)).Draw(t, "by"))}
	case 10:
		d := datagram(t, clients)
		ev.Lose = &d
	}
	ev.Restart = rapid.IntRange(0, 9).Draw(t, "restart") == 9
	ev.Continues = rapid.Bool().Draw(t, "continues")
	return ev
}

// datagram returns any that there may be in some seconds.
func datagram(t *rapid.T, clients int) scenario.Datagram {
	d := scenario.Datagram{Client: rapid.IntRange(1, clients).Draw(t, "client"), Way: rapid.SampledFrom([]scenario.Direction{scenario.Up, scenario.Down}).Draw(t, "way"),
		Number: rapid.Uint64Range(1, 200).Draw(t, "number"), Second: rapid.Bool().Draw(t, "second")}
	if rapid.Bool().Draw(t, "of a clock") {
		d.Clock = rapid.SampledFrom([]string{"slot", "sntp", "timesync"}).Draw(t, "clock")
	} else {
		d.Kind = rapid.SampledFrom([]game.Kind{game.KindInput, game.KindSnapshot, game.KindHello, game.KindKeepalive}).Draw(t, "kind")
	}
	return d
}

// Keyframes returns keyframes of some settings, each of another one.
func Keyframes(t *rapid.T, clients int) (all []scenario.Keyframes) {
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"host.dilation", "client.dilation", "link.up.delay", "link.down.jitter",
		"client.skew", "client.offset", "link.up.loss", "buffer.client", "hits.rewind", "join.timeout"}), 0, 3, rapid.ID).Draw(t, "animated") {
		k := scenario.NewKeyframes(scenario.Find(name))
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
			k.Points = append(k.Points, scenario.Keyframe{At: at, Value: rapid.Int64Range(lo, hi).Draw(t, "point")})
		}
		all = append(all, k)
	}
	return all
}

// Scenario returns a scenario of three seconds.
func Scenario(t *rapid.T) *scenario.Scenario {
	sc := &scenario.Scenario{Name: "drawn", Seed: rapid.Uint64Range(0, 1<<62).Draw(t, "seed"),
		Clients: rapid.IntRange(1, 3).Draw(t, "clients"), Duration: 3 * time.Second}
	sc.Set = Settings(t, sc.Clients)
	sc.Keyframes = Keyframes(t, sc.Clients)
	at := netsim.Time(0)
	for range rapid.IntRange(0, 4).Draw(t, "events") {
		ev := Event(t, sc.Clients)
		at += netsim.Time(rapid.SampledFrom([]time.Duration{0, frame, 30 * frame, 500 * time.Millisecond, 333333333}).Draw(t, "after"))
		ev.At = at
		sc.Events = append(sc.Events, ev)
	}
	return sc
}

// Live returns a scenario that takes any event drawn while it runs: every clock that a drawn value needs runs.
func Live(t *rapid.T) *scenario.Scenario {
	sc := Scenario(t)
	for _, name := range []string{"client.algorithm", "time.provider"} {
		for _, value := range Values[name] {
			sc.Admit(Set(name + "=" + value))
		}
	}
	return sc
}

// Set parses settings written as KEY=VALUE; it panics on what a test wrote wrongly.
func Set(texts ...string) (out []scenario.Assignment) {
	for _, text := range texts {
		key, value, _ := strings.Cut(text, "=")
		set, err := scenario.ParseAssignment(key, value)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", text, err))
		}
		out = append(out, set...)
	}
	return out
}

// Files writes files into a new folder.
func Files(t testing.TB, texts map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Texts of files that a link can be set by.
const (
	SteadyTrace = "2\n4\n6\n8\n"
	TwoDelays   = "t_ms,up_ms,down_ms\n0,30,5\n100,60,7\n"
	FlatTable   = "-8192 0 8192\n"
)

// Share returns a scenario as a shared text that has all its files in it.
func Share(t rapid.TB, sc *scenario.Scenario) string {
	t.Helper()
	text, leftOut, err := sc.Share()
	if err != nil || leftOut != nil {
		t.Fatalf("left out %q: %v", leftOut, err)
	}
	return text
}

// First returns the scenario of the program's start, cut to a length.
func First(t rapid.TB, d time.Duration) *scenario.Scenario {
	t.Helper()
	sc, err := scenario.Load("first")
	if err != nil {
		t.Fatal(err)
	}
	sc.Duration = d
	return sc
}

// frame is what the window advances by at 60 frames a second.
const frame = time.Second / 60
