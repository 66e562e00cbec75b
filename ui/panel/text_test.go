package panel

import (
	"slices"
	"testing"
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
