package diagram

import (
	"slices"
	"testing"
	"time"

	"driftlab/game/session"
)

func TestTheBestOfAColumnIsAmongThoseInTheRace(t *testing.T) {
	k := RaceTable{Rows: []session.RaceRow{
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

func TestFiguresOfTheRaceFitTheirColumns(t *testing.T) {
	k := RaceTable{}
	for _, c := range []struct {
		v      float64
		column raceColumn
		want   string
	}{
		{0.123, raceRMS, "0.12"}, {12.34, raceRMS, "12.3"}, {123.4, raceWorst, "123"}, {28345, raceWorst, "28345"},
		{1234567, raceWorst, "1235k"}, {8.91, raceBytes, "8.9"}, {455.2, raceBytes, "455"},
	} {
		if k.figure(english, c.v, c.column); string(k.pen.Buf) != c.want {
			t.Errorf("%v is written %s, want %s", c.v, k.pen.Buf, c.want)
		}
	}
}
