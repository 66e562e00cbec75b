package ui

import (
	"image"
	"slices"
	"testing"

	"driftlab/ui/config"
)

func TestControlsLieWhereTheirPanelIsWhenAComparisonBeginsAndEnds(t *testing.T) {
	for _, size := range []image.Point{{X: 1600, Y: 900}, {X: 1280, Y: 720}} {
		for _, view := range config.Views() {
			a := fitted(t, "first", size, config.Settings{View: view})
			for _, when := range []string{"with A and B", "with B alone again"} {
				a.toggleAB()
				a.arrived(t)
				nextFrame(t, a)
				_, now := placed(a)
				a.placeAll() // as a resize does
				nextFrame(t, a)
				if _, want := placed(a); !slices.Equal(now, want) {
					t.Errorf("%v, %s, %s: the widgets are at\n%v\nwant\n%v", size, view, when, now, want)
				}
			}
		}
	}
}
