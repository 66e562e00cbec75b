package session

import (
	"strconv"

	"driftlab/game/scenario"
)

// Differences returns what differs in the settings of two sessions now, the seed and the number of clients first.
func Differences(a, b *Session) (all []scenario.Difference) {
	number := func(name string, x, y uint64) {
		if x != y {
			all = append(all, scenario.Difference{Name: name, A: strconv.FormatUint(x, 10), B: strconv.FormatUint(y, 10)})
		}
	}
	number("seed", a.scenario.Seed, b.scenario.Seed)
	number("clients", uint64(a.Clients()), uint64(b.Clients()))
	return append(all, a.standing.Differences(b.standing)...)
}
