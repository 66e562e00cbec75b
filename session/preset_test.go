package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/assets"
)

func TestEveryPresetSetsALinkAndNothingElse(t *testing.T) {
	for _, name := range assets.PresetNames() {
		set, err := ParseAssignment(presetKey, name)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(set) != linkKeys {
			t.Errorf("%s sets %d keys, not %d", name, len(set), linkKeys)
		}
		sc := &Scenario{Seed: 1, Clients: 1, Duration: time.Minute, Set: set}
		if err := sc.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for k, a := range set {
			if a.key != k || a.Client != 0 {
				t.Errorf("%s: %v stands in place %d", name, a, k)
			}
		}
	}
}

func TestAPresetPutsBackWhatItDoesNotSet(t *testing.T) {
	s := newSession(t, &Scenario{Seed: 1, Clients: 2, Duration: time.Minute, Set: assignments(
		"link.up.trace=testdata/short.trace", "link.duplicate=5%", "link.lose=4", "client.skew=3")}, nil)
	if err := s.Set("client2.link.preset", "4g"); err != nil {
		t.Fatal(err)
	}
	if got := s.ValueText(2, "link.up.trace") + s.ValueText(2, "link.down.lose") + s.ValueText(2, "link.up.duplicate"); got != "nonenone0" {
		t.Errorf("client 2 has kept %s", got)
	}
	if s.clients[0].links[up].Settings().Trace == nil || s.clients[1].links[up].Settings().Trace != nil || s.Value(2, "client.skew") != 3000 {
		t.Error("the preset is not client 2's alone, or sets more than a link")
	}
	text := s.Log().Text()
	if strings.Contains(text, "preset") || !strings.Contains(text, `"client2.link.up.delay" = "20ms"`) {
		t.Errorf("the log does not hold the keys that it set:\n%s", text)
	}
	if again, err := Parse("log", text); err != nil || again.Text() != text {
		t.Errorf("the log is not read as the same: %v", err)
	}
}

func TestAPresetCountsBeforeTheOtherKeysOfItsTable(t *testing.T) {
	sc, err := Parse("x", `format = 1
[set]
client2.link.up.delay = "3ms"
client2.link.preset = "satellite-geo"
link.jitter = "9ms"
link.down.jitter = "4ms"
link.preset = "4g"
`)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, sc, nil)
	if got, want := s.clients[0].links[up].Settings(), s.clients[0].links[down].Settings(); got.Jitter != 9*time.Millisecond || want.Jitter != 4*time.Millisecond || got.Delay != 20*time.Millisecond {
		t.Errorf("client 1 has %+v and %+v", got, want)
	}
	geo := newSession(t, &Scenario{Seed: 1, Clients: 1, Duration: time.Minute, Set: assignments("link.preset=satellite-geo")}, nil)
	if got, want := s.clients[1].links[down].Settings(), geo.clients[0].links[down].Settings(); got != want {
		t.Errorf("client 2 has %+v down, not %+v", got, want)
	}
	if got := s.clients[1].links[up].Settings().Delay; got != 3*time.Millisecond {
		t.Errorf("client 2 has a delay of %v up", got)
	}
}

func TestUnknownPresetsAreRefusedWithTheNamesThatThereAre(t *testing.T) {
	for _, name := range []string{"moon", "", "../scenarios/first", "4g.toml"} {
		_, err := Parse("x", "format = 1\n[set]\nlink.preset = '"+name+"'\n")
		if err == nil || !strings.Contains(err.Error(), `line 3: link.preset: "`+name+`" is unknown (allowed: 3g, 4g`) {
			t.Errorf("got %v", err)
		}
	}
	for _, key := range []string{"link.up.preset", "client.preset", "preset"} {
		if _, err := ParseAssignment(key, "4g"); err == nil || !strings.Contains(err.Error(), "unknown key") {
			t.Errorf("%s: got %v", key, err)
		}
	}
}
