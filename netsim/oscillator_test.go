package netsim

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const year = 365 * 24 * time.Hour

func mustOscillator(t testing.TB, offset time.Duration, ppb int64) *Oscillator {
	t.Helper()
	o, err := NewOscillator(offset, ppb)
	check(t, err)
	return o
}

func TestOscillatorGainsItsSkewExactlyOverAYear(t *testing.T) {
	t.Parallel()
	for _, ppb := range []int64{0, 1, -1, 12_345, -50_000, MaxSkewPPB, -MaxSkewPPB} {
		o := mustOscillator(t, 3*time.Second, ppb)
		// A year is a whole number of seconds, and each second gains exactly ppb nanoseconds.
		want := int64(3*time.Second) + int64(year) + ppb*int64(year/time.Second)
		if got := o.Read(Time(year)); got != want {
			t.Errorf("at %d ppb the clock reads %d, want %d", ppb, got, want)
		}
	}
}

func TestChangesOfSkewLoseNothing(t *testing.T) {
	t.Parallel()
	// A million changes at odd instants between skews whose mean is 0.5 ppb. Each could round up to
	// a nanosecond away; together they must not lose one.
	o := mustOscillator(t, 0, 1)
	exact := new(big.Int) // 10⁻⁹ ns
	const perBillion = 1_000_000_000
	const step = 1_000_003
	for k := range int64(1_000_000) {
		exact.Add(exact, big.NewInt(step*(perBillion+(1-k%2))))
		check(t, o.SetSkew(Time((k+1)*step), (k+1)%2^1))
	}
	want := exact.Div(exact, big.NewInt(perBillion)).Int64()
	if got := o.Read(1_000_000 * step); got != want {
		t.Errorf("the clock reads %d, want %d", got, want)
	}
}

// exactReading is Read in arithmetic without bounds.
func exactReading(o *Oscillator, t Time) *big.Int {
	s := &o.changed
	n := big.NewInt(int64(t))
	n.Sub(n, big.NewInt(int64(s.from)))
	n.Mul(n, new(big.Int).SetUint64(s.rate))
	n.Add(n, new(big.Int).SetUint64(s.frac))
	n.Div(n, big.NewInt(unit)) // rounds down, as the divisor is positive
	return n.Add(n, big.NewInt(s.base))
}

// drawOscillator returns a clock with a history of changes, the last of them at or before last.
func drawOscillator(t *rapid.T, last Time) *Oscillator {
	skew := rapid.Int64Range(-MaxSkewPPB, MaxSkewPPB)
	offset := rapid.Int64Range(int64(-100*year), int64(100*year))
	o, err := NewOscillator(time.Duration(offset.Draw(t, "offset")), skew.Draw(t, "skew"))
	if err != nil {
		t.Fatal(err)
	}
	var now Time
	for range rapid.IntRange(0, 5).Draw(t, "changes") {
		now = Time(rapid.Int64Range(int64(now), int64(last)).Draw(t, "now"))
		if rapid.Bool().Draw(t, "step") {
			o.Step(now, time.Duration(rapid.Int64Range(int64(-time.Hour), int64(time.Hour)).Draw(t, "d")))
		} else if err := o.SetSkew(now, skew.Draw(t, "skew")); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func TestReadIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := drawOscillator(t, Time(50*year))
		at := Time(rapid.Int64Range(0, int64(100*year)).Draw(t, "t"))
		if got, want := o.Read(at), exactReading(o, at); !want.IsInt64() || want.Int64() != got {
			t.Fatalf("Read(%d) is %d, want %v", at, got, want)
		}
	})
}

func TestReadIsMonotone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := drawOscillator(t, Time(year))
		at := Time(rapid.Int64Range(int64(o.changed.from), int64(2*year)).Draw(t, "t"))
		for d := range Time(10) {
			if a, b := o.Read(at+d), o.Read(at+d+1); a > b {
				t.Fatalf("Read(%d) is %d and Read(%d) is %d", at+d, a, at+d+1, b)
			}
		}
	})
}

