package ui

import "driftlab/ui/panel"

// clockMenuWidth is the width of the panel under a clock's name, in points.
const clockMenuWidth = 360

// openClocks opens the panel under a clock's name in the Watch view: the list of the clocks that a client can be driven by, and
// what the one that drives it does.
func (a *App) openClocks(client int, under panel.Rect) {
	c := a.controls
	rows := c.rows // of the column, which is there for longer
	list := c.driver(client, labelOf(a.Words, "client.algorithm"), 0)
	c.rows = rows
	story := panel.ClockStory(a.Words, a.Frame.Held[client-1].Driving)
	a.clocks = c.theme.Popover(c.theme.Column(list, c.theme.Note(story, "", clockMenuWidth-20)), nil)
	_, h := a.root.Size(a.clocks)
	a.clocks.Open(a.root, a.Within(panel.NewRect(under.X, under.Y+under.H, clockMenuWidth, h)))
}
