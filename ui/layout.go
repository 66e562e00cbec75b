package ui

import "driftlab/config"

// The regions' sizes at scale 1.
const (
	barHeight      = 44
	controlsWidth  = 280
	railWidth      = 44   // of what stands for the controls in narrow windows
	worldsShare    = 0.58 // of the height between the bars: 470 of 812 pixels
	lowWorldsShare = 0.53 // in low windows, where time needs its share
	diagramWorlds  = 0.25 // in the diagram view
	minimumWidth   = 1280
	minimumHeight  = 720
	standardWidth  = 1600
	standardHeight = 900

	wideWindow   = 1480 // from here on there is room for all columns
	narrowWindow = 1000 // up to here the time panel lies under the numbers too
	lowWindow    = 800
)

// layout is where the regions of the window are. What has no room is empty.
type layout struct {
	scale float32 // device pixels a pixel of the design

	top, bottom rect
	strip       rect // of the lesson that runs, under the top bar
	// controls is the column of controls. In narrow windows it is a drawer that lies over the worlds and
	// the time panel while it is open, and rail is what stays in sight of it.
	controls, rail rect
	drawer         bool
	worlds, time   rect
	numbers        rect // the cards, and race under them
	cards          [viewports - 1]rect
	host           rect // the host's card, over them, where there is room for it
	race           rect
	row            bool // the cards are beside each other: in films that are high
	watching       bool // it is the Watch view, whose parts are watch's
	watch          watchLayout
	line           rect // of time, in its bottom bar
}

// newLayout divides a window of so many device pixels among the regions. Scale is the device pixels a
// pixel of the design: a larger text makes it larger, and leaves less room.
func newLayout(width, height int, scale float32) layout {
	w, h := float32(width), float32(height)
	bar, space := barHeight*scale, gap*scale
	l := layout{scale: scale, top: rect{0, 0, w, bar}, bottom: rect{0, h - bar, w, bar}}
	middle := max(h-2*bar, 0)
	left := controlsWidth * scale
	l.controls = rect{0, bar, left, middle}
	if l.drawer = w < wideWindow*scale; l.drawer {
		left = railWidth * scale
		l.rail = rect{0, bar, left, middle}
		l.controls.x = left
	}
	right := numbersWidth(w/scale) * scale
	l.numbers = rect{w - right + space, bar + space, right - 2*space, max(middle-2*space, 0)}
	centre := rect{left, bar, max(w-left-right, 0), middle}
	share := float32(worldsShare)
	if h < lowWindow*scale {
		share = lowWorldsShare
	}
	worlds := middle * share
	l.worlds = rect{centre.x + space/2, bar + space, max(centre.w-space/2, 0), max(worlds-space, 0)}
	l.time = rect{l.worlds.x, bar + worlds + space, l.worlds.w, max(middle-worlds-2*space, 0)}
	if w < narrowWindow*scale {
		l.numbers.h = l.worlds.h
		l.time.w = l.numbers.x + l.numbers.w - l.time.x
	}
	return l
}

// show gives the room to what a view is about. What it leaves out has none, and the controls are in their drawer.
func (l *layout) show(view string) {
	if view == config.WatchView {
		l.showWatch()
	}
	if view != config.DiagramView {
		return
	}
	z, rail := l.scale, railWidth*l.scale
	l.drawer, l.rail, l.controls.x = true, rect{0, l.controls.y, rail, l.controls.h}, rail
	room := rect{rail + gap/2*z, l.worlds.y, l.top.w - rail - 1.5*gap*z, max(l.controls.h-2*gap*z, 0)}
	room.w = max(l.numbers.x-gap*z-room.x, 0)
	worlds := room.h * diagramWorlds
	l.numbers.h = room.h
	l.worlds = rect{room.x, room.y, room.w, max(worlds-gap*z, 0)}
	l.time = rect{room.x, room.y + worlds, room.w, room.h - worlds}
}

// showWatch leaves out all that the Watch view does not have. Its parts are placed once it is known which there are.
func (l *layout) showWatch() {
	l.worlds = rect{0, l.top.h, l.top.w, max(l.bottom.y-l.top.h, 0)}
	l.watching, l.drawer = true, false
	l.controls, l.rail, l.time, l.numbers = rect{}, rect{}, rect{}, rect{}
}

