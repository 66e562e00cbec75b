package travel

import (
	"driftlab/game/timeline"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

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
