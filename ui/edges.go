package ui

import (
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// edges are those in the Lab's middle that can be dragged: under the worlds, and over the table of clients.
type edges struct {
	held int // that is dragged, from 1; 0 for none
	y    float32
	by   [2]float32 // how far they have been dragged, in points
}

// spots returns where they can be taken.
func (e *edges) spots(l *picture.Layout) (at [2]panel.Rect) {
	if l.Phone || l.Watching || l.Chosen.H == 0 {
		return at
	}
	at[0] = panel.NewRect(l.Worlds.X, l.Worlds.Y+l.Worlds.H, l.Worlds.W, picture.LabGap)
	if l.Clients.H > 0 {
		at[1] = panel.NewRect(l.Clients.X, l.Clients.Y-picture.LabGap, l.Clients.W, picture.LabGap)
	}
	return at
}

// update acts on the pointer: the diagram between the edges gives and takes the room.
func (e *edges) update(a *App) {
	l, p := &a.Regions, &a.pointer
	for i, at := range e.spots(l) {
		if p.Pressed && p.Over(at) {
			e.held, e.y, p.Pressed = i+1, p.Y, false
		}
	}
	if !p.Down {
		e.held = 0
	}
	if e.held == 0 {
		return
	}
	least, most := l.EdgeRoom(e.held - 1)
	d := min(max(p.Y-e.y, least), most)
	e.y += d
	if e.held == 2 { // upwards the table has more
		d = -d
	}
	e.by[e.held-1] += d
}

// draw shows the edge that is dragged or under the pointer.
func (e *edges) draw(a *App, c *draw.Canvas) {
	for i, at := range e.spots(&a.Regions) {
		if e.held == i+1 || e.held == 0 && a.Tips.Under(at) {
			c.Box(at.X+at.W/2-24, at.Y+at.H/2-1.5, 48, 3, 1.5, c.Theme.TextDim)
			a.Tips.Add(at, a.Words.T("bars.edge-tip"))
		}
	}
}
