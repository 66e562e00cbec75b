package main

import (
	"math"
	"slices"
	"time"
)

// An arrival is one datagram that was received.
type arrival struct {
	seq   int
	delay time.Duration // one way
}

// A summary is what became of the datagrams of one case.
type summary struct {
	Sent       int
	Lost       int // of those sent, none of whose copies arrived
	Duplicates int // copies beyond the first
	Late       int // arrived after one that was sent later (RFC 4737, section 3)
	Overtaking int // arrived before one that was sent earlier

	Bursts    int     // runs of losses
	BurstMean float64 // datagrams in a run
	BurstSD   float64

	Correlation float64            // of the delays of each two successive datagrams that both arrived
	SendLate    time.Duration      // how late the sender was against the schedule, 99th percentile
	Delay       [101]time.Duration // percentiles of the one-way delay of all that arrived
}

// summarise returns the summary of a number of datagrams sent; these arrived, in this order.
func summarise(sent int, arrivals []arrival) summary {
	s := summary{Sent: sent}
	delays := make([]time.Duration, 0, len(arrivals))
	first := make([]arrival, 0, len(arrivals))
	bySeq := make([]time.Duration, sent)
	for i := range bySeq {
		bySeq[i] = -1
	}
	for _, a := range arrivals {
		delays = append(delays, a.delay)
		if bySeq[a.seq] >= 0 {
			s.Duplicates++
			continue
		}
		bySeq[a.seq] = a.delay
		first = append(first, a)
	}
	s.Lost = sent - len(first)
	s.Late, s.Overtaking = outOfOrder(first)
	s.Bursts, s.BurstMean, s.BurstSD = bursts(bySeq)
	s.Correlation = successive(bySeq)
	s.Delay = percentiles(delays)
	return s
}

// outOfOrder counts the datagrams that arrived after one sent later, and those that arrived before one
// sent earlier.
func outOfOrder(first []arrival) (late, overtaking int) {
	greatest := -1
	for _, a := range first {
		if a.seq < greatest {
			late++
		}
		greatest = max(greatest, a.seq)
	}
	least := math.MaxInt
	for _, a := range slices.Backward(first) {
		if a.seq > least {
			overtaking++
		}
		least = min(least, a.seq)
	}
	return late, overtaking
}

// bursts returns the number of runs of losses, marked by negative delays, and the mean and the standard
// deviation of their lengths.
func bursts(bySeq []time.Duration) (n int, mean, sd float64) {
	length, sum, squares := 0, 0, 0
	end := func() {
		if length > 0 {
			n, sum, squares, length = n+1, sum+length, squares+length*length, 0
		}
	}
	for _, d := range bySeq {
		if d >= 0 {
			end()
			continue
		}
		length++
	}
	end()
	if n == 0 {
		return 0, 0, 0
	}
	mean = float64(sum) / float64(n)
	variance := float64(squares)/float64(n) - float64(mean*mean)
	return n, mean, math.Sqrt(max(0, variance))
}

// successive returns Pearson's correlation of the delays of successive datagrams, 0 where they do not
// vary by more than 100 µs: then it would be that of a processor's noise.
func successive(bySeq []time.Duration) float64 {
	var xs, ys []float64
	for i := 1; i < len(bySeq); i++ {
		if bySeq[i-1] >= 0 && bySeq[i] >= 0 {
			xs = append(xs, bySeq[i-1].Seconds())
			ys = append(ys, bySeq[i].Seconds())
		}
	}
	var xm, ym float64
	for i := range xs {
		xm += xs[i] / float64(len(xs))
		ym += ys[i] / float64(len(ys))
	}
	var xx, xy, yy float64
	for i := range xs {
		x, y := xs[i]-xm, ys[i]-ym
		xx += float64(x * x)
		xy += float64(x * y)
		yy += float64(y * y)
	}
	const noise = 1e-4
	if xx <= float64(len(xs))*noise*noise {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

// percentiles returns the 0th to the 100th percentile, all 0 where nothing arrived.
func percentiles(delays []time.Duration) (p [101]time.Duration) {
	if len(delays) == 0 {
		return p
	}
	slices.Sort(delays)
	for i := range p {
		p[i] = delays[(len(delays)-1)*i/100]
	}
	return p
}
