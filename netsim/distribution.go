package netsim

import (
	"time"
)

// A Distribution draws a datagram's extra delay. Implementations are stateless and give the same
// bits on every architecture.
type Distribution interface {
	// Name is what scenario files and the command line call it.
	Name() string
	// Delay returns an extra delay, 0 or more. Its mean over all luck is mean, which is
	// 0..[MaxJitter]. u holds the datagram's own numbers, each uniform over all 64-bit integers and
	// independent of the others and of other datagrams', but for u[0] where a correlation is asked
	// for: that has successive datagrams' u[0] near each other.
	Delay(mean time.Duration, u [4]uint64) time.Duration
}

// Distributions returns every distribution that needs no file, in the order in which lists show them.
func Distributions() []Distribution {
	return []Distribution{Uniform{}, Normal{}, Exponential{}, Pareto{}, LogNormal{}}
}
