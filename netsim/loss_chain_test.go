package netsim

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAChainLosesItsShareInBurstsOfItsLength(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it draws a great many numbers")
	}
	const n = 1_000_000
	for _, c := range []LossChain{
		{Begin: 0.01, End: 0.2, Bad: 1},
		{Begin: 0.05, End: 0.3, Bad: 0.5, Good: 0.01},
		{Begin: 0.4, End: 0.9, Bad: 0.8, Good: 0.1},
		{Begin: 0.9, End: 0.8, Bad: 1},
		{Begin: 0.001, End: 0.004, Bad: 0.9, Good: 0.001},
		{Begin: 0.02, End: 0.98, Bad: 0.3},
	} {
		lost, bursts := losses(mustLink(t, 12, 1, Settings{Chain: c}), n)
		steady := c.Begin / (c.Begin + c.End)
		share := steady*c.Bad + (1-steady)*c.Good
		// States k datagrams apart correlate by rᵏ, and so does that part of the losses' variance
		// that comes from the states.
		r := 1 - c.Begin - c.End
		states := steady * (1 - steady) * (c.Bad - c.Good) * (c.Bad - c.Good)
		sigma := math.Sqrt(n * (share*(1-share) + 2*states*r/(1-r)))
		if math.Abs(float64(lost)-n*share) > 4*sigma {
			t.Errorf("%+v: %d of %d are lost, want %.0f, σ = %.0f", c, lost, n, n*share, sigma)
		}
		if c.Bad == 1 && c.Good == 0 { // then a burst is a stay in the bad state
			mean, sigma := float64(lost)/float64(bursts), math.Sqrt((1-c.End)/(c.End*c.End)/float64(bursts))
			if math.Abs(mean-1/c.End) > 4*sigma {
				t.Errorf("%+v: a burst has %v losses, want %v, σ = %v", c, mean, 1/c.End, sigma)
			}
		}
	}
}

func TestAChainAtItsEndsIsCertain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		chain LossChain
		lost  int // of 1000
	}{
		{LossChain{}, 0},
		{LossChain{Bad: 1}, 0},                       // the good state is never left
		{LossChain{Begin: 0.5, Bad: 1}, 1000},        // the bad state is never left
		{LossChain{Begin: 1, End: 1, Bad: 1}, 500},   // the states take turns
		{LossChain{Begin: 0.3, End: 0.3}, 0},         // no state loses
		{LossChain{Bad: 1, Good: 1, End: 0.1}, 1000}, // both lose all
	} {
		if lost, _ := losses(mustLink(t, 3, 1, Settings{Chain: c.chain}), 1000); lost != c.lost {
			t.Errorf("%+v loses %d of 1000, want %d", c.chain, lost, c.lost)
		}
	}
}

func TestStatesAreThoseOfTheChainWalkedFromItsBlock(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		luck := newLuck(rapid.Uint64().Draw(t, "seed"), 1)
		c := newChainLoss(LossChain{
			Begin: rapid.Float64Range(0, 1).Draw(t, "begin"), End: rapid.Float64Range(0, 1).Draw(t, "end"), Bad: 1,
		})
		start := uint64(rapid.IntRange(0, 3).Draw(t, "block")) * chainBlock
		var walked []bool
		for k := start; k < start+200; k++ {
			u, next := luck.draw(k, laneChain), c.begin
			if k == start {
				next = c.first
			} else if walked[len(walked)-1] {
				next = c.goOn
			}
			walked = append(walked, next.hit(u))
		}
		// The answer is the same in another order, with other luck in between, and for the first time.
		for range 100 {
			i := rapid.IntRange(0, len(walked)-1).Draw(t, "datagram")
			c.hit(alone(luck.ofCopy(1), start+uint64(i)))
			if got := c.hit(alone(luck, start+uint64(i))); got != walked[i] {
				t.Fatalf("datagram %d of the block: bad %v in the chain, %v when asked", i, walked[i], got)
			}
		}
	})
}

func TestASlowChainRemembersWhereItIs(t *testing.T) {
	t.Parallel()
	// It hardly ever changes its state, so the luck alone decides thousands of datagrams back.
	l := mustLink(t, 1, 1, Settings{Chain: LossChain{Begin: 1e-6, End: 1e-6, Bad: 1}})
	for k := range uint64(2 * chainBlock) {
		l.Fate(0, 0)
		if l.chain.known.k != k {
			t.Fatalf("after datagram %d it remembers %d", k, l.chain.known.k)
		}
	}
}

func TestLossesOfAChainDoNotChangeItsStates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := LossChain{
			Begin: rapid.Float64Range(0, 1).Draw(t, "begin"), End: rapid.Float64Range(0, 1).Draw(t, "end"),
			Bad: rapid.Float64Range(0, 1).Draw(t, "bad"), Good: rapid.Float64Range(0, 1).Draw(t, "good"),
		}
		b := a
		b.Bad, b.Good = min(1, a.Bad+0.2), min(1, a.Good+0.1)
		la, _ := NewLink(8, 2, Settings{Chain: a})
		lb, _ := NewLink(8, 2, Settings{Chain: b})
		for k, fa := range fates(la, 100) {
			if _, lost := lb.Fate(0, 0); fa.lost && !lost {
				t.Fatalf("datagram %d is lost by %+v and not by %+v", k, a, b)
			}
		}
	})
}
