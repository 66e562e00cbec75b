package unity

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

func TestNetworkTimeIsRightBeforeZero(t *testing.T) {
	t.Parallel()
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

// rates are in ticks in a thousand seconds: whole numbers of hertz, which are computed with in a way of their own, and others.
var rates = rapid.OneOf(rapid.Map(rapid.IntRange(1, 1000), func(hz int) int { return 1000 * hz }), rapid.IntRange(1000, 1_000_000))

func TestNetworkTimeAddsExactly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rates.Draw(t, "rate")
		start := netsync.World(rapid.Int64Range(-1<<60, 1<<60).Draw(t, "start"))
		d := time.Duration(rapid.Int64Range(-1<<60, 1<<60).Draw(t, "d"))
		a := FineTimeAt(rate, start)
		if got := a.World(); got != start {
			t.Fatalf("World() of %d = %d", start, got)
		}
		b := a.Add(d)
		if b.Add(-d) != a || b.Sub(a) != d || b != FineTimeAt(rate, start.Add(d)) {
			t.Fatalf("%v + %v = %v is not exact", a, d, b)
		}
		if p := b.part; p < 0 || p >= trillion {
			t.Fatalf("offset %d is outside one tick", p)
		}
		tick := b.Start()
		if FineTimeAt(rate, tick.World()).Tick() != tick.Tick() {
			t.Fatalf("the world time of tick %d is in tick %d", tick.Tick(), FineTimeAt(rate, tick.World()).Tick())
		}
	})
}

func TestNetworkTimeComparesAsItsWorldTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rates.Draw(t, "rate")
		v := netsync.World(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "v"))
		w := netsync.World(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "w"))
		got := FineTimeAt(rate, v).Compare(FineTimeAt(rate, w))
		if (got < 0) != (v < w) || (got == 0) != (v == w) {
			t.Fatalf("Compare(%d, %d) = %d", v, w, got)
		}
	})
}

// The text's own rules, "Network Time Struct": a sum carries what is more than a tick, and Time is ticks times
// their length and what is over.
func TestNetworkTimesAddUpAsTheTextHasIt(t *testing.T) {
	t.Parallel()
	at := func(rate int, tick, parts int64) NetworkTime {
		return NetworkTime{rate: 1000 * int32(rate), tick: tick, part: 1000 * parts}
	}
	for _, c := range []struct {
		name                  string
		a, b, sum, difference NetworkTime
	}{
		{"whole ticks", at(60, 100, 0), at(60, 20, 0), at(60, 120, 0), at(60, 80, 0)},
		{"the offsets make a tick and more", at(60, 1, 700_000_000), at(60, 2, 600_000_000), at(60, 4, 300_000_000), at(60, -1, 100_000_000)},
		{"the offsets make a tick, which the text's struct does not carry", at(10, 0, 500_000_000), at(10, 0, 500_000_000), at(10, 1, 0), at(10, 0, 0)},
		{"before zero", at(30, -1, 250_000_000), at(30, -2, 500_000_000), at(30, -3, 750_000_000), at(30, 0, 750_000_000)},
		{"to before zero", at(1, 0, 250_000_000), at(1, 3, 500_000_000), at(1, 3, 750_000_000), at(1, -4, 750_000_000)},
	} {
		sum, err := c.a.Plus(c.b)
		difference, err2 := c.a.Minus(c.b)
		if sum != c.sum || difference != c.difference || err != nil || err2 != nil {
			t.Errorf("%s: %v and %v: %v, %v (%v, %v), want %v, %v", c.name, c.a, c.b, sum, difference, err, err2, c.sum, c.difference)
		}
	}
	for _, c := range []struct {
		rate  int
		tick  int64
		fixed netsync.World
		delta time.Duration
	}{
		{60, 60, 1e9, 16_666_667}, {60, 1, 16_666_667, 16_666_667}, {60, -1, -16_666_666, 16_666_667},
		{50, -3, -60e6, 20 * time.Millisecond}, {1, 7, 7e9, time.Second}, {1000, 7, 7e6, time.Millisecond},
	} {
		for _, parts := range []int64{0, 1, 999_999_999} {
			if n := at(c.rate, c.tick, parts); n.FixedTime() != c.fixed || n.FixedDelta() != c.delta {
				t.Errorf("%v at rate %d: fixed time %d, fixed delta %v; want %d, %v", n, c.rate, n.FixedTime(), n.FixedDelta(), c.fixed, c.delta)
			}
		}
	}
}

// drawTime draws a time, before zero too, so that the sum of two is within what world time can be, ±292 years.
func drawTime(t *rapid.T, rate int, name string) NetworkTime {
	return NetworkTime{rate: int32(rate), tick: rapid.Int64Range(-1<<32, 1<<32).Draw(t, name+" tick"),
		part: 1000 * rapid.Int64Range(0, billion-1).Draw(t, name+" parts")}
}

func TestSumsAndDifferencesOfNetworkTimesUndoEachOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rates.Draw(t, "rate")
		a, b := drawTime(t, rate, "a"), drawTime(t, rate, "b")
		sum, err := a.Plus(b)
		if back, err2 := sum.Minus(b); err != nil || err2 != nil || back != a {
			t.Fatalf("%v + %v − %[2]v = %v (%v, %v)", a, b, back, err, err2)
		}
		if other, _ := b.Plus(a); other != sum {
			t.Fatalf("%v + %v = %v, the other way round %v", a, b, sum, other)
		}
		difference, _ := a.Minus(b)
		for _, n := range []NetworkTime{sum, difference} {
			if n.part < 0 || n.part >= trillion || int(n.rate) != rate {
				t.Fatalf("%+v is no time at rate %d", n, rate)
			}
		}
		// Each is exact where its world times are rounded up to the nanosecond.
		if off := difference.World() - (a.World() - b.World()); off < -1 || off > 1 {
			t.Fatalf("%v − %v = %v, which is %d ns off", a, b, difference, off)
		}
		if d := a.FixedTime(); d > a.World() || a.World().Sub(d) > a.FixedDelta() {
			t.Fatalf("%v is at %d, and its tick begins at %d", a, a.World(), d)
		}
	})
}

func TestNetworkTimesOfDifferentTickRatesHaveNeitherSumNorDifference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rates := rapid.SampledFrom([]int{0, 1000, 2000, 59_940, 60_000, 60_001, 1_000_000})
		a, b := drawTime(t, rates.Draw(t, "rate of a"), "a"), drawTime(t, rates.Draw(t, "rate of b"), "b")
		_, err := a.Plus(b)
		_, err2 := a.Minus(b)
		if alike := a.rate == b.rate && a.rate > 0; (err == nil) != alike || (err2 == nil) != alike {
			t.Fatalf("rates %d and %d: %v, %v", a.rate, b.rate, err, err2)
		}
		// What they have anyway is an order and the time between them.
		if off := a.Sub(b) - time.Duration(a.World()-b.World()); off != 0 {
			t.Fatalf("%v − %v is %v off", a, b, off)
		}
		if got := a.Compare(b); got != -b.Compare(a) || a.World() != b.World() && (got < 0) != (a.World() < b.World()) {
			t.Fatalf("rates %d and %d: Compare(%v, %v) = %d", a.rate, b.rate, a, b, got)
		}
	})
}
