package profile

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/netsim"
)

func TestThePresetsAreThoseThatAreExpected(t *testing.T) {
	t.Parallel()
	want := []string{"3g", "4g", "5g", "cable", "conference-wifi", "dsl-bufferbloat", "home-wifi", "intercontinental",
		"satellite-geo", "satellite-leo", "wired-lan",
		"chrome-3g", "chrome-fast-3g", "chrome-fast-4g", "chrome-slow-3g", "chrome-slow-4g",
		"apple-100-loss", "apple-3g", "apple-dsl", "apple-edge", "apple-high-latency-dns", "apple-lte", "apple-very-bad-network",
		"apple-wifi", "apple-wifi-ac"}
	if got := assets.PresetNames(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	all, err := Presets()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Title == "" || !strings.HasSuffix(p.Help, ".") || strings.Count(p.Help, ". ") > 0 {
			t.Errorf("%s: title %q, help %q: it wants a title and one sentence", p.Name, p.Title, p.Help)
		}
	}
}

func TestEveryFigureOfAPresetHasItsSource(t *testing.T) {
	t.Parallel()
	for _, name := range assets.PresetNames() {
		text, err := assets.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		_, set, _ := strings.Cut(text, "[set]\n")
		sourced := false
		for line := range strings.Lines(set) {
			switch {
			case strings.HasPrefix(line, "#"):
				sourced = true
			case strings.TrimSpace(line) == "":
				sourced = false
			case !sourced:
				t.Errorf("%s: there is no comment above %s", name, line)
			case !strings.HasPrefix(line, "link.up.") && !strings.HasPrefix(line, "link.down."):
				t.Errorf("%s: %s is no setting of a link", name, line)
			}
		}
	}
}

func TestAPresetSetsTheDelayOfBothDirections(t *testing.T) {
	t.Parallel()
	for _, name := range assets.PresetNames() {
		p, err := loadPreset(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"link.up.delay", "link.down.delay"} {
			if !slices.ContainsFunc(p.Set, func(a scenario.Assignment) bool { return a.Name() == key }) {
				t.Errorf("%s does not set %s", name, key)
			}
		}
	}
}

func TestNoTwoPresetsAreTheSameLink(t *testing.T) {
	t.Parallel()
	all, err := Presets()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, p := range all {
		link := fmt.Sprint(p.Set)
		if other := names[link]; other != "" {
			t.Errorf("%s is the link of %s: the window could not tell which is shown", p.Name, other)
		}
		names[link] = p.Name
	}
}

func TestAWellKnownPresetHasTheFiguresOfItsTool(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		up, down         time.Duration
		rateUp, rateDown int64
		loss             float64
	}{
		"apple-3g":               {100 * time.Millisecond, 100 * time.Millisecond, 330e3, 780e3, 0},
		"apple-edge":             {440 * time.Millisecond, 400 * time.Millisecond, 200e3, 240e3, 0},
		"apple-lte":              {65 * time.Millisecond, 50 * time.Millisecond, 10e6, 50e6, 0},
		"apple-very-bad-network": {500 * time.Millisecond, 500 * time.Millisecond, 1e6, 1e6, 0.1},
		"apple-100-loss":         {0, 0, 0, 0, 1},
		"apple-wifi":             {time.Millisecond, time.Millisecond, 33e6, 40e6, 0},
		"chrome-3g":              {200 * time.Millisecond, 200 * time.Millisecond, 500e3, 500e3, 0},
		"chrome-slow-4g":         {75 * time.Millisecond, 75 * time.Millisecond, 750e3, 1600e3, 0},
		"chrome-fast-4g":         {30 * time.Millisecond, 30 * time.Millisecond, 1500e3, 9e6, 0},
		"chrome-slow-3g":         {200 * time.Millisecond, 200 * time.Millisecond, 512e3, 512e3, 0},
		"chrome-fast-3g":         {75 * time.Millisecond, 75 * time.Millisecond, 768e3, 1678e3, 0},
	} {
		p := mustOpen(t, name)
		if p.Up.Delay != want.up || p.Down.Delay != want.down || p.Up.Rate != want.rateUp || p.Down.Rate != want.rateDown ||
			p.Up.Loss != want.loss || p.Down.Loss != want.loss || p.Up.Jitter+p.Down.Jitter != 0 {
			t.Errorf("%s: got %+v and %+v", name, p.Up, p.Down)
		}
	}
	if p := mustOpen(t, "apple-high-latency-dns"); p.Up.OutageFor != 3*time.Second || p.Up.OutageEvery != 0 || p.Up.Delay != 0 {
		t.Errorf("the look-up: got %+v", p.Up)
	}
}

func TestASessionRunsUnderEveryPreset(t *testing.T) {
	t.Parallel()
	for _, name := range assets.PresetNames() {
		p, err := loadPreset(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := session.New(&scenario.Scenario{Clients: 2, Duration: time.Minute, Seed: 1, Set: p.Set}, session.Options{Carrier: netsim.NewDirect()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Advance(20 * time.Second); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, a := range s.Summary().Clients[0].Algorithms {
			if cut := p.Name == "apple-100-loss"; a.Algorithm == "timesync" && (a.FirstSyncS == nil) != cut {
				t.Errorf("%s: timesync knows the time: %v", name, !cut)
			}
		}
		s.Close()
	}
}

func TestSourcesAreRecognisedByWhatIsInThem(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"4g":                                "Mobile, 4G",
		"preset:4g":                         "Mobile, 4G",
		"first":                             "The first ten seconds",
		"scenario:first":                    "The first ten seconds",
		sample("irtt-loopback.json.gz"):     "measured by irtt to 127.0.0.1:2112",
		"irtt:" + sample("irtt-lossy.json"): "measured by irtt to 127.0.0.1:2113",
		sample("ping-windows-utf16.txt"):    "measured by ping",
		"ping:" + sample("ping-macos.txt"):  "measured by ping",
	} {
		if p, err := Open(from, nil, 0, Part{}); err != nil || p.Title != want {
			t.Errorf("%s: got %+v, %v", from, p, err)
		}
	}
}

func TestASourceThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	_, gone := os.Open("nowhere")
	for from, want := range map[string]string{
		"nowhere":                 `"nowhere": no such file, and no preset has this name (nearest: `,
		"preset:6g":               `preset "6g" is unknown (nearest: 3g, 4g,`,
		"irtt:nowhere":            `"nowhere" cannot be read: ` + files.Reason(gone).Error(),
		"testdata":                `"testdata": not a file`,
		"preset_test.go":          `"preset_test.go": it is neither a scenario nor a measurement that is known`,
		"irtt:ping_test.go":       `"ping_test.go", line 1: it is not JSON`,
		"scenario:ping_test.go":   `scenario "ping_test.go", line 1: `,
		"ping:testdata/nowhere.x": `"testdata/nowhere.x" cannot be read: `,
	} {
		if _, err := Open(from, nil, 0, Part{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v", from, err)
		}
	}
}

func TestAClientOfAScenarioIsChosenByItsNumber(t *testing.T) {
	t.Parallel()
	if _, err := Open("first", nil, 3, Part{}); err != nil {
		t.Error(err)
	}
	if _, err := Open("first", nil, 4, Part{}); err == nil || err.Error() != `scenario "first": client 4 is outside 1..3` {
		t.Errorf("got %v", err)
	}
	if _, err := Open("4g", nil, 2, Part{}); err == nil || err.Error() != `"4g": only a scenario has clients to choose from` {
		t.Errorf("got %v", err)
	}
}
