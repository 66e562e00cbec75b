package render

import (
	"context"
	"image"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/game/timeline"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// A filmPicture is the picture of a film: it has no controls and no pointer, and each frame gives it its virtual time.
type filmPicture struct {
	picture.Picture
	opt      config.Film
	big      *draw.Canvas
	parts    filmLayout
	start    netsim.Time // of the first frame
	pen      panel.Pen
	line     layout.Line
	sides    [2][]string // what A and B have that the other lacks
	sideAt   netsim.Time
	shown    []shownClient
	over     bool        // the end picture is drawn, over the film's last instant
	said     string      // what differs between A and B, in lines
	differed [2][]string // the latest sides that were not empty

	settingsName bool // A and B are named after their settings, which are too long for captions
}

// filmMemory is how many bytes a film's checkpoints may take: it never goes back in time.
const filmMemory = 1

// newFilmPicture makes the picture for a film of one session, or of B with A beside it.
func newFilmPicture(opt config.Film) (*filmPicture, error) {
	if opt.Config == nil {
		opt.Config = config.Open(files.Disk{}, "")
	}
	f := &filmPicture{Picture: picture.New(), opt: opt}
	f.Unattended, f.Worth = true, ebiten.DefaultTPS/float64(opt.FPS)
	f.Tips.At(picture.FarAway, picture.FarAway)
	if err := f.Wear(opt.Config.Settings()); err != nil {
		return nil, err
	}
	if opt.LessonFile != "" {
		own, err := lesson.Open(opt.LessonFile)
		if err != nil {
			return nil, err
		}
		f.Taught.Own = own
	}
	w, err := picture.OpenWorld(timeline.Options{Scenario: opt.Scenario, NewCarrier: opt.NewCarrier, Memory: filmMemory}, f.Taught.Own)
	if err != nil {
		return nil, err
	}
	f.Show(w)
	if f.Taught.Begin(opt.Scenario, true) {
		f.Tabs.Show(f.Taught.Lesson.Tab)
	}
	f.Tabs.Show(opt.Tab)
	if opt.Beside != nil {
		beside, err := picture.OpenWorld(timeline.Options{Scenario: opt.Beside, NewCarrier: picture.BesideCarrier, Memory: filmMemory}, f.Taught.Own)
		if err != nil {
			return nil, err
		}
		f.AB.Begin(*beside, false)
		f.Line.Lead(beside.Line)
	}
	f.Deck.Chosen = f.filmClient()
	f.AB.Deck.Chosen = f.Deck.Chosen
	if f.AB.On || opt.Client > 0 { // what two worlds are compared by doesn't change with the scenario's cuts
		f.Watch.Only = f.Deck.Chosen
	}
	return f, nil
}

// filmClient returns the client whose numbers and diagram are shown: the one that was asked for, or the one in the picture, or in
// an A/B film the first that differs, or in Watch the one that the scenario's cuts show longest.
func (f *filmPicture) filmClient() int {
	o, client := &f.opt, 1
	switch {
	case o.Client > 0:
		client = o.Client
	case o.Camera.Machine > 0:
		client = o.Camera.Machine
	case f.AB.On:
		if o.Watch {
			client = shownLongest(o.Scenario, netsim.Time(o.From), netsim.Time(o.From+o.Length))
		}
		for _, d := range session.Differences(f.AB.A.Session, f.Session) {
			if d.Client > 0 {
				client = d.Client
				break
			}
		}
	}
	return min(client, f.Session.Clients())
}

// shownLongest returns the client that a scenario's cuts show longest between two instants.
func shownLongest(sc *scenario.Scenario, from, to netsim.Time) (client int) {
	shown := map[int]time.Duration{}
	for at := from; at < to; {
		until := to
		for _, cut := range sc.Watch {
			if cut.At > at {
				until = min(until, cut.At)
			}
		}
		of := sc.WatchAt(at).Client
		if shown[of] += until.Sub(at); shown[of] > shown[client] {
			client = of
		}
		at = until
	}
	return max(client, 1)
}

// buildFilm makes fonts and regions for the film's size. It needs a running game loop.
func (f *filmPicture) buildFilm() error {
	o := &f.opt
	scale := filmScale(o)
	frame := layout.OfPixels(image.Rect(0, 0, o.Width, o.Height), scale)
	f.Width, f.Height = frame.W, frame.H
	fonts, err := draw.NewFonts(scale)
	if err != nil {
		return err
	}
	big, err := draw.NewLetters(scale, min(titleScale, picture.MostScale/scale))
	if err != nil {
		return err
	}
	f.Canvas, f.big = draw.NewCanvas(fonts, f.Theme, f.Words), draw.NewCanvas(big, f.Theme, f.Words)
	f.Deck.Turn(f.Session.Clients())
	f.divideFilm()
	f.arrangeFilm()
	for i := range f.Watch.Strips {
		f.Watch.Strips[i].Axis.EndBy(o.From + o.Length)
	}
	if plot := f.InSightPlot(); plot != nil {
		plot.Axis.EndBy(o.From + o.Length)
	}
	return nil
}

// The scale at which the smallest text is ten pixels high, and how much larger titles are than other texts.
const (
	legible    = 0.75
	titleScale = 2
)

// filmScale returns how many device pixels a point has in a film: one at 1280×720, and in films of the view Watch as many as in
// the window. The setting for text size scales it. Small films, which show less, get larger text so that it stays legible.
func filmScale(o *config.Film) float64 {
	scale := max(min(float64(o.Width)/picture.MinimumWidth, float64(o.Height)/picture.MinimumHeight), legible)
	if o.Watch {
		scale = picture.WatchScale(o.Width, o.Height)
	}
	if o.Watch && o.Portrait { // the worlds need what little width there is
		scale *= portraitText
	}
	scale = scale * float64(o.Config.Settings().Scale) / 100
	return min(max(scale, picture.LeastScale), picture.MostScale/titleScale)
}

// SettleDraws is how many draws a diagram needs until nothing in it moves any more.
const SettleDraws = 60

// arrangeFilm puts viewports and cards into their regions.
func (f *filmPicture) arrangeFilm() {
	if f.opt.Watch { // where the scenario's cuts have them now
		f.AB.Wipe.On = f.AB.On && f.opt.Wipe
		f.WatchCut()
		f.Watch.Numbers = f.opt.Numbers || f.Watch.Cut.Numbers
		if f.WatchPlan() != f.Regions.Watch.Plan || !f.Regions.Watching {
			f.divideFilm()
		}
		f.Deck.LayOut(&f.Regions, f.Deck.Choosable(&f.View))
		f.Frame.Selected = f.Deck.Chosen
		return
	}
	f.Deck.Turn(f.Session.Clients())
	f.Deck.LayOut(&f.Regions, f.Deck.Choosable(&f.View))
	f.Frame.Selected = f.Deck.Chosen
	f.onePane(&f.Deck, f.Regions.Worlds, f.Session)
}

// onePane gives the whole region to one viewport if the film shows one machine. If A and B have half of the picture each, that is
// the chosen client's: it shows the host, which is the truth, as outlines.
func (f *filmPicture) onePane(d *picture.Deck, region panel.Rect, s *session.Session) {
	machine := f.opt.Camera.Machine
	if f.opt.Watch {
		return
	}
	if !f.opt.Camera.One {
		if !f.AB.On || f.opt.Wipe {
			return
		}
		machine = f.Deck.Chosen
	}
	d.Chips = picture.Chips{}
	d.Panes = append(d.Panes[:0], picture.Pane{Machine: min(machine, s.Clients()), Rect: region})
}

// approachFilm advances to the film's first frame, the last part frame by frame, so that trails and time scales look as if the
// film had started earlier.
func (f *filmPicture) approachFilm(ctx context.Context) (err error) {
	begin := f.opt.From
	for near := false; !near && ctx.Err() == nil && err == nil; {
		near, err = f.comeNearer()
	}
	for step := film.At(0, 1, f.opt.FPS); time.Duration(f.Session.Now()) < begin && ctx.Err() == nil && err == nil; {
		err = f.filmTo(min(time.Duration(f.Session.Now())+step, begin))
	}
	f.start = netsim.Time(begin)
	if f.opt.Watch { // clocks are measured from the film's start
		for _, s := range f.sessions() {
			for n := 1; n <= s.Clients(); n++ {
				s.RestartRace(n)
			}
		}
	}
	if ctx.Err() != nil || err != nil {
		return err
	}
	err = f.filmTo(begin)
	if f.opt.Watch { // smooth movements end before the first frame
		for range SettleDraws {
			f.DrawWatch(f.Canvas)
		}
		f.Canvas.Reset()
	}
	for i := 0; i < SettleDraws && f.Regions.Time.H > 0; i++ {
		f.Tabs.Draw(&f.View, &f.AB, f.Canvas, f.Regions.Time)
	}
	f.Canvas.Reset()
	return err
}

// comeNearer advances up to a second towards the film's first frame, and reports whether the rest is to be done frame by frame.
func (f *filmPicture) comeNearer() (near bool, err error) {
	rest := f.opt.From - picture.ApproachBy - time.Duration(f.Session.Now())
	if rest <= 0 {
		return true, nil
	}
	return false, f.Line.Advance(min(rest, time.Second))
}

// filmTo advances to an instant and reads everything that a frame is drawn from.
func (f *filmPicture) filmTo(at time.Duration) error {
	if err := f.Line.Advance(at - time.Duration(f.Session.Now())); err != nil {
		return err
	}
	f.arrangeFilm()
	f.Read(f.AB.On) // the errors of A and B belong to the same frame, and so does the table below
	if err := f.MakeStills(func() bool { return true }); err != nil {
		return err
	}
	if f.AB.On {
		if err := f.AB.Sync(f.Session.Now()); err != nil {
			return err
		}
		f.AB.Read(&f.Picture)
		// The line starts in the middle, and is slow at the ends.
		turn := float64(f.Session.Now().Sub(f.start)%wipeTurn) / float64(wipeTurn)
		f.AB.Wipe.Share, f.AB.Wipe.Drag = float32(0.5+(0.5-wipeMargin)*math.Sin(2*math.Pi*turn)), panel.Nobody
		f.onePane(&f.AB.Deck, f.AB.Left.Worlds, f.AB.A.Session)
		f.readSides()
	}
	f.Race.Update(&f.View, &panel.Pointer{})
	return nil
}

// A wipe's line moves across and back in wipeTurn of virtual time, and keeps a margin at both ends of the viewport.
const (
	wipeTurn   = 8 * time.Second
	wipeMargin = 0.06 // share of a viewport's width
)

// readSides finds what A and B have that the other lacks.
func (f *filmPicture) readSides() {
	now := f.Session.Now()
	if f.sideAt > 0 && now.Sub(f.sideAt) < picture.TwinsEvery {
		return
	}
	f.sideAt = max(now, 1)
	f.said = picture.LinesTold(f.Words, f.AB.A.Session, f.Session)
	f.sides = picture.ItemsOfSides(f.Words, f.AB.A.Session, f.Session)
	if len(f.sides[0])+len(f.sides[1]) > 0 {
		f.differed = f.sides
	}
}
