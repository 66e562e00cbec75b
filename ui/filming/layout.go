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

// The heights of a frame's parts, at scale 1.
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
	parts, z := &f.parts, float32(f.Scale)
	w, h := float32(f.Width), float32(f.Height)
	c, space := f.opt.Camera, panel.Gap*z
	*parts = filmLayout{}
	l := picture.Layout{Scale: z}
	tall := f.tallFilm()
	rest := panel.NewRect(0, 0, w, h)
	if f.opt.Portrait {
		rest = panel.NewRect(0, h*portraitTop, w, h*(1-portraitTop-portraitLow))
	}
	parts.top, rest = rest.CutTop(filmTop * z)
	if f.opt.Watch {
		f.divideWatch(rest)
		return
	}
	if f.Taught.Lesson != nil && h >= filmTime*z {
		parts.figures, rest = rest.CutTop(filmFigures * z)
	}
	caption := filmCaption * z
	switch {
	case f.Silent:
		caption = 0
	case tall:
		caption = tallCaption * z
	}
	parts.caption, rest = rest.CutBottom(min(caption, h/4))
	if (f.AB.On || c.One || c.Diagram) && h >= filmTime/2*z {
		parts.errors, rest = rest.CutBottom(filmErrors * z)
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
	z, c := l.Scale, f.opt.Camera
	w, h, space := float32(f.Width), float32(f.Height), panel.Gap*z
	if !c.One && w >= filmNumbers*z {
		side := picture.NumbersWidth(w/z) * z
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
	case c.One || h < filmTime*z || f.AB.On && h < filmBothTimes*z:
		l.Time.H = 0
	default:
		share, most := float32(picture.LowWorldsShare), h
		if f.AB.On {
			share = bothWorldsShare
		}
		if l.Worlds.H = (rest.H - space) * share; f.AB.On && !f.opt.Wipe {
			most = f.usefulHeight(l.Worlds, z) // where all machines are shown it is always filled
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
	strip, half := picture.StripHeight*l.Scale, (l.Worlds.W-panel.Gap*l.Scale)/2
	names := &f.parts.names
	k.Wipe.On = f.opt.Wipe
	if !k.Wipe.On && stackWorth(l.Worlds, l.Scale) {
		var halves [2]panel.Rect
		for i := range halves {
			names[i], halves[i] = picture.Cell(l.Worlds, panel.Gap*l.Scale, 2, 1, i).CutTop(strip)
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
