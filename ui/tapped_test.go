package ui

import (
	"image"
	"testing"

	"driftlab/ui/config"
	"driftlab/ui/diagram"
)

func TestATapOnATabsTitleOpensIt(t *testing.T) {
	f := touched(t, newTestApp(t, "first", 1280, 720, 1))
	a := f.a
	for _, i := range []int{2, diagram.FirstTab(a.Tabs.Tabs)} {
		if f.tap(centre(a.Tabs.Titles[i])); a.Tabs.Open != i {
			t.Errorf("a tap on the title of tab %d opens tab %d", i, a.Tabs.Open)
		}
	}
}

func TestATapOnTheRailPullsTheDrawerAndOneBesideItPutsItAway(t *testing.T) {
	f := touched(t, fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.LabView, Scale: 150}))
	a := f.a
	if f.tap(middle(a, a.controls.drawer.buttons[1])); !a.root.Covered() {
		t.Fatal("the drawer is not there")
	}
	beside := a.Regions.Controls.X + a.Regions.Controls.W + 200
	if f.tap(beside, a.Regions.Time.Y+a.Regions.Time.H/2); a.root.Covered() {
		t.Error("the drawer stays")
	}
}