// numbersWidth returns the width of the numbers' column in a window of a width, both at scale 1.
func numbersWidth(window float32) float32 {
	switch {
	case window < narrowWindow:
		return 256
	case window < wideWindow:
		return 280
	case window < 2200:
		return 340
	default:
		return 400
	}
}

// The heights of the numbers' parts at scale 1.
const (
	cardLow   = cardPad + 5*cardRow // the lowest card worth to be shown
	cardOpen  = cardPad + 9*cardRow // the lowest of the selected client
	cardWhole = cardPad + cardRows*cardRow
	raceLow   = 214
	raceHigh  = 390
)

// stack divides the numbers' column among the race table and so many cards, of which the open-th shows
// all of its rows as far as there is room for them, and the host's where there is room for all of these. Where there is
// no room for all cards there are fewer, the open one among them: it returns which one is the first.
func (l *layout) stack(n, open int) (first int) {
	if l.row {
		return l.rowOf(n, open)
	}
	z, space := l.scale, gap*l.scale
	l.race, l.cards = rect{}, [viewports - 1]rect{}
	side := l.numbers
	n = min(n, len(l.cards))
	room := side.h
	race := n == 0 || side.h >= raceLow*z+space+cardOpen*z
	if race {
		room -= raceLow*z + space
	}
	rest := func(shown int) float32 { return room - float32(shown-1)*(cardLow*z+space) }
	for n > 1 && rest(n) < cardOpen*z {
		n--
	}
	l.host = rect{}
	first = max(open-n+1, 0)
	open -= first
	y := side.y
	if h := float32(cardPad+(n+1)*hostCardRow) * z; n > 0 && rest(n)-h-space >= cardWhole*z {
		l.host = rect{side.x, y, side.w, h}
		y, room = y+h+space, room-h-space
	}
	if n > 0 {
		tall := min(rest(n), cardWhole*z)
		low := float32(0)
		if n > 1 {
			low = min((room-tall)/float32(n-1)-space, cardWhole*z)
		}
		for i := range n {
			h := low
			if i == open {
				h = tall
			}
			l.cards[i] = rect{side.x, y, side.w, h}
			y += h + space
		}
	}
	if race {
		l.race = rect{side.x, y, side.w, min(side.y+side.h-y, raceHigh*z)}
	}
	return first
}

// underStrip makes room for a strip of a height under the top bar of a layout for a window without it.
func (l *layout) underStrip(height float32) {
	l.strip = rect{0, l.top.h, l.top.w, height}
	for _, r := range []*rect{&l.bottom, &l.controls, &l.rail, &l.worlds, &l.time, &l.numbers} {
		r.y += height
	}
}

// bare takes the bars of a layout that was made for a window higher by both of them out of sight.
func (l *layout) bare() {
	bar := l.top.h
	l.underStrip(-bar)
	l.top.y, l.strip = -bar, rect{}
}

// rowOf divides the numbers' row among so many cards, of which the open-th is there in any case, and the race table
// where there is room for it. It returns which card is the first.
func (l *layout) rowOf(n, open int) (first int) {
	z, space := l.scale, gap*l.scale
	l.race, l.host, l.cards = rect{}, rect{}, [viewports - 1]rect{}
	columns := int(l.numbers.w / (tallColumn * z))
	n = min(n, len(l.cards))
	race := 0
	if l.numbers.h >= raceLow*z && columns > 1 {
		race = 1
	}
	n = min(n, columns-race)
	first = max(open-n+1, 0)
	for i := range n {
		l.cards[i] = cell(l.numbers, space, n+race, n+race, i)
	}
	if race > 0 {
		l.race = cell(l.numbers, space, n+race, n+race, n)
	}
	return first
}

// rowOfBoth divides the numbers' row between both worlds' cards and, where there is room, what differs.
func (l *layout) rowOfBoth() (first, second, rest rect) {
	columns := min(int(l.numbers.w/(tallColumn*l.scale)), 3)
	part := func(i int) rect { return cell(l.numbers, gap*l.scale, columns, columns, i) }
	if columns == 3 {
		rest = part(2)
	}
	return part(0), part(1), rest
}

// tallColumn is the least width of a card, at scale 1.
const tallColumn = 240
