package ui

// filmLayout is where the parts of a film's frame are that the window does not have.
type filmLayout struct {
	top     rect // title, seed and time
	figures rect // of a lesson
	errors  rect // the live errors, large
	caption rect
	names   [2]rect // of A and B, over their viewports
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
	parts, z := &f.parts, float32(f.scale)
	w, h := float32(f.width), float32(f.height)
	c, space := f.opt.Camera, gap*z
	*parts = filmLayout{}
	l := layout{scale: z}
	tall := f.tallFilm()
	rest := rect{0, 0, w, h}
	parts.top, rest = rest.cutTop(filmTop * z)
	if f.opt.Watch {
		f.divideWatch(rest)
		return
	}
	if f.taught.lesson != nil && h >= filmTime*z {
		parts.figures, rest = rest.cutTop(filmFigures * z)
	}
	caption := filmCaption * z
	if tall {
		caption = tallCaption * z
	}
	parts.caption, rest = rest.cutBottom(min(caption, h/4))
	if (f.ab.on || c.One || c.Diagram) && h >= filmTime/2*z {
		parts.errors, rest = rest.cutBottom(filmErrors * z)
	}
	l.top, l.bottom = parts.top, parts.caption
	if tall {
		f.divideTall(&l, rest.inset(space))
	} else {
		f.divideWide(&l, rest.inset(space))
	}
	f.divideWorlds(&l)
	f.layout = l
}

// divideWide gives the numbers a column at the right, and what is left to the worlds and the diagram under them.
func (f *filmPicture) divideWide(l *layout, rest rect) {
	z, c := l.scale, f.opt.Camera
	w, h, space := float32(f.width), float32(f.height), gap*z
	if !c.One && w >= filmNumbers*z {
		side := numbersWidth(w/z) * z
		if c.Diagram {
			side = 0
		}
		l.numbers = rect{rest.x + rest.w - side, rest.y, side, rest.h}
		if side > 0 {
			rest.w -= side + space
		}
	}
	l.worlds, l.time = rest, rest
	switch {
	case c.Diagram:
		l.worlds.h = 0
	case c.One || h < filmTime*z || f.ab.on && h < filmBothTimes*z:
		l.time.h = 0
	default:
		share, most := float32(lowWorldsShare), h
		if f.ab.on {
			share = bothWorldsShare
		}
		if l.worlds.h = (rest.h - space) * share; f.ab.on && !f.opt.Wipe {
			most = f.usefulHeight(l.worlds, z) // where all machines are shown it is always filled
		}
		l.worlds.h = min(l.worlds.h, most)
		l.time = rest.below(l.worlds.h + space)
	}
}

// divideWorlds divides the worlds' region between A and B, with a strip above each that says who it is: side by
// side, or one over the other where that leaves clearly larger pictures.
func (f *filmPicture) divideWorlds(l *layout) {
	k := &f.ab
	if !k.on {
		return
	}
	strip, half := stripHeight*l.scale, (l.worlds.w-gap*l.scale)/2
	names := &f.parts.names
	k.wipe.on = f.opt.Wipe
	if !k.wipe.on && stackWorth(l.worlds, l.scale) {
		var halves [2]rect
		for i := range halves {
			names[i], halves[i] = cell(l.worlds, gap*l.scale, 2, 1, i).cutTop(strip)
		}
		k.left = *l
		k.left.worlds, l.worlds = halves[0], halves[1]
		k.deck.made = arrangement{}
		return
	}
	names[0] = rect{l.worlds.x, l.worlds.y, half, strip}
	names[1] = rect{l.worlds.x + l.worlds.w - half, l.worlds.y, half, strip}
	k.split(l)
}
