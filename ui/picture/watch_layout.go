package picture

import (
	"driftlab/game/scenario"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The Watch view is scaled so that any window has this height in points: text is equally large for the last row of a room. A window that
// is too narrow for that is scaled down.
const (
	watchHeight = 720
	watchWidth  = 400
)

// WatchScale returns the device pixels a point in the Watch view of a window, in steps, since each of them
// makes all fonts again.
func WatchScale(w, h int) float64 {
	share := min(float64(h)/watchHeight, float64(w)/watchWidth)
	return max(float64(int(share*fitSteps))/fitSteps, 1.0/fitSteps)
}

// WatchCrowded reports whether text enlarged by a factor leaves the Watch view no more room than a phone has.
func WatchCrowded(text float64) bool { return watchHeight/text < PhoneUnderHeight }

// A WatchPlan is what needs a place in the Watch view.
type WatchPlan struct {
	Kind       string // one of [scenario.WatchLayouts]
	Ab         bool   // one client in two worlds that are compared
	wipe       bool   // with Ab: both worlds are in one place, with a line between them
	silent     bool   // a film without captions
	film       bool   // nobody can press anything
	Main, With int    // clients; the layouts two and frozen have With, and in frozen they are shooter and victim
	Others     [panel.Viewports - 1]int
	Thumbs     int // how many of Others there are
	Controls   int
	Strip      bool
	Peek       bool    // the strip is of peeker's advantage
	Numbers    int     // rows of the table of numbers, in place of the strip; 0 for none
	Kept       int     // rows of the table for which room is kept, so that nothing moves when it appears
	Pages      bool    // there are more clients than a page has
	margin     float32 // how much further right the worlds reach than everything else, in points
	guess      bool    // the card of blind mode is beside the one world
	symptom    bool    // its card says all that there is to read: the worlds have the rest
	told       bool    // a lesson goes step by step: there is room for a question below the caption
	Diagram    bool    // a lesson's step shows a diagram in place of the worlds
	phone      bool    // it is a phone's
	sheet      bool    // on a phone: its sheet is open
	Rows       int     // on a phone: rows of buttons for the step's question
	Step       int     // on a phone: the height of the step's card, in points; 0 before that is known
}

// large returns the machines with large worlds, from left to right.
func (p *WatchPlan) large() (machines [2]int, n int) {
	switch {
	case p.frozen(), p.Diagram:
		return machines, 0
	case p.Ab || p.Kind == scenario.WatchSolo:
		return [2]int{p.Main}, 1
	case p.Kind == scenario.WatchPair:
		return [2]int{0, p.Main}, 2
	}
	return [2]int{p.Main, p.With}, 2
}

// solo reports whether one client's world is watched, with cards of the others.
func (p *WatchPlan) solo() bool { return p.Kind == scenario.WatchSolo && !p.Ab }

// frozen reports whether there are three stills and no world.
func (p *WatchPlan) frozen() bool { return p.Kind == scenario.WatchFrozen && !p.Ab }

// wide reports whether there is room beside a world or a still.
func (p *WatchPlan) wide(in panel.Rect) bool {
	return in.W > in.H && (p.phone || p.frozen() || in.W >= wideFrom)
}

// A WatchLayout is the places of the Watch view's parts. Parts without room are empty: they are dropped, never cut.
type WatchLayout struct {
	Plan     WatchPlan
	Panes    [panel.Viewports]Pane
	Shown    int           // how many panes there are
	Stills   [3]panel.Rect // of the layout frozen, which has no worlds
	Link     panel.Rect    // between two worlds
	Diagram  panel.Rect    // in the place of the worlds
	Names    [2]panel.Rect // of A and B, above their worlds
	Second   panel.Rect    // B's world
	Caption  panel.Rect
	Errors   panel.Rect // of A and B
	Strip    panel.Rect
	Pages    panel.Rect // the chips that lead to other clients
	Controls panel.Rect
	Guess    panel.Rect // the card of blind mode
}

// NewWatchLayout divides the room between the bars, or what a phone's sheet leaves of it. Of two columns it takes the one with
// which more parts have room.
func NewWatchLayout(room panel.Rect, plan WatchPlan) (best WatchLayout) {
	in := inside(room, panel.Gap)
	first, second := plan.columns(in)
	for _, has := range [...]column{first, second} {
		l := WatchLayout{Plan: plan}
		if l.divide(in, has); has == first || l.worth() > best.worth() {
			best = l
		}
	}
	return best
}

// worth returns a higher value the more there is to set and to read.
func (l *WatchLayout) worth() (n int) {
	for i, r := range [...]panel.Rect{l.Caption, l.Strip, l.Controls} {
		if r.H > 0 {
			n += 1 << i
		}
	}
	if l.Lined() {
		n--
	}
	return n
}

// Lined reports whether the clients are in a line, where the strip would be.
func (l *WatchLayout) Lined() bool { return l.Strip.H > 0 && l.Strip.H < (watchLine+1) }

// A column says what the column at the right end is beside. The column has controls and cards, or on a phone the caption.
type column int

const (
	noColumn      column = iota
	besideStrip          // it has only the controls
	besideWorlds         // everything else is below both
	besideCaption        // it is beside the caption and the worlds
	onPhone              // it is beside the worlds
)

// columns returns the columns to try, the preferred one first.
func (p *WatchPlan) columns(in panel.Rect) (first, second column) {
	wide := p.wide(in)
	switch {
	case p.frozen() && (!p.phone || p.told && p.Rows == 0), p.phone && (p.sheet || !wide): // three stills need all of the width
		return noColumn, noColumn
	case p.phone:
		return onPhone, onPhone
	case wide && (p.solo() && !p.Diagram || p.Controls > 0 && (p.Diagram || !p.Strip && p.Numbers == 0)):
		first = besideWorlds
	case wide && p.Controls > 0:
		return besideStrip, besideWorlds
	}
	if second = first; p.solo() && !p.told && p.Controls > 0 && in.W >= 2*watchSide {
		second = besideCaption
	}
	return first, second
}

// divide gives the parts their places, from the top down: the worlds, with a column at their right, over what is under both.
func (l *WatchLayout) divide(in panel.Rect, has column) {
	p, s := &l.Plan, l.Plan.sizes(in, has)
	var upper, left, right, row, low, world panel.Rect
	var client [len(p.Others)]panel.Rect
	var card [len(client)]part
	for i := range min(p.Thumbs, len(card)) {
		card[i] = part{At: &client[i], Min: watchCard, Most: s.card, Share: 1}.If(p.solo())
	}
	s.caption.At, s.strip.At, s.controls.At, s.guess.At = &l.Caption, &low, &l.Controls, &l.Guess
	atEnd := p.told || p.frozen() // what continues stays where it is from step to step
	early, last := s.caption.If(!atEnd), s.caption.If(atEnd)
	pages, errors := part{At: &l.Pages, Min: chipsHeight, Rank: 3}.If(p.Pages), part{At: &l.Errors, Min: watchErrors, Rank: 5}.If(p.Ab && !p.symptom)
	beside, aside := has >= besideWorlds, has == onPhone

	layout.Column(nil, in, panel.Gap, part{At: &upper, Min: s.world, Share: 1, Rank: worldRank}, pages.If(!beside),
		part{At: &row, Min: watchThumb, Rank: 1}.If(!beside && card[0].Min > 0), early.If(!aside && has != besideCaption), errors.If(!aside),
		s.strip.If(!aside), s.controls.If(has == noColumn), s.guess.If(!beside), last.If(!aside))
	layout.Row(nil, upper, panel.Gap, part{At: &left, Share: 1}, part{At: &right, Min: s.right}.If(beside))
	layout.Column(nil, left, panel.Gap, part{At: &world, Min: min(worldBeside, s.world), Share: 1, Rank: worldRank},
		early.If(has == besideCaption), errors.If(aside))
	lined := has == besideCaption && low.H == watchLine && p.Pages // beside which there is more room for pages
	if beside {
		layout.Column(nil, right, panel.Gap, early.If(aside), s.strip.If(aside), s.guess, pages.If(!lined), card[0], card[1], card[2],
			s.controls, last.If(aside))
		lined = lined || p.Pages && !aside && l.Pages.H == 0
	} else {
		layout.Row(nil, row, panel.Gap, card[0], card[1], card[2])
	}
	layout.Row(nil, low, panel.Gap, part{At: &l.Strip, Share: 1}, part{At: &l.Controls, Min: s.right}.If(has == besideStrip),
		part{At: &l.Pages, Min: chipsNarrow}.If(lined))
	l.Pages.H = min(l.Pages.H, watchLine)

	for i, r := range client {
		l.add(Pane{Machine: p.Others[i], Rect: r, Thumb: true, card: true})
	}
	if world.W > 0 && !beside {
		world.W += p.margin
	}
	l.placeWorlds(world)
}

func (l *WatchLayout) add(p Pane) {
	if l.Shown < len(l.Panes) && p.W > 0 && p.H > 0 {
		l.Panes[l.Shown], l.Shown = p, l.Shown+1
	}
}

// placeWorlds divides the rest among the stills or the worlds: beside each other, or one above the other if they are larger that way.
func (l *WatchLayout) placeWorlds(rest panel.Rect) {
	p, share := &l.Plan, part{Share: 1}
	switch {
	case p.frozen() && stacked(rest, 3, 0, 0):
		layout.Column(l.Stills[:], rest, panel.Gap, share, share, share)
	case p.frozen():
		layout.Row(l.Stills[:], rest, panel.Gap, share, share, share)
	case p.Diagram:
		l.Diagram = rest
		return
	}
	machines, n := p.large()
	worlds := [2]panel.Rect{rest, rest}
	if n == 2 || p.Ab && !p.wipe {
		divide, link := layout.Row, part{At: &l.Link, Min: watchLink}.Or(watchLinkLow).If(p.Kind == scenario.WatchPair && !p.Ab)
		if over := min(link.Min, watchLinkOver); stacked(rest, 2, link.Min, over) {
			divide, link.Min = layout.Column, over
		} else if p.phone {
			link.Min = min(link.Min, phoneLink)
		}
		least := min(rest.W, rest.H) / 4
		divide(nil, rest, panel.Gap, part{At: &worlds[0], Min: least, Share: 1, Rank: 1}, link,
			part{At: &worlds[1], Min: least, Share: 1, Rank: 1})
	}
	if p.Ab {
		for i := range worlds {
			l.Names[i], worlds[i] = worlds[i].CutTop(StripHeight)
		}
		if l.Second = worlds[1]; p.wipe {
			l.Names[0], l.Names[1] = Halves(l.Names[0])
		}
	}
	for i := range n {
		l.add(Pane{Machine: machines[i], Rect: worlds[i], Watched: true, compared: p.Ab, unscored: p.Ab || p.told || p.Kind == scenario.WatchTwo})
	}
}

// stacked reports whether n worlds with titles, of about some ratio of width to height, are larger one above the other than beside each
// other, given what lies between them.
func stacked(r panel.Rect, n, link, over float32) bool {
	const wide, title = 1.6, 40
	w, h := (r.W-link-panel.Gap)/n, (r.H-over-panel.Gap)/n-title
	return min(r.W, h*wide) > min(w, (r.H-title)*wide)
}
