package ui

import (
	"slices"
	"testing"
	"time"

	"driftlab/session"
)

func TestTheRaceIsSortedByTheColumnThatIsClicked(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(15 * time.Second)
	nextFrame(t, a)
	k := &a.race
	click := func(c raceColumn) {
		a.pointer.press(k.heads[c])
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

func TestTheBestOfAColumnIsAmongThoseInTheRace(t *testing.T) {
	k := raceTable{rows: []session.RaceRow{
		{OK: true, RMS: 3 * time.Millisecond, Worst: 9 * time.Millisecond, BytesPerSecond: 50},
		{OK: true, RMS: 5 * time.Millisecond, Worst: 7 * time.Millisecond, BytesPerSecond: 20},
		{BytesPerSecond: 1},
	}, sort: raceRMS}
	k.arrange()
	if k.best[raceRMS] != 3 || k.best[raceWorst] != 7 || k.best[raceBytes] != 20 {
		t.Errorf("best %v", k.best)
	}
	if want := []int{0, 1, 2}; !slices.Equal(k.order, want) {
		t.Errorf("order %v, want %v: who is not synchronised comes last", k.order, want)
	}
	k.down = true
	k.arrange()
	if want := []int{1, 0, 2}; !slices.Equal(k.order, want) {
		t.Errorf("the largest first: order %v, want %v", k.order, want)
	}
}

func TestTheRaceCanBeginAnew(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	nextFrame(t, a)
	a.pointer.press(a.race.restart)
	a.race.update(&a.view, &a.pointer)
	if got := a.session.RaceFrom(1); got != a.session.Now() {
		t.Errorf("it began at %v, want %v", got, a.session.Now())
	}
	if len(a.session.Log().Events) != len(a.session.Scenario().Events) {
		t.Error("it is in the log, but it is no event")
	}
}

func TestFiguresOfTheRaceFitTheirColumns(t *testing.T) {
	k := raceTable{}
	for _, c := range []struct {
		v      float64
		column raceColumn
		want   string
	}{
		{0.123, raceRMS, "0.12"}, {12.34, raceRMS, "12.3"}, {123.4, raceWorst, "123"}, {28345, raceWorst, "28345"},
		{1234567, raceWorst, "1235k"}, {8.91, raceBytes, "8.9"}, {455.2, raceBytes, "455"},
	} {
		if k.figure(english, c.v, c.column); string(k.pen.buf) != c.want {
			t.Errorf("%v is written %s, want %s", c.v, k.pen.buf, c.want)
		}
	}
}
