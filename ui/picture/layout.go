package picture

import (
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// The regions' sizes in points.
const (
	BarHeight      = 44   // of the bars at the top and the bottom
	ControlsWidth  = 280  // of the column of controls
	railWidth      = 44   // of what stands for the controls in narrow windows
	worldsShare    = 0.58 // of the height between the bars: 470 of 812 pixels
	LowWorldsShare = 0.53 // in low windows, where time needs its share
	diagramWorlds  = 0.25 // in the diagram view
	MinimumWidth   = 1280 // of the smallest layout
	MinimumHeight  = 720  // of the smallest layout
	StandardWidth  = 1600 // of the window that is opened
	StandardHeight = 900  // of the window that is opened

	WideWindow   = 1480 // from here on there is room for all columns
	narrowWindow = 1000 // up to here the time panel lies under the numbers too
	lowWindow    = 800
)

// Layout is where the regions of the window are. What has no room is empty.
type Layout struct {
	Top, Bottom panel.Rect // the bars
	Strip       panel.Rect // of the lesson that runs, under the top bar
	// controls is the column of controls. In narrow windows it is a drawer that lies over the worlds and
	// the time panel while it is open, and rail is what stays in sight of it.
	Controls, Rail panel.Rect
	Drawer         bool       // the controls are a drawer
	Worlds, Time   panel.Rect // the viewports, and the panel of time under them
	Numbers        panel.Rect // the cards, and race under them
	Cards          [panel.Viewports - 1]panel.Rect
	host           panel.Rect // the host's card, over them, where there is room for it
	Race           panel.Rect // the table of clocks
	Row            bool       // the cards are beside each other: in films that are high
	Watching       bool       // it is the Watch view, whose parts are watch's
	Watch          WatchLayout
	Line           panel.Rect // of time, in its bottom bar

	Phone            bool       // it is a phone's: see [NewPhoneLayout]
	Sheet, SheetTabs panel.Rect // a phone's: the sheet, where it is open, and what chooses what it shows
	Pick, Told       panel.Rect // a phone's: what chooses between worlds and diagrams, and what the session has to tell
}

// NewLayout divides a window of so many points among the regions: larger text leaves fewer of them.
func NewLayout(w, h float32) Layout {
	const bar, space = BarHeight, panel.Gap
	l := Layout{Top: panel.NewRect(0, 0, w, bar), Bottom: panel.NewRect(0, h-bar, w, bar)}
	middle := max(h-2*bar, 0)
	left := float32(ControlsWidth)
	l.Controls = panel.NewRect(0, bar, left, middle)
	if l.Drawer = w < WideWindow; l.Drawer {
		left = railWidth
		l.Rail = panel.NewRect(0, bar, left, middle)
		l.Controls.X = left
	}
	right := NumbersWidth(w)
	l.Numbers = panel.NewRect(w-right+space, bar+space, right-2*space, max(middle-2*space, 0))
	centre := panel.NewRect(left, bar, max(w-left-right, 0), middle)
	share := float32(worldsShare)
	if h < lowWindow {
		share = LowWorldsShare
	}
	worlds := middle * share
	l.Worlds = panel.NewRect(centre.X+space/2, bar+space, max(centre.W-space/2, 0), max(worlds-space, 0))
	l.Time = panel.NewRect(l.Worlds.X, bar+worlds+space, l.Worlds.W, max(middle-worlds-2*space, 0))
	if w < narrowWindow {
		l.Numbers.H = l.Worlds.H
		l.Time.W = l.Numbers.X + l.Numbers.W - l.Time.X
	}
	return l
}

// Show gives the room to what a view is about. What it leaves out has none, and the controls are in their drawer.
func (l *Layout) Show(view string) {
	if view == config.WatchView { // whose parts are placed once it is known which there are
		l.Worlds = panel.NewRect(0, l.Top.H, l.Top.W, max(l.Bottom.Y-l.Top.H, 0))
		l.Watching, l.Drawer = true, false
		l.Controls, l.Rail, l.Time, l.Numbers = panel.Rect{}, panel.Rect{}, panel.Rect{}, panel.Rect{}
	}
	if view != config.DiagramView {
		return
	}
	const rail = railWidth
	l.Drawer, l.Rail, l.Controls.X = true, panel.NewRect(0, l.Controls.Y, rail, l.Controls.H), rail
	room := panel.NewRect(rail+panel.Gap/2, l.Worlds.Y, l.Top.W-rail-1.5*panel.Gap, max(l.Controls.H-2*panel.Gap, 0))
	room.W = max(l.Numbers.X-panel.Gap-room.X, 0)
	worlds := room.H * diagramWorlds
	l.Numbers.H = room.H
	l.Worlds = panel.NewRect(room.X, room.Y, room.W, max(worlds-panel.Gap, 0))
	l.Time = panel.NewRect(room.X, room.Y+worlds, room.W, room.H-worlds)
}

// NumbersWidth returns the width of the numbers' column in a window of a width, both in points.
func NumbersWidth(window float32) float32 {
	switch {
	case window < narrowWindow:
		return 256
	case window < WideWindow:
		return 280
	case window < 2200:
		return 340
	default:
		return 400
	}
}

// The heights of the numbers' parts in points.
const (
	CardLow   = diagram.CardPad + 5*diagram.CardRow                // the lowest card worth to be shown
	CardOpen  = diagram.CardPad + 9*diagram.CardRow                // the lowest of the selected client
	CardWhole = diagram.CardPad + diagram.CardRows*diagram.CardRow // a card with all rows
	RaceLow   = 214                                                // the lowest race worth to be shown
	raceHigh  = 390
)

// Stack divides the numbers' column among the race table and so many cards, of which the open-th shows
// all of its rows as far as there is room for them, and the host's where there is room for all of these. Where there is
// no room for all cards there are fewer, the open one among them: it returns which one is the first.
func (l *Layout) Stack(n, open int) (first int) {
	if l.Row {
		return l.rowOf(n, open)
	}
	const space = panel.Gap
	l.Race, l.Cards = panel.Rect{}, [panel.Viewports - 1]panel.Rect{}
	side := l.Numbers
	n = min(n, len(l.Cards))
	room := side.H
	race := n == 0 || side.H >= RaceLow+space+CardOpen
	if race {
		room -= RaceLow + space
	}
	rest := func(shown int) float32 { return room - float32(shown-1)*(CardLow+space) }
	for n > 1 && rest(n) < CardOpen {
		n--
	}
	l.host = panel.Rect{}
	first = max(open-n+1, 0)
	open -= first
	y := side.Y
	if h := diagram.HostCardHeight(n); n > 0 && rest(n)-h-space >= CardWhole {
		l.host = panel.NewRect(side.X, y, side.W, h)
		y, room = y+h+space, room-h-space
	}
	if n > 0 {
		tall := min(rest(n), CardWhole)
		low := float32(0)
		if n > 1 {
			low = min((room-tall)/float32(n-1)-space, CardWhole)
		}
		for i := range n {
			h := low
			if i == open {
				h = tall
			}
			l.Cards[i] = panel.NewRect(side.X, y, side.W, h)
			y += h + space
		}
	}
	if race {
		l.Race = panel.NewRect(side.X, y, side.W, min(side.Y+side.H-y, raceHigh))
	}
	return first
}

// UnderStrip makes room for a strip of a height under the top bar of a layout for a window without it.
func (l *Layout) UnderStrip(height float32) {
	l.Strip = panel.NewRect(0, l.Top.H, l.Top.W, height)
	for _, r := range []*panel.Rect{&l.Bottom, &l.Controls, &l.Rail, &l.Worlds, &l.Time, &l.Numbers,
		&l.Line, &l.Sheet, &l.SheetTabs, &l.Pick, &l.Told} {
		r.Y += height
	}
}

// Bare takes the bars of a layout that was made for a window higher by both of them out of sight.
func (l *Layout) Bare() {
	bar := l.Top.H
	l.UnderStrip(-bar)
	l.Top.Y, l.Strip = -bar, panel.Rect{}
}

// rowOf divides the numbers' row among so many cards, of which the open-th is there in any case, and the race table
// where there is room for it. It returns which card is the first.
func (l *Layout) rowOf(n, open int) (first int) {
	const space = panel.Gap
	l.Race, l.host, l.Cards = panel.Rect{}, panel.Rect{}, [panel.Viewports - 1]panel.Rect{}
	columns := int(l.Numbers.W / (TallColumn))
	n = min(n, len(l.Cards))
	race := 0
	if l.Numbers.H >= RaceLow && columns > 1 {
		race = 1
	}
	n = min(n, columns-race)
	first = max(open-n+1, 0)
	for i := range n {
		l.Cards[i] = Cell(l.Numbers, space, n+race, n+race, i)
	}
	if race > 0 {
		l.Race = Cell(l.Numbers, space, n+race, n+race, n)
	}
	return first
}

// rowOfBoth divides the numbers' row between both worlds' cards and, where there is room, what differs.
func (l *Layout) rowOfBoth() (first, second, rest panel.Rect) {
	columns := min(int(l.Numbers.W/TallColumn), 3)
	part := func(i int) panel.Rect { return Cell(l.Numbers, panel.Gap, columns, columns, i) }
	if columns == 3 {
		rest = part(2)
	}
	return part(0), part(1), rest
}

// TallColumn is the least width of a card, in points.
const TallColumn = 240
