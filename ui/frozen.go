package ui

import (
	"math"
	"slices"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/timeline"
)

// frozen is what the layout of three stills needs: one hit on which machines differ, as each of them had it.
type frozen struct {
	all    []session.Instants // hits that the three have all come to by now, oldest first
	shown  session.Instants   // of them
	by     netsim.Time        // of those up to then the newest is shown at first
	of     session.Instants   // what stills are of
	stills [3]still           // the shooter's, the host's, the victim's
	made   int                // how many of them there are
	going  *session.Session   // on its way to the next one
	ran    bool               // time went on before it was made to stand
	strip  hitStrip
}

// disputed says whether shooter, host and victim are three machines of which one had another hit, and all have come to it.
func disputed(in *session.Instants) bool {
	return (in.Refused || in.Dodged) && in.Shooter > 0 && in.Victim > 0 && in.Claimed != netsim.Never && in.Told != netsim.Never
}

// read finds the disputed hits, and keeps to the one that is shown as long as it is among them.
func (k *frozen) read(s *session.Session) {
	k.all = slices.DeleteFunc(s.Instants(k.all[:0]), func(in session.Instants) bool { return !disputed(&in) })
	if slices.Contains(k.all, k.shown) || len(k.all) == 0 {
		return
	}
	k.shown = k.all[0]
	for _, in := range k.all {
		if in.Told <= k.by {
			k.shown = in
		}
	}
}

// newestBy has the newest up to an instant shown.
func (k *frozen) newestBy(t netsim.Time) { k.by, k.shown = t, session.Instants{} }

// turn goes on to another one, so many later.
func (k *frozen) turn(by int) {
	if n := len(k.all); n > 0 {
		k.shown = k.all[min(max(slices.Index(k.all, k.shown)+by, 0), n-1)]
	}
}

// forget lets go of all that a session was asked for.
func (k *frozen) forget() {
	k.halt()
	k.shown, k.of, k.made = session.Instants{}, session.Instants{}, 0
}

// halt lets go of the session from which stills are made.
func (k *frozen) halt() {
	if k.going != nil {
		k.going.Close()
		k.going = nil
	}
}

// ready says whether the stills are of the hit that is to be shown.
func (k *frozen) ready() bool { return k.of == k.shown && k.made == len(k.stills) }

// towards goes a piece of the way to an instant, and says whether it is reached.
func (k *frozen) towards(line *timeline.Line, at netsim.Time) (there bool, err error) {
	if k.going == nil || k.going.Now() > at {
		k.halt()
		if k.going, err = line.Earlier(at); err != nil {
			return false, err
		}
	}
	err = k.going.Advance(min(at.Sub(k.going.Now()), travelPiece))
	return k.going.Now() >= at, err
}

// frozenWidth is how much of the world a still shows in width at least, in metres.
const frozenWidth = 7.9

// sight returns what the stills show: the same of all three, with whom the hit is about.
func (k *frozen) sight(level *game.Level, aspect float64) sight {
	box := nothing()
	box.add(k.of.Seen, game.PlayerHeight)
	for i := range k.stills {
		s := &k.stills[i]
		for _, who := range [...]int{k.of.Shooter, k.of.Victim} {
			if o, ok := find(s.frame.machine(s.view.machine).Players, who); ok {
				box.add(o.Pos, game.PlayerHeight)
			}
		}
	}
	at := camera{scope: scope{aspect: aspect, most: math.Inf(1), level: level, least: frozenWidth}}
	return at.frame(box)
}
