package ui

import (
	"math"
	"slices"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/ui/config"
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
	if few := a.Watch.Cut.Controls; len(few) > 0 || !a.Regions.Phone || a.lessons.Telling() {
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
