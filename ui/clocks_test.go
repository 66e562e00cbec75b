package ui

import (
	"driftlab/ui/panel"
)

// clockIndex returns the place of an algorithm of the registry.
func clockIndex(name string) int { return panel.PlaceOf(panel.Algorithms, name) }
