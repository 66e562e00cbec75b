package ui

import "driftlab/scenario"

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
	watchSlider   = 47  // one of the controls
	watchThumb    = 84  // the lowest card of a client
	watchThumbTop = 150 // the highest
	watchFrozen   = 176 // the strip under three stills
	watchGuess    = 230 // the card of blind mode under a world
	watchErrors   = 44  // of A and B, and what is between them
	worldLow      = 190 // a world is at least so high before it gives room to anything but the caption
	wideFrom      = 700 // from this width on there is room beside a world
)

// watchScale returns the device pixels a pixel of the design in the Watch view of a window, in steps since each of them
// makes all fonts anew.
func watchScale(w, h int) float64 {
	share := min(float64(h)/watchHeight, float64(w)/watchWidth)
	return max(float64(int(share*fitSteps))/fitSteps, 1.0/fitSteps)
}

// A watchPlan is what is to have a place in the Watch view.
type watchPlan struct {
	kind       string // one of [scenario.WatchLayouts]
	ab         bool   // two worlds with the same luck, of which it is the one client
	wipe       bool   // of ab: both are in one place, with a line between them
	film       bool   // nobody can take anything in it
	main, with int    // clients; with is of the layouts two and frozen, of which they are shooter and victim
	others     [viewports - 1]int
	thumbs     int // how many of others there are
	controls   int
	strip      bool
	guess      bool // the card of blind mode is beside the one world
	told       bool // step by step: under the caption there is room for a question
	diagram    bool // a lesson's step shows a diagram where the worlds are otherwise
}

// large returns the machines with large worlds, from left to right.
func (p *watchPlan) large() (machines [2]int, n int) {
	switch {
	case p.kind == scenario.WatchFrozen && !p.ab, p.diagram:
		return machines, 0
	case p.ab || p.kind == scenario.WatchSolo:
		return [2]int{p.main}, 1
	case p.kind == scenario.WatchPair:
		return [2]int{0, p.main}, 2
	}
	return [2]int{p.main, p.with}, 2
}

// A watchLayout is where the parts of the Watch view are. What has no room is empty: parts are dropped, never cut off.
type watchLayout struct {
	plan     watchPlan
	panes    [viewports]pane
	shown    int     // how many panes there are
	stills   [3]rect // of the layout frozen, which has no worlds
	link     rect    // between two worlds
	diagram  rect    // in the place of the worlds
	names    [2]rect // of A and B, over their worlds
	second   rect    // B's world
	caption  rect
	errors   rect // of A and B
	strip    rect
	controls rect
	guess    rect // the card of blind mode
}

// newWatchLayout divides the room between the bars.
func newWatchLayout(room rect, z float32, plan watchPlan) (l watchLayout) {
	l.plan = plan
	space := gap * z
	rest := room.inset(space)
	if rest.w <= 0 || rest.h <= 0 {
		return l
	}
	if plan.kind == scenario.WatchFrozen && !plan.ab {
		l.placeFrozen(rest, z)
		return l
	}
	wide := rest.w >= wideFrom*z && rest.w > rest.h
	caption := float32(watchCaption)
	if !wide {
		caption += 2 * watchRow
	}
	if plan.told {
		caption += playerRoom
	}
	controls := float32(plan.controls*watchSlider+20) * z
	column := wide && plan.kind == scenario.WatchSolo && !plan.ab
	if plan.diagram {
		column = wide && plan.controls > 0
	}
	fits := func(h float32) bool { return rest.h-h-space >= worldLow*z }
	under := func(r *rect, h float32) {
		*r, rest = rest.cutBottom(h)
		rest.h -= space
	}
	// From the bottom up; what comes first in the order of worth keeps room for itself.
	lines := caption*z + space
	if plan.ab {
		lines += watchErrors*z + space
	}
	switch row := max(watchStrip*z, controls); {
	case plan.guess && !wide && fits(lines+watchGuess*z+space):
		under(&l.guess, watchGuess*z)
	case plan.controls > 0 && wide && !column && fits(lines+row+space):
		under(&l.strip, row)
		l.strip, l.controls = beside(l.strip, min(max(l.strip.w*0.28, watchSide*z), l.strip.w/2), space)
	case plan.controls > 0 && !wide && fits(lines+controls+space):
		under(&l.controls, controls)
	}
	strip := plan.strip && (wide || !plan.ab) // half a narrow one is no chart
	if strip && l.strip.h == 0 && fits(lines+watchStrip*z+space) {
		under(&l.strip, watchStrip*z)
	} else if !strip {
		l.strip = rect{}
	}
	if plan.ab && fits(lines) {
		under(&l.errors, watchErrors*z)
	}
	if fits(caption * z) {
		under(&l.caption, caption*z)
	} else if h := watchRow * 1.4 * z; fits(h) {
		under(&l.caption, h)
	}
	if !wide && plan.thumbs > 0 && plan.kind == scenario.WatchSolo && !plan.ab && fits(watchThumb*z) {
		var row rect
		under(&row, watchThumb*z)
		for i := range plan.thumbs {
			l.add(pane{machine: plan.others[i], rect: cell(row, space, plan.thumbs, plan.thumbs, i), thumb: true, card: true})
		}
	}
	if column {
		var side rect
		rest, side = beside(rest, max(rest.w/3-space, watchSide*z), space)
		l.fillSide(side, z, controls)
	}
	if plan.diagram {
		l.diagram = rest
		return l
	}
	l.placeWorlds(rest, z)
	return l
}

