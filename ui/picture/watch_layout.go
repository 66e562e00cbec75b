package picture

import (
	"driftlab/game/scenario"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The Watch view's scale makes the window this high, whatever its pixels are: so text is as large from the last row of a room in each of
// them. A window that is narrower than that is drawn smaller.
const (
	watchHeight = 720
	watchWidth  = 400
)

// WatchScale returns the device pixels a point in the Watch view of a window, in steps since each of them
// makes all fonts anew.
func WatchScale(w, h int) float64 {
	share := min(float64(h)/watchHeight, float64(w)/watchWidth)
	return max(float64(int(share*fitSteps))/fitSteps, 1.0/fitSteps)
}

// WatchCrowded says whether a text so many times as large as usual leaves the Watch view no more room than a phone has.
func WatchCrowded(text float64) bool { return watchHeight/text < PhoneUnderHeight }

// A WatchPlan is what is to have a place in the Watch view.
type WatchPlan struct {
	Kind       string // one of [scenario.WatchLayouts]
	Ab         bool   // two worlds with the same luck, of which it is the one client
	wipe       bool   // of ab: both are in one place, with a line between them
	silent     bool   // a film without captions
	film       bool   // nobody can take anything in it
	Main, With int    // clients; with is of the layouts two and frozen, of which they are shooter and victim
	Others     [panel.Viewports - 1]int
	Thumbs     int // how many of others there are
	Controls   int
	Strip      bool
	Peek       bool // the strip is of peeker's advantage
	Numbers    int  // rows of the table of numbers, which has the strip's place; 0 for none
	Kept       int  // rows that the table would have, for which room is kept: nothing moves when it comes
	Pages      bool // there are more clients than a page has
	guess      bool // the card of blind mode is beside the one world
	told       bool // step by step: under the caption there is room for a question
	Diagram    bool // a lesson's step shows a diagram where the worlds are otherwise
	phone      bool // it is a phone's
	sheet      bool // on a phone: its sheet is open
	Rows       int  // on a phone: of buttons that answer the step's question
	Step       int  // on a phone: how high its texts make the step's card, in points; 0 before that is known
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

// solo says whether one client's world is watched, with cards of the others.
func (p *WatchPlan) solo() bool { return p.Kind == scenario.WatchSolo && !p.Ab }

// frozen says whether there are three stills and no world.
func (p *WatchPlan) frozen() bool { return p.Kind == scenario.WatchFrozen && !p.Ab }

// wide says whether there is room beside a world, or a still.
func (p *WatchPlan) wide(in panel.Rect) bool {
	return in.W > in.H && (p.phone || p.frozen() || in.W >= wideFrom)
}

// A WatchLayout is where the parts of the Watch view are. What has no room is empty: parts are dropped, never cut off.
type WatchLayout struct {
	Plan     WatchPlan
	Panes    [panel.Viewports]Pane
	Shown    int           // how many panes there are
	Stills   [3]panel.Rect // of the layout frozen, which has no worlds
	Link     panel.Rect    // between two worlds
	Diagram  panel.Rect    // in the place of the worlds
	Names    [2]panel.Rect // of A and B, over their worlds
	Second   panel.Rect    // B's world
	Caption  panel.Rect
	Errors   panel.Rect // of A and B
	Strip    panel.Rect
	Pages    panel.Rect // what leads to clients that are not in sight
	Controls panel.Rect
	Guess    panel.Rect // the card of blind mode
}

// NewWatchLayout divides the room between the bars, or what a phone's sheet leaves of it. Where controls or the table of numbers have no
// room in the first arrangement, they may have it in the second.
func NewWatchLayout(room panel.Rect, plan WatchPlan) (best WatchLayout) {
	in := inside(room, panel.Gap)
	first, second := plan.arrangements(in)
	for _, a := range [...]arrangement{first, second} {
		l := WatchLayout{Plan: plan}
		if l.divide(in, a); a == first || l.worth() > best.worth() {
			best = l
		}
	}
	return best
}

// worth is the higher the more there is to set and to read.
func (l *WatchLayout) worth() (n int) {
	if l.Controls.H > 0 {
		n += 4
	}
	if l.Strip.H > 0 && !l.Lined() {
		n++
	}
	for _, r := range [...]panel.Rect{l.Strip, l.Caption} {
		if r.H > 0 {
			n++
		}
	}
	return n
}

// Lined reports whether the clients are in a line, where the strip would be.
func (l *WatchLayout) Lined() bool { return l.Strip.H > 0 && l.Strip.H < (watchLine+1) }

// Parts of the view, as bits.
const (
	upperPart = 1 << iota // the worlds with what is beside them
	worldsPart
	pagesPart
	rowPart // the clients' cards beside each other
	cardsPart
	captionPart
	errorsPart
	stripPart
	controlsPart
	guessPart
)

// An arrangement says which parts are not under each other: which are with the worlds left of a column, in that column, and beside the strip.
type arrangement struct{ left, right, low int }

var (
	alone         = arrangement{}
	besideStrip   = arrangement{low: controlsPart}
	besideWorlds  = arrangement{right: pagesPart | cardsPart | controlsPart | guessPart}
	besideCaption = arrangement{left: captionPart, right: besideWorlds.right}
	besidePhones  = arrangement{left: errorsPart, right: captionPart | stripPart | guessPart}
)

// arrangements returns how the parts are arranged, and how else where something has no room then.
func (p *WatchPlan) arrangements(in panel.Rect) (first, second arrangement) {
	wide := p.wide(in)
	switch {
	case p.frozen() && (!p.phone || p.told && p.Rows == 0), p.phone && (p.sheet || !wide): // three stills need all of the width
		return alone, alone
	case p.phone:
		return besidePhones, besidePhones
	case wide && (p.solo() || p.Controls > 0 && (p.Diagram || !p.Strip && p.Numbers == 0)):
		first = besideWorlds
	case wide && p.Controls > 0:
		return besideStrip, besideWorlds
	}
	if second = first; p.solo() && !p.told && p.Controls > 0 && in.W >= 2*watchSide {
		second = besideCaption
	}
	return first, second
}

// divide gives the parts their places, one under the other: at the upper end the worlds, right of which there may be a column.
func (l *WatchLayout) divide(in panel.Rect, a arrangement) {
	p, s := &l.Plan, l.Plan.sizes(in, a)
	var upper, left, right, low, row, world panel.Rect
	var client [len(p.Others)]panel.Rect
	card := func(i int) part {
		return part{At: &client[i], Min: watchCard, Most: s.card, Share: 1}.If(p.solo() && i < p.Thumbs)
	}
	s.caption.At, s.strip.At, s.controls.At, s.guess.At = &l.Caption, &low, &l.Controls, &l.Guess
	last := p.told || p.frozen() // what continues stays where it is from step to step
	parts := [...]struct {
		is int
		part
	}{
		{upperPart, part{At: &upper, Min: s.world, Share: 1, Rank: worldRank}},
		{worldsPart, part{At: &world, Min: min(worldBeside, s.world), Share: 1, Rank: worldRank}},
		{pagesPart, part{At: &l.Pages, Min: chipsHeight, Rank: 3}.If(p.Pages)},
		{rowPart, part{At: &row, Min: watchThumb, Rank: 1}.If(a == alone && p.solo() && p.Thumbs > 0)},
		{cardsPart, card(0)}, {cardsPart, card(1)}, {cardsPart, card(2)},
		{captionPart, s.caption.If(!last)},
		{errorsPart, part{At: &l.Errors, Min: watchErrors, Rank: 5}.If(p.Ab)},
		{stripPart, s.strip},
		{controlsPart, s.controls},
		{guessPart, s.guess},
		{captionPart, s.caption.If(last)},
	}
	column := func(r panel.Rect, of int) {
		var some [len(parts)]part
		for i := range parts {
			some[i] = parts[i].If(parts[i].is&of != 0)
		}
		layout.Column(nil, r, panel.Gap, some[:]...)
	}
	column(in, ^(worldsPart | cardsPart | a.left | a.right | a.low))
	layout.Row(nil, upper, panel.Gap, part{At: &left, Share: 1}, part{At: &right, Min: s.right}.If(a.right != 0))
	layout.Row(nil, row, panel.Gap, card(0), card(1), card(2))
	if a == besideCaption && low.H == watchLine && p.Pages { // where there is more room
		a.right, a.low = a.right&^pagesPart, pagesPart
	}
	column(left, worldsPart|a.left)
	column(right, a.right)
	layout.Row(nil, low, panel.Gap, part{At: &l.Strip, Share: 1}, part{At: &l.Controls, Min: s.right}.If(a.low == controlsPart),
		part{At: &l.Pages, Min: chipsNarrow}.If(a.low == pagesPart))
	for i, r := range client {
		l.add(Pane{Machine: p.Others[i], Rect: r, Thumb: true, card: true})
	}
	l.placeWorlds(world)
}

func (l *WatchLayout) add(p Pane) {
	if l.Shown < len(l.Panes) && p.W > 0 && p.H > 0 {
		l.Panes[l.Shown], l.Shown = p, l.Shown+1
	}
}
