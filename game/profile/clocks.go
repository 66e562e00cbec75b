package profile

import (
	"slices"
	"time"

	"driftlab/netsim"
)

// clockShare is below which share of the shortest round trip one way of it is taken to be the work of
// a clock's offset rather than of the path.
const clockShare = 20

// splitDelays sees to it that the one-way delays make sense. Those of irtt are differences of two
// machines' clocks: where the clocks differ by θ, the delays are up + θ and down − θ, and only their
// sum is right. An offset shows itself where a delay is negative or next to nothing; which part of what
// is left can't be told from asymmetry, so the shortest round trip is split evenly then. What each
// packet took longer than the fastest is still right for each way.
func (m *measurement) splitDelays() {
	defer m.halveAbsurd()
	up, down, rtt := m.least()
	shortest := min(up, down)
	if shortest >= rtt/clockShare {
		return
	}
	offset := up/2 - down/2
	m.note("The clocks of client and server differ (by about %v, or the path is very uneven): "+
		"the shortest delays, %v up and %v down, cannot both be right, so the round trip is split evenly.",
		offset.Round(time.Microsecond), up, down)
	for i := range m.trips {
		m.trips[i].up -= offset
		m.trips[i].down += offset
	}
	// A clock that was set or that drifts meanwhile makes delays vary that do not.
	if m.spread(func(t trip) time.Duration { return t.up })+m.spread(func(t trip) time.Duration { return t.down }) >
		2*m.spread(func(t trip) time.Duration { return t.rtt })+time.Millisecond {
		m.note("The difference changes over time, so each single round trip is split evenly too.")
		m.halve()
	}
}

// halveAbsurd splits all round trips evenly where some delay is not one that a link can have.
func (m *measurement) halveAbsurd() {
	for _, t := range m.trips {
		if t.fate == returned && (min(t.up, t.down) < 0 || max(t.up, t.down) > netsim.MaxDelay) {
			m.note("The one-way delays make no sense (%v up and %v down of %v), so each round trip is split evenly.", t.up, t.down, t.rtt)
			m.halve()
			return
		}
	}
}

// least returns the least delays of the packets that came back.
func (m *measurement) least() (up, down, rtt time.Duration) {
	first := true
	for _, t := range m.trips {
		if t.fate != returned {
			continue
		}
		if first {
			up, down, rtt, first = t.up, t.down, t.rtt, false
		}
		up, down, rtt = min(up, t.up), min(down, t.down), min(rtt, t.rtt)
	}
	return up, down, rtt
}

// spread returns the distance between the fifth and the ninety-fifth percentile of a delay.
func (m *measurement) spread(of func(trip) time.Duration) time.Duration {
	var all []time.Duration
	for _, t := range m.trips {
		if t.fate == returned {
			all = append(all, of(t))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	q := quantilesOf(all, 10)
	return q[9] - q[0]
}
