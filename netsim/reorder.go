package netsim

import (
	"time"

	"driftlab/internal/param"
)

// MaxReorderGap is the widest gap between two datagrams that overtake.
const MaxReorderGap = 1000

var reorderSettings = []setting{
	share(param.Param{Name: "reorder", Called: "overtaking",
		Help: "share of datagrams {way} that overtake: they skip the delay, as with netem's reorder"},
		func(s *Settings) *float64 { return &s.Reorder }),
	param.Int(param.Param{Name: "reorder-lead", Called: "lead of overtaking", Unit: param.Duration, Max: int64(MaxJitter),
		Help: "how much earlier a datagram that overtakes {way} arrives than it otherwise would; 0s is by all of its delay"},
		func(s *Settings) *time.Duration { return &s.ReorderLead }),
	param.Int(param.Param{Name: "reorder-gap", Called: "gap between overtaking", Unit: param.Whole, Max: MaxReorderGap,
		Help: "only every n-th datagram {way} may overtake; 0 or 1 is any"},
		func(s *Settings) *int { return &s.ReorderGap }),
	param.Float(param.Param{Name: "reorder-correlation", Called: "correlation of overtaking", Unit: param.Share, Max: MaxCorrelation * 1e9,
		Help: "correlation of whether successive datagrams {way} overtake, computed like that of the jitter"},
		func(s *Settings) *float64 { return &s.ReorderCorrelation }),
}

// reordering is the impairment of datagrams that overtake: they skip the delay, like those that netem's reorder puts in
// front of its queue, or only a lead of it, as on networks that have a second way. In netem, with a gap of g, at least g − 1 datagrams in a row do not overtake; a counter counts
// those since the last that did.
//
// Here the counter depends only on the luck and not on when the settings were made: it starts at 0 at every
// reorderBlock-th datagram, and is counted up from there if the datagram asked for is not the next.
type reordering struct {
	share lossThreshold
	gap   uint64 // up to 1 any datagram may overtake, and nothing is counted
	luck  luck   // of the datagrams that are counted

	correlation correlation

	next  uint64 // the datagram that would be counted next
	count uint64 // since the last that overtook before it
}

// reorderBlock is the number of datagrams after which the counter restarts, a power of 2.
const reorderBlock = 1 << 14

// newReordering returns the impairment for valid settings and for datagrams of the given luck.
func newReordering(l luck, s Settings) reordering {
	r := reordering{share: newLossThreshold(s.Reorder), gap: uint64(s.ReorderGap), luck: l, correlation: correlation{lane: laneReorder}}
	r.correlation.set(s.ReorderCorrelation, s.NetemWay)
	return r
}

// hasten takes off the delay of a datagram that overtakes what it skips of it.
func (p *Parts) hasten(lead time.Duration) {
	if lead == 0 {
		p.Base, p.Jitter = 0, 0
		return
	}
	of := min(lead, p.Base)
	p.Base, p.Jitter = p.Base-of, max(p.Jitter-(lead-of), 0)
}

// overtakes reports whether a datagram, or a copy, skips the delay. The gap counts only the spine's datagrams, without
// copies; so with a gap the spine's luck decides which of them overtake.
func (r *reordering) overtakes(t *ticket) bool {
	if r.share == 0 || r.gap > 1 && !r.mayOvertake(t.k) {
		return false
	}
	return r.share.hit(r.number(t))
}

// number returns what decides whether a datagram, or a copy, overtakes.
func (r *reordering) number(t *ticket) uint64 {
	switch {
	case r.correlation.rho > 0 && t.copy == 0:
		return r.correlation.number(t)
	case r.gap > 1 && !t.aside:
		return t.spine.draw(t.k, laneReorder)
	}
	return t.draw(laneReorder)
}

// mayOvertake reports whether the k-th datagram is far enough behind the last that overtook.
func (r *reordering) mayOvertake(k uint64) bool {
	start := k &^ (reorderBlock - 1)
	if r.next < start || r.next > k {
		r.next, r.count = start, 0
	}
	for ; r.next < k; r.next++ {
		if r.count >= r.gap-1 && r.share.hit(r.number(&ticket{luck: r.luck, n: r.next, spine: r.luck, k: r.next})) {
			r.count = 0
		} else {
			r.count++
		}
	}
	return r.count >= r.gap-1
}
