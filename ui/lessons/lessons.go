// Package lessons has what the window does with lessons: the list of them, the strip, the player that tells one step by step,
// and the way through the course. It is given a picture, its way through time and a small window.
package lessons

import (
	"slices"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/ui/blind"
	"driftlab/ui/config"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
)

// A Room is the lessons in the window: the list, the strip of the one that runs, the player that tells it step by step, and the way
// through the course.
type Room struct {
	picture *picture.Picture
	lines   *notice.Lines
	travel  *travel.Travel
	opt     *config.Window
	blind   *blind.Room
	window  Window
	pointer *panel.Pointer // as it was in this update

	Player  player
	Course  course
	Picker  lessonPicker
	strip   lessonStrip
	watched watchedFile
}

// A Window is what the room asks of who holds it.
type Window interface {
	Open(sc *scenario.Scenario, known time.Duration) error // shows another session, and runs it up to known at once
	Shows() string                                         // the view that the window shows
	ShowWatch()                                            // shows the view in which lessons tell and ask
	Caption() (text string, col palette.Color)
	OfferFilm(from, to time.Duration) // opens what makes a film of that part
	OfferSound()                      // shows a person who has the sound off where to turn it on
	Root() *widgets.Root
	Rebuild() // has the widgets rebuilt before the next frame
}

// New returns a room in which no lesson has begun.
func New(p *picture.Picture, lines *notice.Lines, travel *travel.Travel, opt *config.Window, blind *blind.Room, window Window) *Room {
	return &Room{picture: p, lines: lines, travel: travel, opt: opt, blind: blind, window: window, pointer: &panel.Pointer{}, Player: newPlayer()}
}

// Build makes the strip and the list for the present scale and language.
func (rm *Room) Build(theme *widgets.Theme) {
	rm.strip.build(rm, theme)
	rm.Picker.build(rm, theme)
}

// Update acts on the pointer over the list, and reads a person's own lesson again where it was written.
func (rm *Room) Update(p *panel.Pointer) {
	rm.pointer = p
	rm.Picker.update(rm)
	rm.strip.refresh(rm)
	rm.watched.update(rm)
}

// BeginDraw forgets what can be pressed in the open step, as it was drawn last.
func (rm *Room) BeginDraw() { rm.Player.Spots = rm.Player.Spots[:0] }

// Answer returns what was answered to the question of a step last.
func (rm *Room) Answer(step int) (guess scenario.Guess, ok bool) {
	if a := rm.Player.answer(step); a != nil {
		return a.Guess, true
	}
	return scenario.Guess{}, false
}

// Start begins a lesson, by its number, in one of its worlds, with the layout and the client that it is about. Where a person has
// changed what it takes the place of, it says how to come back.
func (rm *Room) Start(number, world int) { rm.begin(func() { rm.turnTo(number, world) }) }

// begin does what opens another session.
func (rm *Room) begin(open func()) {
	before, script := rm.picture.Line, rm.picture.Line.Script()
	open()
	changed := slices.ContainsFunc(script, func(ev scenario.Event) bool { return ev.Guess == nil })
	switch {
	case !changed || rm.picture.Line == before:
	case rm.picture.Regions.Phone:
		rm.lines.ShowNotice(rm.picture.Words.T("lesson.kept-phone"))
	default:
		rm.lines.ShowNotice(rm.picture.Words.T("lesson.kept"))
	}
}

// turnTo begins a lesson that follows on another, whose settings were changed because it asked for that.
func (rm *Room) turnTo(number, world int) {
	if l := lesson.Numbered(number); l != nil {
		rm.Open(l, world)
		rm.picture.Unchoose()
	}
}

// Open begins a lesson in one of its worlds.
func (rm *Room) Open(l *lesson.Lesson, world int) {
	another := l != rm.picture.Taught.Lesson
	beside := rm.Beside() && !another
	rm.Picker.show(rm, false)
	rm.travel.EndAB()
	var kept error
	if l.Number != lesson.NoNumber && rm.opt.Config.Settings().Lesson != l.Name { // the list that load builds marks it
		kept = rm.opt.Config.Change(func(s *config.Settings) { s.Lesson, s.Step = l.Name, 0 })
	}
	if err := rm.window.Open(l.Worlds[world].Scenario, 0); err != nil {
		rm.lines.ShowError(err)
		return
	}
	if part := rm.Course.now(); part != nil && part.Lesson != l {
		rm.Course = course{}
	}
	if rm.picture.Paused = false; another && len(l.Steps) > 0 {
		rm.window.ShowWatch()
	}
	rm.lines.ShowOutcome("", kept)
	if beside {
		rm.lines.ShowOutcome("", rm.besideSession())
	}
}

// Beside reports whether two of the lesson's worlds are side by side.
func (rm *Room) Beside() bool {
	return rm.picture.Taught.Lesson != nil && rm.picture.AB.On && !rm.picture.AB.Stored
}

// ToggleBeside opens another world of the lesson beside the one that is shown, from its start, or puts it away.
func (rm *Room) ToggleBeside() {
	s := &rm.picture.Taught
	if rm.Beside() {
		rm.travel.EndAB()
		return
	}
	world := s.World
	if world == 0 {
		world = 1 // the first is what the others are compared with
	}
	rm.Open(s.Lesson, world)
	rm.lines.ShowOutcome("", rm.besideSession())
}

// besideSession opens the world beside the session that its own is best compared with.
func (rm *Room) besideSession() error {
	l := rm.picture.Taught.Lesson
	return rm.travel.CompareWith(l.Worlds[l.Against(rm.picture.Taught.World)].Scenario, 0)
}

// End goes back to the scenario that the program opens first.
func (rm *Room) End() {
	rm.travel.EndAB()
	sc, err := scenario.Load(scenario.Opening)
	if err == nil {
		err = rm.window.Open(sc, 0)
	}
	rm.Course = course{}
	rm.picture.Speed, rm.picture.Paused = 1, false
	rm.lines.ShowOutcome("", err)
}

// Next goes forward by a number of lessons, wrapping at the ends.
func (rm *Room) Next(step int) {
	if rm.picture.Taught.Lesson.Why != nil {
		rm.nextSymptom(step)
		return
	}
	all := lesson.All()
	n := len(all)
	rm.turnTo(all[(slices.Index(all, rm.picture.Taught.Lesson)+step+n)%n].Number, 0)
}
