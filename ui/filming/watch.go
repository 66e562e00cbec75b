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

// arrangeWatchFilm puts the worlds into their regions, as the scenario's cuts have them now.
func (f *filmPicture) arrangeWatchFilm() {
	f.AB.Wipe.On = f.AB.On && f.opt.Wipe
	f.WatchCut()
	f.Watch.Numbers = f.opt.Numbers || f.Watch.Cut.Numbers
	if f.WatchPlan() != f.Regions.Watch.Plan || !f.Regions.Watching {
		f.divideFilm()
	}
	f.Deck.LayOut(&f.Regions, f.Deck.Choosable(&f.View))
	f.Frame.Selected = f.Deck.Chosen
}

// settleWatch lets the strips come to rest before the film's first frame.
func (f *filmPicture) settleWatch() {
	for range SettleDraws {
		f.DrawWatch(f.Canvas)
	}
	f.Canvas.Reset()
}

// filmWatch draws what there is under the title.
func (f *filmPicture) filmWatch(c *draw.Canvas) {
	quiet := f.told(f.Session.Now())
	f.Deck.Quiet, f.AB.Deck.Quiet = quiet, quiet
	f.AB.DrawWorlds(&f.Picture, c)
	for i, r := range f.parts.names {
		if r.H > 0 {
			f.nameSide(c, r, i)
		}
	}
	f.DrawWatch(c)
}
