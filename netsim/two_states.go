package netsim

// twoStates is a Markov chain of a good and a bad state that takes one step a datagram. It is in its
// steady state from the start.
//
// In which state the k-th datagram finds it depends on the luck alone and not on what was asked
// before, so worlds of equal settings meet equal states however they got there. For a number below
// both thresholds or above both decides the state whatever it was before, and what lies between the
// two leaves that to the datagram before: the chain is followed back until something decides.
//
// Where that is far, the latest answer helps: it is found one step back when datagrams are asked for
// in their order. It changes how long an answer takes, never the answer.
type twoStates struct {
	lane  lane
	first lossThreshold // of the bad state where the chain starts
	begin lossThreshold // of going on to the bad state after the good one
	goOn  lossThreshold // of the bad state going on
	block uint64        // it starts anew at each number without one of these bits: 2ⁿ−1, or [endless]

	known luckyState // the latest answer that was not found at once
}

// A luckyState is the state that a datagram found. Only one luck is remembered, the first that was
// asked for: that of the datagrams themselves, not that of a few second copies.
type luckyState struct {
	luck luck
	k    uint64
	bad  bool
}

// isBad reports whether the k-th datagram finds the bad state.
func (c *twoStates) isBad(l luck, k uint64) bool {
	turned := false // whether the state at j is the other one than at k
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
