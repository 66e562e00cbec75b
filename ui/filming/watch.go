package filming

import (
	"driftlab/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// divideWatch gives the parts of the view Watch their places under the title.
func (f *filmPicture) divideWatch(room panel.Rect) {
	z := float32(f.Scale)
	l := picture.Layout{Scale: z, Worlds: room, Top: f.parts.top, Watching: true}
	l.Watch = picture.NewWatchLayout(room, z, f.WatchPlan())
	f.parts.caption, f.parts.names = l.Watch.Caption, l.Watch.Names
	f.AB.Split(&l)
	f.Regions = l
}

// arrangeWatchFilm puts the worlds into their regions, as the scenario's cuts have them now.
func (f *filmPicture) arrangeWatchFilm() {
	f.AB.Wipe.On = f.AB.On && f.opt.Wipe
	f.WatchCut()
	f.Watch.Numbers = f.opt.Numbers || f.Watch.Cut.Numbers
	if f.opt.Client > 0 {
		f.Deck.Chosen = f.filmClient()
		f.Deck.Turn(f.Session.Clients())
	}
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
	f.AB.DrawWorlds(&f.Picture, c)
	for i, r := range f.parts.names {
		if r.H > 0 {
			f.nameSide(c, r, i)
		}
	}
	f.DrawWatch(c)
}

// filmScaleOf returns the device pixels a pixel of the design in a film: those of the window's view Watch in films of that.
func filmScaleOf(o *config.Film) float64 {
	text := o.Config.Settings().Scale
	if o.Watch {
		return min(max(picture.WatchScale(o.Width, o.Height)*float64(text)/100, picture.LeastScale), picture.MostScale/titleScale)
	}
	return filmScale(o.Width, o.Height, text)
}
