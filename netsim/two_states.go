package netsim

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
