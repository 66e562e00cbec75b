package render

import (
	"driftlab/game"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

// In tall films, and in square ones of A and B, the numbers stand in a row under the diagram: beside it they would
// leave the worlds little width, and most of their own column empty.
const (
	tallFrom     = 1.2  // times as high as wide
	tallBothFrom = 0.95 // of A and B, which share the width

	tallWorlds  = 0.55 // of the height above the numbers
	tallStacked = 0.64 // the same where A is over B
	tallRace    = 1000 // the height in which there is room for the race
	tallSky     = 16   // metres of the world, where there are two of all
	tallCaption = 86   // there are more lines, since they are shorter

	stackedWorth = 1.3 // how much larger pictures are for which A is over B
)

// tallFilm says whether the numbers are in a row.
func (f *filmPicture) tallFilm() bool {
	from := float32(tallFrom)
	if f.AB.On && !f.opt.Wipe {
		from = tallBothFrom
	}
	c, w, h := f.opt.Camera, f.Width, f.Height
	return !c.One && !c.Diagram && h >= from*w && h >= filmBothTimes
}

// stackWorth says whether one world over the other gives clearly larger pictures in a region than side by side.
func stackWorth(region panel.Rect) bool {
	scale := func(columns int) float32 {
		return picture.ScaleIn(picture.Cell(region, 2, columns, 0).Below(picture.StripHeight))
	}
	return region.H > 0 && scale(1) >= stackedWorth*scale(2)
}

// usefulHeight returns how high the worlds' region may be before there is nothing but sky in it.
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
