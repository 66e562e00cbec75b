package ui

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/config"
	"driftlab/lesson"
	"driftlab/scenario"
	"driftlab/session"
)

// lessons is what the window has of lessons: the list, and the strip of the one that runs.
type lessons struct {
	picker lessonPicker
	strip  lessonStrip
}

// taught is the lesson that a picture is of.
type taught struct {
	lesson   *lesson.Lesson // nil for none
	world    int
	readings []lesson.Reading // of its figures, as they are written
	ended    bool             // those of whole are among them
	whole    *wholeRun
	caption  captionText
}

// captionText is the caption with its figures, and what it was made for.
type captionText struct {
	of, language string
	over         bool
	text         string
}

// A wholeRun is a run of all worlds of a lesson without the window, which goes on beside it: it tells what
// the figures of the worlds come to that are not shown.
type wholeRun struct {
	done     atomic.Pointer[lesson.Outcome] // nil until it is over
	stopped  atomic.Bool
	finished chan struct{}
}

func newWholeRun(l *lesson.Lesson) *wholeRun {
	w := &wholeRun{finished: make(chan struct{})}
	go func() {
		defer close(w.finished)
		if out, err := l.Run(w.stopped.Load); err == nil {
			w.done.Store(out)
		}
	}()
	return w
}

// outcome returns what the run has come to, nil if it is not over.
func (w *wholeRun) outcome() *lesson.Outcome {
	if w == nil {
		return nil
	}
	return w.done.Load()
}

// readings are those of the figures.
func (w *wholeRun) readings() []lesson.Reading {
	if out := w.outcome(); out != nil {
		return out.Figures
	}
	return nil
}

// startLesson begins a lesson, by its number, in one of its worlds.
func (a *App) startLesson(number, world int) {
	l := lesson.Numbered(number)
	if l == nil {
		return
	}
	beside := a.worldsBeside() && l == a.taught.lesson
	a.lessons.picker.show(false)
	a.endAB()
	var kept error
	if a.opt.Config.Settings().Lesson != l.Name { // the list that load builds marks it
		kept = a.opt.Config.Change(func(s *config.Settings) { s.Lesson = l.Name })
	}
	if err := a.load(l.Worlds[world].Scenario); err != nil {
		a.say(err)
		return
	}
	a.paused = false
	a.say(kept)
	if beside {
		a.say(a.besideSession())
	}
}

// worldsBeside reports whether two of the lesson's worlds are side by side.
func (a *App) worldsBeside() bool { return a.taught.lesson != nil && a.ab.on && !a.ab.stored }

// toggleBeside opens another world of the lesson beside the one that is shown, from its begin, or puts it away.
func (a *App) toggleBeside() {
	s := &a.taught
	if a.worldsBeside() {
		a.endAB()
		return
	}
	world := s.world
	if world == 0 {
		world = 1 // the first is what the others are compared with
	}
	a.startLesson(s.lesson.Number, world)
	a.say(a.besideSession())
}

// besideSession opens the world beside the session that its own is best compared with.
func (a *App) besideSession() error {
	l := a.taught.lesson
	return a.compareWith(l.Worlds[l.Against(a.taught.world)].Scenario, 0)
}

// endLesson goes back to the first scenario.
func (a *App) endLesson() {
	a.endAB()
	sc, err := scenario.Load("first")
	if err == nil {
		err = a.load(sc)
	}
	a.speed, a.paused = 1, false
	a.say(err)
}

// nextLesson begins the lesson so many after the present one, going round at the ends.
func (a *App) nextLesson(step int) {
	all := lesson.All()
	n := len(all)
	a.startLesson(all[(slices.Index(all, a.taught.lesson)+step+n)%n].Number, 0)
}

// begin finds out which lesson a scenario is of, and reports whether it is another one. Wait is for a picture that is to
// be the same each time: what the figures of all worlds come to is known from the start.
func (s *taught) begin(sc *scenario.Scenario, wait bool) (another bool) {
	l, world := lesson.Of(sc)
	if another = l != s.lesson; another {
		if s.whole != nil {
			s.whole.stopped.Store(true)
			s.whole = nil
		}
		if l != nil {
			s.whole = newWholeRun(l)
			if wait {
				<-s.whole.finished
			}
		}
	}
	s.lesson, s.world, s.caption, s.readings, s.ended = l, world, captionText{}, nil, false
	if l != nil {
		s.readings = make([]lesson.Reading, len(l.Figures))
	}
	return another && l != nil
}

// update acts on keys and on the list of lessons.
func (s *lessons) update(a *App) {
	s.picker.update(a)
	s.strip.refresh(a)
}

// read measures the figures where that is due, and where what those of whole runs come to has become known.
func (s *taught) read(now *session.Session, due bool) {
	whole := s.whole.readings()
	if s.lesson == nil || !due && s.ended == (whole != nil) {
		return
	}
	s.ended = whole != nil
	s.readings = s.lesson.Readings(now, s.world, whole, s.readings[:0])
	s.caption.of = ""
}

// lessonKeys are the digits, which start the first lessons.
func lessonKeys() (keys []shortcut) {
	for i := range 9 {
		shown := ""
		if i == 0 {
			shown = "1 … 9"
		}
		keys = append(keys, shortcut{"lesson", shown, ebiten.Key1 + ebiten.Key(i), false, func(a *App) { a.startLesson(i+1, 0) }})
	}
	return keys
}

// captionText returns the session's caption in the picture's language and, in a lesson, with the measured
// figures. When a lesson is over it says what to try, but where nobody can try anything.
func (p *picture) captionText() string {
	s := &p.taught
	of, language := p.session.Caption(), p.words.Name()
	over := !p.unattended && s.lesson != nil && len(s.lesson.Steps) == 0 && time.Duration(p.session.Now()) >= p.session.Scenario().Duration
	c := &s.caption
	if c.of == of && c.language == language && c.over == over && of != "" {
		return c.text
	}
	*c = captionText{of: of, language: language, over: over}
	switch {
	case over:
		c.text = p.words.F("lesson.try", s.lesson.Try.In(language))
	case s.lesson != nil:
		c.text = p.words.Decimal(s.lesson.Caption(of, language, s.readings))
	default:
		c.text = lesson.Translate(of, language)
	}
	return c.text
}

// titleText returns the scenario's title in the picture's language.
func (p *picture) titleText() string {
	return lesson.Translate(p.session.Scenario().Title, p.words.Name())
}
