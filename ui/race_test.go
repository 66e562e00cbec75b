package ui

import (
	"slices"
	"testing"
	"time"
)

func TestTheRaceIsSortedByTheColumnThatIsClicked(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(15 * time.Second)
	nextFrame(t, a)
	k := &a.race
	click := func(c raceColumn) {
		pressOn(&a.pointer, k.heads[c])
		k.update(&a.view, &a.pointer)
		a.pointer = pointer{}
		nextFrame(t, a)
	}
	for c := raceRMS; c < raceColumns; c++ {
		click(c)
		for i := range k.order[1:] {
			before, _ := k.value(k.order[i], c)
			after, _ := k.value(k.order[i+1], c)
			if before > after {
				t.Errorf("column %d: %v stands before %v", c, before, after)
			}
		}
		smallest := slices.Clone(k.order)
		click(c)
		first, _ := k.value(k.order[0], c)
		if most, _ := k.value(smallest[len(smallest)-1], c); first != most {
			t.Errorf("column %d: a second click has %v first, want %v", c, first, most)
		}
	}
	click(raceClock)
	if !slices.IsSorted(k.order) {
		t.Errorf("the list's order is %v", k.order)
	}
}

func TestTheRaceCanBeginAnew(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	nextFrame(t, a)
	pressOn(&a.pointer, a.race.restart)
	a.race.update(&a.view, &a.pointer)
	if got := a.session.RaceFrom(1); got != a.session.Now() {
		t.Errorf("it began at %v, want %v", got, a.session.Now())
	}
	if len(a.session.Log().Events) != len(a.session.Scenario().Events) {
		t.Error("it is in the log, but it is no event")
	}
}
