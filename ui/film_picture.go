package ui

import (
	"context"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/config"
	"driftlab/film"
	"driftlab/internal/files"
	"driftlab/lesson"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/timeline"
	"driftlab/ui/draw"
)

// A filmPicture is the picture of a film: no controls, no pointer, and a virtual time that each frame is given.
type filmPicture struct {
	picture
	opt    config.Film
	big    *draw.Canvas
	parts  filmLayout
	start  netsim.Time // of the first frame
	pen    pen
	sides  [2][]string // what A and B have that the other has not
	sideAt netsim.Time
}

// filmMemory is what a film's line may spend on checkpoints, in bytes: it never goes back.
const filmMemory = 1

// newFilmPicture makes the picture of a film of one session, or of B with A beside it.
func newFilmPicture(opt config.Film) (*filmPicture, error) {
	if opt.Config == nil {
		opt.Config = config.Open(files.Disk{}, "")
	}
	f := &filmPicture{picture: newPicture(), opt: opt}
	f.unattended, f.worth = true, ebiten.DefaultTPS/float64(opt.FPS)
	f.tips.at(farAway, farAway)
	if err := f.wear(opt.Config.Settings()); err != nil {
		return nil, err
	}
	if opt.LessonFile != "" {
		own, err := lesson.Open(opt.LessonFile)
		if err != nil {
			return nil, err
		}
		f.taught.own = own
	}
	w, err := openWorld(timeline.Options{Scenario: opt.Scenario, NewCarrier: opt.NewCarrier, Memory: filmMemory}, f.taught.own)
	if err != nil {
		return nil, err
	}
	f.show(w)
	if f.taught.begin(opt.Scenario, true) {
		f.tabs.show(f.taught.lesson.Tab)
	}
	f.tabs.show(opt.Tab)
	if opt.Beside != nil {
		beside, err := openWorld(timeline.Options{Scenario: opt.Beside, NewCarrier: besideCarrier, Memory: filmMemory}, f.taught.own)
		if err != nil {
			return nil, err
		}
		f.ab.begin(*beside, false)
		f.line.Lead(beside.line)
	}
	f.deck.chosen = f.filmClient()
	f.ab.deck.chosen = f.deck.chosen
	return f, nil
}

// filmClient returns the client that numbers and diagram are of: the one that was asked for, or the one
// in the picture, or the first that differs between A and B.
func (f *filmPicture) filmClient() int {
	o, client := &f.opt, 1
	switch {
	case o.Client > 0:
		client = o.Client
	case o.Camera.Machine > 0:
		client = o.Camera.Machine
	case f.ab.on:
		for _, d := range session.Differences(f.ab.a.session, f.session) {
			if d.Client > 0 {
				client = d.Client
				break
			}
		}
	}
	return min(client, f.session.Clients())
}

// buildFilm makes fonts and regions for the film's size. The game loop must run.
func (f *filmPicture) buildFilm() error {
	o := &f.opt
	f.width, f.height = o.Width, o.Height
	f.scale = filmScaleOf(o)
	fonts, err := draw.NewFonts(f.scale)
	if err != nil {
		return err
	}
	big, err := draw.NewFonts(min(f.scale*titleScale, mostScale))
	if err != nil {
		return err
	}
	f.canvas, f.big = draw.NewCanvas(fonts, f.theme, f.words), draw.NewCanvas(big, f.theme, f.words)
	f.deck.turn(f.session.Clients())
	f.divideFilm()
	f.arrangeFilm()
	return nil
}

// The scale at which the smallest text has ten pixels, and how much larger a title is than other texts.
const (
	legible    = 0.75
	titleScale = 2
)

// filmScale returns the device pixels a pixel of the design in a film: at 1280×720 they are one. Text is
// so many per cent of that. In small films, which have less in the picture, it stays legible.
func filmScale(w, h, text int) float64 {
	scale := max(min(float64(w)/minimumWidth, float64(h)/minimumHeight), legible) * float64(text) / 100
	return min(max(scale, leastScale), mostScale/titleScale)
}