func TestWhenIsTheEarliestTimeOfAReading(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := drawOscillator(t, Time(year))
		start := o.Read(o.changed.from)
		local := start + rapid.Int64Range(int64(-time.Hour), int64(year)).Draw(t, "ahead")
		at := o.When(local)
		if at < o.changed.from {
			t.Fatalf("When(%d) is %d, before the last change at %d", local, at, o.changed.from)
		}
		if got := o.Read(at); got < local {
			t.Fatalf("When(%d) is %d, when the clock reads %d", local, at, got)
		}
		if at > o.changed.from && o.Read(at-1) >= local {
			t.Fatalf("When(%d) is %d, but the clock reads %d a nanosecond before", local, at, o.Read(at-1))
		}
	})
}

func TestChangeOfSkewDoesNotMoveTheReading(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := drawOscillator(t, Time(year))
		now := o.changed.from + Time(rapid.Int64Range(0, int64(year)).Draw(t, "later"))
		before := o.Read(now)
		ppb := rapid.Int64Range(-MaxSkewPPB, MaxSkewPPB).Draw(t, "skew")
		check(t, o.SetSkew(now, ppb))
		if o.Read(now) != before || o.Skew() != ppb {
			t.Fatalf("%d became %d at %d ppb", before, o.Read(now), o.Skew())
		}
	})
}

func TestStepMovesTheReadingAtThatInstant(t *testing.T) {
	t.Parallel()
	o := mustOscillator(t, 0, 100_000)
	o.Step(Time(time.Second), -250*time.Millisecond)
	if got, want := o.Read(Time(time.Second)), int64(750_100_000); got != want {
		t.Errorf("the clock reads %d, want %d", got, want)
	}
	if got, want := o.Read(Time(2*time.Second)), int64(1_750_200_000); got != want {
		t.Errorf("a second later the clock reads %d, want %d", got, want)
	}
	if got := o.When(800_000_000); got <= Time(time.Second) {
		t.Errorf("the reading of 0.8 s comes again at %d", got)
	}
}

func TestOscillatorRefusesSkewOutOfRange(t *testing.T) {
	t.Parallel()
	for _, ppb := range []int64{MaxSkewPPB + 1, -MaxSkewPPB - 1, math.MaxInt64, math.MinInt64} {
		_, err := NewOscillator(0, ppb)
		wantError(t, err, "outside -499999999..499999999")
	}
	o := mustOscillator(t, 0, 5)
	if err := o.SetSkew(100, MaxSkewPPB+1); err == nil || !strings.HasPrefix(err.Error(), "skew: 500000000 ppb") {
		t.Errorf("the error is %v", err)
	}
	if o.Skew() != 5 || o.changed.from != 0 {
		t.Errorf("a refused skew changed the clock to %+v", o)
	}
}

func TestReadingsStayAtTheEndsOfTheirRange(t *testing.T) {
	t.Parallel()
	o := mustOscillator(t, math.MaxInt64-10, 0)
	if got := o.Read(11); got != math.MaxInt64 {
		t.Errorf("the clock reads %d", got)
	}
	o = mustOscillator(t, math.MinInt64+10, 0)
	o.Step(20, -time.Hour)
	if got := o.Read(20); got != math.MinInt64 {
		t.Errorf("the clock reads %d", got)
	}
	if got := o.Read(10); got != math.MinInt64 {
		t.Errorf("the clock read %d", got)
	}
	o = mustOscillator(t, 0, -MaxSkewPPB)
	if got := o.When(math.MaxInt64); got != Never {
		t.Errorf("the largest reading comes at %d", got)
	}
	o = mustOscillator(t, math.MinInt64, -MaxSkewPPB)
	if got := o.When(math.MaxInt64); got != Never {
		t.Errorf("the largest reading comes at %d", got)
	}
}
