package netsim

import (
	"slices"
	"time"

	"driftlab/internal/param"
)

// A Distribution draws a datagram's extra delay. Implementations are stateless and give the same
// bits on every architecture.
type Distribution interface {
	// Name is what scenario files and the command line call it.
	Name() string
	// Delay returns an extra delay, 0 or more. Its mean over all luck is mean, which is 0..[MaxJitter]. u holds the
	// datagram's own numbers, each uniform over all 64-bit integers and independent of the others and of other
	// datagrams', except that correlation brings the u[0] of successive datagrams near each other.
	Delay(mean time.Duration, u [4]uint64) time.Duration
}

// Distributions returns every distribution that needs no file, in the order in which lists show them.
func Distributions() []Distribution {
	return []Distribution{Uniform{}, Normal{}, Exponential{}, Pareto{}, LogNormal{}, Gamma{}}
}

var distributionSettings = []setting{
	param.Func(param.Param{Name: "distribution", Called: "shape of the jitter", Unit: param.Choice, Choices: distributionNames(),
		Help: "how the jitter {way} is distributed"},
		func(s *Settings) int64 {
			return int64(max(0, slices.Index(Distributions(), s.Distribution))) // a table is none of them
		},
		func(s *Settings, v int64) { s.Distribution = Distributions()[v] }),
}

func distributionNames() (names []string) {
	for _, d := range Distributions() {
		names = append(names, d.Name())
	}
	return names
}
