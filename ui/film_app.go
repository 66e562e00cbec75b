package ui

import (
	"context"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/film"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
)

// filmView is what makes an App the picture of a film: no controls, no pointer, and a virtual time that
// each frame is given. It is nil in the window.
type filmView struct {
	opt    film.Options
	names  [2]string  // of A and B, as the command line has them; "" where there is nothing to say
	cues   []film.Cue // in place of the scenario's captions; nil for those
	big    *draw.Canvas
	layout filmLayout
	start  netsim.Time // of the first frame
	pen    pen
	sides  [2][]string // what A and B have that the other has not
	sideAt netsim.Time
	looked netsim.Time // when figures were read last that are not read in each frame
}

// filmMemory is what a film's line may spend on checkpoints, in bytes: it never goes back.
const filmMemory = 1

// Figures that are hard to read while they change are read so often in a film, in virtual time.
const filmReadsEvery = 500 * time.Millisecond

// newFilmApp makes the picture of a film of one session, or of B with A beside it.
func newFilmApp(opt Options, view *filmView) (*App, error) {
	a, err := newApp(opt, view)
	if err != nil {
		return nil, err
	}
	if view.opt.Tab != "" {
		a.tabs.show(view.opt.Tab)
	}
	a.deck.chosen = a.filmClient()
	a.ab.deck.chosen = a.deck.chosen
	return a, nil
}

// filmClient returns the client that numbers and diagram are of: the one that was asked for, or the one
// in the picture, or the first that differs between A and B.
func (a *App) filmClient() int {
	o, client := &a.film.opt, 1
	switch {
	case o.Client > 0:
		client = o.Client
	case o.Camera.Machine > 0:
		client = o.Camera.Machine
	case a.ab.on:
		for _, d := range session.Differences(a.ab.a.session, a.session) {
			if d.Client > 0 {
				client = d.Client
				break
			}
		}
	}
	return min(client, a.session.Clients())
}

// buildFilm makes fonts and regions for the film's size. The game loop must run.
func (a *App) buildFilm() error {
	o := &a.film.opt
	a.width, a.height, a.screen = o.Width, o.Height, 1
	a.scale = filmScale(o.Width, o.Height, a.opt.Config.Settings().Scale)
	a.stale = false
	fonts, err := draw.NewFonts(a.scale)
	if err != nil {
		return err
	}
	big, err := draw.NewFonts(min(a.scale*titleScale, mostScale))
	if err != nil {
		return err
	}
	a.canvas, a.film.big = draw.NewCanvas(fonts), draw.NewCanvas(big)
	a.controls = &controls{}
	a.tips.at(farAway, farAway)
	a.pointer = pointer{x: farAway, y: farAway}
	a.deck.turn(a.session.Clients())
	a.divideFilm()
	a.arrangeFilm()
	return nil
}

// farAway is where the pointer is in a film: over nothing.
const farAway = -1 << 20

// Scales: of fonts, and how much larger a title is than other texts.
const (
	leastScale = 0.5
	legible    = 0.75 // the smallest text has ten pixels
	mostScale  = 8
	titleScale = 2
)

// filmScale returns the device pixels a pixel of the design in a film: at 1280×720 they are one. Text is
// so many per cent of that. In small films, which have less in the picture, it stays legible.
func filmScale(w, h, text int) float64 {
	scale := max(min(float64(w)/minimumWidth, float64(h)/minimumHeight), legible) * float64(text) / 100
	return min(max(scale, leastScale), mostScale/titleScale)
}

// frameWorth returns how many frames of the window a frame is worth, so that what moves with frames moves
// with a film's time.
func (a *App) frameWorth() float64 {
	if a.film == nil {
		return 1
	}
	return ebiten.DefaultTPS / float64(a.film.opt.FPS)
}

// settle lets what moves smoothly come to rest before the film's first frame.
func (a *App) settle() {
	for i := 0; i < settleDraws && a.layout.time.h > 0; i++ {
		a.tabs.draw(a, a.canvas, a.layout.time)
	}
	a.canvas.Reset()
}

