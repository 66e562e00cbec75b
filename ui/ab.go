package ui

import "time"

// toggleAB stores A, or ends the comparison and keeps B.
func (a *App) toggleAB() {
	switch {
	case a.AB.On:
		a.EndAB()
		a.ShowNotice(a.Words.T("ab.left-b"))
		return
	case a.blind.On():
		a.ShowFault(a.Words.T("blind.no-ab"))
		return
	case a.Taught.Lesson != nil && len(a.Taught.Lesson.Worlds) > 1:
		a.lessons.ToggleBeside()
		return
	}
	a.WhenThere(a.StoreA)
}

// keepA ends the comparison and keeps A.
func (a *App) keepA() { a.WhenThere(a.keepANow) }

func (a *App) keepANow() error {
	if !a.AB.On {
		return nil
	}
	kept, stored := a.AB.A.Session, a.AB.Stored
	sc, script, now, known := kept.Scenario(), kept.Script(), kept.Now(), time.Duration(a.AB.A.Line.End())
	a.EndAB()
	if !stored {
		if err := a.Open(sc, known); err != nil {
			return err
		}
	}
	if err := a.Adopt(script, now); err != nil {
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

// Split divides the worlds' region between A and B, or gives it back to B.
func (a *App) Split() {
	if a.Width > 0 {
		a.divide()
		if a.root != nil { // something is built yet
			a.placeAll()
		}
	}
}
