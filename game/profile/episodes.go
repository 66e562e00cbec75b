package profile

import (
	"math"
	"slices"
	"time"

	"driftlab/netsim"
)

const (
	// fewRuns is how many episodes it takes until their mean length is known to a third or so.
	fewRuns = 30
	// chance is how many runs as long as the longest would have to be expected of independent losses for it to be one of them.
	// It is also how likely so few runs would have to be.
	chance = 0.01
	// highShare is above which share of losses a long run is no surprise, and few runs are.
	highShare = 0.25
)

// lossRuns are the losses of a sequence of packets, by how many there are in a row.
type lossRuns struct {
	n, hits     int
	besides     int   // packets that came back and are none of the sequence
	runs        []int // the lengths of those that have ended, and of the one that continues
	last        bool
	first, sent time.Duration // of the first packet and the latest
}

// add takes the next packet.
func (r *lossRuns) add(sent time.Duration, lost bool) {
	if r.n == 0 {
		r.first = sent
	}
	r.n, r.sent = r.n+1, sent
	if lost {
		r.hits++
		if !r.last {
			r.runs = append(r.runs, 0)
		}
		r.runs[len(r.runs)-1]++
	}
	r.last = lost
}

// A lossFit is what a sequence's losses are taken to be: some independent, others of episodes.
type lossFit struct {
	single     float64       // share of packets lost independently
	length     time.Duration // mean of episodes; 0 for none
	gap        time.Duration // mean time between them
	seen       int           // episodes
	hits, runs int           // losses, and how many times they begin
}

// fit tells episodes from independent losses. Independent ones of their share p would have 1/(1−p) in a row on average, and
// hardly ever as many as the longest run has. Among those that come out of order no episodes are claimed.
//
// Of episodes that have no memory, runs of two and more are longer than one by a geometric number. So these tell the mean, and
// how many single losses belong to episodes; what is more of single ones was lost independently. What packets at an
// interval see of episodes that begin and end at any time follows from the chain's two rates.
func (r *lossRuns) fit(late bool) lossFit {
	f := lossFit{hits: r.hits, runs: len(r.runs)}
	if r.hits == 0 {
		return f
	}
	n := float64(r.n + r.besides)
	f.single = float64(r.hits) / n
	if late || r.hits == r.n || !r.clustered() {
		return f
	}
	interval := float64(r.sent-r.first) / float64(r.n-1)
	var singles, longer, beyond float64
	for _, run := range r.runs {
		if run == 1 {
			singles++
		} else {
			longer, beyond = longer+1, beyond+float64(run-1)
		}
	}
	end := longer / beyond // probability that a run ends with a packet
	own := math.Min(singles, longer*end/math.Max(1-end, 1e-9))
	episodes, hits := longer+own, beyond+longer+own
	end = episodes / hits
	f.seen = int(math.Round(episodes))
	f.single = (singles - own) / math.Max(n-hits, 1)
	f.length = time.Duration(hits / episodes * interval)
	f.gap = time.Duration((n - hits) / episodes * interval)
	if begin := episodes / (n - hits); episodes >= 3 && begin+end < 0.99 {
		rate := -math.Log(1-begin-end) / interval // of both together
		share := begin / (begin + end)
		f.length, f.gap = time.Duration(1/(rate*(1-share))), time.Duration(1/(rate*share))
	}
	return f
}

// clustered says whether losses follow each other more than independent ones would.
func (r *lossRuns) clustered() bool {
	p := float64(r.hits) / float64(r.n)
	longest := slices.Max(r.runs)
	if longest < 2 || r.n < 3 {
		return false
	}
	expected := float64(r.n) * (1 - p) * math.Pow(p, float64(longest))
	mean := float64(r.hits) / float64(len(r.runs))
	if len(r.runs) < fewRuns {
		return expected < chance || p > highShare && r.soFew() < chance
	}
	return expected < chance || mean > 1.2/(1-p)
}

// soFew is how likely as many independent losses would be to come in so few runs, or fewer. It is exact, where an outage
// is most of a short text too, in which the share of losses is so high that any run is as good as expected: all orders of
// h losses among n packets are alike, and C(h−1, k−1)·C(n−h+1, k) of the C(n, h) have k runs (Wald and Wolfowitz, 1940).
func (r *lossRuns) soFew() (p float64) {
	for k := 1; k <= len(r.runs); k++ {
		p += math.Exp(logChoose(r.hits-1, k-1) + logChoose(r.n-r.hits+1, k) - logChoose(r.n, r.hits))
	}
	return p
}

// logChoose is the logarithm of how many choices there are of k among n; where there is none it is −∞.
func logChoose(n, k int) float64 {
	if k > n {
		return math.Inf(-1)
	}
	factorial := func(n int) float64 {
		log, _ := math.Lgamma(float64(n + 1))
		return log
	}
	return factorial(n) - factorial(k) - factorial(n-k)
}

// half returns what each way does where both together do this, each by itself: with the share u of either way, each
// has 1 − √(1−u).
func (f lossFit) half() lossFit {
	f.single = 1 - math.Sqrt(1-f.single)
	if f.length == 0 {
		return f
	}
	both := float64(f.length) / float64(f.length+f.gap)
	share := 1 - math.Sqrt(1-both)
	if f.seen < 3 { // as long as it was seen
		f.gap = time.Duration(float64(f.length) * (1 - share) / share)
		return f
	}
	f.gap *= 2
	f.length = time.Duration(float64(f.gap) * share / (1 - share))
	return f
}

// and returns a fit that loses what both lose. A link has one kind of episodes: those of the fit with more losses; the others
// are lost independently.
func (f lossFit) and(g lossFit) lossFit {
	if g.length > 0 && (f.length == 0 || g.hits > f.hits) {
		f, g = g, f
	}
	f.single = 1 - (1-f.single)*(1-g.single)*(1-g.share())
	return f
}

// share is which part of the time episodes take.
func (f *lossFit) share() float64 {
	if f.length == 0 {
		return 0
	}
	return float64(f.length) / float64(f.length+f.gap)
}

// set puts the fit into settings.
func (f lossFit) set(s *netsim.Settings) {
	s.Loss = round(f.single, 1e-6)
	if f.length > 0 {
		s.EpisodeFor = min(f.length.Round(time.Microsecond), netsim.MaxPeriod)
		s.EpisodeEvery = min(max((f.length+f.gap).Round(time.Microsecond), netsim.MinPeriod), netsim.MaxPeriod)
	}
}

// tellLosses notes how well the episodes are known. The mean of n lengths that have no memory is known to a factor of
// e^(±1.96/√n) with 95 % confidence.
func (m *measurement) tellLosses(name string, f *lossFit) {
	if f.length == 0 {
		return
	}
	way, length := said(name), f.length.Round(time.Millisecond)
	switch {
	case f.runs == 1:
		m.note("All losses %s (%d) were in one run of %v: how long such runs last and how often they come is a guess.", way, f.hits, length)
		return
	case f.seen < fewRuns:
		m.note("There were only %d episodes of loss %s: how long they last and how often they come is rough.", f.seen, way)
	}
	factor := math.Exp(1.96 / math.Sqrt(float64(max(f.seen, 1))))
	m.note("Episodes of loss %s: %d, of %v on average (95 %% confidence: %v to %v), each followed by %v on average.", way, f.seen, length,
		time.Duration(float64(f.length)/factor).Round(time.Millisecond), time.Duration(float64(f.length)*factor).Round(time.Millisecond),
		f.gap.Round(time.Millisecond))
}
