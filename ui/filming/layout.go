package filming

import (
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// filmLayout is where the parts of a film's frame are that the window does not have.
type filmLayout struct {
	top     panel.Rect // title, seed and time
	figures panel.Rect // of a lesson
	errors  panel.Rect // the live errors, large
	caption panel.Rect
	names   [2]panel.Rect // of A and B, over their viewports
}

// The heights of a frame's parts, in points.
const (
	filmTop     = 40
	filmFigures = 28
	filmErrors  = 38
	filmCaption = 62

	bothWorldsShare = 0.47 // of the height, where the diagram is there twice

	filmSky       = 20  // metres of the world that are worth to be seen
	filmNumbers   = 880 // from this width on there is room for the numbers
	filmTime      = 430 // and from this height on for worlds and a diagram
	filmBothTimes = 560 // and for two of them
)

// divideFilm gives each part of the frame its place.
func (f *filmPicture) divideFilm() {
	parts := &f.parts
	w, h := f.Width, f.Height
	c, space := f.opt.Camera, float32(panel.Gap)
	*parts = filmLayout{}
	l := picture.Layout{}
	tall := f.tallFilm()
	rest := panel.NewRect(0, 0, w, h)
	if f.opt.Portrait {
		rest = panel.NewRect(0, h*portraitTop, w, h*(1-portraitTop-portraitLow))
	}
	parts.top, rest = rest.CutTop(filmTop)
	if f.opt.Watch {
		f.divideWatch(rest)
		return
	}
	if f.Taught.Lesson != nil && h >= filmTime {
		parts.figures, rest = rest.CutTop(filmFigures)
	}
	caption := float32(filmCaption)
	switch {
	case f.Silent:
		caption = 0
	case tall:
		caption = tallCaption
	}
	parts.caption, rest = rest.CutBottom(min(caption, h/4))
	if (f.AB.On || c.One || c.Diagram) && h >= filmTime/2 {
		parts.errors, rest = rest.CutBottom(filmErrors)
	}
	l.Top, l.Bottom = parts.top, parts.caption
	if tall {
		f.divideTall(&l, rest.Inset(space))
	} else {
		f.divideWide(&l, rest.Inset(space))
	}
	f.divideWorlds(&l)
	f.Regions = l
}

// divideWide gives the numbers a column at the right, and what is left to the worlds and the diagram under them.
func (f *filmPicture) divideWide(l *picture.Layout, rest panel.Rect) {
	c := f.opt.Camera
	w, h, space := f.Width, f.Height, float32(panel.Gap)
	if !c.One && w >= filmNumbers {
		side := picture.NumbersWidth(w)
		if c.Diagram {
			side = 0
		}
		l.Numbers = panel.NewRect(rest.X+rest.W-side, rest.Y, side, rest.H)
		if side > 0 {
			rest.W -= side + space
		}
	}
	l.Worlds, l.Time = rest, rest
	switch {
	case c.Diagram:
		l.Worlds.H = 0
	case c.One || h < filmTime || f.AB.On && h < filmBothTimes:
		l.Time.H = 0
	default:
		share, most := float32(picture.LowWorldsShare), h
		if f.AB.On {
			share = bothWorldsShare
		}
		if l.Worlds.H = (rest.H - space) * share; f.AB.On && !f.opt.Wipe {
			most = f.usefulHeight(l.Worlds) // where all machines are shown it is always filled
		}
		l.Worlds.H = min(l.Worlds.H, most)
		l.Time = rest.Below(l.Worlds.H + space)
	}
}

// divideWorlds divides the worlds' region between A and B, with a strip above each that says who it is: side by
// side, or one over the other where that leaves clearly larger pictures.
func (f *filmPicture) divideWorlds(l *picture.Layout) {
	k := &f.AB
	if !k.On {
		return
	}
	strip, half := float32(picture.StripHeight), (l.Worlds.W-panel.Gap)/2
	names := &f.parts.names
	k.Wipe.On = f.opt.Wipe
	if !k.Wipe.On && stackWorth(l.Worlds) {
		var halves [2]panel.Rect
		for i := range halves {
			names[i], halves[i] = picture.Cell(l.Worlds, panel.Gap, 2, 1, i).CutTop(strip)
		}
		k.Left = *l
		k.Left.Worlds, l.Worlds = halves[0], halves[1]
		k.Deck.Made = picture.Arrangement{}
		return
	}
	names[0] = panel.NewRect(l.Worlds.X, l.Worlds.Y, half, strip)
	names[1] = panel.NewRect(l.Worlds.X+l.Worlds.W-half, l.Worlds.Y, half, strip)
	k.Split(l)
}
