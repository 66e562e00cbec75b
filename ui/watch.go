package ui

import (
	"math"
	"slices"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// Shows returns which view the window shows.
func (a *App) Shows() string {
	if a.opt.Bare {
		return config.WatchView
	}
	return a.opt.Config.Settings().View
}

// arrangeWatch gives the Watch view's parts their places, where what is to have one has changed. Its controls are made
// again where others are asked for.
func (a *App) arrangeWatch() {
	if a.Regions.Watching != (a.Shows() == config.WatchView) || a.Regions.Phone != a.onPhone(a.pixels.X, a.pixels.Y, a.screen) {
		a.stale = true
	}
	if !a.Regions.Watching || a.stale {
		return
	}
	a.Watch.Guess, a.Watch.Asked = a.blind.On(), a.lessons.Asking()
	a.Watch.Step = int(math.Ceil(float64(a.lessons.Filled(a.PhoneStep()))))
	a.WatchCut()
	a.Watch.Numbers = a.numbersOn()
	if a.controls.target > 0 { // it has been chosen in the Lab
		a.controls.target = a.Deck.Chosen
	}
	if plan := a.WatchPlan(); plan != a.Regions.Watch.Plan {
		a.divide()
		a.Tabs.Alone = plan.Diagram || a.Regions.Phone
		a.ShowError(a.enlarge())
		a.placeWatch()
	}
	if there := len(a.Watch.Frozen.All) > 0; there != a.top.low.some {
		a.top.place()
	}
	if !slices.Equal(a.controls.watched, a.watchControls()) {
		a.ShowError(a.controls.turnWatch())
	}
}

// watchControls returns which few controls the Watch view has: those that the scenario's cut asks for. Where it asks for none, a
// phone's sheet has those that anybody may want, but not while a lesson is open.
func (a *App) watchControls() []string {
	if few := a.Watch.Cut.Controls; len(few) > 0 || !a.Regions.Phone || a.lessons.Carded() {
		return few
	}
	return append(scenario.DefaultWatch().Controls, scenario.SpeedSlider, scenario.RejoinButton) // its bars have no room for the speed
}

// placeWatch puts the Watch view's widgets into their places.
func (a *App) placeWatch() {
	a.controls.place()
	a.top.place()
	a.blind.Show()
}

// watchAs has a person choose a layout. The cuts of the scenario no longer count.
func (a *App) watchAs(kind string) {
	w := &a.Watch
	if kind == scenario.WatchFrozen {
		a.showFrozen()
	} else {
		a.Thaw()
		w.Own, w.Kind = true, kind
	}
	a.placeWatch()
}

// pointStrips acts on the pointer over the strips.
func (a *App) pointStrips() {
	if a.NumbersShown() {
		a.Watch.Table.Update(&a.pointer)
	} else if a.Lined() {
		a.Watch.Beside.Update(&a.View, &a.pointer)
	} else if left, right := a.StripRects(); a.Regions.Watching && a.Regions.Watch.Strip.H > 0 && !a.FrozenShown() && a.Watch.Cut.Strip != scenario.PeekStrip {
		w := &a.Watch
		w.Strips[0].Update(&a.View, &a.pointer, right)
		if left.W <= 0 {
			return
		}
		w.Strips[1].Update(a.AB.View(&a.View), &a.pointer, left)
		if a.pointer.Over(left) || w.Strips[1].Axis.Grabbed {
			w.Strips[0].Axis.As(&w.Strips[1].Axis)
		} else {
			w.Strips[1].Axis.As(&w.Strips[0].Axis)
		}
	}
}

// followCuts gives the choice back to the scenario.
func (a *App) followCuts() {
	a.Thaw()
	a.Watch.Own = false
	a.placeWatch()
}

// nextLayout is what the key for one viewport alone does here: the next layout.
func (a *App) nextLayout() {
	all := scenario.WatchLayouts()
	if len(a.Watch.Frozen.All) == 0 || a.AB.On {
		all = slices.DeleteFunc(all, func(kind string) bool { return kind == scenario.WatchFrozen })
	}
	a.watchAs(all[(slices.Index(all, a.Regions.Watch.Plan.Kind)+1)%len(all)])
}

// showFrozen has a person look at the stills of a hit: time stands meanwhile.
func (a *App) showFrozen() {
	k := &a.Watch.Frozen
	if a.AB.On {
		a.ShowNotice(a.Words.T("watch.frozen-beside"))
		return
	}
	if k.Read(a.Session); len(k.All) == 0 {
		return
	}
	if a.Watch.Kind != scenario.WatchFrozen || !a.Watch.Own {
		k.NewestBy(a.Session.Now())
		k.Ran, a.Paused = !a.Paused, true
	}
	a.Watch.Own, a.Watch.Kind = true, scenario.WatchFrozen
}

// turnFrozen goes to the next disputed hit, or to the one before.
func (a *App) turnFrozen(by int) {
	a.Watch.Frozen.Turn(by)
	a.placeWatch()
}

// Freeze shows the stills of the hit of a projectile, as scenes number them, and says whether there are any.
func (a *App) Freeze(shot int) bool {
	k := &a.Watch.Frozen
	k.Read(a.Session)
	i := slices.IndexFunc(k.All, func(in observe.Instants) bool { return int(in.Shot) == shot })
	if i < 0 {
		return false
	}
	a.watchAs(scenario.WatchFrozen)
	if !a.AB.On {
		k.Shown = k.All[i]
	}
	return true
}

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
