// Package diagram draws a session in numbers, lines and marks: the tabs of the time panel, the race, the table of clients,
// the strip of errors and the dots of many clients. It knows no other panel, and asks for changes only through panel.Commands.
package diagram

import (
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A Tab is one view of time in the panel under the worlds. It may have [TabRow.Begin] and [TabRow.Update] as well.
type Tab interface {
	// Draw draws the tab into r. It only reads the view.
	Draw(v *panel.View, c *draw.Canvas, r panel.Rect)
}

// A TabRow is a tab in the list of all tabs, with its properties.
type TabRow struct {
	Tab
	Key     string  // its title and tooltip are the texts tabs.KEY and tabs.KEY-tip
	First   bool    // it is open at the start, since it needs no explanation
	ByName  bool    // it has no title while another tab is open: lessons name it, and the key T reaches it
	OwnData bool    // it can be shown while the truth is hidden, since it then shows only what a clock itself knows
	least   float32 // the height, in points, below which its texts would overlap; 0 if it handles that itself

	// Title and Tip are the keys of the tab's title and tooltip. They are made once, since each frame needs those of all tabs.
	Title, Tip string
}

// NewTabs lists the tabs from left to right. A new tab is one file and its row here. The race is one of them where it has no place
// of its own.
func NewTabs(race *RaceTable) []TabRow {
	const kept = observe.HistoryRows * observe.HistoryStep
	tabs := []TabRow{
		{Tab: newErrorPlot(), Key: "error", First: true},
		{Tab: &SpaceTime{Axis: panel.NewTimeAxis(SpaceTimeSpan, 50*time.Millisecond, 20*time.Second, 0.1)}, Key: "spacetime"},
		{Tab: &ticksView{axis: panel.NewTimeAxis(2*time.Second, 100*time.Millisecond, 20*time.Second, 0.03)}, Key: "ticks"},
		{Tab: &Samples{Chosen: panel.Nobody, share: 0.62}, Key: "samples", OwnData: true},
		{Tab: &BeatsView{axis: panel.NewTimeAxis(12*time.Second, 2*time.Second, time.Minute, 0.03)}, Key: "beats"},
		{Tab: &waterfall{viewer: panel.Nobody}, Key: "waterfall", least: 90},
		{Tab: &Population{}, Key: "population"},
		{Tab: race, Key: RaceTab, ByName: true},
		{Tab: &loneView{views: []insight.View{insight.Ring}, plot: (*Samples).slot}, Key: "sorted", ByName: true, OwnData: true, least: 160},
		{Tab: &loneView{views: []insight.View{insight.Round}, plot: (*Samples).simpson}, Key: "cut", ByName: true, OwnData: true},
		{Tab: &loneView{views: []insight.View{insight.OneWay}, plot: (*Samples).timesync}, Key: "minima", ByName: true, OwnData: true},
		{Tab: &loneView{views: []insight.View{insight.TwoClouds, insight.OneWay}, plot: (*Samples).clouds}, Key: "clouds", ByName: true, OwnData: true},
		{Tab: &dialView{}, Key: "dial", ByName: true, OwnData: true, least: 120},
		{Tab: &bufferView{}, Key: "buffer", ByName: true, least: 130},
		{Tab: &punchView{}, Key: "punch", ByName: true, least: 90},
		{Tab: &bulkView{axis: panel.NewTimeAxis(time.Minute, 2*time.Second, 2*time.Minute, 0.03)}, Key: "bulk", ByName: true, least: 90},
	}
	for i := range tabs {
		t := &tabs[i]
		t.Title, t.Tip = "tabs."+t.Key, "tabs."+t.Key+"-tip"
	}
	return tabs
}

// Begin makes the tab forget what a person looked at, since another session begins.
func (t *TabRow) Begin() {
	if tab, ok := t.Tab.(interface{ Begin() }); ok {
		tab.Begin()
	}
}

// Update lets the tab act on the pointer. r is where the tab is drawn.
func (t *TabRow) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	if tab, ok := t.Tab.(interface {
		Update(*panel.View, *panel.Pointer, panel.Rect)
	}); ok {
		tab.Update(v, p, r)
	}
}

// Draw implements [Tab]. If the tab has too little room it says so instead.
func (t *TabRow) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if r.H >= t.least {
		t.Tab.Draw(v, c, r)
		return
	}
	layout.Fit(c.Fonts(), v.Words.T("plot.low"), r.W-24, r.H, draw.Small).Draw(c, r.After(12), c.Theme.TextDim, draw.Left|draw.Middle)
}

// RaceTab is the key of the race's tab.
const RaceTab = "race"

// FirstTab returns the index of the tab that is open at the start.
func FirstTab(tabs []TabRow) int {
	return slices.IndexFunc(tabs, func(t TabRow) bool { return t.First })
}

// chips are buttons in a row, one of which is chosen, each with a mark if there is room. If not all chips have room, the row says
// how many are missing.
type chips struct {
	Chips  []panel.Rect // where each was drawn last; empty if it had no room
	keysOf panel.Rect   // the region that they were drawn in
	line   layout.Line
	tips   []string
	chosen []bool
}

// pressed returns which chip is clicked, −1 for none. r is where their region is now.
func (k *chips) pressed(p *panel.Pointer, r panel.Rect) int {
	return slices.IndexFunc(k.Chips, func(at panel.Rect) bool { return p.Pressed && p.Over(at.Moved(k.keysOf, r)) })
}

func (k *chips) start(c *draw.Canvas, r panel.Rect) {
	k.keysOf = r
	k.line.Start(c.Fonts(), 6)
	k.tips, k.chosen = k.tips[:0], k.chosen[:0]
}

// add adds a chip with room for a mark.
func (k *chips) add(c *draw.Canvas, text string, mark float32, chosen bool, tip string) {
	item := layout.Item{Text: text, Ink: c.Theme.Text, Lead: mark + 9, Tail: 9}
	if chosen {
		item.Ink = c.Theme.OnChosen
	}
	bare, tight := item, item
	bare.Lead, tight.Lead, tight.Tail = 9, 4, 4
	k.line.Add(item, bare, tight)
	k.tips, k.chosen = append(k.tips, tip), append(k.chosen, chosen)
}

// draw draws the chips into r. mark draws a chip's mark, and may be nil.
func (k *chips) draw(v *panel.View, c *draw.Canvas, r panel.Rect, mark func(i int, at panel.Rect)) {
	k.line.Count(v.Words.T("ab.more"), layout.Item{Ink: c.Theme.TextDim})
	k.line.Place(r, 0)
	for i, on := range k.chosen {
		if on && k.line.Form(i) < 0 { // a chosen one has room first
			k.line.Lift(i, 1)
			k.line.Place(r, 0)
		}
	}
	k.Chips = k.Chips[:0]
	for i, tip := range k.tips {
		at := k.line.At(i)
		if k.Chips = append(k.Chips, at); at.W == 0 {
			continue
		}
		ground := c.Theme.PanelEdge
		if k.chosen[i] {
			ground = c.Theme.Chosen
		}
		c.Box(at.X, at.Y, at.W, at.H, 4, ground)
		if mark != nil && k.line.Form(i) == 0 {
			mark(i, at)
		}
		v.Tips.Add(at, tip)
	}
	k.line.Draw(c)
}
