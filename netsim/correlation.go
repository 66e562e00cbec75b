package netsim

import "math"

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
// The number of the k-th datagram depends on (luck, k, ρ) alone. The chain of answers begins at each
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

// number returns the k-th datagram's number of laneJitter, correlated. Its lower 32 bits, of which
// netem knows nothing, stay the datagram's own.
func (c *correlation) number(l luck, k uint64) uint64 {
	own := l.draw(k, laneJitter)
	if c.rho == 0 {
		return own
	}
	begin := k &^ (correlationBlock - 1)
	if k != c.next || k == begin {
		c.last = l.draw(begin-1, laneJitter) >> 32
		for i := begin; i < k; i++ {
			c.answer(l.draw(i, laneJitter))
		}
	}
	c.answer(own)
	c.next = k + 1
	return c.last<<32 | own&math.MaxUint32
}

// answer takes the next datagram's own number.
func (c *correlation) answer(own uint64) {
	c.last = ((own>>32)*(1<<32-c.rho) + c.last*c.rho) >> 32
}
