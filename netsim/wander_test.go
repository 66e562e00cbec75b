package netsim

import (
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func mustWander(t testing.TB, seed uint64, perRootHour int64) *Oscillator {
	t.Helper()
	o := mustOscillator(t, 0, 0)
	o.Seed(seed, 1)
	check(t, o.SetWander(0, perRootHour))
	return o
}

// A restlessChange is a change of a clock at an instant.
type restlessChange struct {
	at    Time
	apply func(o *Oscillator, at Time) error
}

// drawRestless returns changes of every sort, most of them at odd instants, in the first days.
func drawRestless(t *rapid.T) []restlessChange {
	skew := rapid.Int64Range(-MaxSkewPPB, MaxSkewPPB)
	changes := []restlessChange{{0, func(o *Oscillator, at Time) error { return o.SetWander(at, 1000) }}}
	var now Time
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		now += Time(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "later"))
		if rapid.Bool().Draw(t, "on a whole second") {
			now -= now % second
			now = max(now, changes[len(changes)-1].at)
		}
		var apply func(o *Oscillator, at Time) error
		switch rapid.IntRange(0, 4).Draw(t, "change") {
		case 0:
			ppb := skew.Draw(t, "skew")
			apply = func(o *Oscillator, at Time) error { return o.SetSkew(at, ppb) }
		case 1:
			wander := rapid.Int64Range(0, MaxWander).Draw(t, "wander")
			apply = func(o *Oscillator, at Time) error { return o.SetWander(at, wander) }
		case 2:
			celsius := rapid.Int64Range(MinTemperature, MaxTemperature).Draw(t, "temperature")
			apply = func(o *Oscillator, at Time) error { return o.SetTemperature(at, celsius) }
		case 3:
			d := rapid.Int64Range(int64(-time.Hour), int64(time.Hour)).Draw(t, "step")
			apply = func(o *Oscillator, at Time) error { o.Step(at, time.Duration(d)); return nil }
		case 4:
			apply = func(o *Oscillator, at Time) error {
				if o.stopped {
					o.Start(at)
				} else {
					o.Stop(at)
				}
				return nil
			}
		}
		changes = append(changes, restlessChange{now, apply})
	}
	return changes
}

// restless returns a clock with these changes; between them it is asked what asking draws.
func restless(t *rapid.T, changes []restlessChange, ask func(o *Oscillator, from, to Time)) *Oscillator {
	o, err := NewOscillator(time.Hour, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	o.Seed(7, 1)
	for i, c := range changes {
		if i > 0 && ask != nil {
			ask(o, changes[i-1].at, c.at)
		}
		check(t, c.apply(o, c.at))
	}
	return o
}

func TestReadingsDoNotDependOnWhatElseIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		changes := drawRestless(t)
		ask := func(o *Oscillator, from, to Time) {
			for range rapid.IntRange(0, 4).Draw(t, "questions") {
				at := Time(rapid.Int64Range(int64(from), int64(to)).Draw(t, "asked at"))
				o.When(o.Read(at) + rapid.Int64Range(-1e10, 1e11).Draw(t, "ahead"))
				o.SkewAt(at)
			}
		}
		often, seldom := restless(t, changes, ask), restless(t, changes, nil)
		last := changes[len(changes)-1].at
		for range 5 {
			at := last + Time(rapid.Int64Range(0, int64(10*time.Minute)).Draw(t, "t"))
			fresh := restless(t, changes, nil)
			if a, b, c := often.Read(at), seldom.Read(at), fresh.Read(at); a != b || b != c {
				t.Fatalf("Read(%d) is %d, %d and %d", at, a, b, c)
			}
			if a, b := often.SkewAt(at), seldom.SkewAt(at); a != b {
				t.Fatalf("SkewAt(%d) is %d and %d", at, a, b)
			}
			local := seldom.Read(last) + rapid.Int64Range(-1e9, 1e12).Draw(t, "local")
			if a, b := often.When(local), fresh.When(local); a != b {
				t.Fatalf("When(%d) is %d and %d", local, a, b)
			}
		}
	})
}

func TestWanderingClockIsMonotoneAndWhenIsItsInverse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		changes := drawRestless(t)
		o := restless(t, changes, nil)
		if o.stopped {
			o.Start(o.changed.from)
		}
		start := o.changed.from
		at := start + Time(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "t"))
		if rapid.Bool().Draw(t, "about a step") {
			at = (at/second+1)*second - 3
		}
		for d := range Time(6) {
			if a, b := o.Read(at+d), o.Read(at+d+1); a > b {
				t.Fatalf("Read(%d) is %d and Read(%d) is %d", at+d, a, at+d+1, b)
			}
		}
		local := o.Read(at) + rapid.Int64Range(-1e9, 1e11).Draw(t, "ahead")
		when := o.When(local)
		if when < start || o.Read(when) < local {
			t.Fatalf("When(%d) is %d, when the clock reads %d", local, when, o.Read(when))
		}
		if when > start && o.Read(when-1) >= local {
			t.Fatalf("When(%d) is %d, but the clock reads %d a nanosecond before", local, when, o.Read(when-1))
		}
	})
}

