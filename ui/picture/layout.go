package picture

import (
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The regions' sizes in points.
const (
	BarHeight      = 44   // of the bars at the top and the bottom
	ControlsWidth  = 280  // of the column of controls
	railWidth      = 44   // of what stands for the controls in narrow windows
	worldsShare    = 0.58 // of the height between the bars: 470 of 812 points
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

// frame gives the bars and the strip of a lesson their places, and returns what is between them.
func (l *Layout) frame(window panel.Rect, bar, strip float32) (middle panel.Rect) {
	layout.Column(nil, window, 0, part{At: &l.Top, Min: bar, Rank: 1}, part{At: &l.Strip, Min: strip}, part{At: &middle, Share: 1},
		part{At: &l.Bottom, Min: bar, Rank: 1})
	return middle
}

// NewLayout divides a window among the regions of a view, under a strip of a height where a lesson runs: larger text leaves fewer of them.
func NewLayout(window panel.Rect, strip float32, view string) (l Layout) {
	const space = panel.Gap
	middle := l.frame(window, BarHeight, strip)
	if l.Watching = view == config.WatchView; l.Watching { // whose parts are placed once it is known which there are
		l.Worlds = middle
		return l
	}
	diagram, left, worlds := view == config.DiagramView, float32(ControlsWidth), middle.H*worldsShare-space
	l.Drawer = diagram || window.W < WideWindow
	if l.Drawer {
		left = railWidth
	}
	layout.Row(nil, middle, 0, part{At: &l.Rail, Min: railWidth}.If(l.Drawer), part{At: &l.Controls, Min: ControlsWidth})
	switch {
	case diagram:
		worlds = (middle.H-2*space)*diagramWorlds - space
	case middle.H < lowWindow-2*BarHeight:
		worlds = middle.H*LowWorldsShare - space
	}
	in := panel.NewRect(left+space/2, middle.Y+space, window.W-left-1.5*space, max(middle.H-2*space, 0))
	column := [...]part{{At: &l.Worlds, Min: worlds}, {At: &l.Time, Share: 1}}
	row := [...]part{{At: &l.Worlds, Share: 1}, {At: &l.Numbers, Min: NumbersWidth(window.W) - 2*space}}
	if window.W < narrowWindow && !diagram {
		layout.Column(nil, in, space, column[:]...)
		layout.Row(nil, l.Worlds, space, row[:]...)
	} else {
		layout.Row(nil, in, space, row[:]...)
		layout.Column(nil, l.Worlds, space, column[:]...)
	}
	return l
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

// Stack divides the numbers' column among the race table and so many cards, of which the open-th shows all of its rows as far as there is
// room for them, and the host's where there is room for all of these. Where there is no room for all cards the open one is there. In a row
// all are alike.
func (l *Layout) Stack(n, open int) {
	l.Race, l.host, l.Cards = panel.Rect{}, panel.Rect{}, [panel.Viewports - 1]panel.Rect{}
	n = min(n, len(l.Cards))
	if l.Row {
		each := part{Min: TallColumn - panel.Gap, Share: 1}
		l.stack(n, open, part{}, each, each, each.If(l.Numbers.H >= RaceLow))
		return
	}
	card, chosen := part{Min: CardLow, Most: CardWhole, Share: 1}, part{Min: CardWhole, Most: CardWhole}
	race := part{Min: RaceLow, Most: raceHigh, Share: leftover}
	if l.stack(n, open, part{Min: diagram.HostCardHeight(n)}.If(n > 0), card, chosen, race) > 0 {
		l.host = panel.Rect{}
		chosen.Min, chosen.Share = min(CardOpen, l.Numbers.H), greedy
		l.stack(n, open, part{}, card, chosen, race)
	}
}

func (l *Layout) stack(n, open int, host, card, chosen, race part) (out int) {
	var cards [len(l.Cards)]part
	card.Rank, chosen.Rank, race.Rank = 1, 3, 2
	for i := range n {
		if cards[i] = card; i == open {
			cards[i] = chosen
		}
		cards[i].At = &l.Cards[i]
	}
	host.At, race.At = &l.host, &l.Race
	if l.Row {
		return layout.Row(nil, l.Numbers, panel.Gap, cards[0], cards[1], cards[2], race)
	}
	return layout.Column(nil, l.Numbers, panel.Gap, host, cards[0], cards[1], cards[2], race)
}

// TallColumn is the least width of a card, in points.
const TallColumn = 240
