package diagram

import (
	"testing"
	"time"

	"driftlab/game/observe"
)

func TestClockMarksLeanByTheClientsError(t *testing.T) {
	m := observe.ClockMoment{OK: true, At: 990e6, Estimated: 1030e6, True: 990e6}
	next := observe.ClockMoment{OK: true, At: 1006e6, Estimated: 1046e6, True: 1006e6}
	if _, _, _, ok := agree(&m, &next, 500e6); ok {
		t.Error("between 1030 and 1046 ms there is no multiple of 500 ms")
	}
	m.Estimated, next.Estimated = 990e6, 1006e6
	host, client, err, ok := agree(&m, &next, 500e6)
	if !ok || host != 1e9 || client != 1e9 || err != 0 {
		t.Errorf("got %v %v %v %v", host, client, err, ok)
	}
	m.True, next.True = 950e6, 966e6 // the client is 40 ms ahead
	host, client, err, ok = agree(&m, &next, 500e6)
	if !ok || client != 1e9 || err != 40*time.Millisecond || host != 1.04e9 {
		t.Errorf("got %v %v %v %v", host, client, err, ok)
	}
}

func TestALessonShowsAnExchangeByItselfWhereItIsLarge(t *testing.T) {
	a := newRig(t, "lesson-ask-once", 1600, 900, 1)
	d := openIn[*SpaceTime](t, a, "spacetime")
	a.advance(360 * time.Millisecond)
	for _, test := range []struct {
		span    time.Duration
		anyone  bool
		is      bool
		comment string
	}{
		{360 * time.Millisecond, false, true, "160 of 360 ms"},
		{2 * time.Second, false, false, "160 ms of two seconds"},
		{2 * time.Second, true, true, "160 ms of two seconds, while time stands still"},
	} {
		d.Axis.Span = test.span
		a.draw()
		if p := d.latest(a.Tape, test.anyone); (p != nil) != test.is {
			t.Errorf("%s: shown %t, want %t", test.comment, p != nil, test.is)
		}
	}
}