// settle lets what moves smoothly come to rest before the film's first frame.
func (f *filmPicture) settle() {
	if f.opt.Watch {
		f.settleWatch()
	}
	for i := 0; i < settleDraws && f.layout.time.h > 0; i++ {
		f.tabs.draw(&f.view, &f.ab, f.canvas, f.layout.time)
	}
	f.canvas.Reset()
}

// settleDraws is how often a diagram is drawn until nothing in it moves of itself any more.
const settleDraws = 60

// arrangeFilm puts the viewports and cards into their regions.
func (f *filmPicture) arrangeFilm() {
	if f.opt.Watch {
		f.arrangeWatchFilm()
		return
	}
	f.deck.turn(f.session.Clients())
	f.deck.layOut(&f.layout, f.deck.choosable(&f.view))
	f.frame.selected = f.deck.chosen
	f.deck.card = f.layout.stack(len(f.deck.machines)-1, f.deck.chosen-f.deck.first())
	if f.ab.on {
		f.layout.race = rect{} // what differs needs its room
	}
	f.onePane(&f.deck, f.layout.worlds, f.session)
}

// onePane gives the region to the viewport that the film is of, if it is of one. Where A and B have half of
// the picture each, that is the chosen client's: the host, which is the truth, is in it as outlines.
func (f *filmPicture) onePane(d *deck, region rect, s *session.Session) {
	machine := f.opt.Camera.Machine
	if f.opt.Watch {
		return
	}
	if !f.opt.Camera.One {
		if !f.ab.on || f.opt.Wipe {
			return
		}
		machine = f.deck.chosen
	}
	d.chips, d.dotsAt = chips{}, rect{}
	d.panes = append(d.panes[:0], pane{machine: min(machine, s.Clients()), rect: region})
}

// approachFilm goes on to the film's first frame, the last bit of the way frame by frame, so that trails
// and time scales are what they would have been.
func (f *filmPicture) approachFilm(ctx context.Context) (err error) {
	begin := f.opt.From
	for near := false; !near && ctx.Err() == nil && err == nil; {
		near, err = f.comeNearer()
	}
	for step := film.At(0, 1, f.opt.FPS); time.Duration(f.session.Now()) < begin && ctx.Err() == nil && err == nil; {
		err = f.filmTo(min(time.Duration(f.session.Now())+step, begin))
	}
	f.start = netsim.Time(begin)
	if ctx.Err() != nil || err != nil {
		return err
	}
	err = f.filmTo(begin)
	f.settle()
	return err
}

// comeNearer goes a second towards the film's first frame, and reports whether the rest is to be gone frame by frame.
func (f *filmPicture) comeNearer() (near bool, err error) {
	rest := f.opt.From - approachBy - time.Duration(f.session.Now())
	if rest <= 0 {
		return true, nil
	}
	return false, f.line.Advance(min(rest, time.Second))
}

// filmTo goes on to an instant and reads all that a frame is drawn from.
func (f *filmPicture) filmTo(at time.Duration) error {
	if err := f.line.Advance(at - time.Duration(f.session.Now())); err != nil {
		return err
	}
	f.arrangeFilm()
	f.read(false)
	if err := f.makeStills(func() bool { return true }); err != nil {
		return err
	}
	if f.ab.on {
		if err := f.ab.sync(f.session.Now()); err != nil {
			return err
		}
		f.ab.read(&f.picture)
		f.ab.wipe.share, f.ab.wipe.drag = wipeAt(f.session.Now().Sub(f.start)), nobody
		f.onePane(&f.ab.deck, f.ab.left.worlds, f.ab.a.session)
		f.readSides()
	}
	f.race.update(&f.view, &pointer{})
	return nil
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
func (f *filmPicture) readSides() {
	now := f.session.Now()
	if f.sideAt > 0 && now.Sub(f.sideAt) < twinsEvery {
		return
	}
	f.sideAt = max(now, 1)
	f.sides = itemsOfSides(f.words, f.ab.a.session, f.session)
}
