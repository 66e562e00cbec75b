package netsim

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func swaying(t testing.TB, seed uint64, s Settings) *Link {
	t.Helper()
	return mustLink(t, seed, 1, s)
}

func TestASwayHasTheDistributionOfTheJitter(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it draws a great many numbers")
	}
	const n = 20_000
	for _, d := range Distributions() {
		var sways, jitters [2]float64 // the mean, and the mean square
		for seed := range uint64(n) {
			// Between two of the times at which the numbers are the luck's own.
			now := Time(seed%997) * Time(time.Second) / 100
			sway, _ := swaying(t, seed, Settings{Sway: 20 * time.Millisecond, Distribution: d}).Fate(now, 0)
			jitter, _ := swaying(t, seed, Settings{Jitter: 20 * time.Millisecond, Distribution: d}).Fate(now, 0)
			for of, delay := range map[*[2]float64]time.Duration{&sways: sway, &jitters: jitter} {
				ms := min(delay, 200*time.Millisecond).Seconds() * 1000 // Pareto's tail has no mean square to speak of
				of[0] += ms / n
				of[1] += ms * ms / n
			}
		}
		for i, what := range []string{"mean", "mean square"} {
			if off := math.Abs(sways[i]/jitters[i] - 1); off > 0.06 {
				t.Errorf("%s: the %s is %.2f, that of the jitter %.2f", d.Name(), what, sways[i], jitters[i])
			}
		}
	}
}

func TestASwayGoesByTimeAndNotByDatagram(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{Sway: 100 * time.Millisecond, SwayOver: time.Duration(rapid.Int64Range(int64(MinPeriod), int64(time.Minute)).Draw(t, "over")),
			Distribution: rapid.SampledFrom(Distributions()).Draw(t, "distribution")}
		seed := rapid.Uint64().Draw(t, "seed")
		few, _ := NewLink(seed, 1, s)
		many, _ := NewLink(seed, 1, s)
		now := Time(0)
		for range 50 {
			now += Time(rapid.Int64Range(0, int64(time.Second)).Draw(t, "gap"))
			for range rapid.IntRange(0, 3).Draw(t, "others") {
				many.pass(now, Flow(rapid.IntRange(0, 3).Draw(t, "flow")), 100)
			}
			a, _ := few.Fate(now, 0)
			if b, _ := many.Fate(now, 0); a != b {
				t.Fatalf("at %v: %v became %v by others' datagrams", time.Duration(now), a, b)
			}
		}
	})
}

func TestASwayIsSteadyInAShortTimeAndForgottenInALongOne(t *testing.T) {
	t.Parallel()
	const over = time.Second
	var near, far, square float64
	const n = 20_000
	for seed := range uint64(n) {
		l := swaying(t, seed, Settings{Sway: 100 * time.Millisecond, SwayOver: over})
		at := Time(seed%100) * Time(over) / 100
		d := func(later time.Duration) float64 {
			delay, _ := l.Fate(at.Add(later), 0)
			return delay.Seconds()*10 - 1 // around the mean, in units of it
		}
		now, soon, later := d(0), d(over/1000), d(2*over)
		if math.Abs(now-soon) > 0.005 {
			t.Fatalf("seed %d: within a thousandth of the time constant it goes from %v to %v", seed, now, soon)
		}
		near, far, square = near+now*soon, far+now*later, square+now*now
	}
	if near/square < 0.99 || math.Abs(far/square) > 0.03 {
		t.Errorf("the correlation is %.3f at once and %.3f after two time constants", near/square, far/square)
	}
}
