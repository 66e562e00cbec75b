package diagram

import (
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/panel"
)

func TestAllClientsHaveADotAndARing(t *testing.T) {
	sc := scenariotest.Load(t, "first")
	sc.Resize(24)
	a := rigOf(t, sc, 1600, 900, 1)
	p := openIn[*Population](t, a, "population")
	a.after(9 * time.Second)
	n := 0
	for client := 1; client <= 24; client++ {
		if _, ok := a.Session.FirstError(client, p.Shown(&a.View)[0]); ok {
			n++
		}
	}
	if n != 24 || len(p.Chips) != len(a.Session.Algorithms()) {
		t.Errorf("%d of 24 clients have a ring, and there are %d chips", n, len(p.Chips))
	}
	pressIn(&a.at, p.Chips[5])
	p.Update(&a.View, &a.at, p.keysOf)
	pressIn(&a.at, p.Chips[8])
	a.at.Shift = true
	p.Update(&a.View, &a.at, p.keysOf)
	a.at = panel.Pointer{}
	if got := p.Shown(&a.View); !slices.Equal(got, []int{5, 8}) {
		t.Errorf("a click and one with Shift show the clocks %v, want 5 and 8", got)
	}
	if fast, slow := p.Within(24, 0.5, func(i int) (time.Duration, bool) { return time.Duration(i), true }),
		p.Within(24, 0.95, func(i int) (time.Duration, bool) { return time.Duration(-i), true }); fast != 12 || slow != 23 {
		t.Errorf("of 1..24 half are within %d and 95 %% within %d, want 12 and 23", fast, slow)
	}
}
