package panel

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/uitest"
)

func TestWhatIsEasedSaysOverHowLong(t *testing.T) {
	set := scenariotest.Set("link.up.delay=180ms")
	ev := scenario.Event{Set: set, Over: 2500 * time.Millisecond}
	for name, want := range map[string]string{"en": "180 ms over 2.5 s", "de": "180 ms über 2,5 s"} {
		if got := EventText(uitest.Language(t, name), &ev, false); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want it to end with %q", name, got, want)
		}
	}
}
