package ui

import (
	"slices"

	"driftlab/config"
	"driftlab/scenario"
)

// shows returns which view the window shows.
func (a *App) shows() string {
	if a.opt.Bare {
		return config.WatchView
	}
	return a.opt.Config.Settings().View
}

// arrangeWatch gives the Watch view's parts their places, where what is to have one has changed. Its controls are made
// anew where others are asked for.
func (a *App) arrangeWatch() {
	if a.layout.watching != (a.shows() == config.WatchView) {
		a.stale = true
	}
	if !a.layout.watching || a.stale {
		return
	}
	a.watch.guess = a.blind.on
	a.watchCut()
	if a.controls.target > 0 { // it has been chosen in the Lab
		a.controls.target = a.deck.chosen
	}
	if plan := a.watchPlan(); plan != a.layout.watch.plan {
		a.divide()
		a.tabs.alone = plan.diagram
		a.fail(a.enlarge())
		a.placeWatch()
	}
	if there := len(a.watch.frozen.all) > 0; there != a.top.watch.some {
		a.top.place()
	}
	a.stale = a.stale || !slices.Equal(a.controls.watched, a.watch.cut.Controls)
}

// placeWatch puts the Watch view's widgets into their places.
func (a *App) placeWatch() {
	a.controls.place()
	a.top.place()
	a.blind.card.show(a)
}

// watchAs has a person choose a layout. The cuts of the scenario no longer count.
func (a *App) watchAs(kind string) {
	w := &a.watch
	if kind == scenario.WatchFrozen {
		a.showFrozen()
	} else {
		a.thaw()
		w.own, w.kind = true, kind
	}
	a.placeWatch()
}

// pointStrips acts on the pointer over the strips.
func (a *App) pointStrips() {
	if left, right := a.stripRects(); a.layout.watching && a.layout.watch.strip.h > 0 && !a.frozenShown() {
		w := &a.watch
		w.strips[0].update(&a.view, &a.pointer, right)
		if left.w <= 0 {
			return
		}
		w.strips[1].update(a.ab.view(&a.view), &a.pointer, left)
		if a.pointer.over(left) || w.strips[1].axis.grabbed {
			w.strips[0].axis.as(&w.strips[1].axis)
		} else {
			w.strips[1].axis.as(&w.strips[0].axis)
		}
	}
}

// followCuts gives the choice back to the scenario.
func (a *App) followCuts() {
	a.thaw()
	a.watch.own = false
	a.placeWatch()
}

// nextLayout is what the key for one viewport alone does here: the next layout.
func (a *App) nextLayout() {
	all := scenario.WatchLayouts()
	if len(a.watch.frozen.all) == 0 || a.ab.on {
		all = slices.DeleteFunc(all, func(kind string) bool { return kind == scenario.WatchFrozen })
	}
	a.watchAs(all[(slices.Index(all, a.layout.watch.plan.kind)+1)%len(all)])
}
