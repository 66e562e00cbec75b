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
