package render

import (
	"driftlab/ui/draw"
)

// What a phone's players of short films lay over them, in shares of the picture: names and search at the top, the film's words and
// its sound at the bottom, buttons at the right. As measured of YouTube's Shorts and the like in 2026, the largest of each.
const (
	portraitTop   = 0.08
	portraitLow   = 0.2
	portraitRight = 0.13

	portraitText = 0.75
)

// filmWatch draws what there is under the title.
func (f *filmPicture) filmWatch(c *draw.Canvas) {
	quiet := f.Session.Now().Sub(f.start) >= f.opt.TitleLength+legendStays // the legend has been there for long enough
	f.Deck.Quiet, f.AB.Deck.Quiet = quiet, quiet
	f.AB.DrawWorlds(&f.Picture, c)
	for i, r := range f.parts.names {
		if r.H > 0 {
			f.nameSide(c, r, i)
		}
	}
	f.DrawWatch(c)
}
