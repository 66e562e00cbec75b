package lesson

import (
	"slices"
	"testing"

	"driftlab/game/scenario"
)

// The lesson on peeker's advantage: see it, guess it, see both screens and the sum, and get it under 80 ms by one slider.
func TestTheLessonOfPeekersAdvantageAsksShowsTheSumAndIsSolvedByOneSlider(t *testing.T) {
	l := Numbered(25)
	if l == nil || len(l.Steps) != 4 {
		t.Fatalf("lesson 25 is %+v", l)
	}
	var cuts [4]scenario.Watch
	for i := range l.Steps {
		cuts[i] = l.Worlds[0].Scenario.WatchAt(l.Steps[i].At)
		if sum := cuts[i].Strip == scenario.PeekStrip; cuts[i].Layout != scenario.WatchTwo || sum != (i >= 2) {
			t.Errorf("step %d shows %+v", i+1, cuts[i])
		}
	}
	if q := l.Steps[1].Question; q == nil || q.Kind != Choice || len(q.Options) != 4 {
		t.Errorf("it asks %+v", q)
	}
	g := l.Steps[3].Goal
	if g == nil || len(g.Needs) != 1 || l.Figures[g.Needs[0].Figure].Name != "now" || g.Needs[0].Most != 80 {
		t.Fatalf("its goal is %+v", g)
	}
	var moved []string
	for _, e := range g.Solution {
		for _, a := range e.Set {
			moved = append(moved, a.Name())
		}
	}
	// The slider link.delay is of both directions.
	if want := []string{"link.up.delay", "link.down.delay"}; !slices.Equal(moved, want) || !slices.Contains(cuts[3].Controls, "link.delay") {
		t.Errorf("it is solved by %q, and has the sliders %q", moved, cuts[3].Controls)
	}
}
