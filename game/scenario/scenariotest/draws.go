// Package scenariotest has what tests of scenarios and of sessions need: any settings, events and scenarios, and files
// for them. Only tests import it.
package scenariotest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

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
	"snapshot.budget": {"0", "2000", "20kB/s"}, "hits.compensation": {"on", "off"}, "hits.rewind": {"0s", "100ms", "1s"}, "hits.rewind-by": {"round-trip", "half"}, "host.answer.work": {"0s", "20ms"}, "others.time": {"unbuffered", "predicted"}, "join.timeout": {"1s", "10s"},
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
		client := rapid.IntRange(0, clients).Draw(t, "client")
		for _, a := range Set(name + "=" + value) {
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

// Load returns a scenario by its name or file, or ends the test.
func Load(t rapid.TB, name string) *scenario.Scenario {
	t.Helper()
	sc, err := scenario.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// Parse returns the scenario that a file of this name with this text has, or ends the test.
func Parse(t rapid.TB, name, text string) *scenario.Scenario {
	t.Helper()
	sc, err := scenario.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// First returns the scenario of the program's start, cut to a length.
func First(t rapid.TB, d time.Duration) *scenario.Scenario {
	t.Helper()
	sc := Load(t, "first")
	sc.Duration = d
	return sc
}

// frame is what the window advances by at 60 frames a second.
const frame = time.Second / 60
