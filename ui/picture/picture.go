// Package picture puts panels together: those of one world, or of two that are compared. The window and a film have one
// [Picture] each; they decide where its panels are, and when they read again.
package picture

import (
	"time"

	"driftlab/game/lesson"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/game/timeline"
	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
	"driftlab/ui/words"
)

// A Picture is the panels of one world, or of two that are compared. The window or the film decides where the panels are, and
// when they read again.
type Picture struct {
	panel.View
	Theme   *palette.Theme
	Taught  Taught // the lesson, where it has got to
	Figures LessonFigures
	Regions Layout // where the panels are
	Canvas  *draw.Canvas
	Deck    Deck
	Tabs    TabPanel
	Race    *diagram.RaceTable
	Clients diagram.Numbers
	Others  diagram.Others
	More    diagram.More
	rows    []diagram.NumbersRow
	AB      Comparison // the other world, if there are two
	Watch   Watching
	Lanes   stage.Lanes
	Silent  bool    // it is of a film without captions
	Margin  float32 // how much further right the Watch view's worlds reach than everything else, in points
	Calls   int     // draw calls of the last frame, without the widgets'
}

// New returns a picture without a world, at playback speed 1.
func New() Picture {
	p := Picture{View: panel.View{World: &panel.World{}, Tips: &panel.Tips{}, Cursor: &panel.Cursor{}, Hover: &panel.Hover{}, Worth: 1, Speed: 1}, Deck: newDeck()}
	p.Watch.Strips = [2]diagram.ErrorStrip{diagram.NewErrorStrip(), diagram.NewErrorStrip()}
	for i := range p.Watch.Strips {
		p.Watch.Strips[i].Bare = true
	}
	p.Frame.Played = panel.Nobody
	p.Race = &diagram.RaceTable{}
	p.Tabs.Tabs = diagram.NewTabs(p.Race)
	p.Tabs.Open = diagram.FirstTab(p.Tabs.Tabs)
	return p
}

// OpenWorld begins a scenario at virtual time zero. It may belong to a person's own lesson.
func OpenWorld(opt timeline.Options, own *lesson.Lesson) (*panel.World, error) {
	tape := observe.NewTape(opt.Scenario.Clients)
	opt.Tape = tape
	line, err := timeline.New(opt)
	if err != nil {
		return nil, err
	}
	l, _ := lesson.Of(opt.Scenario, own)
	return &panel.World{Line: line, Session: line.Session(), Tape: tape, Lesson: l}, nil
}

// Show shows a world. What was read of the previous one stays until the new one is read.
func (p *Picture) Show(w *panel.World) {
	w.Frame = p.Frame
	p.Watch.Frozen.Forget()
	p.World, *p.Cursor, *p.Hover = w, panel.Cursor{}, panel.Hover{}
	p.Tabs.begin(p.Session.Scenario())
	p.ResumePlay()
	p.Deck.Begin(p.Session)
}

// ResumePlay gives the person at the keyboard the player that is played at the instant to which the window has
// jumped. Keys held there stay down until a person presses or releases one: looking is not acting.
func (p *Picture) ResumePlay() {
	p.Frame.Played = panel.Nobody
	if machine, ok := p.Session.Played(); ok {
		p.Frame.Played = machine
	}
}

// Read updates what is drawn to the world's present. exact is for a single picture, whose numbers are then of this instant.
func (p *Picture) Read(exact bool) {
	p.Frame.Read(p.Session, p.Deck.Machines, p.Speed, p.Paused || exact)
	p.Taught.read(p.Session, &p.Frame, &p.AB)
	p.Deck.Note(p.Session, &p.Frame)
	p.Deck.Follow(&p.Frame, &p.Regions, p.Session.Level())
}

// Wear gives the picture the colours and the language of the program's settings.
func (p *Picture) Wear(s config.Settings) error {
	if p.Theme = palette.Dark(); s.Theme == "light" {
		p.Theme = palette.Light()
	}
	var err error
	p.Words, err = words.In(s.Language)
	return err
}

// InSightPlot returns the plot of errors if it is in sight, else nil.
func (p *Picture) InSightPlot() *diagram.ErrorPlot {
	plot, ok := p.Tabs.Tabs[p.Tabs.Open].Tab.(*diagram.ErrorPlot)
	if !ok || p.Regions.Time.H <= 0 || p.Frame.Blind {
		return nil
	}
	return plot
}

// ChosenFacts returns the facts of a client, or of the last one if there are fewer.
func ChosenFacts(f *panel.Frame, client int) *session.Facts {
	return &f.Facts[min(client, len(f.Facts))-1]
}

// WorldTitle returns a lesson's name of a session's world.
func (p *Picture) WorldTitle(s *session.Session) string {
	l, world := lesson.Of(s.Scenario(), p.Taught.Own)
	if l == nil {
		return ""
	}
	return l.Worlds[world].Title.In(p.Words.Name())
}

// FarAway is where the pointer is in a film: over nothing.
const FarAway = -1 << 20

// ApproachBy is how long before an instant the picture follows frame by frame, so that it has the same trails
// and time scales as without a jump.
const ApproachBy = time.Second

// ReconnectTold is how long a film says that clients reconnect, if no caption says why their worlds go blank.
const ReconnectTold = 2 * time.Second

// Reconnected returns which clients the scenario has just reconnected, "" for none.
func Reconnected(lang *words.Language, s *session.Session) string {
	now, events := s.Now(), s.Scenario().Events
	for i := len(events) - 1; i >= 0; i-- {
		switch ev := &events[i]; {
		case ev.At > now:
		case now.Sub(ev.At) >= ReconnectTold:
			return ""
		case ev.Rejoin == scenario.AllClients:
			return capital(lang.T("event.rejoin-all")) + "."
		case ev.Rejoin > 0:
			return capital(lang.F("event.rejoin", ev.Rejoin)) + "."
		}
	}
	return ""
}
