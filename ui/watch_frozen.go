package ui

import (
	"slices"

	"driftlab/scenario"
	"driftlab/session"
)

// stillTime says for how long an update may make stills: a picture that is looked at by itself has all of them.
func (a *App) stillTime() (more func() bool) {
	if a.opt.Screenshot != "" {
		return func() bool { return true }
	}
	return a.spare()
}

// showFrozen has a person look at the stills of a hit: time stands meanwhile.
func (a *App) showFrozen() {
	k := &a.watch.frozen
	if a.ab.on {
		a.tell(a.words.T("watch.frozen-beside"))
		return
	}
	if k.read(a.session); len(k.all) == 0 {
		return
	}
	if a.watch.kind != scenario.WatchFrozen || !a.watch.own {
		k.newestBy(a.session.Now())
		k.ran, a.paused = !a.paused, true
	}
	a.watch.own, a.watch.kind = true, scenario.WatchFrozen
}

// thaw has time go on as it did before a person froze it.
func (a *App) thaw() {
	if k := &a.watch.frozen; a.watch.own && a.watch.kind == scenario.WatchFrozen && k.ran {
		a.paused, k.ran = false, false
	}
}

// turnFrozen goes to the next disputed hit, or to the one before.
func (a *App) turnFrozen(by int) {
	a.watch.frozen.turn(by)
	a.placeWatch()
}

// freeze shows the stills of the hit of a projectile, as scenes number them, and says whether there are any.
func (a *App) freeze(shot int) bool {
	k := &a.watch.frozen
	k.read(a.session)
	i := slices.IndexFunc(k.all, func(in session.Instants) bool { return int(in.Shot) == shot })
	if i < 0 {
		return false
	}
	a.watchAs(scenario.WatchFrozen)
	if !a.ab.on {
		k.shown = k.all[i]
	}
	return true
}
