package travel

import (
	"runtime"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/internal/deepcopy"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// StoreA begins a comparison with A as the window's session is now.
func (t *Travel) StoreA() error {
	tape, _ := deepcopy.Copy(deepcopy.New(), t.picture.Tape)
	line, err := t.picture.Line.Fork(picture.BesideCarrier, tape)
	if err != nil {
		return err
	}
	t.beginAB(panel.World{Line: line, Tape: tape, Lesson: t.picture.World.Lesson}, true)
	t.lines.ShowNotice(t.picture.Words.T("ab.stored"))
	return nil
}

// CompareWith opens another scenario as A beside the session, which is B. So much of it is known at once,
// as of a log.
func (t *Travel) CompareWith(sc *scenario.Scenario, known time.Duration) error {
	w, err := picture.OpenWorld(timeline.Options{Scenario: sc, Length: known, Memory: t.Memory(), NewCarrier: picture.BesideCarrier}, t.picture.Taught.Own)
	if err != nil {
		return err
	}
	t.EndAB()
	t.blind.End() // the differences would be shown
	t.updates = 0
	t.beginAB(*w, false)
	return nil
}

func (t *Travel) beginAB(w panel.World, stored bool) {
	t.picture.AB.Begin(w, stored)
	t.picture.Line.Lead(w.Line)
	t.picture.Line.SetMemory(t.Memory())
	w.Line.SetMemory(t.Memory())
	t.window.Split()
}

// EndAB ends the comparison and keeps B.
func (t *Travel) EndAB() {
	t.Turn.Break()
	if !t.picture.AB.On {
		return
	}
	t.picture.Line.Lead(nil)
	t.picture.AB.A.Line.Close()
	t.picture.AB = picture.Comparison{}
	t.picture.Line.SetMemory(t.Memory())
	t.window.Split()
}

// ToggleWipe switches between the worlds side by side and one over the other.
func (t *Travel) ToggleWipe() {
	k := &t.picture.AB
	if !k.On {
		t.lines.ShowNotice(t.picture.Words.T("ab.wipe-needs"))
		return
	}
	k.Wipe.On, k.Wipe.Share, k.Wipe.Drag = !k.Wipe.On, 0.5, panel.Nobody
	t.window.Split()
}

// UpdateAB brings A to where B is.
func (t *Travel) UpdateAB() {
	k := &t.picture.AB
	if !k.On {
		return
	}
	if err := k.Approach(t.picture.World, t.Spare, &t.share); err != nil {
		t.EndAB()
		t.lines.ShowOutcome("", err)
		return
	}
	k.Read(t.picture)
}

// Memory bounds a line's checkpoints, in bytes. Two worlds share what was chosen.
func (t *Travel) Memory() int {
	bytes := t.opt.Config.Settings().Memory * 1_000_000
	if runtime.GOOS == "js" {
		bytes = min(bytes, pageMemory)
	}
	if t.picture.AB.On {
		bytes /= 2
	}
	return bytes
}

// pageMemory is the most that they take in a page. To look through 128 MB of them for garbage takes a tenth of a second there,
// in which nothing else is done.
const pageMemory = 64_000_000

// otherWay is the branch that the window left last, as it continues beside the one that it is on: what would be if that
// had not been done, or had. It is drawn as ghosts.
type otherWay struct {
	panel.World      // whose line is nil where there is none
	before      bool // the programs of guests have been restarted since
}

// otherMemory bounds the checkpoints of the other way in bytes. Few are made: it goes along with the window.
const otherMemory = 8 << 20

// leave keeps the way that the window is on, which is about to be left. In a comparison there are two worlds already.
func (t *Travel) leave() {
	t.ForgetOther()
	if t.picture.AB.On || t.blind.On() {
		return
	}
	line, err := t.picture.Line.Fork(picture.BesideCarrier, nil)
	if err != nil {
		return // there are no ghosts then, and nothing else is missing
	}
	line.SetMemory(otherMemory)
	t.other = otherWay{World: panel.World{Line: line, Session: line.Session()}}
	t.other.Frame.Played = panel.Nobody
}

// KeepBefore keeps a world beside the one that replaces it, where the programs of guests were restarted.
func (t *Travel) KeepBefore(w *panel.World) {
	t.ForgetOther()
	w.Line.SetMemory(otherMemory)
	t.other = otherWay{World: panel.World{Line: w.Line, Session: w.Line.Session()}, before: true}
	t.other.Frame.Played = panel.Nobody
}

// ForgetOther ends the other way.
func (t *Travel) ForgetOther() {
	t.Turn.Break()
	if t.other.Line != nil {
		t.other.Line.Close()
	}
	t.other, t.picture.Frame.Other = otherWay{}, nil
}

// FollowOther brings the other way to where the window is, a long way as far as an update has time for.
func (t *Travel) FollowOther() {
	o := &t.other
	if o.Line == nil || t.picture.Line.Busy() {
		return
	}
	now, err := t.picture.Session.Now(), error(nil)
	switch ahead := now.Sub(o.Line.Now()); {
	case !o.Line.Busy() && ahead >= 0 && ahead <= picture.ABStride:
		err = o.Line.Go(ahead, panel.WorkAtOnce)
	case !o.Line.Busy() || o.Line.Target() != now:
		err = o.Line.SeekStart(now)
	}
	for more := t.Spare(); err == nil && o.Line.Busy() && more(); {
		_, _, err = o.Line.Work(panel.TravelPiece)
	}
	if err != nil || t.picture.AB.On || t.blind.On() {
		t.ForgetOther()
		return
	}
	o.Session = o.Line.Session()
	if t.picture.Frame.Other = nil; !o.Line.Busy() && t.picture.Deck.Ghosts {
		o.Frame.Read(o.Session, t.picture.Deck.Machines, t.picture.Speed, t.picture.Paused)
		t.picture.Frame.Other, t.picture.Frame.Before = &o.World, o.before
	}
}

// Other returns the line of the way that the window left last, nil for none.
func (t *Travel) Other() *timeline.Line { return t.other.Line }
