package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

func TestAClocksConstantsAreSettings(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: 30 * time.Second, Set: scenariotest.Set(
		"client2.slot.ring=8", "unity.ratio=5%", "simpson.count=3", "timesync.window=1s", "sntp.stages=4")}, nil)
	for client, ring := range map[int]int{1: 32, 2: 8} {
		for _, a := range s.settings.Clocks(client) {
			switch cfg := a.Config.(type) {
			case clocks.SlotConfig:
				if cfg.Ring != ring {
					t.Errorf("client %d: a ring of %d, want %d", client, cfg.Ring, ring)
				}
			case unity.Config:
				if cfg.RatioPPM != 50_000 {
					t.Errorf("client %d: a ratio of %d ppm", client, cfg.RatioPPM)
				}
			case clocks.TimeSyncConfig:
				if cfg.Window != time.Second {
					t.Errorf("client %d: a window of %v", client, cfg.Window)
				}
			}
		}
	}
	advance(t, s, 30*time.Second, 30*time.Second)
	log, err := scenario.Parse("log", s.Log().Text())
	if err != nil || !strings.Contains(log.Text(), `"client2.slot.ring" = "8"`) {
		t.Errorf("%v: the log is\n%s", err, log.Text())
	}
	for _, c := range s.clients {
		st := c.client.Clocks.Status(clockOf(t, "simpson"), netsync.Local(30*time.Second))
		if asked := st.Used + st.Rejected; asked != 3 {
			t.Errorf("client %d: Simpson has asked %d times, not 3", c.id, asked)
		}
	}
}

// clockOf returns the place of a clock.
func clockOf(t *testing.T, name string) int {
	t.Helper()
	for i, a := range slices.Concat(registry.OfGroup(registry.Published), registry.OfGroup(registry.Ours)) {
		if a.Name == name {
			return i
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

func TestConstantsThatAreTheDefaultsChangeNothing(t *testing.T) {
	t.Parallel()
	var set []string
	for _, k := range scenario.Keys() {
		clock, _, _ := strings.Cut(k.Name, ".")
		if _, err := registry.Lookup(clock); err == nil {
			set = append(set, k.Name+"="+k.Standard())
		}
	}
	plain := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: 20 * time.Second}, nil)
	told := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: 20 * time.Second, Set: scenariotest.Set(set...)}, nil)
	for _, s := range []*Session{plain, told} {
		advance(t, s, 20*time.Second, time.Second)
	}
	for i := range registry.OfGroup(registry.Published) {
		now := netsync.Local(20 * time.Second)
		a, _ := plain.clients[0].client.Clocks.Estimate(i, now)
		if b, _ := told.clients[0].client.Clocks.Estimate(i, now); a != b {
			t.Errorf("%s: %v became %v", registry.OfGroup(registry.Published)[i].Name, a, b)
		}
	}
}

func TestConstantsThatDoNotGoTogetherAreToldWithTheirLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"slot.poll = \"1s\"":                `line 3: slot.piggyback: 3s is outside 100ms..1s`,
		"client2.slot.tolerance = \"10ms\"": `line 3: slot.wide: 7ms is outside 10ms..1s`,
		"sntp.burst-poll = \"20s\"":         `line 3: sntp.burst-poll: 20s is outside 100ms..16s`,
		"slot.ring = 65":                    `line 3: slot.ring: 65 is outside 1..64`,
		"slot.cut = 0.5":                    `line 3: slot.cut: 0.5 is not a whole number (range 1..100)`,
	} {
		_, err := scenario.Parse("x", "format = 3\n[set]\n"+text+"\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Second}, nil)
	if err := s.Set("slot.ring", "65"); err == nil || !strings.Contains(err.Error(), "slot.ring: 65 is outside 1..64") {
		t.Errorf("a running session: got %v", err)
	}
}
