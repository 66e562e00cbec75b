package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"driftlab/game/scenario"
)

// What logs have had so far, and what a person does who clicks for twenty minutes, is read; more than that is seconds of work.
func TestAMoveCostsWhatItsClocksCost(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds under the race detector")
	}
	for _, c := range []struct {
		clocks, what string
		events       int
		ok           bool
	}{
		{"published", "rejoin", 7812, true}, {"published", "rebind", 14_000, true}, {"published", "rebind", 14_100, false},
		{"all", "rejoin", 5000, true}, {"all", "rejoin", 6000, false}, {"all", "leave", 20_000, true},
	} {
		text := fmt.Sprintf("format = 3\nclients = 64\nclocks = %q\n", c.clocks) +
			strings.Repeat("[[event]]\nat = '1ms'\n"+c.what+" = 'all'\n", c.events)
		if _, err := scenario.Parse("x", text); (err == nil) != c.ok {
			t.Errorf("%d events of %s with the clocks %s: %v", c.events, c.what, c.clocks, err)
		}
	}
}
