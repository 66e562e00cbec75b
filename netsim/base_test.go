package netsim

import (
	"testing"
	"time"
)

// Whatever luck does, nothing arrives before the base delay, and without it right then.
func TestBaseIsTheDelayWithoutLuck(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, c := range []struct {
		name string
		s    Settings
		at   time.Duration
		want time.Duration
	}{
		{"a delay", Settings{Delay: 40 * ms}, time.Second, 40 * ms},
		{"jitter is luck", Settings{Delay: 40 * ms, Jitter: 10 * ms}, time.Second, 40 * ms},
		{"a queue is none of the path", Settings{Delay: 40 * ms, Rate: 1e6}, time.Second, 40 * ms},
		{"the first route", Settings{Delay: 40 * ms, RouteStep: 5 * ms, RouteEvery: time.Second}, 900 * ms, 40 * ms},
		{"the other route", Settings{Delay: 40 * ms, RouteStep: 5 * ms, RouteEvery: time.Second}, 1100 * ms, 45 * ms},
	} {
		l := mustLink(t, 1, 2, c.s)
		at := Time(c.at)
		if got := l.Base(at); got != c.want || l.Base(at) != got {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		for range 100 {
			if delay, _ := l.Fate(at, 100); delay < c.want {
				t.Errorf("%s: a datagram takes %v", c.name, delay)
			}
		}
	}
}

// A sway is no luck of a datagram's own, and neither is a recording: what is sent at one instant has the same.
func TestBaseSwaysWithTheDelayOfAllDatagrams(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 2, Settings{Delay: 40 * time.Millisecond, Sway: 10 * time.Millisecond, SwayOver: time.Second})
	seen := map[time.Duration]bool{}
	for at := range Time(30) {
		at *= Time(100 * time.Millisecond)
		base := l.Base(at)
		seen[base] = true
		if delay, _ := l.Fate(at, 100); delay != base {
			t.Errorf("at %v: %v, and a datagram takes %v", at, base, delay)
		}
	}
	if len(seen) < 20 {
		t.Errorf("the base delay is one of %v", seen)
	}
}

// alone returns the ticket of the k-th datagram of a link, or of its copies of a luck, that has flow 0 only.
func alone(l luck, k uint64) *ticket { return &ticket{luck: l, n: k, spine: l, k: k} }
