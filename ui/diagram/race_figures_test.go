package diagram

import (
	"slices"
	"testing"
	"time"

	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestTheBestOfAColumnIsAmongThoseInTheRace(t *testing.T) {
	k := RaceTable{Rows: []session.RaceRow{
		{OK: true, RMS: 3 * time.Millisecond, Worst: 9 * time.Millisecond, BytesPerSecond: 50},
		{OK: true, RMS: 5 * time.Millisecond, Worst: 7 * time.Millisecond, BytesPerSecond: 20},
		{BytesPerSecond: 1},
	}, order: []int{0, 1, 2}}
	k.table.By = raceRMS
	k.columns(english, "", "")
	if k.arrange(); k.best[raceRMS] != 3 || k.best[raceWorst] != 7 || k.best[raceBytes] != 20 {
		t.Errorf("best %v", k.best)
	}
	if want := []int{0, 1, 2}; !slices.Equal(k.order, want) {
		t.Errorf("order %v, want %v: who is not synchronised comes last", k.order, want)
	}
	k.table.Down = true
	k.arrange()
	if want := []int{1, 0, 2}; !slices.Equal(k.order, want) {
		t.Errorf("the largest first: order %v, want %v", k.order, want)
	}
}

// The row read 403911501: 4039 and 11501.
func TestFiguresOfTheRaceStandApart(t *testing.T) {
	a := rigAt(t, "first", 3*time.Second)
	eachLanguage(t, a, func(name string) {
		a.race.Update(&a.View, &a.at)
		for i := range a.race.Rows {
			r, d := &a.race.Rows[i], wrongs[i%len(wrongs)].Abs()
			*r = session.RaceRow{OK: true, Converged: true, RMS: d / 3, Worst: d, WorstStep: d / 2, Convergence: d, BytesPerSecond: d.Seconds() * 1000}
		}
		a.race.arrange()
		for _, width := range []float32{256, 280, 340, 400, 800} {
			at := panel.NewRect(0, 0, width, 390)
			for _, fault := range crowding(heard(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, at) }), at) {
				t.Errorf("%s, %v wide: %s", name, width, fault)
			}
		}
	})
}

// A row of thirty clocks had 7 points where the race was low, and letters of 13.
func TestLinesOfTheRaceStandApartWhereItIsLow(t *testing.T) {
	a := rigAt(t, "engines/jitter", 3*time.Second)
	at := panel.NewRect(0, 0, 280, 214)
	for _, fault := range crowding(heard(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, at) }), at) {
		t.Error(fault)
	}
}
