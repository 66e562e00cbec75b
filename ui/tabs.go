package ui

import "driftlab/ui/draw"

// A tab is one view of time in the panel under the worlds. Its title and what it tells are the texts
// tabs.KEY and tabs.KEY-tip.
type tab interface {
	// key names the tab.
	key() string
	// begin forgets where in a session a person has looked, for another begins.
	begin()
	// update acts on the pointer. r is where the tab is drawn.
	update(v *view, p *pointer, r rect)
	// draw draws the tab into r. It only reads the view.
	draw(v *view, c *draw.Canvas, r rect)
}

// newTabs lists the tabs from left to right. A new one is made by one file, and added here.
func newTabs() []tab {
	return append([]tab{newSpaceTime(), newErrorPlot(), newTicksView(), newSamplesView(), newBeatsView(), newWaterfall(), newPopulation()}, append(newLoneViews(), newDialView())...)
}

// firstTab is the one that is open at the start: what it shows needs no explanation.
const firstTab = 1

// byName is from which tab on they have no title while another one is open: a lesson names them, and T comes to them.
const byName = 7

// tellsOfTruth says whether a tab has anything of the simulator's left where the truth is hidden: those of a clock's own data
// show what the clock itself knows then.
func tellsOfTruth(t tab) bool {
	switch t.(type) {
	case *samplesView, *loneView, *dialView:
		return false
	}
	return true
}

// coverTab hides the open tab if it would tell the truth, and returns whether it has.
func coverTab(v *view, c *draw.Canvas, t tab, r rect) bool {
	return tellsOfTruth(t) && v.covered(c, r.inset(6*float32(v.scale)))
}
