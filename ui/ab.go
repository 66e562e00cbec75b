package ui

import (
	"time"

	"driftlab/internal/deepcopy"
	"driftlab/scenario"
	"driftlab/timeline"
)

// toggleAB stores A, or ends the comparison and keeps B.
func (a *App) toggleAB() {
	switch {
	case a.ab.on:
		a.endAB()
		a.tell(a.words.T("ab.left-b"))
		return
	case a.blind.on:
		a.refuse(a.words.T("blind.no-ab"))
		return
	case a.taught.lesson != nil && len(a.taught.lesson.Worlds) > 1:
		a.toggleBeside()
		return
	}
	a.whenThere(a.storeA)
}

// storeA begins a comparison with A as the window's session is now.
func (a *App) storeA() error {
	tape, _ := deepcopy.Copy(deepcopy.New(), a.tape)
	line, err := a.line.Fork(besideCarrier, tape)
	if err != nil {
		return err
	}
	a.beginAB(world{line: line, tape: tape, lesson: a.world.lesson}, true)
	a.tell(a.words.T("ab.stored"))
	return nil
}

// compareWith opens another scenario as A beside the session, which is B. So much of it is known at once,
// as of a log.
func (a *App) compareWith(sc *scenario.Scenario, known time.Duration) error {
	w, err := openWorld(timeline.Options{Scenario: sc, Length: known, Memory: a.memory(), NewCarrier: besideCarrier}, a.taught.own)
	if err != nil {
		return err
	}
	a.endAB()
	if a.blind.on { // what differs would be told
		a.toggleBlind()
	}
	a.travel.updates = 0
	a.beginAB(*w, false)
	return nil
}

func (a *App) beginAB(w world, stored bool) {
	a.ab.begin(w, stored)
	a.line.Lead(w.line)
	a.line.SetMemory(a.memory())
	w.line.SetMemory(a.memory())
	a.splitWindow()
}

// endAB ends the comparison and keeps B.
func (a *App) endAB() {
	if !a.ab.on {
		return
	}
	a.line.Lead(nil)
	a.ab.a.line.Close()
	a.ab = comparison{}
	a.line.SetMemory(a.memory())
	a.splitWindow()
}

// keepA ends the comparison and keeps A.
func (a *App) keepA() { a.whenThere(a.keepANow) }

func (a *App) keepANow() error {
	if !a.ab.on {
		return nil
	}
	kept, stored := a.ab.a.session, a.ab.stored
	sc, script, now, known := kept.Scenario(), kept.Script(), kept.Now(), time.Duration(a.ab.a.line.End())
	a.endAB()
	if !stored {
		if err := a.open(sc, known); err != nil {
			return err
		}
	}
	a.travel.updates, a.travel.share = 0, 0
	if err := a.went(a.line.Adopt(script, now)); err != nil {
		return err
	}
	a.deck.begin(a.session)
	if stored && a.line.BranchCount() > 1 {
		a.tell(a.words.T("ab.left-a-branch"))
	} else {
		a.tell(a.words.T("ab.left-a"))
	}
	return nil
}

// splitWindow divides the worlds' region between A and B, or gives it back to B.
func (a *App) splitWindow() {
	if a.width > 0 {
		a.divide()
		a.top.place()
	}
}

// toggleWipe switches between the worlds side by side and one over the other.
func (a *App) toggleWipe() {
	k := &a.ab
	if !k.on {
		a.tell(a.words.T("ab.wipe-needs"))
		return
	}
	k.wipe.on, k.wipe.share, k.wipe.drag = !k.wipe.on, 0.5, nobody
	a.splitWindow()
}

// updateAB brings A to where B is.
func (a *App) updateAB() {
	k := &a.ab
	if !k.on {
		return
	}
	if err := k.approach(a.world, a.spare, &a.travel.share); err != nil {
		a.endAB()
		a.say(err)
		return
	}
	k.read(&a.picture)
}
