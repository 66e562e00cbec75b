package diagram

import (
	"testing"
	"time"

	"driftlab/session"
)

func TestClockMarksLeanByTheClientsError(t *testing.T) {
	m := session.ClockMoment{OK: true, At: 990e6, Estimated: 1030e6, True: 990e6}
	next := session.ClockMoment{OK: true, At: 1006e6, Estimated: 1046e6, True: 1006e6}
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
