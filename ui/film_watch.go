package ui

import (
	"driftlab/config"
	"driftlab/ui/draw"
)

// divideWatch gives the parts of the view Watch their places under the title.
func (f *filmPicture) divideWatch(room rect) {
	z := float32(f.scale)
	l := layout{scale: z, worlds: room, top: f.parts.top, watching: true}
	l.watch = newWatchLayout(room, z, f.watchPlan())
	f.parts.caption, f.parts.names = l.watch.caption, l.watch.names
	f.ab.split(&l)
	f.layout = l
}

// arrangeWatchFilm puts the worlds into their regions, as the scenario's cuts have them now.
func (f *filmPicture) arrangeWatchFilm() {
	f.ab.wipe.on = f.ab.on && f.opt.Wipe
	f.watchCut()
	if f.opt.Client > 0 {
		f.deck.chosen = f.filmClient()
		f.deck.turn(f.session.Clients())
	}
	if f.watchPlan() != f.layout.watch.plan || !f.layout.watching {
		f.divideFilm()
	}
	f.deck.layOut(&f.layout, f.deck.choosable(&f.view))
	f.frame.selected = f.deck.chosen
}

// settleWatch lets the strips come to rest before the film's first frame.
func (f *filmPicture) settleWatch() {
	for range settleDraws {
		f.drawWatch(f.canvas)
	}
	f.canvas.Reset()
}

// filmWatch draws what there is under the title.
func (f *filmPicture) filmWatch(c *draw.Canvas) {
	f.ab.drawWorlds(&f.picture, c)
	for i, r := range f.parts.names {
		if r.h > 0 {
			f.nameSide(c, r, i)
		}
	}
	f.drawWatch(c)
}

// filmScaleOf returns the device pixels a pixel of the design in a film: those of the window's view Watch in films of that.
func filmScaleOf(o *config.Film) float64 {
	text := o.Config.Settings().Scale
	if o.Watch {
		return min(max(watchScale(o.Width, o.Height)*float64(text)/100, leastScale), mostScale/titleScale)
	}
	return filmScale(o.Width, o.Height, text)
}
