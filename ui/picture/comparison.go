package picture

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
)

// A Comparison is two worlds side by side: A, which was stored, and B, the window's own session. They have
// the same seed and so the same random delays and losses, and what a person does with players happens in
// both. Settings change only B.
type Comparison struct {
	On     bool        // there are two worlds
	A      panel.World // the world that was kept; the other one is the picture's own
	Stored bool        // A is a copy of B; else it was opened
	at     netsim.Time // where A was stored, or the latest setting of B
	begun  netsim.Time // where A was stored
	Deck   Deck        // A's viewports
	Left   Layout      // where A's viewports are
	shift  float32     // how far B's viewport is right of A's under the pointer, or of the one that was pressed
	Wipe   Wipe
	Seen   Seen
	pen    panel.Pen
	Twins  Twins
	Tab    ABTab
	viewed panel.View  // of A
	Hover  panel.Hover // what the pointer is on in A
	titles [2]string   // what a lesson calls both worlds
}

// View returns the view of A for a view of B.
func (k *Comparison) View(b *panel.View) *panel.View {
	k.viewed = *b
	k.viewed.World, k.viewed.Hover = &k.A, &k.Hover
	return &k.viewed
}

// Seen is what the comparison says. It is computed only when something has changed.
type Seen struct {
	Differences []string
	b           string    // all of them in a line
	caption     string    // of both in the Watch view: what differs, and what the scenario says
	line        string    // that says what differs first
	Names       [2]string // of A and B, by what distinguishes them
	at          netsim.Time
	events      int
	language    string
}

// BesideCarrier returns the carrier of A's datagrams: the faster one. A session's bytes are the same with both.
func BesideCarrier() (netsim.Carrier, error) { return netsim.NewDirect(), nil }

// Begin makes a world A, stored now or opened.
func (k *Comparison) Begin(w panel.World, stored bool) {
	now := w.Line.Now()
	*k = Comparison{On: true, A: w, Stored: stored, at: now, begun: now, Deck: newDeck()}
	k.Arrive()
	k.A.Frame.Played = panel.Nobody
	k.Deck.Begin(k.A.Session)
}

// Arrive shows the session that A's timeline has reached.
func (k *Comparison) Arrive() { k.A.Session = k.A.Line.Session() }

// Follow does in A what a person has done in B, except settings.
func (k *Comparison) Follow(now netsim.Time, ev scenario.Event) error {
	if !k.On {
		return nil
	}
	err := k.Sync(now)
	switch {
	case err != nil:
	case len(ev.Set) > 0:
		k.at = now
		// An act in the past drops what was still ahead, in A as in B.
		s := k.A.Session
		err = k.A.Line.Adopt(s.Script()[:s.Done()], s.Now())
	default:
		k.A.Line.Do(ev) // A may have no such client
	}
	k.Arrive()
	return err
}

// Sync brings A to an instant, all the way.
func (k *Comparison) Sync(now netsim.Time) (err error) {
	if ahead := now.Sub(k.A.Line.Now()); ahead >= 0 && ahead <= ABStride {
		err = k.A.Line.Advance(ahead)
	} else {
		err = k.A.Line.Seek(now)
	}
	k.Arrive()
	return err
}

// ABStride is the longest step of A in the window, more than B ever advances in an update.
const ABStride = 2 * time.Second

// Approach brings A to where B is, as far as an update has time for, and returns the part of the way that is
// done.
func (k *Comparison) Approach(b *panel.World, spare func() (more func() bool), gone *float64) (err error) {
	line, now := k.A.Line, b.Session.Now()
	ahead := now.Sub(line.Now())
	switch {
	case b.Line.Busy(): // first B, then A
		return nil
	case !line.Busy() && ahead >= 0 && ahead <= ABStride:
		err = line.Go(ahead, panel.WorkAtOnce)
	case !line.Busy() || line.Target() != now:
		err = line.SeekStart(now)
	}
	for more := spare(); err == nil && line.Busy(); {
		if _, *gone, err = line.Work(panel.TravelPiece); !more() {
			break
		}
	}
	k.Arrive()
	return err
}

// Behind reports whether A is still on its way to where B is. B waits for it.
func (k *Comparison) Behind() bool { return k.On && k.A.Line.Busy() }

// Read updates what is drawn of A, and of the differences, to the present.
func (k *Comparison) Read(p *Picture) {
	k.titles = p.LessonSides()
	d := &k.Deck
	d.Focus, d.Ghosts, d.Packets = p.Deck.Focus, p.Deck.Ghosts, p.Deck.Packets
	d.Chosen = min(p.Deck.Chosen, k.A.Session.Clients())
	d.Turn(k.A.Session.Clients())
	d.LayOut(&k.Left, d.Choosable(k.View(&p.View)))
	d.Camera = p.Deck.Camera // both look at the same part of the world
	f := &k.A.Frame
	f.Read(k.A.Session, d.Machines, p.Speed, p.Paused || p.Frame.Fresh)
	if f.Fresh && !p.Frame.Fresh { // one table has both
		p.Read(true)
	}
	f.Selected, f.Played = d.Chosen, p.Frame.Played
	d.Note(k.A.Session, f)
	if k.Behind() {
		k.Seen, k.Twins.next = Seen{}, 0 // to be found out once both are at one instant
		return
	}
	k.look(p)
}

// ToB returns how far right of A's viewport under the pointer B's viewport is. It keeps that while the button is
// down.
func (k *Comparison) ToB(b *Picture, p *panel.Pointer) float32 {
	if held := (p.Down || p.Released) && !p.Pressed; !held {
		k.shift = 0
		if k.On && !k.Wipe.On && k.Left.Worlds.Contains(p.X, p.Y) && len(k.Deck.Machines) == len(b.Deck.Machines) {
			k.shift = b.Regions.Worlds.X - k.Left.Worlds.X
		}
	}
	return k.shift
}
