package ui

import (
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

// waySliderEnd is how far a way's slider goes, in ms.
const waySliderEnd = 300

// waySliders are the settings of ways that a slider is for, and what it is called.
var waySliders = map[string]string{"link.up.delay": "watch.way-up", "link.down.delay": "watch.way-down", "link.jitter": "watch.jitter"}

// watchControl makes the slider of a name: one of [scenario.WatchSliders] or the button, or of a setting.
func (c *controls) watchControl(name string) widgets.Child {
	switch name {
	case scenario.LatencySlider:
		return c.latency()
	case "link.delay":
		return c.keySlider(name, widgets.SliderConfig{Label: c.app.Words.T("controls.latency"), Max: waySliderEnd, Step: 1,
			Tip: tipOf(c.app.Words, name), Typing: formatMillis(c.app.Words), Format: func(float64) string { return c.waysText() },
			OnChange: func(v float64) { c.put(name, nanoseconds(v)) },
			OnType:   c.orWays(c.typed(name, "ms"))},
			func() float64 { ms, _ := c.mean(); return ms })
	case scenario.AsymmetrySlider:
		c.asymmetry = c.asymmetrySlider()
		return c.asymmetry
	case scenario.SpeedSlider:
		return c.speed()
	case scenario.DilationSlider:
		return c.dilation()
	case scenario.LossSlider:
		return c.loss("link.loss")
	case "client.algorithm":
		return c.driver(c.target, labelOf(c.app.Words, name), 0)
	case scenario.RejoinButton:
		return c.theme.Button(c.app.Words.T("controls.rejoin"), c.app.Words.T("controls.rejoin-tip"), func() {
			c.app.Do(scenario.Event{Rejoin: scenario.AllClients})
		})
	}
	if title, ok := waySliders[name]; ok {
		return c.millisecondsOf(name, c.app.Words.T(title), waySliderEnd)
	}
	child, row := c.setting(name)
	if row.Field != nil {
		c.rows = append(c.rows, row)
	}
	return c.home(child, scenario.Find(name).BothWays())
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