// placeFrozen puts the three stills beside each other, or over each other where that is higher than wide, over the strip and
// the caption.
func (l *watchLayout) placeFrozen(rest rect, z float32) {
	space, wide := gap*z, rest.w > rest.h
	caption, least := float32(watchCaption), float32(worldLow)
	if !wide {
		caption, least = caption+2*watchRow, 3*worldLow
	}
	if l.plan.told {
		caption += playerRoom
	}
	under := func(r *rect, h float32) {
		if rest.h-h-space >= least*z {
			*r, rest = rest.cutBottom(h)
			rest.h -= space
		}
	}
	if rest.h-(caption+watchFrozen)*z-2*space >= least*z || rest.h-caption*z-space < least*z {
		under(&l.caption, caption*z)
	} else {
		under(&l.caption, watchRow*1.4*z)
	}
	under(&l.strip, watchFrozen*z)
	n := len(l.stills)
	for i := range l.stills {
		if wide {
			l.stills[i] = cell(rest, space, n, n, i)
		} else {
			l.stills[i] = cell(rest, space, n, 1, i)
		}
	}
}

// beside divides r into what is left of it and a column of a width at its right.
func beside(r rect, w, space float32) (left, right rect) {
	return rect{r.x, r.y, r.w - w - space, r.h}, rect{r.x + r.w - w, r.y, w, r.h}
}

// fillSide gives the column beside a world to the controls, and over them to the other clients' cards.
func (l *watchLayout) fillSide(side rect, z, controls float32) {
	if l.plan.guess {
		l.guess = side
		return
	}
	space := gap * z
	if l.plan.controls > 0 && side.h >= controls {
		l.controls, side = side.cutBottom(controls)
		side.h -= space
	}
	n := l.plan.thumbs
	for n > 0 && (side.h+space)/float32(n)-space < watchThumb*z {
		n--
	}
	if n == 0 {
		return
	}
	h := (side.h+space)/float32(n) - space
	if l.plan.controls > 0 {
		h = min(h, watchThumbTop*z)
	}
	if extra := side.h - float32(n)*(h+space) + space; l.controls.h > 0 { // no hole between the two
		l.controls.y, l.controls.h = l.controls.y-extra, l.controls.h+extra
	}
	for i := range n {
		l.add(pane{machine: l.plan.others[i], rect: rect{side.x, side.y + float32(i)*(h+space), side.w, h}, thumb: true, card: true})
	}
}

// placeWorlds puts the large worlds into what is left: beside each other, or one over the other where that is higher
// than wide.
func (l *watchLayout) placeWorlds(rest rect, z float32) {
	space := min(gap*z, rest.w/4, rest.h/4)
	machines, n := l.plan.large()
	worlds := [2]rect{rest}
	if n == 2 || l.plan.ab && !l.plan.wipe {
		link := float32(0)
		if l.plan.kind == scenario.WatchPair && !l.plan.ab {
			link = watchLink*z + space
		}
		if stacked(rest) {
			link *= 0.6
			h := (rest.h - space - link) / 2
			worlds = [2]rect{{rest.x, rest.y, rest.w, h}, {rest.x, rest.y + h + space + link, rest.w, h}}
			if link > 0 {
				l.link = rect{rest.x, rest.y + h + space, rest.w, link - space}
			}
		} else {
			link = min(link, rest.w/2)
			w := (rest.w - space - link) / 2
			worlds = [2]rect{{rest.x, rest.y, w, rest.h}, {rest.x + w + space + link, rest.y, w, rest.h}}
			l.link = rect{rest.x + w + space, rest.y, max(link-space, 0), rest.h}
		}
	}
	if l.plan.ab {
		worlds[0], l.second = l.placeNames(worlds, space, z)
	}
	for i := range n {
		l.add(pane{machine: machines[i], rect: worlds[i], watched: true, compared: l.plan.ab, unscored: l.plan.ab || l.plan.kind == scenario.WatchTwo})
	}
}

// stacked says whether two worlds, which are about so much wider than high, are larger one over the other.
func stacked(r rect) bool {
	const wide = 1.6
	return min(r.w, r.h/2*wide) > min(r.w/2, r.h*wide)
}

// placeNames gives A and B strips over their worlds, and returns what is left to these.
func (l *watchLayout) placeNames(worlds [2]rect, space, z float32) (a, b rect) {
	if l.plan.wipe {
		strip, rest := worlds[0].cutTop(stripHeight * z)
		half := (strip.w - space) / 2
		l.names = [2]rect{{strip.x, strip.y, half, strip.h}, {strip.x + half + space, strip.y, half, strip.h}}
		return rest, rest
	}
	for i := range worlds {
		l.names[i], worlds[i] = worlds[i].cutTop(stripHeight * z)
	}
	return worlds[0], worlds[1]
}

func (l *watchLayout) add(p pane) {
	if l.shown < len(l.panes) && p.w > 0 && p.h > 0 {
		l.panes[l.shown], l.shown = p, l.shown+1
	}
}

// The heights of what stands under a caption while a lesson is told, at scale 1: the question, and what can be answered.
const (
	playerAsk  = 28
	playerRow  = 46
	playerRoom = playerAsk + playerRow
)
