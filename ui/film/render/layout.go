package render

import (
	"driftlab/game"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

// filmLayout places the parts of a film's frame that the window doesn't have.
type filmLayout struct {
	top     panel.Rect // title, seed and time
	figures panel.Rect // a lesson's
	errors  panel.Rect // the live errors, large
	caption panel.Rect
	names   [2]panel.Rect // A's and B's, above their viewports
}

// The heights of a frame's parts, in points.
const (
	filmTop     = 40
	filmFigures = 28
	filmErrors  = 38
	filmCaption = 62

	bothWorldsShare = 0.47 // of the height, if the diagram is there twice

	filmSky       = 20  // metres of the world worth showing
	filmNumbers   = 880 // from this width on the numbers fit
	differsWidth  = 300 // of the column that lists what differs
	filmTime      = 430 // from this height on worlds and a diagram fit
	filmBothTimes = 560 // and two diagrams
)

// A part is one cell of a row or a column.
type part = layout.Part

// divideFilm places each part of the frame.
func (f *filmPicture) divideFilm() {
	f.parts = filmLayout{}
	parts, c, h, tall, lab := &f.parts, f.opt.Camera, f.Height, f.tallFilm(), !f.opt.Watch
	frame := panel.NewRect(0, 0, f.Width, h)
	if f.opt.Portrait {
		frame = panel.NewRect(0, h*portraitTop, f.Width, h*(1-portraitTop-portraitLow))
	}
	caption := float32(filmCaption)
	if tall {
		caption = tallCaption
	}
	var rest panel.Rect
	layout.Column(nil, frame, 0, part{At: &parts.top, Min: filmTop},
		part{At: &parts.figures, Min: filmFigures}.If(lab && f.Taught.Lesson != nil && h >= filmTime),
		part{At: &rest, Share: 1},
		part{At: &parts.errors, Min: filmErrors}.If(lab && (f.AB.On || c.One || c.Diagram) && h >= filmTime/2),
		part{At: &parts.caption, Min: min(caption, h/4)}.If(lab && !f.Silent))
	if !lab {
		l := picture.Layout{Worlds: rest, Top: f.parts.top, Watching: true}
		if f.Margin = 0; f.opt.Portrait { // all but the worlds, which need the width, keep clear of the buttons
			f.Margin = rest.W*portraitRight - panel.Gap // which leaves a gap anyway
		}
		rest.W -= f.Margin
		l.Watch = picture.NewWatchLayout(rest, f.WatchPlan())
		f.parts.caption, f.parts.names = l.Watch.Caption, l.Watch.Names
		f.AB.Split(&l)
		f.Regions = l
		return
	}
	l := picture.Layout{Top: parts.top, Bottom: parts.caption}
	if rest = rest.Inset(panel.Gap); tall {
		// The table of clients goes to the bottom, with the race below it unless there are two worlds, whose strips show what
		// differs. The rest is for the worlds and the diagram below them.
		plan := f.labPlan()
		table := part{At: &l.Clients, Min: plan.TableHigh(), Rank: 1}
		race := part{At: &l.Race, Min: picture.RaceLow}.If(rest.H >= tallRace && !f.AB.On)
		layout.Column(nil, rest, panel.Gap, part{At: &rest, Share: 1, Rank: 2}, table, race)
		share, worlds := float32(tallWorlds), rest
		worlds.H = (rest.H - panel.Gap) * tallWorlds
		if f.AB.On && !f.opt.Wipe && stackWorth(worlds) {
			share = tallStacked
		}
		f.overTime(&l, rest, share)
	} else {
		f.divideWide(&l, rest)
	}
	f.divideWorlds(&l)
	f.Regions = l
}

// divideWide divides a frame like the Lab if it is large enough; otherwise it has worlds and a diagram below them. For two
// worlds, the column at the right lists what differs.
func (f *filmPicture) divideWide(l *picture.Layout, rest panel.Rect) {
	c, h := f.opt.Camera, f.Height
	numbers := !c.One && !c.Diagram && f.Width >= filmNumbers
	if numbers && !f.AB.On {
		l.Over(rest, f.Width, h)
		l.Lay(f.labPlan())
		return
	}
	layout.Row(nil, rest, panel.Gap, part{At: &rest, Share: 1}, part{At: &l.More, Min: differsWidth}.If(numbers))
	switch {
	case c.Diagram:
		l.Time = rest
	case c.One || h < filmTime || f.AB.On && h < filmBothTimes:
		l.Worlds = rest
	case f.AB.On:
		f.overTime(l, rest, bothWorldsShare)
	default:
		f.overTime(l, rest, picture.LowWorldsShare)
	}
}

// labPlan returns what the Lab's layout depends on.
func (f *filmPicture) labPlan() picture.LabPlan {
	return picture.LabPlan{Clients: f.Deck.Choosable(&f.View), Clocks: len(f.Clocks()), Beside: f.AB.On}
}

// overTime gives the worlds a share of the height above the diagram, but no more than they can fill.
func (f *filmPicture) overTime(l *picture.Layout, room panel.Rect, share float32) {
	worlds := room
	worlds.H = (room.H - panel.Gap) * share
	if f.tallFilm() || f.AB.On && !f.opt.Wipe { // otherwise, with all machines beside the numbers, the worlds always fill it
		worlds.H = min(worlds.H, f.usefulHeight(worlds))
	}
	layout.Column(nil, room, panel.Gap, part{At: &l.Worlds, Min: worlds.H}, part{At: &l.Time, Share: 1})
}

// divideWorlds divides the worlds' region between A and B, with a strip above each that names it: side by side, or one above the
// other if that makes the pictures clearly larger.
func (f *filmPicture) divideWorlds(l *picture.Layout) {
	k, names := &f.AB, &f.parts.names
	if !k.On {
		return
	}
	k.Wipe.On = f.opt.Wipe
	if !k.Wipe.On && stackWorth(l.Worlds) {
		k.Left, k.Deck.Made = *l, picture.Arrangement{}
		a, b := picture.Cell(l.Worlds, 2, 1, 0), picture.Cell(l.Worlds, 2, 1, 1)
		names[0], k.Left.Worlds = a.CutTop(picture.StripHeight)
		names[1], l.Worlds = b.CutTop(picture.StripHeight)
		return
	}
	strip, _ := l.Worlds.CutTop(picture.StripHeight)
	names[0], names[1] = picture.Halves(strip)
	k.Split(l)
}

// In tall films, and in square ones of A and B, the numbers go into a row below the diagram: beside it they would leave the
// worlds little width, and most of their own column empty.
const (
	tallFrom     = 1.2  // times as high as wide
	tallBothFrom = 0.95 // for A and B, which share the width

	tallWorlds  = 0.55 // of the height above the numbers
	tallStacked = 0.64 // the same if A is above B
	tallRace    = 1000 // from this height on the race fits
	tallSky     = 16   // metres of the world, if everything is there twice
	tallCaption = 86   // since lines are shorter, there are more

	stackedWorth = 1.3 // how much larger the pictures must get for A to be above B
)

// tallFilm reports whether the numbers are in a row.
func (f *filmPicture) tallFilm() bool {
	from := float32(tallFrom)
	if f.AB.On && !f.opt.Wipe {
		from = tallBothFrom
	}
	c, w, h := f.opt.Camera, f.Width, f.Height
	return !c.One && !c.Diagram && h >= from*w && h >= filmBothTimes
}

// stackWorth reports whether one world above the other makes the pictures in a region clearly larger than side by side.
func stackWorth(region panel.Rect) bool {
	scale := func(columns int) float32 {
		return picture.ScaleIn(picture.Cell(region, 2, columns, 0).Below(picture.StripHeight))
	}
	return region.H > 0 && scale(1) >= stackedWorth*scale(2)
}

// usefulHeight returns how high the worlds' region may be before it only shows more sky.
func (f *filmPicture) usefulHeight(region panel.Rect) float32 {
	sky := float32(filmSky)
	if f.AB.On && f.tallFilm() {
		sky = tallSky
	}
	pane := func(w float32) float32 {
		return w/float32(game.Width.Metres()+1)*sky + (stage.TitleHeight + stage.GroundHeight)
	}
	const space = panel.Gap
	switch {
	case f.AB.On && !f.opt.Wipe && stackWorth(region):
		return 2*(pane(region.W)+picture.StripHeight) + space
	case f.AB.On && !f.opt.Wipe:
		return pane((region.W-space)/2) + picture.StripHeight
	}
	strip := float32(0)
	if f.AB.On {
		strip = picture.StripHeight
		region = region.Below(strip)
	}
	first := picture.Grid(nil, region, f.Deck.Machines)[0]
	rows := float32(int(region.H/first.H + 0.01))
	return rows*(pane(first.W)+space) - space + strip
}
