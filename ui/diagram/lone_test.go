package diagram

import (
	"testing"
	"time"
)

func TestDiagramsThatStandAloneShowTheClockThatTheyAreOf(t *testing.T) {
	a := newRig(t, "first", 1280, 720, 1)
	a.advance(12 * time.Second)
	for name, clock := range map[string]string{"sorted": "slot", "cut": "simpson", "minima": "timesync", "clouds": "midline"} {
		one := openIn[*loneView](t, a, name)
		pix := a.pixels()
		if got := a.Session.Algorithms()[one.Chosen].Name; got != clock {
			t.Errorf("%s is of %s, want %s", name, got, clock)
		}
		if n := brightIn(pix, a.width, a.time.Below(60)); n < 300 {
			t.Errorf("%s: only %d bright pixels", name, n)
		}
	}
}

// The truth lies between the clouds, by no less than the least delay of each way.
func TestTheCloudsOfAClockLieOnBothSidesOfTheTruth(t *testing.T) {
	a := newRig(t, "lesson-06", 1280, 720, 1)
	one := openIn[*loneView](t, a, "clouds")
	a.advance(20 * time.Second)
	a.pixels()
	const unit = 16 * time.Microsecond // of stamps, rounded at both ends
	least, up, down := 50*time.Millisecond-unit, 0, 0
	for _, p := range one.detail.Points {
		off := p.Offset - one.trueNow
		switch {
		case p.Up && off < least, !p.Up && -off < least:
			t.Errorf("a point (up: %v) shows %v beside the truth, want %v at least", p.Up, off, least)
		case p.Up:
			up++
		default:
			down++
		}
	}
	if up < 2 || down < 50 {
		t.Errorf("there are %d points up and %d down", up, down)
	}
}
