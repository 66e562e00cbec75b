package ui

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/scenario"
	"driftlab/timeline"
	"driftlab/ui/panel"
)

// past is what a person has done to the session, one thing after the other, to be undone and done again. To undo is to
// go to the way on which it was not done, at the instant at which the window stands: nothing of the other is lost.
type past struct {
	line       *timeline.Line // of which all this is
	undo, redo []wayBack
	gesture    int // counts what a person presses: what is done until the next press is one thing
	latest     int // in which the latest was done
	pressed    []ebiten.Key
}

// A wayBack is one thing that was done, or undone, and the way to go back to.
type wayBack struct {
	script []scenario.Event
	did    scenario.Event
	// Beside it A of a comparison, in which players do the same.
	a       *timeline.Line
	aScript []scenario.Event
}

// mostSteps bounds what can be undone.
const mostSteps = 1000

// feel counts presses. It comes before all that may act on them.
func (p *past) feel() {
	p.pressed = inpututil.AppendJustPressedKeys(p.pressed[:0])
	if len(p.pressed) > 0 || inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) || len(inpututil.AppendJustPressedTouchIDs(nil)) > 0 {
		p.gesture++
	}
}

// remember keeps the way before something is done, unless it goes on with what was done last, as a slider that is
// pulled and a player that is moved by hand do: of a slider the event says so in the log. It returns what forgets it.
func (a *App) remember(ev *scenario.Event) (forget func()) {
	p := &a.past
	if p.line != a.Line {
		*p = past{line: a.Line, gesture: p.gesture, pressed: p.pressed}
	}
	if n := len(p.undo); n > 0 && len(p.redo) == 0 && p.goesOn(&p.undo[n-1].did, ev) {
		ev.Continues = len(ev.Set) > 0
		p.undo[n-1].did.Set = ev.Set
		return func() {}
	}
	if len(p.undo) == mostSteps {
		p.undo = p.undo[1:]
	}
	redo := p.redo
	p.undo, p.redo, p.latest = append(p.undo, a.wayBack(*ev)), nil, p.gesture
	return func() { p.undo, p.redo = p.undo[:len(p.undo)-1], redo }
}

// goesOn says whether one thing goes on with another.
func (p *past) goesOn(did, ev *scenario.Event) bool {
	if did.Play != nil && ev.Play != nil {
		return p.latest == p.gesture || did.Play.Player == ev.Play.Player && !ev.Play.Release
	}
	return p.latest == p.gesture && sameSettings(did.Set, ev.Set)
}

// wayBack returns the way that the window is on, to be gone back to.
func (a *App) wayBack(did scenario.Event) wayBack {
	s := wayBack{script: a.Line.Script(), did: did}
	if a.AB.On {
		s.a, s.aScript = a.AB.A.Line, a.AB.A.Line.Script()
	}
	return s
}

// undo takes back what was done last; redo does it again.
func (a *App) undo() {
	a.whenThere(func() error {
		return a.retrace(&a.past.undo, &a.past.redo, a.Words.T("undo.undone"), a.Words.T("undo.nothing"))
	})
}

func (a *App) redo() {
	a.whenThere(func() error {
		return a.retrace(&a.past.redo, &a.past.undo, a.Words.T("undo.redone"), a.Words.T("undo.nothing-again"))
	})
}

// retrace goes back to the latest of some, and makes where it comes from one of others.
func (a *App) retrace(from, to *[]wayBack, said, nothing string) error {
	n := len(*from)
	if a.past.line != a.Line || n == 0 {
		a.ShowNotice(nothing)
		return nil
	}
	s := (*from)[n-1]
	back := a.wayBack(s.did)
	a.travel.updates, a.travel.share = 0, 0
	now := a.Session.Now()
	a.leave()
	if err := a.went(a.Line.Adopt(s.script, now)); err != nil {
		return err
	}
	*from, *to = (*from)[:n-1], append(*to, back)
	a.past.latest = -1
	if a.AB.On && a.AB.A.Line == s.a {
		if err := a.AB.A.Line.Adopt(s.aScript, now); err != nil {
			return err
		}
		a.AB.Arrive()
	}
	what := a.Words.T("undo.branch")
	if !s.did.Empty() {
		what = panel.EventText(a.Words, &s.did, a.hides())
	}
	a.ShowNotice(said + " " + what)
	return nil
}

// letterOf returns the letter that a key has on this keyboard, in lower case.
func letterOf(key ebiten.Key) string {
	name := ebiten.KeyName(key)
	if name == "" {
		name = key.String()
	}
	return strings.ToLower(name)
}

// undoKeys acts on Ctrl+Z and Ctrl+Shift+Z, whichever key has the letter. It reports whether it was one of them.
func (a *App) undoKeys() bool {
	for _, key := range a.past.pressed {
		name := letterOf(key)
		switch shift := ebiten.IsKeyPressed(ebiten.KeyShift); {
		case name == "z" && !shift:
			a.undo()
		case name == "z", name == "y":
			a.redo()
		default:
			continue
		}
		return true
	}
	return false
}
