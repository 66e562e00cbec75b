package scenario_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/param"
)

func drawAssignment(t *rapid.T) scenario.Assignment {
	a := scenario.AssignmentOf(&scenario.Keys()[rapid.IntRange(0, len(scenario.Keys())-1).Draw(t, "key")])
	k := a.Key()
	if !k.World() {
		a.Client = rapid.IntRange(0, scenario.MaxClients).Draw(t, "client")
	}
	lo, hi := k.Bounds()
	if k.Off && rapid.Bool().Draw(t, "off") {
		lo, hi = 0, 0
	}
	a.Value = rapid.Int64Range(lo, hi).Draw(t, "value")
	return a
}

func TestAssignmentsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := drawAssignment(t)
		name, value, _ := strings.Cut(want.String(), "=")
		got, err := scenario.ParseAssignment(name, value)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s is read as %+v, %v", want, got, err)
		}
	})
}

func TestEveryKeyTellsItsBoundsAndRefusesWhatIsBeyond(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i := range scenario.Keys() {
		k := &scenario.Keys()[i]
		if k.Name == "" || k.Help == "" || k.Unit.Name == "" || seen[k.Name] {
			t.Errorf("key %d: %+v lacks something, or appears twice", i, k)
		}
		seen[k.Name] = true
		if set, err := scenario.ParseAssignment(k.Name, k.Standard()); err != nil || set[0].Value != k.Default {
			t.Errorf("%s: its default %s is read as %v, %v", k.Name, k.Standard(), set, err)
		}
		if len(k.Choices) > 0 || k.Text != nil {
			continue
		}
		lo, hi := k.Bounds()
		for _, v := range []int64{lo, hi} {
			if got, err := k.Parse(k.Format(v)); err != nil || got != v {
				t.Errorf("%s: its bound %s is read as %d, %v", k.Name, k.Format(v), got, err)
			}
		}
		least := lo - 1
		if k.Word != "" {
			least = min(least, param.Worded-1) // what is kept for the word is written as that
		}
		for _, v := range []int64{least, hi + 1} {
			if _, err := k.Parse(k.Format(v)); err == nil || !strings.Contains(err.Error(), k.Range()) ||
				!strings.HasPrefix(err.Error(), k.Name+": ") {
				t.Errorf("%s: %s: got %v", k.Name, k.Format(v), err)
			}
		}
	}
	for _, name := range strings.Fields(`link.up.delay link.down.delay link.up.jitter link.down.jitter link.up.loss link.down.loss
		client.offset client.skew client.algorithm host.dilation client.dilation tick.rate`) {
		if scenario.Find(name) == nil {
			t.Errorf("there is no key %s", name)
		}
	}
}

func TestValuesMayCarryTheirUnits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"link.up.loss=5%": 50_000_000, "link.up.loss=0.05": 50_000_000, "link.up.loss= 100 % ": 1e9,
		"client.skew=20ppm": 20_000, "client.skew=-0.5 ppm": -500, "client.skew=20": 20_000,
		"host.dilation=50%": 500_000, "host.dilation=2x": 2_000_000, "host.dilation=0": 0,
		"link.down.rate=0.3kbit": 300, "link.up.queue=4.35kB": 4350, "link.up.rate=9.999999999Gbit": 9_999_999_999,
		"client.wander=10ppb@1h": 17, "client.wander=0.01ppm@1000s": 33, "client3.wander= 1 ppm @ 1h30m": 1414, "client.wander=0ppb@1s": 0,
		"client.wander=577350.2ppb@1h": 1_000_000, "client.wander=0.5ppm/√h": 500,
		"tick.rate=30Hz": 30, "tick.rate=128": 128, "buffer.client=1.5 ticks": 1_500_000, "buffer.server=1 tick": 1_000_000,
		"link.up.delay=1m": int64(10 * time.Second), "client.offset=-3s": int64(-3 * time.Second), "link.down.delay=0": 0,
	} {
		if text == "link.up.delay=1m" {
			continue // out of range; see the table of errors
		}
		got := scenariotest.Set(text)
		if len(got) != 1 || got[0].Value != want {
			t.Errorf("%s is kept as %v, want %d", text, got, want)
		}
	}
}

func TestResizeToAnotherNumberDropsTheCaptions(t *testing.T) {
	t.Parallel()
	const text = `format = 3
clients = 3
[[event]]
at = "0s"
caption = "Three clients"
[[event]]
at = "1s"
caption = "They join again"
rejoin = "all"
`
	for clients, want := range map[int]int{2: 1, 3: 2, 8: 1} {
		sc := scenariotest.Parse(t, "x", text)
		sc.Resize(clients)
		if len(sc.Events) != want || strings.Contains(sc.Text(), "caption") != (clients == 3) {
			t.Errorf("%d clients: left is\n%s", clients, sc.Text())
		}
	}
}

func TestResizeDropsOnlyWhatConcernsClientsThatAreNoMore(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x", `format = 3
[set]
client3.skew = 7
client.skew = 1
[[event]]
at = "1s"
rejoin = "client3"
[[event]]
at = "2s"
rejoin = "client3"
[event.set]
link.delay = "1ms"
client3.skew = 2
[[event]]
at = "3s"
player = 3
hold = "fire"
[[event]]
at = "4s"
rejoin = "all"
`)
	sc.Resize(2)
	check(t, sc.Validate())
	if len(sc.Set) != 1 || len(sc.Events) != 2 || len(sc.Events[0].Set) != 2 || sc.Events[0].Rejoin != 0 || sc.Events[1].Rejoin != scenario.AllClients {
		t.Errorf("left is %s", sc.Text())
	}
}

func TestAnySessionHasSettingsOfEveryKindInTime(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds under the race detector")
	}
	a := scenariotest.NewAnything(t, 1, 2)
	seen := map[string]bool{}
	note := func(set []scenario.Assignment) {
		for _, s := range set {
			seen[s.Key().Name] = true
		}
	}
	for range 1000 {
		sc := a.Scenario()
		note(sc.Set)
		for _, k := range sc.Keyframes {
			seen["keyframes"] = true
			seen["keyframes of one client"] = seen["keyframes of one client"] || k.Client > 0
		}
		for i := range sc.Events {
			ev := &sc.Events[i]
			note(ev.Set)
			for kind, has := range map[string]bool{"rejoin": ev.Rejoin != 0, "rebind": ev.Rebind != 0, "leave": ev.Leave != 0,
				"join": ev.Join != 0, "play": ev.Play != nil, "push": ev.Impulse != nil, "say": ev.Say != nil} {
				seen[kind] = seen[kind] || has
			}
		}
	}
	want := []string{"keyframes", "keyframes of one client", "rejoin", "rebind", "leave", "join", "play", "push", "say"}
	for _, k := range scenario.Keys() {
		want = append(want, k.Name)
	}
	for _, name := range want {
		if !seen[name] {
			t.Errorf("there is none with %s", name)
		}
	}
}

func TestValuesOfEveryKeyAreDrawn(t *testing.T) {
	t.Parallel()
	for _, k := range scenario.Keys() {
		name := strings.NewReplacer("link.up.", "link.", "link.down.", "link.").Replace(k.Name)
		if len(scenariotest.Values[name]) == 0 && !k.Fixed() {
			t.Errorf("there is no value of %s", name)
		}
	}
}

// check ends a test that an error is in the way of.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
