package ui

import (
	"time"

	"driftlab/config"
	"driftlab/lesson"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/timeline"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// A picture is the panels of one world, or of two that are compared. The window and a film are made of it: each says
// where the panels are, and when they read anew.
type picture struct {
	view
	theme    *palette.Theme
	taught   taught
	figures  lessonFigures
	height   int // as width is
	layout   layout
	canvas   *draw.Canvas
	deck     deck
	cards    [viewports - 1]card
	hostCard card
	tabs     tabPanel
	race     raceTable
	ab       comparison
	watch    watching
	lanes    lanes
	calls    int // draw calls of the last frame, without the widgets'
}

// newPicture returns a picture of no world yet, whose time goes at its own speed.
func newPicture() picture {
	p := picture{view: view{world: &world{}, tips: &tips{}, cursor: &cursor{}, hover: &hover{}, worth: 1, speed: 1}, deck: newDeck()}
	p.watch.strips = [2]errorStrip{newErrorStrip(), newErrorStrip()}
	for i := range p.watch.strips {
		p.watch.strips[i].bare = true
	}
	p.frame.played = nobody
	p.tabs.tabs, p.tabs.open = newTabs(), firstTab
	return p
}

// openWorld begins a scenario at virtual time zero. It may be of a person's own lesson.
func openWorld(opt timeline.Options, own *lesson.Lesson) (*world, error) {
	tape := session.NewTape(opt.Scenario.Clients)
	opt.Tape = tape
	line, err := timeline.New(opt)
	if err != nil {
		return nil, err
	}
	l, _ := lesson.Of(opt.Scenario, own)
	return &world{line: line, session: line.Session(), tape: tape, lesson: l}, nil
}

// show makes a world the one that is shown. What was read of the one before is there until it is read.
func (p *picture) show(w *world) {
	w.frame = p.frame
	p.watch.frozen.forget()
	p.world, *p.cursor, *p.hover = w, cursor{}, hover{}
	for _, t := range p.tabs.tabs {
		t.begin()
	}
	p.resumePlay()
	p.deck.begin(p.session)
}

// resumePlay has the person at the keyboard play who is played at the instant to which the window has
// leapt. What is held down there stays so until another key is pressed or let go: to look is not to act.
func (p *picture) resumePlay() {
	p.frame.played = nobody
	if machine, ok := p.session.Played(); ok {
		p.frame.played = machine
	}
}

// read brings what is drawn up to the world's present. Exact is for a picture that is looked at by itself.
func (p *picture) read(exact bool) {
	p.frame.read(p.session, p.deck.machines, p.speed, p.paused || exact)
	p.taught.read(p.session, p.frame.fresh)
	p.deck.note(p.session, &p.frame)
	p.deck.follow(&p.frame, &p.layout, p.session.Level())
}

// wear makes the picture as the settings of the program say: its colours and language.
func (p *picture) wear(s config.Settings) error {
	if p.theme = palette.Dark(); s.Theme == "light" {
		p.theme = palette.Light()
	}
	var err error
	p.words, err = words.In(s.Language)
	return err
}

// drawCards draws the numbers of the host and of the page's clients.
func (p *picture) drawCards(c *draw.Canvas) {
	if r := p.layout.host; r.h > 0 {
		p.hostCard.drawHost(c, &p.frame, p.tips, p.deck.machines, r)
	}
	for i, r := range p.layout.cards {
		if at := p.deck.card + i + 1; r.h > 0 && at < len(p.deck.machines) {
			machine := p.deck.machines[at]
			p.cards[i].draw(c, &p.frame, p.tips, machine, r)
			if p.tips.under(r) {
				p.hover.next.client = machine
			} else if p.hover.client == machine {
				c.BoxOutline(r.x, r.y, r.w, r.h, 4*float32(p.scale), 1.5*float32(p.scale), c.Theme.Machine(machine).Color)
			}
		}
	}
}

// inSightPlot returns the plot of errors where it is in sight, nil where it is not.
func (p *picture) inSightPlot() *errorPlot {
	plot, ok := p.tabs.tabs[p.tabs.open].(*errorPlot)
	if !ok || p.layout.time.h <= 0 || p.frame.blind {
		return nil
	}
	return plot
}

// chosenFacts returns the facts of a client, or of the last one where there are fewer.
func chosenFacts(f *frame, client int) *session.Facts { return &f.held[min(client, len(f.held))-1] }

// worldTitle is what a lesson calls the world that a session is of.
func (p *picture) worldTitle(s *session.Session) string {
	l, world := lesson.Of(s.Scenario(), p.taught.own)
	if l == nil {
		return ""
	}
	return l.Worlds[world].Title.In(p.words.Name())
}

// farAway is where the pointer is in a film: over nothing.
const farAway = -1 << 20

// approachBy is how long before the picture the window begins to follow frame by frame, so that it has
// the trails and the time scales that it would have had.
const approachBy = time.Second
