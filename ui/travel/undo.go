package travel

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// past is what a person has done to the session, one thing after the other, to be undone and done again. To undo is to
// go to the way on which it was not done, at the instant at which the window stands: nothing of the other is lost.
type past struct {
	line       *timeline.Line // of which all this is
	undo, redo []wayBack
	gesture    int // counts what a person presses: what is done until the next press is one thing
	latest     int // in which the latest was done
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

// Feel counts presses. It comes before all that may act on them.
func (t *Travel) Feel() {
	if len(inpututil.AppendJustPressedKeys(nil)) > 0 || inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) || len(inpututil.AppendJustPressedTouchIDs(nil)) > 0 {
		t.NewGesture()
	}
}

// remember keeps the way before something is done, unless it continues what was done last, as a slider that is
// pulled and a player that is moved by hand do: of a slider the event says so in the log. It returns what forgets it.
func (t *Travel) remember(ev *scenario.Event) (forget func()) {
	p := &t.past
	if p.line != t.picture.Line {
		*p = past{line: t.picture.Line, gesture: p.gesture}
	}
	if len(p.undo) > 0 && ev.Continues && len(ev.Set) == 0 { // what the window does of itself after a person's deed
		ev.Continues = false
		return func() {}
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
	p.undo, p.redo, p.latest = append(p.undo, t.wayBack(*ev)), nil, p.gesture
	return func() { p.undo, p.redo = p.undo[:len(p.undo)-1], redo }
}

// goesOn says whether one thing continues another.
func (p *past) goesOn(did, ev *scenario.Event) bool {
	if did.Play != nil && ev.Play != nil {
		return p.latest == p.gesture || did.Play.Player == ev.Play.Player && !ev.Play.Release
	}
	return p.latest == p.gesture && sameSettings(did.Set, ev.Set)
}

// wayBack returns the way that the window is on, to be gone back to.
func (t *Travel) wayBack(did scenario.Event) wayBack {
	s := wayBack{script: t.picture.Line.Script(), did: did}
	if t.picture.AB.On {
		s.a, s.aScript = t.picture.AB.A.Line, t.picture.AB.A.Line.Script()
	}
	return s
}

// Undo takes back what was done last; Redo does it again.
func (t *Travel) Undo() {
	t.WhenThere(func() error {
		if undo, _ := t.Steps(); undo == 0 { // what took the place of another experiment is taken back with all of it
			was, err := t.window.Back()
			if was && err == nil {
				t.lines.ShowNotice(t.picture.Words.T("undo.back"))
			}
			if was {
				return err
			}
		}
		return t.retrace(&t.past.undo, &t.past.redo, t.picture.Words.T("undo.undone"), t.picture.Words.T("undo.nothing"))
	})
}

func (t *Travel) Redo() {
	t.WhenThere(func() error {
		return t.retrace(&t.past.redo, &t.past.undo, t.picture.Words.T("undo.redone"), t.picture.Words.T("undo.nothing-again"))
	})
}

// retrace goes back to the latest of some, and makes where it comes from one of others.
func (t *Travel) retrace(from, to *[]wayBack, said, nothing string) error {
	n := len(*from)
	if t.past.line != t.picture.Line || n == 0 {
		t.lines.ShowNotice(nothing)
		return nil
	}
	s := (*from)[n-1]
	back := t.wayBack(s.did)
	t.updates, t.share = 0, 0
	now := t.picture.Session.Now()
	t.leave()
	if err := t.Went(t.picture.Line.Adopt(s.script, now)); err != nil {
		return err
	}
	*from, *to = (*from)[:n-1], append(*to, back)
	t.past.latest = -1
	if t.picture.AB.On && t.picture.AB.A.Line == s.a {
		if err := t.picture.AB.A.Line.Adopt(s.aScript, now); err != nil {
			return err
		}
		t.picture.AB.Arrive()
	}
	what := t.picture.Words.T("undo.branch")
	if !s.did.Empty() {
		what = panel.EventText(t.picture.Words, &s.did, t.teacher.Hides())
	}
	t.lines.ShowNotice(said + " " + what)
	return nil
}

// UndoKeys acts on Ctrl+Z and Ctrl+Shift+Z, whichever key has the letter. It reports whether it was one of them.
func (t *Travel) UndoKeys() bool {
	for _, key := range inpututil.AppendJustPressedKeys(nil) {
		name := widgets.KeyLetter(key)
		switch shift := ebiten.IsKeyPressed(ebiten.KeyShift); {
		case name == "z" && !shift:
			t.Undo()
		case name == "z", name == "y":
			t.Redo()
		default:
			continue
		}
		return true
	}
	return false
}

// NewGesture has what is done from now on be another thing than what was done before.
func (t *Travel) NewGesture() { t.past.gesture++ }

// Steps returns how many things can be undone, and done again.
func (t *Travel) Steps() (undo, redo int) {
	if t.past.line != t.picture.Line {
		return 0, 0
	}
	return len(t.past.undo), len(t.past.redo)
}
