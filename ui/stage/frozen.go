package stage

import (
	"math"
	"slices"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/game/timeline"
	"driftlab/netsim"
	"driftlab/ui/panel"
)

// Frozen is what the layout of three stills needs: one hit on which machines differ, as each of them had it.
type Frozen struct {
	All    []observe.Instants // hits that the three have all come to by now, oldest first
	Shown  observe.Instants   // of them
	by     netsim.Time        // of those up to then the newest is shown at first
	Of     observe.Instants   // what stills are of
	Stills [3]Still           // the shooter's, the host's, the victim's
	Made   int                // how many of them there are
	Going  *session.Session   // on its way to the next one
	Ran    bool               // time went on before it was made to stand
	Strip  HitStrip
}

// Moments returns when the stills of a hit are taken: the shooter's, the judge's, the target's.
func Moments(in *observe.Instants) [3]netsim.Time {
	if in.Refused {
		return [...]netsim.Time{in.Claimed, in.Judged, in.Passed}
	}
	return [...]netsim.Time{in.Claimed, in.Judged, in.Told}
}

// Read finds the hits of which one of shooter, host and victim had another, and to which all have come, and keeps to the one that is shown
// as long as it is among them. The host's own shots are as its screen shows them; a shot at its own figure it judges as it does all others,
// and is judge and target in one.
func (k *Frozen) Read(s *session.Session) {
	k.All = slices.DeleteFunc(s.Instants(k.All[:0]), func(in observe.Instants) bool {
		return !in.Refused && !in.Dodged || in.Shooter <= 0 || in.Claimed == netsim.Never || in.Told == netsim.Never
	})
	if slices.Contains(k.All, k.Shown) || len(k.All) == 0 {
		return
	}
	k.Shown = k.All[0]
	for _, in := range k.All {
		if in.Told <= k.by {
			k.Shown = in
		}
	}
}

// NewestBy has the newest up to an instant shown.
func (k *Frozen) NewestBy(t netsim.Time) { k.by, k.Shown = t, observe.Instants{} }

// Turn goes on to another one, so many later.
func (k *Frozen) Turn(by int) {
	if n := len(k.All); n > 0 {
		k.Shown = k.All[min(max(slices.Index(k.All, k.Shown)+by, 0), n-1)]
	}
}

// Forget lets go of all that a session was asked for.
func (k *Frozen) Forget() {
	k.Halt()
	k.Shown, k.Of, k.Made = observe.Instants{}, observe.Instants{}, 0
}

// Halt lets go of the session from which stills are made.
func (k *Frozen) Halt() {
	if k.Going != nil {
		k.Going.Close()
		k.Going = nil
	}
}

// Ready says whether the stills are of the hit that is to be shown.
func (k *Frozen) Ready() bool { return k.Of == k.Shown && k.Made == len(k.Stills) }

// Towards goes a piece of the way to an instant, and says whether it is reached.
func (k *Frozen) Towards(line *timeline.Line, at netsim.Time) (there bool, err error) {
	if k.Going == nil || k.Going.Now() > at {
		k.Halt()
		if k.Going, err = line.Earlier(at); err != nil {
			return false, err
		}
	}
	_, _, err = k.Going.Go(min(at, k.Going.Now().Add(panel.TravelPiece)), panel.WorkAtOnce)
	return k.Going.Now() >= at && k.Going.Settled(), err
}

// frozenWidth is how much of the world a still shows in width at least, in metres.
const frozenWidth = 7.9

// Sight returns what the stills show: the same of all three, with whom the hit is about.
func (k *Frozen) Sight(level *game.Level, aspect float64) Sight {
	box := nothing()
	box.add(k.Of.Seen, game.PlayerHeight)
	for i := range k.Stills {
		s := &k.Stills[i]
		for _, who := range [...]int{k.Of.Shooter, k.Of.Victim} {
			if o, ok := Find(s.Frame.Machine(s.View.Machine).Players, who); ok {
				box.add(o.Pos, game.PlayerHeight)
			}
		}
	}
	at := Camera{Scope: Scope{Aspect: aspect, Most: math.Inf(1), Level: level, least: frozenWidth}}
	return at.frame(box)
}
