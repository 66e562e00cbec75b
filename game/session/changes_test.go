package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestChangesAreWhatAPersonHasSetOtherwiseThanTheScenarioHasItNow(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "first")
	s := newSession(t, sc, nil)
	defer s.Close()
	set := func(name, value string) {
		all, err := scenario.ParseAssignment(name, value)
		if err == nil {
			err = s.Do(scenario.Event{Set: all})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	set("client2.skew", "70")
	set("link.up.delay", "33ms")
	got := s.Changes()
	if len(got) != 2 || got[0] != (scenario.Difference{Name: "link.up.delay", A: "80ms", B: "33ms"}) || got[1].Client != 2 || got[1].A != "0" {
		t.Errorf("%+v", got)
	}
	run(t, s, 6*time.Second)
	if got := s.Changes(); len(got) != 1 || got[0].Name != "client.skew" {
		t.Errorf("after the scenario has set the delay: %+v", got)
	}
	set("client2.skew", "0")
	if got := s.Changes(); len(got) != 0 {
		t.Errorf("as before: %+v", got)
	}
}
