package clocks

import "slices"

const (
	swaySegment  = 4_000_000 // µs
	swaySegments = 64
)

// A swaying is how far each way's floor moves by itself, by the least delays of segments of the latest time.
//
// What the clock does lifts the one floor and lowers the other, and their sum stays. So what the sum does is the paths' doing, and their
// difference, which is taken for the clock's, has as much of it.
type swaying struct {
	least [2][swaySegments]int64
	at    [2][swaySegments]int64 // how long before the segment's middle that was, in µs
	whole int                    // segments that are older than no point
}

const noLeast = 1 << 62

// see takes the points at local time now, above a line of slope s.
func (w *swaying) see(ways *[2]way, now, s int64) {
	w.whole = swaySegments
	for i := range ways {
		way := &ways[i]
		w.whole = min(w.whole, int((now-way.point(0).x)/swaySegment))
		for k := range w.least[i] {
			w.least[i][k] = noLeast
		}
		reference := way.newest().y
		for k := range way.n {
			p := way.point(k)
			if p.skipped {
				continue // the line uses others
			}
			if segment := (now - p.x) / swaySegment; segment >= 0 && segment < swaySegments {
				if y := p.y - reference + slope(way.sign*s, now-p.x); y < w.least[i][segment] {
					w.least[i][segment], w.at[i][segment] = y, now-p.x-segment*swaySegment-swaySegment/2
				}
			}
		}
	}
	w.level()
}

// both returns the floors of a segment in which there are points of both ways.
func (w *swaying) both(segment int) (up, down int64, ok bool) {
	up, down = w.least[0][segment], w.least[1][segment]
	return up, down, up != noLeast && down != noLeast
}

// level takes the floors to the middles of their segments. Where the rate was another than the line's both ways' floors change meanwhile,
// and those of different moments have a sum that is no path's doing.
func (w *swaying) level() {
	var middles [swaySegments]int64
	var of [swaySegments]int
	n := 0
	for k := range w.whole {
		if up, down, ok := w.both(k); ok {
			middles[n], of[n] = (up-down)/2, k
			n++
		}
	}
	if n < 2 {
		return
	}
	most := slope(priorSlope, swaySegment)
	for i, k := range of[:n] {
		newer, older := max(i-1, 0), min(i+1, n-1)
		rise := (middles[older] - middles[newer]) / int64(of[older]-of[newer]) // in a segment, into the past
		rise = min(max(rise, -most), most)
		w.least[0][k] -= rise * w.at[0][k] / swaySegment
		w.least[1][k] += rise * w.at[1][k] / swaySegment
	}
}

// square returns the variance of the middle between the floors of windows so long, as far as the paths move it. Ok is false where there
// are not two such windows.
func (w *swaying) square(micros int64) (square int64, ok bool) {
	long := int(micros / swaySegment)
	var sums [swaySegments]int64
	n, mean := 0, int64(0)
	for k := 0; k+long <= w.whole; k += long {
		sum := int64(noLeast)
		for j := k; j < k+long; j++ {
			if up, down, ok := w.both(j); ok {
				sum = min(sum, up+down)
			}
		}
		if sum != noLeast {
			sums[n] = sum
			mean += sum
			n++
		}
	}
	if n < 2 {
		return 0, false
	}
	mean /= int64(n)
	for _, sum := range sums[:n] {
		square += squared(sum - mean)
	}
	return square / int64(n-1) / 4, true
}

// deviation returns how far a single way's floor moves from a segment to another, in parts, by the middle half of what is known.
func (w *swaying) deviation() int64 {
	var sums [swaySegments]int64
	n := 0
	for k := range w.whole {
		if up, down, ok := w.both(k); ok {
			sums[n] = up + down
			n++
		}
	}
	if n < 4 {
		return 0
	}
	slices.Sort(sums[:n])
	return (sums[3*n/4] - sums[n/4]) * 52 / 100
}

const (
	wanderSpan    = 24_000_000 // µs, after which a line is compared with the one that it was then
	wanderSamples = 3
	wanderUnknown = 1000 // ppb/√s, as long as there are fewer
)

// A wandering estimates how far the client's rate walks in a second, from how far the line has moved from its prediction.
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
		// The prediction is as uncertain as the line was, and its slope: that is not wander.
		far := 1 + 2*tau/max(w.past.window, 1)
		chance := now.square - now.sway + far*far*(w.past.square-w.past.sway)
		left := squareRoot(max(0, squared(missed)-chance)) << squareBits
		// A rate that walks by ρ takes a clock off by ρ·τ^1.5/√3, as the root mean square.
		per := MidlineConfig{Wander: 1000}
		w.samples[w.n%wanderSamples] = 1000 * left * 52 / 100 / max(per.bias(tau), 1)
		w.n++
	}
	w.past, w.known = *now, true
}

// wander returns the estimate in ppb/√s: of the middle one of the samples, which a single step of the rate does not reach, as of
// normal deviates. Before there are any it is what few oscillators exceed.
func (w *wandering) wander() int64 {
	if w.n < wanderSamples {
		return wanderUnknown
	}
	sorted := w.samples
	slices.Sort(sorted[:])
	return sorted[wanderSamples/2] * 3 / 2
}
