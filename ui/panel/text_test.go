package panel

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/uitest"
)

func TestLinesEndNeitherBetweenNumberAndUnitNorAtASpaceThatJoins(t *testing.T) {
	for text, want := range map[string][]string{
		"at 100 Mbit/s, as intended": {"at", "100 Mbit/s,", "as", "intended"},
		"off by −2.5 ms now":         {"off", "by", "−2.5 ms", "now"},
		"off by +40.0\u00a0ms now":   {"off", "by", "+40.0\u00a0ms", "now"},
		"client 2: 5, or 7.":         {"client", "2:", "5,", "or", "7."},
		"up 80 · down 40":            {"up", "80", "·", "down", "40"},
		"first\nthen  5 m":           {"first", "then", "5 m"},
	} {
		if got := unbroken(text); !slices.Equal(got, want) {
			t.Errorf("%q may break into %q, not %q", text, got, want)
		}
	}
}

func TestWhatIsEasedSaysOverHowLong(t *testing.T) {
	set := scenariotest.Set("link.up.delay=180ms")
	ev := scenario.Event{Set: set, Over: 2500 * time.Millisecond}
	for name, want := range map[string]string{"en": "180 ms over 2.5 s", "de": "180 ms über 2,5 s"} {
		if got := EventText(uitest.Language(t, name), &ev, false); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want it to end with %q", name, got, want)
		}
	}
}
