package ui

import (
	"slices"

	"driftlab/game/observe"
	"driftlab/game/scenario"
)

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
