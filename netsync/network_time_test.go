package netsync

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestNetworkTimeIsRightBeforeZero(t *testing.T) {
	for _, c := range []struct {
		rate  int
		add   time.Duration
		tick  int64
		parts int64
	}{
		{1, -500 * time.Millisecond, -1, 500_000_000}, // the text's struct reads −1.5 s here
		{60, 0, 0, 0},
		{60, -1, -1, 999_999_940},
		{10, -100 * time.Millisecond, -1, 0},
		{10, -101 * time.Millisecond, -2, 990_000_000},
		{60, time.Second, 60, 0},
		{128, 7812500, 1, 0},
	} {
		got := NewNetworkTime(c.rate, 0).Add(c.add)
		if got.Tick() != c.tick || got.Parts() != c.parts {
			t.Errorf("rate %d, %v: tick %d, parts %d; want %d, %d",
				c.rate, c.add, got.Tick(), got.Parts(), c.tick, c.parts)
		}
	}
}

func TestNetworkTimeAddsExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(1, 1000).Draw(t, "rate")
		start := World(rapid.Int64Range(-1<<60, 1<<60).Draw(t, "start"))
		d := time.Duration(rapid.Int64Range(-1<<60, 1<<60).Draw(t, "d"))
		a := NetworkTimeAt(rate, start)
		if got := a.World(); got != start {
			t.Fatalf("World() of %d = %d", start, got)
		}
		b := a.Add(d)
		if b.Add(-d) != a || b.Sub(a) != d || b != NetworkTimeAt(rate, start.Add(d)) {
			t.Fatalf("%v + %v = %v is not exact", a, d, b)
		}
		if p := b.Parts(); p < 0 || p >= billion {
			t.Fatalf("offset %d is outside one tick", p)
		}
		tick := b.Start()
		if NetworkTimeAt(rate, tick.World()).Tick() != tick.Tick() {
			t.Fatalf("the world time of tick %d is in tick %d", tick.Tick(), NetworkTimeAt(rate, tick.World()).Tick())
		}
	})
}

func TestNetworkTimeComparesAsItsWorldTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(1, 1000).Draw(t, "rate")
		v := World(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "v"))
		w := World(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "w"))
		got := NetworkTimeAt(rate, v).Compare(NetworkTimeAt(rate, w))
		if (got < 0) != (v < w) || (got == 0) != (v == w) {
			t.Fatalf("Compare(%d, %d) = %d", v, w, got)
		}
	})
}
