package profile

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
)

func TestThePresetsAreThoseThatAreExpected(t *testing.T) {
	t.Parallel()
	want := []string{"3g", "4g", "5g", "cable", "conference-wifi", "dsl-bufferbloat", "home-wifi", "intercontinental",
		"satellite-geo", "satellite-leo", "wired-lan"}
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
			if a.Algorithm == "timesync" && a.FirstSyncS == nil {
				t.Errorf("%s: timesync never knows the time", name)
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
		if p, err := Open(from, 0, Part{}); err != nil || p.Title != want {
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
		"preset_test.go":          `"preset_test.go": it is neither a scenario, nor the JSON of irtt, nor the output of ping`,
		"irtt:ping_test.go":       `"ping_test.go", line 1: it is not JSON`,
		"scenario:ping_test.go":   `scenario "ping_test.go", line 1: `,
		"ping:testdata/nowhere.x": `"testdata/nowhere.x" cannot be read: `,
	} {
		if _, err := Open(from, 0, Part{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v", from, err)
		}
	}
}

func TestAClientOfAScenarioIsChosenByItsNumber(t *testing.T) {
	t.Parallel()
	if _, err := Open("first", 3, Part{}); err != nil {
		t.Error(err)
	}
	if _, err := Open("first", 4, Part{}); err == nil || err.Error() != `scenario "first": client 4 is outside 1..3` {
		t.Errorf("got %v", err)
	}
	if _, err := Open("4g", 2, Part{}); err == nil || err.Error() != `"4g": only a scenario has clients to choose from` {
		t.Errorf("got %v", err)
	}
}
