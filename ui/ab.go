package ui

import (
	"time"

	"driftlab/internal/deepcopy"
	"driftlab/scenario"
	"driftlab/timeline"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// toggleAB stores A, or ends the comparison and keeps B.
func (a *App) toggleAB() {
	switch {
	case a.AB.On:
		a.endAB()
		a.ShowNotice(a.Words.T("ab.left-b"))
		return
	case a.blind.on:
		a.ShowFault(a.Words.T("blind.no-ab"))
		return
	case a.Taught.Lesson != nil && len(a.Taught.Lesson.Worlds) > 1:
		a.toggleBeside()
		return
	}
	a.whenThere(a.storeA)
}

// storeA begins a comparison with A as the window's session is now.
func (a *App) storeA() error {
	tape, _ := deepcopy.Copy(deepcopy.New(), a.Tape)
	line, err := a.Line.Fork(picture.BesideCarrier, tape)
	if err != nil {
		return err
	}
	a.beginAB(panel.World{Line: line, Tape: tape, Lesson: a.World.Lesson}, true)
	a.ShowNotice(a.Words.T("ab.stored"))
	return nil
}

// compareWith opens another scenario as A beside the session, which is B. So much of it is known at once,
// as of a log.
func (a *App) compareWith(sc *scenario.Scenario, known time.Duration) error {
	w, err := picture.OpenWorld(timeline.Options{Scenario: sc, Length: known, Memory: a.memory(), NewCarrier: picture.BesideCarrier}, a.Taught.Own)
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

func (a *App) beginAB(w panel.World, stored bool) {
	a.AB.Begin(w, stored)
	a.Line.Lead(w.Line)
	a.Line.SetMemory(a.memory())
	w.Line.SetMemory(a.memory())
	a.splitWindow()
}

// endAB ends the comparison and keeps B.
func (a *App) endAB() {
	if !a.AB.On {
		return
	}
	a.Line.Lead(nil)
	a.AB.A.Line.Close()
	a.AB = picture.Comparison{}
	a.Line.SetMemory(a.memory())
	a.splitWindow()
}

// keepA ends the comparison and keeps A.
func (a *App) keepA() { a.whenThere(a.keepANow) }

func (a *App) keepANow() error {
	if !a.AB.On {
		return nil
	}
	kept, stored := a.AB.A.Session, a.AB.Stored
	sc, script, now, known := kept.Scenario(), kept.Script(), kept.Now(), time.Duration(a.AB.A.Line.End())
	a.endAB()
	if !stored {
		if err := a.open(sc, known); err != nil {
			return err
		}
	}
	a.travel.updates, a.travel.share = 0, 0
	if err := a.went(a.Line.Adopt(script, now)); err != nil {
		return err
	}
	a.Deck.Begin(a.Session)
	if stored && a.Line.BranchCount() > 1 {
		a.ShowNotice(a.Words.T("ab.left-a-branch"))
	} else {
		a.ShowNotice(a.Words.T("ab.left-a"))
	}
	return nil
}

// splitWindow divides the worlds' region between A and B, or gives it back to B.
func (a *App) splitWindow() {
	if a.Width > 0 {
		a.divide()
		a.top.place()
	}
}

// toggleWipe switches between the worlds side by side and one over the other.
func (a *App) toggleWipe() {
	k := &a.AB
	if !k.On {
		a.ShowNotice(a.Words.T("ab.wipe-needs"))
		return
	}
	k.Wipe.On, k.Wipe.Share, k.Wipe.Drag = !k.Wipe.On, 0.5, panel.Nobody
	a.splitWindow()
}

// updateAB brings A to where B is.
func (a *App) updateAB() {
	k := &a.AB
	if !k.On {
		return
	}
	if err := k.Approach(a.World, a.spare, &a.travel.share); err != nil {
		a.endAB()
		a.ShowOutcome("", err)
		return
	}
	k.Read(&a.Picture)
}
