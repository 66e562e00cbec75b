package netsim

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// netemOvertakes walks sch_netem.c's rule from the start: which of the first n datagrams overtake.
func netemOvertakes(l luck, share float64, gap, n int) []bool {
	threshold := newLossThreshold(share)
	overtakes := make([]bool, n)
	counter := 0
	for k := range overtakes {
		if counter < gap-1 || !threshold.hit(l.draw(uint64(k), laneReorder)) {
			counter++
			continue
		}
		overtakes[k] = true
		counter = 0
	}
	return overtakes
}

func TestThoseOvertakeThatNetemLetsOvertake(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Reorder:    rapid.Float64Range(0, 1).Draw(t, "share"),
			ReorderGap: rapid.IntRange(0, 30).Draw(t, "gap"),
		}
		if rapid.Bool().Draw(t, "all") {
			s.Reorder = 1
		}
		luck := newLuck(rapid.Uint64().Draw(t, "seed"), 1)
		want := netemOvertakes(luck, s.Reorder, s.ReorderGap, 300)
		r := newReordering(luck, s)
		for k := range want {
			if got := r.overtakes(alone(luck, uint64(k))); got != want[k] {
				t.Fatalf("datagram %d: %v, netem says %v", k, got, want[k])
			}
		}
		// The answer is the same in another order.
		for range 20 {
			k := rapid.IntRange(0, len(want)-1).Draw(t, "datagram")
			if got := r.overtakes(alone(luck, uint64(k))); got != want[k] {
				t.Fatalf("datagram %d: %v when it is asked for again", k, got)
			}
		}
	})
}

func TestThoseThatOvertakeSkipTheDelay(t *testing.T) {
	t.Parallel()
	// With netem's "delay 10ms reorder 100% gap 5" each fifth goes at once.
	l := mustLink(t, 1, 1, Settings{Delay: 10 * time.Millisecond, Jitter: time.Millisecond, Reorder: 1, ReorderGap: 5})
	for n := 1; n <= 100; n++ {
		delay, _ := l.Fate(0, 0)
		if (n%5 == 0) != (delay == 0) {
			t.Errorf("datagram %d takes %v", n, delay)
		}
	}
}

func TestTheQueueHoldsThoseThatOvertake(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Delay: time.Second, Reorder: 1, Rate: megabit})
	for n := range 5 {
		wantFate(t, l, 0, kilobit, time.Duration(n+1)*time.Millisecond, false)
	}
}

func TestShareOfThoseThatOvertake(t *testing.T) {
	t.Parallel()
	const n = 200_000
	for _, c := range []struct {
		share float64
		gap   int
	}{{0.25, 0}, {0.25, 1}, {0.25, 5}, {0.01, 100}, {0.9, 3}, {1, 1000}} {
		l := mustLink(t, 4, 1, Settings{Delay: time.Second, Reorder: c.share, ReorderGap: c.gap})
		overtook := 0
		for range n {
			if delay, _ := l.Fate(0, 0); delay == 0 {
				overtook++
			}
		}
		// One overtakes after gap − 1 that may not and a geometric number of tries.
		mean := float64(max(c.gap-1, 0)) + 1/c.share
		want := n / mean
		// A gap restarts with each block, which loses at most one more.
		slack := 4*math.Sqrt(n*(1-c.share)/(c.share*c.share)/(mean*mean*mean)) + n/reorderBlock + 1
		if math.Abs(float64(overtook)-want) > slack {
			t.Errorf("%v with gap %d: %d of %d overtake, want %.0f ± %.0f", c.share, c.gap, overtook, n, want, slack)
		}
	}
}

func TestALinkInOrderDeliversInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		s.InOrder, s.Reorder, s.Duplicate = true, rapid.Float64Range(0, 1).Draw(t, "reorder"), 0.3
		l := mustLink(t, 1, 1, s)
		free := s
		free.InOrder = false
		other, _ := NewLink(1, 1, free)
		var last, now Time
		for range 60 {
			now += Time(rapid.IntRange(0, int(time.Second)).Draw(t, "gap"))
			p, q := l.pass(now, 0, 0), other.pass(now, 0, 0)
			got, want := []verdict{p.verdict}, []verdict{q.verdict}
			if p.duplicated {
				got, want = append(got, p.duplicate), append(want, q.duplicate)
			}
			for i, v := range want {
				if v.cause == NotLost {
					last = max(last, v.due)
					want[i].due = last
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	})
}

func TestOvertakingThatIsCorrelatedKeepsItsShareAndComesTogether(t *testing.T) {
	t.Parallel()
	// runs returns the share of datagrams that overtake and the mean number in a row.
	runs := func(s Settings, n int) (share, row float64) {
		s.Delay, s.Reorder = time.Second, 0.25
		l := mustLink(t, 3, 1, s)
		hits, begins, was := 0, 0, false
		for i := range n {
			delay, _ := l.Fate(Time(i)*Time(time.Millisecond), 0)
			now := delay == 0
			if now {
				hits++
				if !was {
					begins++
				}
			}
			was = now
		}
		return float64(hits) / float64(n), float64(hits) / float64(begins)
	}
	if share, row := runs(Settings{}, 100_000); share < .24 || share > .26 || row < 1.3 || row > 1.37 {
		t.Errorf("without: %.3f, %.2f in a row", share, row)
	}
	if share, row := runs(Settings{ReorderCorrelation: 0.9}, 100_000); share < .23 || share > .27 || row < 3 {
		t.Errorf("correlated: %.3f, %.2f in a row", share, row)
	}
	// Of netem's numbers, which crowd around the middle, few are as small.
	if share, _ := runs(Settings{ReorderCorrelation: 0.9, NetemWay: true}, 20_000); share > .05 {
		t.Errorf("netem's way: %.3f", share)
	}
	// With a gap each datagram asks for the numbers of all before it that may have overtaken.
	if share, row := runs(Settings{ReorderCorrelation: 0.9, ReorderGap: 4}, 4000); share > .25 || row != 1 {
		t.Errorf("with a gap: %.3f, %.2f in a row", share, row)
	}
}
