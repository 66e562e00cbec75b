package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/draw"
)

// With more clients than a page has, cards are low, and had lost their figures.
func TestALowCardHasItsClocksError(t *testing.T) {
	a := crowdedApp(t, 8)
	a.showView(config.WatchView)
	after(t, a, 12*time.Second, 2)
	all := writings(t, a, func(c *draw.Canvas) { a.Deck.Draw(&a.View, c) })
	for _, p := range a.Deck.Panes {
		if p.Thumb && p.Machine > 0 && !slices.ContainsFunc(all, func(w writing) bool { return strings.HasSuffix(w.text, " ms") && w.at.Within(p.Rect) }) {
			t.Errorf("the card of client %d at %v does not say how wrong its clock is", p.Machine, p.Rect)
		}
	}
}
