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
	All    []observe.Instants // hits that all three machines have reached, oldest first
	Shown  observe.Instants   // the one to be shown
	by     netsim.Time        // the newest hit up to then is shown first
	Of     observe.Instants   // the one that the stills show
	Stills [3]Still           // the shooter's, the host's, the victim's
	Made   int                // how many of them are ready
	Going  *session.Session   // on its way to the instant of the next one
	Ran    bool               // time was running before the stills paused it
	Strip  HitStrip
}

// Moments returns when the stills of a hit are taken: the shooter's, the judge's, the target's.
func Moments(in *observe.Instants) [3]netsim.Time {
	if in.Refused {
		return [...]netsim.Time{in.Claimed, in.Judged, in.Passed}
	}
	return [...]netsim.Time{in.Claimed, in.Judged, in.Told}
}

// Read finds the hits on which shooter, host and victim disagree and which all three have reached. The one that is shown stays as long as it
// is among them. The host's own shots don't count: its screen shows the truth. A shot at the host's own player does, and the host is then both
// judge and target.
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

// NewestBy shows the newest hit up to an instant.
func (k *Frozen) NewestBy(t netsim.Time) { k.by, k.Shown = t, observe.Instants{} }

// Turn shows another hit, by places later, or earlier if by is negative.
func (k *Frozen) Turn(by int) {
	if n := len(k.All); n > 0 {
		k.Shown = k.All[min(max(slices.Index(k.All, k.Shown)+by, 0), n-1)]
	}
}

// Forget drops everything that belongs to a session.
func (k *Frozen) Forget() {
	k.Halt()
	k.Shown, k.Of, k.Made = observe.Instants{}, observe.Instants{}, 0
}

// Halt closes the session from which stills are made.
func (k *Frozen) Halt() {
	if k.Going != nil {
		k.Going.Close()
		k.Going = nil
	}
}

// Ready reports whether all stills of the hit to be shown are made.
func (k *Frozen) Ready() bool { return k.Of == k.Shown && k.Made == len(k.Stills) }

// Towards advances the session by a piece towards an instant, and reports whether that is reached.
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

// frozenWidth is the least width of the world that a still shows, in metres.
const frozenWidth = 7.9

// Sight returns what the stills show, the same in all three: the players that the hit is about.
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
