package netsim

import (
	"math"

	"driftlab/param"
)

// MaxCorrelation is the strongest correlation of successive datagrams' extra delay.
const MaxCorrelation = 0.999

var correlationSettings = []setting{
	param.Float(param.Param{Name: "correlation", Called: "correlation of the jitter", Unit: param.Share, Max: MaxCorrelation * 1e9,
		Help: "of successive datagrams' jitter {way}"},
		func(s *Settings) *float64 { return &s.Correlation }),
}

// correlationBlock is the number of datagrams after which a correlation begins anew, which bounds
// what it costs to find a datagram's number from its place alone.
const correlationBlock = 1 << 14

// A correlation draws numbers that are each near the one before, exactly as netem does (get_crandom in
// Linux, net/sched/sch_netem.c): of each datagram's own 32-bit number and the answer before it, it
// returns the mean with weights 1−ρ and ρ.
//
// As with netem, the answers' autocorrelation is ρ, ρ², ρ³, … , and they crowd around the middle: their
// variance is (1−ρ)/(1+ρ) of what it is without, so extra delays become less spread out.
//
// The number of the spine's k-th datagram depends on (luck, k, ρ) alone, and that of one beside the spine on its own
// number too. The chain of answers begins at each
// block of [correlationBlock] datagrams, with the own number of the datagram before it in place of an
// answer; it remembers where it is, and walks from the block's begin when asked for any but the next.
type correlation struct {
	rho  uint64 // in units of 2⁻³²; 0 is none
	next uint64 // the datagram after the one whose answer is last
	last uint64 // 32 bits
}

// set changes ρ, 0..[MaxCorrelation].
func (c *correlation) set(rho float64) {
	// tc hands the kernel this share of 2³²−1, and the kernel adds 1 unless it is 0.
	units := uint64(math.Round(rho * math.MaxUint32))
	if units > 0 {
		units++
	}
	if units != c.rho {
		*c = correlation{rho: units}
	}
}

// number returns a datagram's number of laneJitter, correlated. Its lower 32 bits, of which netem knows nothing, stay
// the datagram's own. One beside the spine follows what the spine's next will follow.
func (c *correlation) number(t *ticket) uint64 {
	own := t.luck.draw(t.n, laneJitter)
	if !t.aside {
		own = t.spine.draw(t.k, laneJitter)
	}
	if c.rho == 0 {
		return own
	}
	c.walk(t.spine, t.k)
	answer := c.after(own)
	if !t.aside {
		c.last, c.next = answer, t.k+1
	}
	return answer<<32 | own&math.MaxUint32
}

// walk makes last the answer that the k-th datagram follows.
func (c *correlation) walk(l luck, k uint64) {
	begin := k &^ (correlationBlock - 1)
	if k == c.next && k != begin {
		return
	}
	c.last = l.draw(begin-1, laneJitter) >> 32
	for i := begin; i < k; i++ {
		c.last = c.after(l.draw(i, laneJitter))
	}
	c.next = k
}

// after returns the answer to a datagram's own number.
func (c *correlation) after(own uint64) uint64 {
	return ((own>>32)*(1<<32-c.rho) + c.last*c.rho) >> 32
}
