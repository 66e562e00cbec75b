package scenario_test

import (
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game/scenario"
)

func TestEveryPresetSetsALinkAndNothingElse(t *testing.T) {
	t.Parallel()
	for _, name := range assets.PresetNames() {
		set, err := scenario.ParseAssignment("link.preset", name)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := 2 * len(scenario.LinkKeys()); len(set) != want {
			t.Errorf("%s sets %d keys, not %d", name, len(set), want)
		}
		sc := &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Minute, Set: set}
		if err := sc.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for k, a := range set {
			if a.Key() != &scenario.Keys()[k] || a.Client != 0 {
				t.Errorf("%s: %v stands in place %d", name, a, k)
			}
		}
	}
}

func TestUnknownPresetsAreRefusedWithTheNamesThatThereAre(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"moon", "", "../scenarios/first", "4g.toml"} {
		_, err := scenario.Parse("x", "format = 3\n[set]\nlink.preset = '"+name+"'\n")
		if err == nil || !strings.Contains(err.Error(), `line 3: link.preset: "`+name+`" is unknown (nearest: `) {
			t.Errorf("got %v", err)
		}
	}
	for _, key := range []string{"link.up.preset", "client.preset", "preset"} {
		if _, err := scenario.ParseAssignment(key, "4g"); err == nil || !strings.Contains(err.Error(), "unknown key") {
			t.Errorf("%s: got %v", key, err)
		}
	}
}
