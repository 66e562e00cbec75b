package ui

import (
	"slices"

	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// buildWatch makes the sliders that the Watch view asks for, instead of the column.
func (c *controls) buildWatch() {
	c.column = c.theme.Column(c.watchSliders()...)
	if c.few = c.column; c.app.Regions.Phone {
		c.few = c.theme.Scroll(c.column)
	}
}

// watchSliders makes them.
func (c *controls) watchSliders() (all []widgets.Child) {
	c.watched = c.app.watchControls()
	for _, name := range c.watched {
		all = append(all, c.watchControl(name))
	}
	return all
}

// turnWatch puts the sliders that the Watch view asks for now in the place of those that it has. All else in the window stays.
func (c *controls) turnWatch() error {
	c.rows, c.homes, c.asymmetry = nil, map[string]standing{}, nil
	c.app.root.Fill(c.column, c.watchSliders()...)
	return c.err
}

// watchControl makes the row of a name: one of [scenario.WatchSliders], or of a setting.
func (c *controls) watchControl(name string) widgets.Child {
	switch {
	case name == "link.delay":
		return c.row("controls.latency")
	case slices.Contains(scenario.WatchSliders(), name):
		return c.row("controls." + name)
	}
	return c.row(name)
}

// placeWatch puts them into the window, to be seen where they have room. They are there before that too: what is placed after them, such as
// the list of lessons, lies over them.
func (c *controls) placeWatch() {
	r := c.app.controlsPlace()
	if c.few.GetWidget().SetVisibility(widgets.Visibility(r.H > 0)); r.H > 0 {
		r = r.Inset(10)
	}
	c.app.root.Place(c.few, r)
}

// controlsPlace returns where the controls are: in the Watch view the few of it, and on a phone those of the sheet.
func (a *App) controlsPlace() panel.Rect {
	if a.Regions.Watching && !a.Regions.Phone {
		return a.Regions.Watch.Controls
	}
	return a.Regions.Controls
}
