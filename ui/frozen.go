package ui

import (
	"math"
	"slices"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
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

// A still is what one machine showed at an instant.
type still struct {
	frame frame
	view  viewport
	at    netsim.Time
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

func (k *frozen) halt() {
	if k.going != nil {
		k.going.Close()
		k.going = nil
	}
}

// ready says whether the stills are of the hit that is to be shown.
func (k *frozen) ready() bool { return k.of == k.shown && k.made == len(k.stills) }

// makeStills goes on with making the stills, as far as there is time. They are made from a session of their own, so that the one
// that is shown stays where it is.
func (p *picture) makeStills(more func() bool) error {
	k := &p.watch.frozen
	if !p.layout.watching || p.layout.watch.plan.kind != scenario.WatchFrozen || p.line.Busy() || k.ready() {
		return nil
	}
	if in := &k.shown; k.of != *in {
		k.halt()
		k.of, k.made = *in, 0
		for i, at := range [...]netsim.Time{in.Claimed, in.Judged, in.Told} {
			k.stills[i].at = at
			k.stills[i].view = viewport{machine: [...]int{in.Shooter, 0, in.Victim}[i], level: p.session.Level()}
		}
	}
	for k.made < len(k.stills) {
		s := &k.stills[k.made]
		there, err := k.towards(p, s.at)
		if err != nil {
			return err
		}
		if there {
			s.frame.selected, s.frame.played = k.of.Shooter, nobody
			s.frame.read(k.going, []int{0, k.of.Shooter, k.of.Victim}, 1, true)
			k.made++
		} else if !more() {
			return nil
		}
	}
	k.halt()
	return nil
}

// towards goes a piece of the way to an instant, and says whether it is reached.
func (k *frozen) towards(p *picture, at netsim.Time) (there bool, err error) {
	if k.going == nil || k.going.Now() > at {
		k.halt()
		if k.going, err = p.line.Earlier(at); err != nil {
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

// stillTime says for how long an update may make stills: a picture that is looked at by itself has all of them.
func (a *App) stillTime() (more func() bool) {
	if a.opt.Screenshot != "" {
		return func() bool { return true }
	}
	return a.spare()
}

// showFrozen has a person look at the stills of a hit: time stands meanwhile.
func (a *App) showFrozen() {
	k := &a.watch.frozen
	if k.read(a.session); len(k.all) == 0 {
		return
	}
	if a.watch.kind != scenario.WatchFrozen || !a.watch.own {
		k.newestBy(a.session.Now())
		k.ran, a.paused = !a.paused, true
	}
	a.watch.own, a.watch.kind = true, scenario.WatchFrozen
}

// thaw has time go on as it did before a person froze it.
func (a *App) thaw() {
	if k := &a.watch.frozen; a.watch.own && a.watch.kind == scenario.WatchFrozen && k.ran {
		a.paused, k.ran = false, false
	}
}

// frozenShown says whether there are stills to look at.
func (p *picture) frozenShown() bool {
	return p.layout.watching && p.layout.watch.plan.kind == scenario.WatchFrozen
}

// turnFrozen goes to the next disputed hit, or to the one before.
func (a *App) turnFrozen(by int) {
	a.watch.frozen.turn(by)
	a.placeWatch()
}

// freeze shows the stills of the hit of a projectile, as scenes number them, and says whether there are any.
func (a *App) freeze(shot int) bool {
	k := &a.watch.frozen
	k.read(a.session)
	i := slices.IndexFunc(k.all, func(in session.Instants) bool { return int(in.Shot) == shot })
	if i < 0 || a.ab.on {
		return false
	}
	a.watchAs(scenario.WatchFrozen)
	k.shown = k.all[i]
	return true
}

// verdictReach is how near to where a projectile hit somebody a click has to be to be on that hit, in metres.
const verdictReach = 0.8

// verdict returns the projectile of the latest hit that a scene shows at a place in its picture.
func (v *viewport) verdict(s *game.Scene, x, y float32) (shot int, ok bool) {
	var latest *game.Strike
	for i := range s.Strikes {
		k := &s.Strikes[i]
		at, h := v.at(k.Pos)
		if far := v.metres(verdictReach); k.On == game.StruckBody && math.Hypot(float64(x-at), float64(y-h)) <= float64(far) && (latest == nil || k.At > latest.At) {
			latest = k
		}
	}
	if latest == nil {
		return 0, false
	}
	return latest.Shot, true
}
