package clocks

import "slices"

const (
	wanderSpan    = 24_000_000 // µs, after which a line is compared with the one that it was then
	wanderSamples = 3
	wanderUnknown = 1000 // ppb/√s, as long as there are fewer
)

// A wandering estimates how far the client's rate walks in a second, from by how much the line has left what it foretold.
type wandering struct {
	past    line
	known   bool
	samples [wanderSamples]int64 // ppb/√s
	n       int
}

// see takes the line that was fitted last.
func (w *wandering) see(now *line) {
	tau := now.at - w.past.at
	if w.known && tau < wanderSpan {
		return
	}
	if w.known && tau < 2*wanderSpan {
		missed := now.middle - w.past.offsetAt(now.at)
		// What it foretold is as uncertain as the line was, and its slope: that is not wander.
		far := 1 + 2*tau/max(w.past.window, 1)
		chance := now.square - now.sway + far*far*(w.past.square-w.past.sway)
		left := squareRoot(max(0, squared(missed)-chance)) << squareBits
		// A rate that walks by ρ takes a clock off by ρ·τ^1.5/√3 in the mean square.
		per := MidlineConfig{Wander: 1000}
		w.samples[w.n%wanderSamples] = 1000 * left * 52 / 100 / max(per.bias(tau), 1)
		w.n++
	}
	w.past, w.known = *now, true
}

// wander returns the estimate in ppb/√s: of the middle one of the samples, which a single step of the rate does not reach, as of
// normal deviates. Before there are any it is what few quartzes exceed.
func (w *wandering) wander() int64 {
	if w.n < wanderSamples {
		return wanderUnknown
	}
	sorted := w.samples
	slices.Sort(sorted[:])
	return sorted[wanderSamples/2] * 3 / 2
}
