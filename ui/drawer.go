package ui

import (
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// drawer is how the controls are at hand in narrow windows: a rail of buttons, one a part, that open the
// column over the worlds.
type drawer struct {
	rail    widgets.Child
	buttons []*widgets.IconButton
	popover *widgets.Popover
	shown   bool // a person has opened it
}

// newDrawer makes rail and drawer where the window has no room for the column.
func (c *controls) newDrawer() {
	if !c.app.Regions.Drawer {
		c.drawer.shown = false
		return
	}
	d := &c.drawer
	var buttons []widgets.Child
	for i := range c.parts {
		p := &c.parts[i]
		b := c.theme.Railed(partIcons[p.name], c.app.Words.T("controls."+p.name)+". "+c.app.Words.T("controls."+p.name+"-tip"), func() { c.openDrawer(i) })
		d.buttons = append(d.buttons, b)
		buttons = append(buttons, b)
	}
	d.rail = c.theme.Rail(buttons...)
	d.popover = c.theme.Over(c.panel, func() { d.shown = false })
}

// openDrawer shows the column with a part at its top.
func (c *controls) openDrawer(i int) {
	c.drawer.shown = true
	c.placeDrawer()
	c.parts[i].SetOpen(true)
	c.scroll.ShowFrom(c.parts[i].Section, false)
}

// placeDrawer puts rail and drawer into the window.
func (c *controls) placeDrawer() {
	a := c.app
	a.root.Place(c.drawer.rail, a.Regions.Rail)
	if c.drawer.shown {
		c.fold()
		c.drawer.popover.Open(a.root, a.Regions.Controls)
	}
}

// fold shuts the parts that say their values in one row where the column is too low for all rows.
func (c *controls) fold() {
	room := c.app.Regions.Controls.H - c.theme.PartHeight(0)
	for i := range c.parts {
		room -= c.theme.PartHeight(c.parts[i].rows)
	}
	for i := range c.parts {
		if p, low := &c.parts[i], room < 0; p.says != nil && p.folds != low {
			p.folds = low
			p.Fold(low, c.open[p.name])
		}
	}
}

// place puts the controls into the window, as a column or as a drawer.
func (c *controls) place() {
	a := c.app
	if a.Regions.Watching {
		c.placeWatch()
		return
	}
	if a.Regions.Drawer {
		c.placeDrawer()
		return
	}
	if r := a.Regions.Controls; r.H > 0 || !a.Regions.Phone {
		c.fold()
		a.root.Place(c.panel, r)
	}
	c.panel.GetWidget().SetVisibility(widgets.Visibility(a.Regions.Controls.H > 0 && !a.blind.On()))
}

// turn opens another part of the drawer that is open where its button is pressed: the drawer has the
// mouse to itself, and a press outside closes it. covered says that it was open before the press.
func (c *controls) turn(covered bool, p *panel.Pointer) {
	if !covered || !c.app.Regions.Drawer || c.drawer.shown || !c.app.hand.Clicked() {
		return
	}
	for i, b := range c.drawer.buttons {
		if p.Over(c.app.root.At(b)) {
			c.openDrawer(i)
		}
	}
}

// ShowControls shows the controls, or puts them away in blind mode, whose card has their place.
func (a *App) ShowControls() {
	if a.controls.panel != nil {
		a.controls.panel.GetWidget().SetVisibility(widgets.Visibility(!a.blind.On() && a.Regions.Controls.H > 0))
	}
	if d := &a.controls.drawer; d.rail != nil {
		d.rail.GetWidget().SetVisibility(widgets.Visibility(!a.blind.On()))
		if a.blind.On() && d.shown {
			d.shown = false
			d.popover.Close()
		}
	}
}

// Root returns what the window's widgets stand on.
func (a *App) Root() *widgets.Root { return a.root }
