package netsim

import (
	"math"

	"driftlab/internal/param"
)

// MaxCorrelation is the strongest correlation of successive datagrams' extra delay.
const MaxCorrelation = 0.999

var correlationSettings = []setting{
	param.Float(param.Param{Name: "correlation", Called: "correlation of the jitter", Unit: param.Share, Max: MaxCorrelation * 1e9,
		Help: "correlation of successive datagrams' jitter {way}"},
		func(s *Settings) *float64 { return &s.Correlation }),
	param.Bool(param.Param{Name: "correlation-way", Label: "… kind", Called: "kind of correlation", Unit: param.Choice, Choices: []string{"kept", "netem"},
		Help: "whether correlated jitter {way} keeps its distribution, or is less spread out and may have another average, as with netem"},
		func(s *Settings) *bool { return &s.NetemWay }),
}

// correlationBlock is the number of datagrams after which a correlation starts afresh. It bounds the cost of finding a
// datagram's number from its place alone.
const correlationBlock = 1 << 14

// A correlation draws numbers, each near the one before. The number of the spine's k-th datagram depends on (luck, k, ρ)
// alone, and the number of a datagram aside from the spine on its own luck too. The chain restarts at each block of
// [correlationBlock] datagrams, from the uncorrelated number of the datagram before it. It remembers its place, and
// walks from the start of the block when asked for any datagram but the next.
//
// The numbers stay uniform, so that extra delays keep their distribution: behind each is a number z of the standard
// normal distribution, and with ρ the next one's is ρ·z + √(1−ρ²)·e, e being that of its own, uncorrelated number. So
// the autocorrelation of z is ρ, ρ², ρ³, … ; that of the delays is a little less, and the less normal their
// distribution, the bigger the difference. This is an autoregressive process behind a Gaussian copula.
//
// netem's way is get_crandom of Linux (net/sched/sch_netem.c), exactly: of each datagram's own 32-bit number and the
// answer before it, it returns the mean with weights 1−ρ and ρ. The answers' autocorrelation is ρ, ρ², ρ³, … , and they
// crowd around the middle: their variance is (1−ρ)/(1+ρ) of what it is without, so extra delays become less spread out,
// and change their mean if their distribution is not symmetric.
type correlation struct {
	lane  lane // of the numbers
	netem bool
	rho   uint64  // ρ in units of 2⁻³², as netem has it; 0 is no correlation of either kind
	share float64 // ρ
	fresh float64 // √(1−ρ²)
	next  uint64  // the datagram after the one whose answer is last
	last  answer
}

// An answer is the number that the next datagram's depends on.
type answer struct {
	number uint64  // netem's way: 32 bits
	z      float64 // the way that keeps the distribution
}

// set changes ρ, 0..[MaxCorrelation], and the kind of correlation.
func (c *correlation) set(rho float64, netem bool) {
	// tc hands the kernel this share of 2³²−1, and the kernel adds 1 unless it is 0.
	units := uint64(math.Round(rho * math.MaxUint32))
	if units > 0 {
		units++
	}
	if units != c.rho || netem != c.netem {
		*c = correlation{lane: c.lane, netem: netem, rho: units, share: rho, fresh: math.Sqrt(1 - float64(rho*rho))}
	}
}

// number returns a datagram's correlated number of the lane. A datagram aside from the spine follows the same answer as the
// spine's next one.
func (c *correlation) number(t *ticket) uint64 {
	own := t.draw(c.lane)
	if c.rho == 0 {
		return own
	}
	if !t.aside {
		own = t.spine.draw(t.k, c.lane)
	}
	c.walk(t.spine, t.k)
	now := c.follow(own)
	if !t.aside {
		c.last, c.next = now, t.k+1
	}
	if c.netem { // whose numbers have 32 bits only
		return now.number<<32 | own&math.MaxUint32
	}
	return normalShare(now.z)
}

// walk sets last to the answer that the k-th datagram follows.
func (c *correlation) walk(l luck, k uint64) {
	begin := k &^ (correlationBlock - 1)
	if k == c.next && k != begin {
		return
	}
	first := l.draw(begin-1, c.lane)
	c.last = answer{first >> 32, normalQuantile(normalNumber(first))}
	for i := begin; i < k; i++ {
		c.last = c.follow(l.draw(i, c.lane))
	}
	c.next = k
}

// follow returns the answer that a datagram's own number leads to.
func (c *correlation) follow(own uint64) answer {
	if c.netem {
		return answer{number: ((own>>32)*(1<<32-c.rho) + c.last.number*c.rho) >> 32}
	}
	return answer{z: float64(c.share*c.last.z) + float64(c.fresh*normalQuantile(normalNumber(own)))}
}
