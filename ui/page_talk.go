package ui

import (
	"errors"
	"slices"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/config"
	"driftlab/lesson"
	"driftlab/scenario"
)

// pageTalk does what the page that the window is on asks for, and tells it what there is to see.
type pageTalk struct{ told config.Told }

func (p *pageTalk) update(a *App) {
	if a.opt.Tell == nil {
		return
	}
	for range cap(a.opt.Asks) {
		select {
		case ask := <-a.opt.Asks:
			a.fail(a.obey(ask))
		default:
		}
	}
	if now := a.tellPage(); now != p.told {
		p.told = now
		a.opt.Tell(now)
	}
}

// obey does what the page asks for.
func (a *App) obey(ask config.Ask) error {
	switch ask.Do {
	case config.AskPlay:
		a.paused = false
	case config.AskPause:
		a.paused = true
	case config.AskSeek:
		a.seek(ask.At)
	case config.AskSet:
		return a.done(a.apply(scenario.Event{Set: ask.Set}))
	case config.AskPaste:
		a.pasted(ask.Text, nil)
	case config.AskLeave:
		a.ui.ClearFocus()
	case config.AskStep:
		l := a.taught.lesson
		if l == nil || ask.Step > len(l.Steps) {
			return errors.New(a.words.F("share.no-step", ask.Step))
		}
		a.seek(l.Steps[ask.Step-1].At)
	}
	return nil
}

// tellPage returns what the page is told.
func (a *App) tellPage() config.Told {
	now := config.Told{Playing: !a.paused, Scenario: a.session.Scenario().Name, Lesson: lesson.NoNumber, Failed: a.message != ""}
	if !a.hides() {
		now.At = a.session.Now()
	}
	now.Sentence, _ = a.caption()
	if l := a.taught.lesson; l != nil {
		now.Lesson, now.Step = l.Number, l.StepAt(a.session.Now())+1
	}
	now.Tab, now.ShiftTab = a.tabEnds()
	return now
}

// tabEnds reports whether Tab and Shift+Tab lead out of the window, as they do from the last and the first of its
// controls, and where none has the keyboard, backwards.
func (a *App) tabEnds() (tab, shiftTab bool) {
	if a.finder.open || a.root.Covered() {
		return false, false
	}
	all := a.ui.Container.GetFocusers()
	slices.SortStableFunc(all, func(a, b widget.Focuser) int { return a.TabOrder() - b.TabOrder() })
	if len(all) == 0 {
		return true, true
	}
	return all[len(all)-1].IsFocused(), all[0].IsFocused() || !a.ui.HasFocus()
}
