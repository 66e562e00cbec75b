package netsim

import "driftlab/internal/param"

// A LossChain is a Gilbert–Elliott chain by its four probabilities, each in 0..1 and met once a
// datagram (Elliott, "Estimates of error rates for codes on burst-noise channels", Bell System
// Technical Journal 42, 1963). The zero value never leaves its good state and loses nothing.
//
// Its share of lost datagrams is (Begin·Bad + End·Good)/(Begin + End).
type LossChain struct {
	Begin float64 // of going from the good state to the bad one (netem's p)
	End   float64 // of going from the bad state to the good one (netem's r)
	Bad   float64 // of a loss in the bad state (netem's 1-h)
	Good  float64 // of a loss in the good state (netem's 1-k)
}

var chainSettings = []setting{
	share(param.Param{Name: "chain.begin", Label: "Chain: begin", Called: "chain: good to bad",
		Help: "Gilbert–Elliott chain {way}: probability of going from its good state to its bad one (netem's p)"},
		func(s *Settings) *float64 { return &s.Chain.Begin }),
	share(param.Param{Name: "chain.end", Label: "Chain: end", Called: "chain: bad to good",
		Help: "Gilbert–Elliott chain {way}: probability of going from its bad state to its good one (netem's r)"},
		func(s *Settings) *float64 { return &s.Chain.End }),
	share(param.Param{Name: "chain.bad", Label: "Chain: bad", Called: "chain: loss when bad",
		Help: "Gilbert–Elliott chain {way}: probability of a loss in its bad state (netem's 1-h)"},
		func(s *Settings) *float64 { return &s.Chain.Bad }),
	share(param.Param{Name: "chain.good", Label: "Chain: good", Called: "chain: loss when good",
		Help: "Gilbert–Elliott chain {way}: probability of a loss in its good state (netem's 1-k)"},
		func(s *Settings) *float64 { return &s.Chain.Good }),
}

// chainBlock is the number of datagrams after which a [LossChain] restarts from its steady state, a power of 2. So no
// more than that are followed back, even if a chain stays in one state for ever.
const chainBlock = 1 << 14

// chainLoss is the impairment of a [LossChain]. States and losses have separate lanes: changing the losses leaves the
// states the same.
type chainLoss struct {
	twoStates
	good, bad lossThreshold
}

// newChainLoss returns the impairment of a valid chain.
func newChainLoss(c LossChain) chainLoss {
	steady := 0.0
	if c.Begin > 0 {
		steady = c.Begin / (c.Begin + c.End)
	}
	return chainLoss{
		twoStates: twoStates{
			lane:  laneChain,
			first: newLossThreshold(steady),
			begin: newLossThreshold(c.Begin),
			goOn:  newLossThreshold(1 - c.End),
			block: chainBlock - 1,
		},
		good: newLossThreshold(c.Good),
		bad:  newLossThreshold(c.Bad),
	}
}

// hit reports whether a datagram is lost: the state is the spine's, and the loss in it the datagram's own.
func (c *chainLoss) hit(t *ticket) bool {
	loss := c.good
	if c.bad != c.good && c.isBad(t.spine, t.k) {
		loss = c.bad
	}
	return loss > 0 && loss.hit(t.draw(laneChainLoss))
}

// twoStates is a Markov chain of a good and a bad state that takes one step a datagram. It is in its
// steady state from the start.
//
// The state at the k-th datagram depends only on the luck and not on what was asked before, so worlds with equal
// settings meet equal states however they got there. A number below both thresholds, or above both, decides the state
// whatever it was before; a number between them leaves the decision to the datagram before. So the chain is followed
// back until something decides.
//
// If that is far, the remembered answer helps: it lies one step back when datagrams are asked for in order. It changes
// how long an answer takes, never the answer.
type twoStates struct {
	lane  lane
	first lossThreshold // for the bad state where the chain starts
	begin lossThreshold // for going from the good state to the bad one
	goOn  lossThreshold // for staying in the bad state
	block uint64        // the chain restarts at each number that has none of these bits: 2ⁿ−1, or [endless]

	known luckyState // the latest answer that took a step back
}

// A luckyState is the state at a datagram. Only one luck is remembered, the first that was asked for: that of the
// datagrams themselves, not that of a few duplicates.
type luckyState struct {
	luck luck
	k    uint64
	bad  bool
}

// isBad reports whether the chain is in the bad state at the k-th datagram.
func (c *twoStates) isBad(l luck, k uint64) bool {
	turned := false // whether the states at j and k differ
	for j := k; ; j-- {
		if c.known.luck == l && c.known.k == j {
			return c.keep(l, k, c.known.bad != turned)
		}
		u := l.draw(j, c.lane)
		if j&c.block == 0 {
			return c.keep(l, k, c.first.hit(u) != turned)
		}
		afterGood, afterBad := c.begin.hit(u), c.goOn.hit(u)
		if afterGood == afterBad {
			if j == k {
				return afterGood
			}
			return c.keep(l, k, afterGood != turned)
		}
		turned = turned != afterGood
	}
}

// keep remembers an answer and returns it.
func (c *twoStates) keep(l luck, k uint64, bad bool) bool {
	if c.known.luck == l || c.known.luck == 0 {
		c.known = luckyState{l, k, bad}
	}
	return bad
}

// endless is the block of a chain that starts once, at its first datagram.
const endless = ^uint64(0)
