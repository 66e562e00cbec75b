package ui

import (
	"time"

	"driftlab/netsim"
	"driftlab/scenario"
)

// A comparison is two worlds side by side: A, which was stored, and B, the window's own session. They have
// the same seed and so the same luck, and what a person does with players is done in both. Settings
// change B alone.
type comparison struct {
	on     bool
	a      world
	stored bool        // A is a copy of B; else it was opened
	at     netsim.Time // where A was stored, or the latest setting of B
	begun  netsim.Time // where A was stored
	deck   deck        // A's viewports
	left   layout      // where A's viewports are
	shift  float32     // how far it is from what the pointer is over, or was when it was pressed, to the same in B
	wipe   wipe
	seen   seen
	card   [2]card
	pen    pen
	twins  twins
	tab    abTab
	viewed view // of A
	hover  hover
}

// view returns how A is seen where B is seen so.
func (k *comparison) view(b *view) *view {
	k.viewed = *b
	k.viewed.world, k.viewed.hover = &k.a, &k.hover
	return &k.viewed
}

// seen is what the comparison says and need not find out anew in each frame.
type seen struct {
	differences []string
	b           string // all of them in a line
	caption     string // of both in the Watch view: what differs, and what the scenario says
	at          netsim.Time
	events      int
	language    string
}

// besideCarrier hands A's datagrams over: both carriers make the same bytes of a session, and this one is
// the faster.
func besideCarrier() (netsim.Carrier, error) { return netsim.NewDirect(), nil }

// begin has a world be A, stored now or opened.
func (k *comparison) begin(w world, stored bool) {
	now := w.line.Now()
	*k = comparison{on: true, a: w, stored: stored, at: now, begun: now, deck: newDeck()}
	k.arrive()
	k.a.frame.played = nobody
	k.deck.begin(k.a.session)
}

// arrive makes the session at which A's line stands the one that is shown.
func (k *comparison) arrive() { k.a.session = k.a.line.Session() }

// follow does in A what a person has done in B, but for settings.
func (k *comparison) follow(now netsim.Time, ev scenario.Event) error {
	if !k.on {
		return nil
	}
	err := k.sync(now)
	switch {
	case err != nil:
	case len(ev.Set) > 0:
		k.at = now
		// Where this was in the past, what was still ahead is no longer so, in A neither.
		s := k.a.session
		err = k.a.line.Adopt(s.Script()[:s.Done()], s.Now())
	default:
		k.a.line.Do(ev) // A may have no such client
	}
	k.arrive()
	return err
}

// sync brings A to an instant, all the way.
func (k *comparison) sync(now netsim.Time) (err error) {
	if ahead := now.Sub(k.a.line.Now()); ahead >= 0 && ahead <= abStride {
		err = k.a.line.Advance(ahead)
	} else {
		err = k.a.line.Seek(now)
	}
	k.arrive()
	return err
}

// abStride is the most that A goes on by at once in the window, more than B ever does in an update.
const abStride = 2 * time.Second

// approach brings A to where B is, a long way as far as an update has time for, and says how much of it is
// gone.
func (k *comparison) approach(b *world, spare func() (more func() bool), gone *float64) (err error) {
	line, now := k.a.line, b.session.Now()
	ahead := now.Sub(line.Now())
	switch {
	case b.line.Busy(): // first B, then A
		return nil
	case !line.Busy() && ahead >= 0 && ahead <= abStride:
		return k.sync(now)
	case !line.Busy() || line.Target() != now:
		err = line.SeekStart(now)
	}
	for more := spare(); err == nil && line.Busy(); {
		if _, *gone, err = line.Work(travelPiece); !more() {
			break
		}
	}
	k.arrive()
	return err
}

// behind reports whether A is still on its way to where B is. B waits for it.
func (k *comparison) behind() bool { return k.on && k.a.line.Busy() }

// read brings what is drawn of A, and of what differs, up to the present.
func (k *comparison) read(p *picture) {
	d := &k.deck
	d.focus, d.ghosts, d.packets = p.deck.focus, p.deck.ghosts, p.deck.packets
	d.chosen = min(p.deck.chosen, k.a.session.Clients())
	d.turn(k.a.session.Clients())
	d.layOut(&k.left, d.choosable(k.view(&p.view)))
	d.camera = p.deck.camera // both look at the same part of the world
	f := &k.a.frame
	f.read(k.a.session, d.machines, p.speed, p.paused || p.frame.fresh)
	f.selected, f.played = d.chosen, p.frame.played
	d.note(k.a.session, f)
	if k.behind() {
		k.seen, k.twins.next = seen{}, 0 // to be found out once both are at one instant
		return
	}
	k.look(p)
}

// toB returns how far to the right in B the same place of the viewports is as the one that the pointer is over
// in A. It keeps that while the button is down.
func (k *comparison) toB(b *picture, p *pointer) float32 {
	if held := (p.down || p.released) && !p.pressed; !held {
		k.shift = 0
		if k.on && !k.wipe.on && k.left.worlds.contains(p.x, p.y) && len(k.deck.machines) == len(b.deck.machines) {
			k.shift = b.layout.worlds.x - k.left.worlds.x
		}
	}
	return k.shift
}
