// Package counted is Midline with a counter in each of its branches. A port is compared with this one, so that the verdict can say how much of Midline the events
// have reached; the clock that games run counts nothing. The repository has no second Midline: scripts/counted.sh makes this one of netsync/clocks, for the
// programs of make build and make release.
package counted

import (
	"cmp"
	"slices"

	"driftlab/netsync"
)

// A Branch is a piece of code that runs as a whole, between two decisions.
type Branch struct {
	File    string // of netsync/clocks
	Line    int
	Reached bool
}

// halves are those of the clock that counts, and its counters: three positions for each, the first line, the last and both columns.
type halves struct {
	client   func() (netsync.Estimator, error)
	host     func(netsync.Server) (netsync.Half, error)
	counters []counters
}

type counters struct {
	file         string
	count, place []uint32
}

// Counts says whether this program has the clock. Without it New and Half must not be called, and there are no branches.
func Counts() bool { return midline.client != nil }

// New returns the client's half.
func New() (netsync.Estimator, error) { return midline.client() }

// Half returns the host's half.
func Half(world netsync.Server) (netsync.Half, error) { return midline.host(world) }

// Branches returns all branches by file and line, with whether one of these halves has reached them since the program began.
func Branches() (all []Branch) {
	for _, c := range midline.counters {
		for i, n := range c.count {
			all = append(all, Branch{c.file, int(c.place[3*i]), n > 0})
		}
	}
	slices.SortStableFunc(all, func(a, b Branch) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line) })
	return all
}
