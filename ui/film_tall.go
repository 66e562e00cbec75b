package ui

import "driftlab/game"

// In tall films, and in square ones of A and B, the numbers stand in a row under the diagram: beside it they would
// leave the worlds little width, and most of their own column empty.
const (
	tallFrom     = 1.2  // times as high as wide
	tallBothFrom = 0.95 // of A and B, which share the width

	tallCards   = cardWhole - cardRow // all rows but the last: the worlds are to have the width
	tallWorlds  = 0.55                // of the height above the numbers
	tallStacked = 0.64                // the same where A is over B
	tallNumbers = 0.2                 // of the height that is left under title and above captions
	tallSky     = 16                  // metres of the world, where there are two of all
	tallCaption = 86                  // there are more lines, since they are shorter

	stackedWorth = 1.3 // how much larger pictures are for which A is over B
)

// tallFilm says whether the numbers are in a row.
func (f *filmPicture) tallFilm() bool {
	from := float32(tallFrom)
	if f.ab.on && !f.opt.Wipe {
		from = tallBothFrom
	}
	c, w, h := f.opt.Camera, float32(f.width), float32(f.height)
	return !c.One && !c.Diagram && h >= from*w && h >= filmBothTimes*float32(f.scale)
}

// divideTall gives the numbers a row at the bottom, and what is left to the worlds and the diagram under them.
func (f *filmPicture) divideTall(l *layout, rest rect) {
	z, space := l.scale, gap*l.scale
	if rest.w >= 2*tallColumn*z {
		least := float32(raceLow)
		if f.ab.on {
			least = cardOpen
		}
		l.numbers, rest = rest.cutBottom(min(max(rest.h*tallNumbers, least*z), tallCards*z))
		l.row = true
		rest.h -= space
	}
	l.worlds = rest
	l.worlds.h = (rest.h - space) * tallWorlds
	if f.ab.on && !f.opt.Wipe && stackWorth(l.worlds, z) {
		l.worlds.h = (rest.h - space) * tallStacked
	}
	l.worlds.h = min(l.worlds.h, f.usefulHeight(l.worlds, z))
	l.time = rest.below(l.worlds.h + space)
}

// stackWorth says whether one world over the other gives clearly larger pictures in a region than side by side.
func stackWorth(region rect, z float32) bool {
	scale := func(columns int) float32 {
		return pictureScale(cell(region, gap*z, 2, columns, 0).below(stripHeight*z), z)
	}
	return region.h > 0 && scale(1) >= stackedWorth*scale(2)
}

// usefulHeight returns how high the worlds' region may be before there is nothing but sky in it.
func (f *filmPicture) usefulHeight(region rect, z float32) float32 {
	sky := float32(filmSky)
	if f.ab.on && f.tallFilm() {
		sky = tallSky
	}
	pane := func(w float32) float32 {
		return w/float32(game.Width.Metres()+1)*sky + (titleHeight+groundHeight)*z
	}
	space := gap * z
	switch {
	case f.ab.on && !f.opt.Wipe && stackWorth(region, z):
		return 2*(pane(region.w)+stripHeight*z) + space
	case f.ab.on && !f.opt.Wipe:
		return pane((region.w-space)/2) + stripHeight*z
	}
	strip := float32(0)
	if f.ab.on {
		strip = stripHeight * z
		region = region.below(strip)
	}
	first := grid(nil, region, z, f.deck.machines)[0]
	rows := float32(int(region.h/first.h + 0.01))
	return rows*(pane(first.w)+space) - space + strip
}
