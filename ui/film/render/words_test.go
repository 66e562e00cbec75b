package render

import (
	"testing"
	"time"
)

func TestAFilmsTimesAreExact(t *testing.T) {
	for d, want := range map[time.Duration]string{2 * time.Second: "2.000 s", 0: "0.000 s", 833333333: "0.833333333 s", 1: "0.000000001 s", time.Hour: "3600.000 s"} {
		if got := exactSeconds(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestTheTimeLeftOfAFilmIsReadAsElsewhere(t *testing.T) {
	now := time.Unix(1000, 0)
	p := filmProgress{frames: 100}
	p.start = now.Add(-10 * time.Second)
	if p.done = 10; p.left(english, now) != "01:30 left" {
		t.Errorf("got %q", p.left(english, now))
	}
}
