package diagram

import (
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A Tab is one view of time in the panel under the worlds. Its title and what it tells are the texts
// tabs.KEY and tabs.KEY-tip.
type Tab interface {
	// Key names the tab.
	Key() string
	// Begin forgets where in a session a person has looked, for another begins.
	Begin()
	// Update acts on the pointer. r is where the tab is drawn.
	Update(v *panel.View, p *panel.Pointer, r panel.Rect)
	// Draw draws the tab into r. It only reads the view.
	Draw(v *panel.View, c *draw.Canvas, r panel.Rect)
}

// NewTabs lists the tabs from left to right. A new one is made by one file, and added here.
func NewTabs() []Tab {
	return append([]Tab{newSpaceTime(), newErrorPlot(), newTicksView(), NewSamples(), NewBeatsView(), newWaterfall(), newPopulation()}, append(newLoneViews(), newDialView(), newBufferView(), newPunchView(), newBulkView())...)
}

// FirstTab is the one that is open at the start: what it shows needs no explanation.
const FirstTab = 1

// ByName is from which tab on they have no title while another one is open: a lesson names them, and T comes to them.
const ByName = 7

// TellsOfTruth says whether a tab has anything of the simulator's left where the truth is hidden: those of a clock's own data
// show what the clock itself knows then.
func TellsOfTruth(t Tab) bool {
	switch t.(type) {
	case *Samples, *loneView, *dialView:
		return false
	}
	return true
}

// CoverTab hides the open tab if it would tell the truth, and returns whether it has.
func CoverTab(v *panel.View, c *draw.Canvas, t Tab, r panel.Rect) bool {
	return TellsOfTruth(t) && v.Covered(c, r.Inset(6*float32(v.Scale)))
}