func TestWanderingReadingIsTheExactSumOfItsSeconds(t *testing.T) {
	t.Parallel()
	o := mustWander(t, 3, 500)
	check(t, o.SetSkew(0, -12_345))
	w := wander{luck: newLuck(mix(3), 1), coin: o.wander.coin}
	var walk int64
	exact := new(big.Int) // 10⁻¹⁵ ns
	const seconds = 100_000
	for n := range uint64(seconds) {
		rate := big.NewInt(unit - 12_345*perPPB + walk)
		exact.Add(exact, rate.Mul(rate, big.NewInt(1e9)))
		walk = w.step(walk, n+1)
	}
	want := exact.Div(exact, big.NewInt(unit)).Int64()
	if got := o.Read(seconds * second); got != want {
		t.Errorf("the clock reads %d, want %d", got, want)
	}
	if got, want := o.SkewAt(seconds*second), -12_345+int64(math.Round(float64(walk)/perPPB)); got != want {
		t.Errorf("the skew is %d ppb, want %d", got, want)
	}
}

func TestWanderHasItsAllanDeviation(t *testing.T) {
	t.Parallel()
	const day, wander = 86_400, 100
	phase := make([]float64, day+1) // ns gained, read each second
	o := mustWander(t, 2024, wander)
	for s := range phase {
		at := Time(s) * second
		phase[s] = float64(o.Read(at) - int64(at))
	}
	for _, m := range []int{16, 64, 256, 1024} {
		// The overlapping estimate of NIST SP 1065, section 5.2.5, and its equivalent degrees of
		// freedom for random-walk FM, section 5.4.1.
		var sum float64
		for i := 0; i+2*m < len(phase); i++ {
			d := phase[i+2*m] - 2*phase[i+m] + phase[i]
			sum += d * d
		}
		n, fm := float64(len(phase)), float64(m)
		got := math.Sqrt(sum/(2*(n-2*fm))) / fm
		free := (n - 2) / fm * ((n-1)*(n-1) - 3*fm*(n-1) + 4*fm*fm) / ((n - 3) * (n - 3))
		want := AllanDeviation(wander, time.Duration(m)*time.Second)
		if off := (got/want - 1) * math.Sqrt(2*free); math.Abs(off) > 3 {
			t.Errorf("at %d s the Allan deviation is %.3f ppb, %.1f standard errors off %.3f", m, got, off, want)
		}
	}
}

func TestAllanDeviationAndWanderAreInverse(t *testing.T) {
	t.Parallel()
	if got := AllanDeviation(60, 3*time.Second); math.Abs(got-1) > 1e-12 {
		t.Errorf("1 ppb/√s has a deviation of %v ppb at 3 s, want 1", got)
	}
	for _, wander := range []int64{0, 1, 17, 1000, MaxWander} {
		for _, tau := range []time.Duration{time.Second, time.Minute, time.Hour, 24 * time.Hour} {
			if got := WanderFromAllan(AllanDeviation(wander, tau), tau); got != wander {
				t.Errorf("%d became %d at %v", wander, got, tau)
			}
		}
	}
}

func TestMachinesAndSeedsWanderApart(t *testing.T) {
	t.Parallel()
	read := func(seed uint64, id uint32) int64 {
		o := mustOscillator(t, 0, 0)
		o.Seed(seed, id)
		check(t, o.SetWander(0, 1000))
		return o.Read(Time(time.Hour))
	}
	first := read(1, 1)
	if again := read(1, 1); again != first {
		t.Error("the same machine wandered differently")
	}
	if first == read(1, 2) || first == read(2, 1) {
		t.Error("different machines wandered alike")
	}
}

func TestWanderStaysWithinTheLargestSkew(t *testing.T) {
	t.Parallel()
	o := mustWander(t, 5, MaxWander)
	check(t, o.SetSkew(0, MaxSkewPPB))
	for h := range Time(2000) {
		at := h * Time(time.Hour)
		if ppb := o.SkewAt(at); ppb > MaxSkewPPB || ppb < -MaxSkewPPB {
			t.Fatalf("after %d h the skew is %d ppb", h, ppb)
		}
	}
}

func TestWanderThatEndsKeepsTheSkew(t *testing.T) {
	t.Parallel()
	o := mustWander(t, 9, 1000)
	hour := Time(time.Hour)
	check(t, o.SetWander(hour, 0))
	ppb, reading := o.SkewAt(hour), o.Read(hour)
	if ppb == 0 || o.Skew() != 0 {
		t.Errorf("the skew is %d ppb, of which %d was set", ppb, o.Skew())
	}
	gained := o.Read(2*hour) - reading - int64(time.Hour)
	if want := ppb * 3600; gained < want-1800 || gained > want+1800 {
		t.Errorf("an hour later it has gained %d ns, want about %d", gained, want)
	}
	wantError(t, o.SetWander(hour, -1), "wander: -1 ppb per √hour is outside 0..1000000")
	wantError(t, o.SetWander(hour, MaxWander+1), "outside 0..1000000")
}

func TestWanderingClockNeverReadsWhatIsTooFar(t *testing.T) {
	t.Parallel()
	o := mustWander(t, 1, 10)
	if got := o.When(math.MaxInt64); got != Never {
		t.Errorf("the largest reading comes at %d", got)
	}
}

func BenchmarkOscillatorReadWander(b *testing.B) {
	o := mustWander(b, 1, 20)
	var t Time
	b.ReportAllocs()
	for b.Loop() {
		t += Time(time.Second / 60)
		o.Read(t)
	}
}

func BenchmarkOscillatorWhenWander(b *testing.B) {
	o := mustWander(b, 1, 20)
	var t Time
	b.ReportAllocs()
	for b.Loop() {
		t += Time(time.Second / 60)
		o.When(o.Read(t) + int64(time.Second/60))
	}
}

func BenchmarkOscillatorReadWanderYear(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		mustWander(b, 1, 20).Read(Time(year))
	}
}
