package registry

import (
	"slices"

	"driftlab/netsync/engines"
	"driftlab/netsync/unity"
)

// timeDesigns is the list of all providers.
var timeDesigns = slices.Concat(unity.TimeDesigns(), engines.TimeDesigns())

// TimeDesigns returns every provider of a game's times, in the order in which settings list them.
func TimeDesigns() []unity.TimeDesign { return timeDesigns }

// TimeDesign returns the provider that goes with the algorithm if none is chosen: its own if it comes with one, else the
// first, "direct".
func (a *Algorithm) TimeDesign() unity.TimeDesign {
	for _, d := range timeDesigns {
		if d.Clock != "" && d.Clock == a.Design() {
			return d
		}
	}
	return timeDesigns[0]
}
