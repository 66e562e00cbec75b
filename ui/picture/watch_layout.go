package picture

import (
	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// The sizes of the Watch view's parts. Its scale makes the window this high, whatever its pixels are: so text is as
// large from the last row of a room in each of them.
const (
	watchHeight = 720
	watchWidth  = 400 // at least: what is narrower is drawn smaller

	watchCaption  = 62  // two lines
	watchRow      = 23  // each line more, where lines are short
	watchStrip    = 96  // the strip with the chart
	watchLink     = 150 // between two worlds
	watchSide     = 300 // the least column beside a world
	watchNarrow   = 280 // the least column of controls alone
	watchSlider   = 47  // one of the controls
	watchThumb    = 84  // the lowest card of a client in a row
	watchCard     = 58  // and in a column
	watchThumbTop = 150 // the highest
	watchFrozen   = 176 // the strip under three stills
	watchGuess    = 230 // the card of blind mode under a world
	watchErrors   = 44  // of A and B, and what is between them
	worldBeside   = 140 // a world is at least so high beside controls that have no other room
	worldLow      = 190 // a world is at least so high before it gives room to anything but the caption
	watchLine     = 34  // the clients in a line, where neither the table of numbers nor the strip has room
	watchPeek     = 84  // the least strip of peeker's advantage, and the least worlds over it, which it explains
	worldOverPeek = 100
	wideFrom      = 700 // from this width on there is room beside a world
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
	Rows       int  // on a phone: of buttons that answer the step's question
	Step       int  // on a phone: how high its texts make the step's card, in points; 0 before that is known
}

// stripHeight returns how high the strip is, or as much of the table in its place as fits that is so wide, all in points; where
// nothing of it does a line of clients, and 0 if that doesn't either.
func (p *WatchPlan) stripHeight(wide, usual float32, fits func(h float32) bool) float32 {
	rows := max(p.Numbers, p.Kept)
	if rows == 0 {
		return usual
	}
	if p.Kept == 0 {
		usual = 0
	}
	hosts := 1
	if p.Ab {
		hosts = 2
	}
	look, blocks := diagram.NumbersFor(wide)
	for ; blocks > 0; blocks-- {
		if h := max(look.Height(blocks, rows, hosts), usual); fits(h) {
			return h
		}
	}
	if p.Kept > 0 && fits(watchLine) {
		return watchLine
	}
	return 0
}

// large returns the machines with large worlds, from left to right.
func (p *WatchPlan) large() (machines [2]int, n int) {
	switch {
	case p.Kind == scenario.WatchFrozen && !p.Ab, p.Diagram:
		return machines, 0
	case p.Ab || p.Kind == scenario.WatchSolo:
		return [2]int{p.Main}, 1
	case p.Kind == scenario.WatchPair:
		return [2]int{0, p.Main}, 2
	}
	return [2]int{p.Main, p.With}, 2
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

// leastWatch is what worlds need at least, in points: the names of two, one over the other, and what is between them.
const leastWatch = 2*StripHeight + panel.Gap

// NewWatchLayout divides the room between the bars.
func NewWatchLayout(room panel.Rect, plan WatchPlan) WatchLayout {
	l := overEachOther(room, plan)
	if l.Controls.H == 0 || plan.Numbers+plan.Kept > 0 && (l.Strip.H == 0 || l.Lined()) {
		if b, ok := besideAll(room, plan); ok {
			return b
		}
	}
	return l
}

// Lined reports whether the clients are in a line, where the strip would be.
func (l *WatchLayout) Lined() bool { return l.Strip.H > 0 && l.Strip.H < (watchLine+1) }

// overEachOther is the usual layout: caption and strip stand under the worlds.
func overEachOther(room panel.Rect, plan WatchPlan) (l WatchLayout) {
	l.Plan = plan
	const space = panel.Gap
	rest := room.Inset(space)
	switch least, frozen := min(rest.W, rest.H), plan.Kind == scenario.WatchFrozen && !plan.Ab; {
	case frozen && least > 2*space:
		l.placeFrozen(rest)
		return l
	case frozen || least < leastWatch:
		return l
	}
	wide := rest.W >= wideFrom && rest.W > rest.H
	caption := float32(watchCaption)
	if !wide {
		caption += 2 * watchRow
	}
	switch {
	case plan.told:
		caption += playerRoom
	case plan.silent:
		caption = 0
	}
	controls := float32(plan.Controls*watchSlider + 20)
	column := wide && plan.Kind == scenario.WatchSolo && !plan.Ab
	if plan.Diagram || !plan.Strip && plan.Numbers == 0 && !column { // under the worlds there would be nothing beside the controls
		column = wide && plan.Controls > 0
	}
	low, usual := float32(worldLow), float32(watchStrip)
	if plan.Peek && plan.Controls == 0 && rest.H < (low+caption+usual)+4*space {
		low, usual = worldOverPeek, watchPeek
	}
	fits := func(h float32) bool { return rest.H-h-space >= low }
	under := func(r *panel.Rect, h float32) {
		*r, rest = rest.CutBottom(h)
		rest.H -= space
	}
	// From the bottom up; what comes first in the order of worth keeps room for itself.
	lines := caption + space
	if plan.silent {
		lines = 0
	}
	if !wide { // the controls stand under the strip, and stay
		plan.Kept = 0
	}
	if plan.told { // what asks and answers comes before all else, and what continues stays where it is from step to step
		under(&l.Caption, min(caption, rest.H*2/3))
		lines = 0
	}
	if plan.Ab {
		lines += watchErrors + space
	}
	aside := min(max(rest.W*0.28, watchSide), rest.W/2) // for the controls beside the strip
	strips := func(h float32) bool { return fits(lines + h + space) }
	row := max(plan.stripHeight(rest.W-aside-space, watchStrip, strips), controls)
	if wide && !column && plan.Controls > 0 && !fits(lines+row+space) && rest.H-lines >= controls {
		column, low = true, max(low, controls) // rather than that nothing can be set
	}
	switch {
	case plan.guess && !wide && fits(lines+watchGuess+space):
		under(&l.Guess, watchGuess)
	case plan.Controls > 0 && wide && !column && fits(lines+row+space):
		under(&l.Strip, row)
		l.Strip, l.Controls = beside(l.Strip, aside, space)
	case plan.Controls > 0 && !wide && fits(lines+controls+space):
		under(&l.Controls, controls)
	}
	strip := plan.Strip && (wide || !plan.Ab) || plan.Numbers > 0 // half a narrow one is no chart
	if h := plan.stripHeight(rest.W, usual, strips); strip && l.Strip.H == 0 && h > 0 && strips(h) {
		under(&l.Strip, h)
	} else if !strip {
		l.Strip = panel.Rect{}
	}
	if plan.Ab && fits(lines) {
		under(&l.Errors, watchErrors)
	}
	switch h := float32(watchRow * 1.4); {
	case plan.told, plan.silent:
	case fits(caption):
		under(&l.Caption, caption)
	case fits(watchCaption) && !plan.Ab: // two worlds need the room in which they say what is wrong
		under(&l.Caption, watchCaption)
	case fits(h):
		under(&l.Caption, h)
	}
	if plan.Pages && !column && fits(chipsHeight) {
		under(&l.Pages, chipsHeight)
	}
	if !wide && plan.Thumbs > 0 && plan.Kind == scenario.WatchSolo && !plan.Ab && fits(watchThumb) {
		var row panel.Rect
		under(&row, watchThumb)
		for i := range plan.Thumbs {
			l.add(Pane{Machine: plan.Others[i], Rect: Cell(row, space, plan.Thumbs, plan.Thumbs, i), Thumb: true, card: true})
		}
	}
	if column {
		var side panel.Rect
		rest, side = beside(rest, max(rest.W/3-space, watchSide), space)
		l.fillSide(side, controls)
	}
	if plan.Diagram {
		l.Diagram = rest
		return l
	}
	l.placeWorlds(rest)
	return l
}

// besideAll is a layout for one world that is watched, with controls for which, or for the table of numbers, there is no room
// otherwise since text is large: the controls have a column beside the world and its caption. The world is lower for it, and
// clients' cards are dropped.
func besideAll(room panel.Rect, plan WatchPlan) (l WatchLayout, ok bool) {
	l.Plan = plan
	const space = panel.Gap
	rest := room.Inset(space)
	controls := max(float32(plan.Controls*watchSlider+20), worldBeside+watchCaption+panel.Gap)
	fits := func(h float32) bool { return rest.H-h-space >= controls }
	if plan.Kind != scenario.WatchSolo || plan.Ab || plan.told || plan.Controls == 0 || rest.W < 2*watchSide || rest.H < controls {
		return l, false
	}
	if h := plan.stripHeight(rest.W, watchStrip, fits); (plan.Strip || plan.Numbers > 0) && h > 0 && fits(h) {
		l.Strip, rest = rest.CutBottom(h)
		rest.H -= space
	}
	rest, l.Controls = beside(rest, max(rest.W/3-space, watchNarrow), space)
	if plan.Pages {
		l.pagesBesideAll()
	}
	caption := float32(watchCaption)
	if rest.W < wideFrom/2 {
		caption += 2 * watchRow
	}
	l.Caption, rest = rest.CutBottom(min(caption, rest.H-worldBeside-space))
	rest.H -= space
	l.placeWorlds(rest)
	return l, true
}

// pagesBesideAll finds what leads to more clients a place over the controls, or at the end of the line of clients.
func (l *WatchLayout) pagesBesideAll() {
	if space := float32(panel.Gap); l.Lined() {
		l.Strip, l.Pages = beside(l.Strip, chipsNarrow, space)
	} else if l.Controls.H-chipsHeight-space >= float32(l.Plan.Controls*watchSlider+20) {
		l.Pages, l.Controls = l.Controls.CutTop(chipsHeight)
		l.Controls = l.Controls.Below(space)
	}
}

// placeFrozen puts the three stills beside each other, or over each other where that is higher than wide, over the strip and
// the caption.
func (l *WatchLayout) placeFrozen(rest panel.Rect) {
	space, wide := float32(panel.Gap), rest.W > rest.H
	caption, least := float32(watchCaption), float32(worldLow)
	if !wide {
		caption, least = caption+2*watchRow, 3*worldLow
	}
	if l.Plan.told {
		caption += playerRoom
	}
	under := func(r *panel.Rect, h float32) {
		if rest.H-h-space >= least {
			*r, rest = rest.CutBottom(h)
			rest.H -= space
		}
	}
	switch {
	case l.Plan.told: // what asks and what answers comes before the stills
		l.Caption, rest = rest.CutBottom(min(caption, rest.H*2/3))
		rest.H -= space
	case rest.H-(caption+watchFrozen)-2*space >= least || rest.H-caption-space < least:
		under(&l.Caption, caption)
	default:
		under(&l.Caption, watchRow*1.4)
	}
	under(&l.Strip, watchFrozen)
	n := len(l.Stills)
	for i := range l.Stills {
		if wide {
			l.Stills[i] = Cell(rest, space, n, n, i)
		} else {
			l.Stills[i] = Cell(rest, space, n, 1, i)
		}
	}
}

// beside divides r into what is left of it and a column of a width at its right.
func beside(r panel.Rect, w, space float32) (left, right panel.Rect) {
	return panel.NewRect(r.X, r.Y, r.W-w-space, r.H), panel.NewRect(r.X+r.W-w, r.Y, w, r.H)
}

// fillSide gives the column beside a world to the controls, and over them to the other clients' cards.
func (l *WatchLayout) fillSide(side panel.Rect, controls float32) {
	if l.Plan.guess {
		l.Guess = side
		return
	}
	const space = panel.Gap
	if l.Plan.Controls > 0 && side.H >= controls {
		l.Controls, side = side.CutBottom(controls)
		side.H -= space
	}
	if l.Plan.Pages && side.H > chipsHeight {
		l.Pages, side = side.CutTop(chipsHeight)
		side = side.Below(space)
	}
	n := l.Plan.Thumbs
	if l.Plan.Kind != scenario.WatchSolo || l.Plan.Ab { // a row's place is here, since there is none for a row
		n = 0
		if l.Controls.H > 0 {
			l.Controls.Y, l.Controls.H = side.Y, side.H+space+l.Controls.H
		}
	}
	for n > 0 && (side.H+space)/float32(n)-space < watchCard {
		n--
	}
	if n == 0 {
		return
	}
	h := (side.H+space)/float32(n) - space
	if l.Plan.Controls > 0 {
		h = min(h, watchThumbTop)
	}
	if extra := side.H - float32(n)*(h+space) + space; l.Controls.H > 0 { // no hole between the two
		l.Controls.Y, l.Controls.H = l.Controls.Y-extra, l.Controls.H+extra
	}
	for i := range n {
		l.add(Pane{Machine: l.Plan.Others[i], Rect: panel.NewRect(side.X, side.Y+float32(i)*(h+space), side.W, h), Thumb: true, card: true})
	}
}

func (l *WatchLayout) add(p Pane) {
	if l.Shown < len(l.Panes) && p.W > 0 && p.H > 0 {
		l.Panes[l.Shown], l.Shown = p, l.Shown+1
	}
}

// The heights of what stands under a caption while a lesson is told, in points: the question, and what can be answered.
const (
	PlayerAsk  = 28 // of the question
	PlayerRow  = 46 // of what answers it
	playerRoom = PlayerAsk + PlayerRow
)
