package ui

import (
	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

// numbers says whether the Watch view has its table of numbers.
type numbers struct {
	came bool // a scenario has asked for it: it stays in whatever comes then
	// A person has chosen otherwise in a step of a lesson, for as long as that is the step.
	of   *lesson.Lesson
	step int
	on   bool
}

// numbersOn says whether the table is to be there: in a lesson as the step has it; else as a person has chosen, and without a
// choice from the first time on that a scenario asks for it.
func (a *App) numbersOn() bool {
	k, asked := &a.numbers, a.Watch.Cut.Numbers
	if l, step := a.numbersStep(); l != nil {
		if k.of == l && k.step == step {
			return k.on
		}
		k.of = nil
		return asked
	}
	if a.Bare {
		return asked
	}
	k.came = k.came || asked
	switch a.opt.Config.Settings().Numbers {
	case config.NumbersOn:
		return true
	case config.NumbersOff:
		return false
	}
	return k.came
}

// numbersStep returns the open lesson, nil for none, and its step.
func (a *App) numbersStep() (l *lesson.Lesson, step int) {
	if l = a.Taught.Lesson; l == nil || len(l.Steps) == 0 {
		return nil, panel.Nobody
	}
	return l, l.StepAt(a.Session.Now())
}

// toggleNumbers is what the key and the button for the table do: in Watch it comes or goes, and other views give way to it.
// The choice is kept, but for that in a lesson, which is about the step.
func (a *App) toggleNumbers() {
	on := !a.Watch.Numbers
	if a.Shows() != config.WatchView {
		a.ShowWatch()
		on = true
	}
	if l, step := a.numbersStep(); l != nil {
		a.numbers.of, a.numbers.step, a.numbers.on = l, step, on
	} else {
		a.ShowError(a.opt.Config.Change(func(s *config.Settings) {
			if s.Numbers = config.NumbersOff; on {
				s.Numbers = config.NumbersOn
			}
		}))
	}
	a.Watch.Numbers = on
	if on && a.phone.open { // the sheet has the table's room
		a.toggleSheet()
	}
	if a.stale { // the view is about to change
		return
	}
	a.arrangeWatch()
	switch {
	case !on || a.NumbersShown():
	case a.blind.On():
		a.ShowNotice(a.Words.T("numbers.blind"))
	case a.Regions.Phone:
		a.ShowNotice(a.Words.T("numbers.no-room-phone"))
	default:
		a.ShowNotice(a.Words.T("numbers.no-room"))
	}
}