// settleDraws is how often a diagram is drawn until nothing in it moves of itself any more.
const settleDraws = 60

// arrangeFilm puts the viewports and cards into their regions.
func (a *App) arrangeFilm() {
	a.deck.turn(a.session.Clients())
	a.deck.layOut(&a.layout, a.choosable(&a.deck, a.session))
	a.frame.selected = a.deck.chosen
	a.deck.card = a.layout.stack(len(a.deck.machines)-1, a.deck.chosen-a.deck.first())
	if a.ab.on {
		a.layout.race = rect{} // what differs needs its room
	}
	a.onePane(&a.deck, a.layout.worlds, a.session)
}

// onePane gives the region to the viewport that the film is of, if it is of one. Where A and B have half of
// the picture each, that is the chosen client's: the host, which is the truth, is in it as outlines.
func (a *App) onePane(d *deck, region rect, s *session.Session) {
	machine := a.film.opt.Camera.Machine
	if !a.film.opt.Camera.One {
		if !a.ab.on || a.film.opt.Wipe {
			return
		}
		machine = a.deck.chosen
	}
	d.chips = chips{}
	d.panes = append(d.panes[:0], pane{min(machine, s.Clients()), region, false})
}

// approachFilm goes on to the film's first frame, the last bit of the way frame by frame, so that trails
// and time scales are what they would have been.
func (a *App) approachFilm(ctx context.Context) {
	begin := a.film.opt.From
	for rest := begin - approachBy; rest > 0 && ctx.Err() == nil; rest -= time.Second {
		a.advance(min(rest, time.Second))
	}
	for step := film.At(0, 1, a.film.opt.FPS); time.Duration(a.session.Now()) < begin && a.session.Err() == nil && ctx.Err() == nil; {
		a.filmTo(min(time.Duration(a.session.Now())+step, begin))
	}
	a.film.start = netsim.Time(begin)
	if ctx.Err() == nil {
		a.filmTo(begin)
		a.settle()
	}
}

// filmTo goes on to an instant and reads all that a frame is drawn from.
func (a *App) filmTo(at time.Duration) {
	a.advance(at - time.Duration(a.session.Now()))
	a.arrangeFilm()
	a.frame.read(a.session, a.deck.machines)
	a.frame.selected = a.deck.chosen
	a.deck.follow(a.session, &a.frame)
	if a.ab.on {
		a.ab.update(a)
		a.ab.wipe.share, a.ab.wipe.drag = wipeAt(a.session.Now().Sub(a.film.start)), nobody
		a.onePane(&a.ab.deck, a.ab.left.worlds, a.ab.a.session)
		a.readSides()
	}
	a.race.wait = 2 // by virtual time, not by updates
	if now := a.session.Now(); a.film.looked == 0 || now.Sub(a.film.looked) >= filmReadsEvery {
		a.film.looked = max(now, 1)
		a.race.wait = 0
		a.lessons.read(a)
	}
	a.race.update(a)
}

// The line of a wipe goes over and back in this virtual time, and leaves a margin of a viewport at both ends.
const (
	wipeTurn   = 8 * time.Second
	wipeMargin = 0.06 // share of a viewport's width
)

// wipeAt returns where the line is in a viewport, 0..1, so long after the film's first frame: in the middle
// first, slow at the ends.
func wipeAt(at time.Duration) float32 {
	turn := float64(at%wipeTurn) / float64(wipeTurn)
	return float32(0.5 + (0.5-wipeMargin)*math.Sin(2*math.Pi*turn))
}

// readSides finds out what A and B have that the other has not.
func (a *App) readSides() {
	v, now := a.film, a.session.Now()
	if v.sideAt > 0 && now.Sub(v.sideAt) < twinsEvery {
		return
	}
	v.sideAt = max(now, 1)
	v.sides = itemsOfSides(a.ab.a.session, a.session)
}
