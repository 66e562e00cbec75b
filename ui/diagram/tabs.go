package diagram

import (
	"slices"

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

// A TabRow is a tab in the list of all, with what sets it apart from the others.
type TabRow struct {
	Tab
	First   bool // it is open at the start: what it shows needs no explanation
	ByName  bool // it has no title while another one is open: a lesson names it, and T comes to it
	OwnData bool // it shows what a clock itself knows, also where the truth is hidden, and nothing of the simulator's then

	title, tip string // made once: a frame asks for those of every tab
}

// NewTabs lists the tabs from left to right. A new one is made by one file, and its row here.
func NewTabs() []TabRow {
	tabs := []TabRow{
		{Tab: newSpaceTime()},
		{Tab: newErrorPlot(), First: true},
		{Tab: newTicksView()},
		{Tab: NewSamples(), OwnData: true},
		{Tab: NewBeatsView()},
		{Tab: newWaterfall()},
		{Tab: newPopulation()},
		{Tab: newSortedView(), ByName: true, OwnData: true},
		{Tab: newCutView(), ByName: true, OwnData: true},
		{Tab: newMinimaView(), ByName: true, OwnData: true},
		{Tab: newCloudsView(), ByName: true, OwnData: true},
		{Tab: newDialView(), ByName: true, OwnData: true},
		{Tab: newBufferView(), ByName: true},
		{Tab: newPunchView(), ByName: true},
		{Tab: newBulkView(), ByName: true},
	}
	for i := range tabs {
		t := &tabs[i]
		t.title, t.tip = "tabs."+t.Key(), "tabs."+t.Key()+"-tip"
	}
	return tabs
}

// Title returns the key of the tab's title among the texts.
func (t *TabRow) Title() string { return t.title }

// Tip returns the key of what the tab's title tells.
func (t *TabRow) Tip() string { return t.tip }

// FirstTab returns which of the tabs is open at the start.
func FirstTab(tabs []TabRow) int {
	return slices.IndexFunc(tabs, func(t TabRow) bool { return t.First })
}

// Cover hides the tab if it would tell the truth where that is hidden, and returns whether it has.
func (t *TabRow) Cover(v *panel.View, c *draw.Canvas, r panel.Rect) bool {
	return !t.OwnData && v.Covered(c, r.Inset(6*float32(v.Scale)))
}
