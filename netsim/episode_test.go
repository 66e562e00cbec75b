package netsim

import (
	"math"
	"testing"
	"time"
)

// episodesOf returns the share of time in episodes, their mean length and the mean length of the gaps, of a number of
// looks.
func episodesOf(t *testing.T, l *Link, step time.Duration, looks int) (share float64, length, gap time.Duration) {
	t.Helper()
	var lost, begins int
	last := true // what is cut by the start counts for neither
	for i := range looks {
		cause := l.pass(Time(i)*Time(step), 0, 0).cause
		if cause != NotLost && cause != Outage {
			t.Fatalf("lost by %q", cause)
		}
		now := cause == Outage
		if now {
			lost++
			if !last {
				begins++
			}
		}
		last = now
	}
	begins = max(begins, 1)
	return float64(lost) / float64(looks), time.Duration(lost) * step / time.Duration(begins), time.Duration(looks-lost) * step / time.Duration(begins)
}

func TestEpisodesLastAndComeAsLongAsTheirMeansSayAtAnyRateOfDatagrams(t *testing.T) {
	t.Parallel()
	const length, every = 2 * time.Second, 10 * time.Second
	for _, rate := range []int{10, 60, 250} {
		l := mustLink(t, 5, 1, Settings{EpisodeFor: length, EpisodeEvery: every})
		share, mean, gap := episodesOf(t, l, time.Second/time.Duration(rate), 20_000*rate)
		// Looks a tenth of a second apart miss some of the shortest.
		if share < .19 || share > .21 || mean < length*95/100 || mean > length*115/100 || gap < (every-length)*95/100 || gap > (every-length)*115/100 {
			t.Errorf("%d a second: %.3f of the time, %v long, %v between them", rate, share, mean, gap)
		}
	}
}

func TestTheLengthsOfEpisodesHaveNoMemory(t *testing.T) {
	t.Parallel()
	const length = time.Second
	l := mustLink(t, 6, 1, Settings{EpisodeFor: length, EpisodeEvery: 4 * time.Second})
	var lengths []time.Duration
	var begin time.Duration
	was := false
	for now := time.Duration(0); now < 20_000*time.Second; now += 10 * time.Millisecond {
		on := l.pass(Time(now), 0, 0).cause == Outage
		switch {
		case on && !was:
			begin = now
		case was && !on:
			lengths = append(lengths, now-begin)
		}
		was = on
	}
	for _, d := range []time.Duration{length / 2, length, 2 * length, 3 * length} {
		longer := 0
		for _, l := range lengths {
			if l > d {
				longer++
			}
		}
		got, want := float64(longer)/float64(len(lengths)), math.Exp(-d.Seconds())
		if math.Abs(got-want) > .03 {
			t.Errorf("%.3f of %d last longer than %v, want %.3f", got, len(lengths), d, want)
		}
	}
}

func TestAnEpisodeDependsOnTheInstantAlone(t *testing.T) {
	t.Parallel()
	s := Settings{EpisodeFor: 300 * time.Millisecond, EpisodeEvery: time.Second}
	all := mustLink(t, 7, 1, s)
	states := map[Time]bool{}
	for now := Time(0); now < Time(100*time.Second); now += Time(7 * time.Millisecond) {
		states[now] = all.pass(now, 0, 0).cause == Outage
	}
	some := mustLink(t, 7, 1, Settings{})
	check(t, some.Set(0, s))
	differ := 0
	other := mustLink(t, 7, 2, s)
	for now := Time(0); now < Time(100*time.Second); now += Time(91 * time.Millisecond) {
		if got := some.pass(now, Aside, 100).cause == Outage; got != states[now] {
			t.Fatalf("at %v: %v, and %v of other datagrams", now, states[now], got)
		}
		if other.pass(now, 0, 0).cause == Outage != states[now] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("another link has the same episodes")
	}
}

func TestEpisodesAsLongAsTheTimeFromOneToTheNextNeverEnd(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 8, 1, Settings{EpisodeFor: 2 * time.Second, EpisodeEvery: time.Second})
	if share, _, _ := episodesOf(t, l, 10*time.Millisecond, 10_000); share != 1 {
		t.Errorf("%.3f of the time", share)
	}
}
