package filming

import (
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// divideWatch gives the parts of the view Watch their places under the title.
func (f *filmPicture) divideWatch(room panel.Rect) {
	l := picture.Layout{Worlds: room, Top: f.parts.top, Watching: true}
	if f.Margin = 0; f.opt.Portrait { // all but the worlds, which need the width, keeps clear of the buttons
		f.Margin = room.W*portraitRight - panel.Gap // beside which there is a gap anyway
	}
	room.W -= f.Margin
	l.Watch = picture.NewWatchLayout(room, f.WatchPlan())
	f.parts.caption, f.parts.names = l.Watch.Caption, l.Watch.Names
	f.AB.Split(&l)
	f.Regions = l
}

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
