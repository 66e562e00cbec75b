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
