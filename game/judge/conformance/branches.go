package conformance

import (
	"driftlab/netsync/clocks/counted"
	"driftlab/netsync/registry"
)

// A Branch is a piece of Midline's code, and whether it was reached.
type Branch = counted.Branch

// Branches returns Midline's, with whether any event that was compared since the program began has reached them; none if this program doesn't count that.
func Branches() []Branch { return counted.Branches() }

// counting returns the same clock with a counter in each of its branches, where the program has one.
func counting(a registry.Algorithm) registry.Algorithm {
	if a.Name != "midline" || !counted.Counts() {
		return a
	}
	return a.Foreign(registry.Foreign{Stamped: true, New: counted.New, Half: counted.Half})
}
