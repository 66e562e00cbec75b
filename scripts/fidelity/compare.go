package main

import (
	"fmt"
	"math"
	"time"

	"driftlab/netsim"
)

// What the two sides may differ by.
const (
	delayBound       = time.Millisecond // of each quantile of the delay
	orderBound       = 0.01             // of the share that is out of order
	correlationBound = 0.03
	burstBound       = 0.01 // of the mean burst at least: a queue that overflows makes nearly equal ones
	sigmas           = 3    // of everything that is counted
)

// quantiles are the percentiles of the delay that are compared.
var quantiles = []int{1, 5, 25, 50, 75, 95, 99}

// A row compares one quantity.
type row struct {
	testCase, quantity string
	netem, driftlab    float64
	bound              float64
}

func (r row) difference() float64 { return r.driftlab - r.netem }

// ok is false for what is not a number, too.
func (r row) ok() bool { return math.Abs(r.difference()) <= r.bound }

// compare returns the rows of one case. What neither side has, such as losses, has no row.
func compare(c testCase, netem, driftlab summary) []row {
	var rows []row
	add := func(quantity string, of func(summary) float64, bound float64) {
		if a, b := of(netem), of(driftlab); a != 0 || b != 0 {
			rows = append(rows, row{c.name, quantity, a, b, bound})
		}
	}
	for _, p := range quantiles {
		if p == c.step {
			continue
		}
		// 1 ms, or 3 % of a jitter of seconds, whose quantiles 50,000 correlated delays do not tell any
		// better.
		add(fmt.Sprintf("delay, p%d (ms)", p),
			func(s summary) float64 { return s.Delay[p].Seconds() * 1000 }, max(delayBound, c.settings.Jitter*3/100).Seconds()*1000)
	}
	add("correlation of delays", func(s summary) float64 { return s.Correlation }, correlationBound)
	lost := func(s summary) float64 { return share(s.Lost, s) }
	add("lost (%)", lost, 100*sigmas*deviation(c.settings.Chain, lost(netem)/100, lost(driftlab)/100, netem.Sent, driftlab.Sent))
	add("length of a burst of losses", func(s summary) float64 { return s.BurstMean },
		max(burstBound, sigmas*math.Hypot(burstDeviation(netem), burstDeviation(driftlab))))
	duplicates := func(s summary) float64 { return share(s.Duplicates, s) }
	add("duplicates (%)", duplicates, 100*sigmas*deviation(netsim.LossChain{},
		duplicates(netem)/100, duplicates(driftlab)/100, netem.Sent, driftlab.Sent))
	add("late (%)", func(s summary) float64 { return share(s.Late, s) }, 100*orderBound)
	add("overtaking (%)", func(s summary) float64 { return share(s.Overtaking, s) }, 100*orderBound)
	return rows
}

// share returns n in percent of what was sent.
func share(n int, s summary) float64 { return 100 * float64(n) / float64(s.Sent) }

// deviation returns the standard deviation of the difference of two shares a and b of n and m datagrams
// that have the same cause. Losses of a chain come together, so their share varies by more than that
// of independent ones: the losses of datagrams j apart have the covariance
//
//	(Bad − Good)² · g·b · λʲ   with λ = 1 − Begin − End
//
// where g and b are the shares of time that the chain is in either state.
func deviation(chain netsim.LossChain, a, b float64, n, m int) float64 {
	p := (a*float64(n) + b*float64(m)) / float64(n+m)
	variance := p * (1 - p)
	if sum := chain.Begin + chain.End; sum > 0 && sum < 1 {
		step := chain.Bad - chain.Good
		states := chain.Begin / sum * chain.End / sum
		variance += 2 * step * step * states * (1 - sum) / sum
	}
	return math.Sqrt(variance * (1/float64(n) + 1/float64(m)))
}

// burstDeviation returns the standard deviation of the mean length of a burst of losses.
func burstDeviation(s summary) float64 {
	if s.Bursts == 0 {
		return 0
	}
	return s.BurstSD / math.Sqrt(float64(s.Bursts))
}
