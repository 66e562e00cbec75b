package netsim

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTheOtherRouteIsTakenEverySecondTime(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Delay: 40 * time.Millisecond, RouteStep: 15 * time.Millisecond, RouteEvery: time.Second})
	for _, c := range []struct {
		now  time.Duration
		want time.Duration
	}{
		{0, 40}, {999 * time.Millisecond, 40}, {time.Second, 55}, {2*time.Second - 1, 55}, {2 * time.Second, 40}, {3 * time.Second, 55},
	} {
		if got, _ := l.Fate(Time(c.now), 0); got != c.want*time.Millisecond {
			t.Errorf("at %v it is %v, want %d ms", c.now, got, c.want)
		}
	}
}

func TestWithoutAPeriodThereIsOneRoute(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{RouteStep: time.Second})
	if got, _ := l.Fate(Time(time.Hour), 0); got != 0 {
		t.Errorf("it is %v", got)
	}
}

func TestRecordedDelaysAreAddedToTheRoute(t *testing.T) {
	t.Parallel()
	r, _ := mustRecordings(t, "t_ms,delay_ms\n0,3\n")
	l := mustLink(t, 1, 1, Settings{
		Delay: 40 * time.Millisecond, Jitter: time.Second, Recording: r,
		RouteStep: 15 * time.Millisecond, RouteEvery: time.Second,
	})
	if got, _ := l.Fate(Time(time.Second), 0); got != 58*time.Millisecond {
		t.Errorf("it is %v", got)
	}
}

var shortRecording = newRecording("r", []recordedDelay{{0, 3e6}, {50e6, 9e6}, {90e6, 1e6}})

// drawDelays adds every kind of delay to settings.
func drawDelays(t *rapid.T, s Settings) Settings {
	s.Delay = time.Duration(rapid.Int64Range(0, int64(MaxDelay)).Draw(t, "delay"))
	s.Jitter = time.Duration(rapid.Int64Range(0, int64(MaxJitter)).Draw(t, "jitter"))
	s.Distribution = rapid.SampledFrom(append(Distributions(), drawTable(t))).Draw(t, "distribution")
	s.Correlation = rapid.SampledFrom([]float64{0, 0.25, MaxCorrelation}).Draw(t, "correlation")
	s.Recording = rapid.SampledFrom([]*Recording{nil, shortRecording}).Draw(t, "recording")
	s.HoldLast = rapid.Bool().Draw(t, "hold last")
	s.RouteStep = time.Duration(rapid.Int64Range(0, int64(MaxDetour)).Draw(t, "route step"))
	s.RouteEvery = rapid.SampledFrom([]time.Duration{0, MinPeriod, time.Second}).Draw(t, "route every")
	return s
}

func TestNoSettingOfTheDelayChangesWhoIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		lossy := Settings{Loss: rapid.Float64Range(0, 0.5).Draw(t, "loss"), LossBurst: rapid.SampledFrom([]float64{0, 2, 4}).Draw(t, "burst")}
		a := mustLink(t, seed, 1, lossy)
		b := mustLink(t, seed, 1, drawDelays(t, lossy))
		for k := range 60 {
			now := Time(k) * 20 * ms
			if k%20 == 19 {
				check(t, b.Set(now, drawDelays(t, lossy)))
			}
			_, want := a.Fate(now, 100)
			if _, got := b.Fate(now, 100); got != want {
				t.Fatalf("datagram %d: lost %v became %v", k, want, got)
			}
		}
	})
}

func TestDelaysDoNotDependOnWhatTheSettingsWere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawDelays(t, Settings{})
		always := mustLink(t, 3, 1, s)
		changed := mustLink(t, 3, 1, drawDelays(t, Settings{}))
		change := rapid.IntRange(0, 59).Draw(t, "change")
		for k := range 60 {
			now := Time(k) * 20 * ms
			if k == change {
				check(t, changed.Set(now, s))
			}
			want, _ := always.Fate(now, 100)
			if got, _ := changed.Fate(now, 100); k >= change && got != want {
				t.Fatalf("datagram %d: %v, want %v", k, got, want)
			}
		}
	})
}

func TestSettingsOfTheDelayOutOfRangeAreRefusedByName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    Settings
		want string
	}{
		{Settings{Correlation: -0.1}, "correlation: -0.1 is outside 0..0.999"},
		{Settings{Correlation: 1}, "correlation: 1 is outside 0..0.999"},
		{Settings{Correlation: math.NaN()}, "correlation: NaN is outside 0..0.999"},
		{Settings{RouteStep: -1}, "route.step: -1ns is outside 0s..10s"},
		{Settings{RouteEvery: time.Millisecond}, "route.every: 1ms is outside 10ms..1h0m0s"},
	} {
		if err := c.s.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, want %q", err, c.want)
		}
	}
}

func BenchmarkLinkFateGamma(b *testing.B) {
	benchmarkFates(b, Settings{Jitter: time.Millisecond, Distribution: Gamma{}})
}

func BenchmarkLinkFatePareto(b *testing.B) {
	benchmarkFates(b, Settings{Jitter: time.Millisecond, Distribution: Pareto{}})
}

func BenchmarkLinkFateLogNormal(b *testing.B) {
	benchmarkFates(b, Settings{Jitter: time.Millisecond, Distribution: LogNormal{}})
}

func BenchmarkLinkFateTable(b *testing.B) {
	benchmarkFates(b, Settings{Jitter: time.Millisecond, Distribution: mustTable(b, "t", "-8192 0 8192")})
}

func BenchmarkLinkFateCorrelated(b *testing.B) {
	benchmarkFates(b, Settings{Jitter: time.Millisecond, Correlation: 0.5})
}

func BenchmarkLinkFateRecording(b *testing.B) {
	benchmarkFates(b, Settings{Recording: shortRecording})
}
