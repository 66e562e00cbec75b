package ui

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// pageTalk does what the page that the window is on asks for, and tells it what there is to see.
type pageTalk struct {
	told  config.Told
	since int // updates since the last message
}

// tellEvery is the number of updates between two messages to the page if only time has passed: five a second.
const tellEvery = ebiten.DefaultTPS / 5

func (p *pageTalk) update(a *App) {
	if a.opt.Tell == nil {
		return
	}
	for range cap(a.opt.Asks) {
		select {
		case ask := <-a.opt.Asks:
			a.ShowError(a.obey(ask))
		default:
		}
	}
	p.tell(a, a.tellPage())
}

// tell sends the page what is new. What is held back is sent later, even if time stands still by then.
func (p *pageTalk) tell(a *App, now config.Told) {
	p.since++
	same := now
	same.At = p.told.At
	if now == p.told || same == p.told && now.At > p.told.At && p.since < tellEvery {
		return
	}
	p.told, p.since = now, 0
	a.opt.Tell(now)
}

// obey does what the page asks for.
func (a *App) obey(ask config.Ask) error {
	switch ask.Do {
	case config.AskPlay:
		a.Paused = false
	case config.AskPause:
		a.Paused = true
	case config.AskSeek:
		a.Seek(ask.At)
	case config.AskSet:
		return a.ClearOnSuccess(a.Apply(scenario.Event{Set: ask.Set}))
	case config.AskPaste:
		a.share.Pasted(ask.Text, nil)
	case config.AskLost:
		a.ShowNotice(a.Words.F("bars.not-saved", ask.Text))
	case config.AskEnter:
		if field := a.TypedInto(); field != nil {
			field.Submit()
		}
	case config.AskLeave:
		a.ui.ClearFocus()
	case config.AskStep:
		l := a.Taught.Lesson
		if l == nil || ask.Step > len(l.Steps) {
			return errors.New(a.Words.F("share.no-step", ask.Step))
		}
		a.Seek(l.Steps[ask.Step-1].At)
	}
	return nil
}

// tellPage returns the message to the page.
func (a *App) tellPage() config.Told {
	now := config.Told{Playing: !a.Paused, Scenario: a.Session.Scenario().Name, Lesson: lesson.NoNumber, Language: a.Words.Name(), Failed: a.Fault != ""}
	if !a.lessons.Hides() {
		now.At = a.Session.Now()
	}
	now.Sentence, _ = a.Caption()
	if a.faultShown() && a.teaches() { // it is no caption then
		now.Sentence += "\n" + a.Fault
	}
	if aside := a.aside(); aside != "" {
		now.Sentence += "\n" + aside
	}
	tab, shiftTab := a.tabEnds()
	if l := a.Taught.Lesson; l != nil {
		now.Lesson, now.Step = l.Number, l.StepAt(a.Session.Now())+1
	}
	now.Card, now.Tab, now.ShiftTab = a.cardText(), tab, shiftTab
	if now.Focus, now.Asked = a.focusText(), a.lessons.Spoken(); a.help.open {
		now.Asked = a.help.said(a)
	}
	now.Typing = a.hand.Used && a.TypedInto() != nil
	return now
}

// TypedInto returns the field that has the keyboard, nil for none.
func (a *App) TypedInto() *widget.TextInput {
	field, _ := a.ui.GetFocusedWidget().(*widget.TextInput)
	return field
}

// focusText returns what has the keyboard in words, a control or an answer to a lesson's question: its name, its kind and its value.
func (a *App) focusText() string {
	said := a.lessons.Turned()
	if at := a.ui.GetFocusedWidget(); a.finder.Open() {
		said.Role = "list"
		said.Name, said.Value = a.finder.Said()
	} else if at != nil {
		said = widgets.SaidOf(at)
	}
	if said.Role == "" {
		return ""
	}
	parts := []string{said.Name, a.Words.T("card.spoken-" + said.Role)}
	if slices.Contains([]string{"slider", "list", "field"}, said.Role) {
		parts = append(parts, cmp.Or(said.Value, a.Words.T("card.spoken-empty")))
	}
	return strings.Join(parts, ", ")
}

// cardText returns the chosen client's card in words: what it estimates, and what is true.
func (a *App) cardText() string {
	n := max(a.Frame.Selected, 1)
	if n > len(a.Frame.Held) {
		return ""
	}
	f, st := &a.Frame.Held[n-1], &a.Frame.Held[n-1].Status
	said := a.Words.F("card.spoken", n, panel.AlgorithmTitle(a.Words, f.Driving))
	row := func(name string, known bool, estimate time.Duration, real bool, truth time.Duration) {
		if said += " " + name + ": "; a.Frame.Blind {
			said += a.Words.F("card.spoken-blind", a.spoken(known, estimate))
			return
		}
		said += a.Words.F("card.spoken-row", a.spoken(known, estimate), a.spoken(real, truth))
	}
	row(a.Words.T("card.spoken-offset"), st.Synchronised, st.Offset, true, f.Offset)
	row(a.Words.T("card.spoken-up"), st.HasOWD, st.OWDUp, f.OWDUp > 0, f.OWDUp)
	row(a.Words.T("card.spoken-down"), st.HasOWD, st.OWDDown, f.OWDDown > 0, f.OWDDown)
	row(a.Words.T("card.spoken-rtt"), st.RTT > 0, st.RTT, f.OWDUp > 0 && f.OWDDown > 0, f.OWDUp+f.OWDDown)
	return said
}

// spoken returns a time in words, if it is known.
func (a *App) spoken(known bool, d time.Duration) string {
	if !known {
		return a.Words.T("card.spoken-unknown")
	}
	return panel.MSText(a.Words, d)
}

// tabEnds reports whether Tab and Shift+Tab lead out of the window, as they do from the last and the first of its
// controls, and where none has the keyboard, backwards.
func (a *App) tabEnds() (tab, shiftTab bool) {
	if a.finder.Open() || a.root.Covered() {
		return false, false
	}
	all := a.ui.Container.GetFocusers()
	slices.SortStableFunc(all, func(a, b widget.Focuser) int { return a.TabOrder() - b.TabOrder() })
	if len(all) == 0 {
		return true, true
	}
	return all[len(all)-1].IsFocused(), all[0].IsFocused() || !a.ui.HasFocus()
}
