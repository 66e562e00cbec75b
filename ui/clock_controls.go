package ui

import (
	"fmt"
	"slices"

	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// clockRows is how many clients have rows of their own: those of others are behind one more.
const clockRows = panel.Viewports - 1

// A clockMark is a client's shape before its name, and the line of the clock that drives it in the box that says which.
type clockMark struct {
	client int
	row    widgets.Child
	place
}

// driver picks the clock that drives a client, or all, 0: one of those that run or, with which the experiment restarts,
// the one that the program recommends. Its box has room for a mark.
func (c *controls) driver(client int, label string, mark float64) widgets.Child {
	var titles, shown []string
	clocks := c.app.Session.Algorithms()
	runs := len(clocks)
	if panel.PlaceOf(clocks, registry.Recommended) < 0 && c.app.Offers() {
		clocks = append(slices.Clone(clocks), panel.Algorithms[panel.PlaceOf(panel.Algorithms, registry.Recommended)])
	}
	for i := range clocks {
		title := panel.ClockTitle(c.app.Words, &clocks[i])
		shown = append(shown, title)
		if clocks[i].Name == registry.Recommended {
			title = c.app.Words.F("controls.recommended", title)
		}
		titles = append(titles, title)
	}
	return c.picker(widgets.DropdownConfig{Label: label, Entries: titles, Shown: shown, Mark: mark, Tip: c.app.Words.T("controls.algorithm-tip"),
		OnSelect: func(i int) {
			if c.app.clocks != nil {
				c.app.clocks.Close()
			}
			if i >= runs {
				c.app.Enter(clocks[i].Name, clientKey(client, "client.algorithm"), clocks[i].Name)
				return
			}
			c.set(client, "client.algorithm", clocks[i].Name)
		},
	}, func() int { return panel.PlaceOf(clocks, c.app.ValueText(max(client, 1), "client.algorithm")) })
}

// clientRows are the rows of the clients.
func (c *controls) clientRows() (names []string) {
	for n := 1; n <= min(c.app.Session.Clients(), clockRows); n++ {
		names = append(names, clientKey(n, "client.algorithm"))
	}
	if c.app.Session.Clients() > clockRows {
		names = append(names, "controls.clients")
	}
	return names
}

// clockRow is a client with the clock that drives it.
func (c *controls) clockRow(n int) widgets.Child {
	row := c.driver(n, "      "+c.app.Words.F("controls.client", n), 25)
	c.marks = append(c.marks, clockMark{n, row, c.within})
	if n == 1 || n == c.app.Deck.Chosen {
		c.homes["client.algorithm"] = standing{row, c.within}
	}
	return row
}

// otherClients are the clients without rows of their own, and by which clocks they are driven.
func (c *controls) otherClients() (title string, groups []settingGroup) {
	var names, drive []string
	last := c.app.Session.Clients()
	for n := clockRows + 1; n <= last; n++ {
		names = append(names, clientKey(n, "client.algorithm"))
		if clock := c.app.ValueText(n, "client.algorithm"); !slices.Contains(drive, clock) {
			drive = append(drive, clock)
		}
	}
	by := c.app.Words.F("controls.clocks-of", len(drive))
	if i := panel.PlaceOf(c.app.Session.Algorithms(), drive[0]); len(drive) == 1 && i >= 0 {
		by = panel.ClockTitle(c.app.Words, &c.app.Session.Algorithms()[i])
	}
	return fmt.Sprintf("%d–%d: %s", clockRows+1, last, by), []settingGroup{{"", names}}
}

// draw draws the marks of those rows that are in sight. They lie over the widgets.
func (c *controls) drawMarks(v *draw.Canvas) {
	for i := range c.marks {
		m := &c.marks[i]
		at, ok := c.sight(m.row, m.place)
		if !ok {
			continue
		}
		style := v.Theme.Machine(m.client)
		v.Overlay.Marker(style.Shape, at.X+8, at.Y+at.H/2, 6, style.Color)
		clock := panel.PlaceOf(c.app.Session.Algorithms(), c.app.Frame.Facts[m.client-1].Driving)
		if clock < 0 {
			continue
		}
		line, box := panel.ClockStyle(v.Theme, &c.app.Session.Algorithms()[clock]), c.app.root.At(m.row.(*widgets.Dropdown).Box())
		v.Overlay.Dashed(box.X+8, at.Y+at.H/2, box.X+26, at.Y+at.H/2, 2, line.Dash, 0, line.Color)
	}
}

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
