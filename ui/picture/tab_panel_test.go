package picture

import (
	"testing"

	"driftlab/game/scenario/scenariotest"
)

func TestAScenarioOpensTheDiagramThatItIsAbout(t *testing.T) {
	p := New()
	tabs := &p.Tabs
	begin := func(name string) {
		t.Helper()
		sc := scenariotest.Load(t, name)
		tabs.begin(sc)
	}
	titled := func(key string) bool {
		for i := range tabs.Tabs {
			if tabs.Tabs[i].Key == key {
				return !tabs.hidden(&tabs.Tabs[i])
			}
		}
		t.Fatalf("there is no tab %s", key)
		return false
	}
	for _, step := range []struct{ scenario, open, titled, hidden string }{
		{"first", "error", "error", "bulk"},
		{"bulk", "bulk", "bulk", "punch"},
		{"punch", "punch", "punch", "bulk"},
		{"punch/jitter", "punch", "punch", "bulk"},
		{"first", "error", "error", "punch"},
	} {
		if begin(step.scenario); tabs.Tabs[tabs.Open].Key != step.open || !titled(step.titled) || titled(step.hidden) {
			t.Errorf("%s opens %s, has a title for %s: %v, for %s: %v", step.scenario, tabs.Tabs[tabs.Open].Key, step.titled, titled(step.titled), step.hidden, titled(step.hidden))
		}
	}
	begin("bulk")
	tabs.Show("ticks")
	if begin("bulk"); tabs.Tabs[tabs.Open].Key != "ticks" || !titled("bulk") {
		t.Errorf("begun again it opens %s", tabs.Tabs[tabs.Open].Key)
	}
}
