package ui

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/config"
	"driftlab/lesson"
	"driftlab/scenario"
)

// lessons is what the window has of lessons: the list, and the strip of the one that runs.
type lessons struct {
	picker lessonPicker
	strip  lessonStrip
}

// startLesson begins a lesson, by its number, in one of its worlds.
func (a *App) startLesson(number, world int) {
	if l := lesson.Numbered(number); l != nil {
		a.openLesson(l, world)
	}
}

// openLesson begins a lesson in one of its worlds.
func (a *App) openLesson(l *lesson.Lesson, world int) {
	if part := a.course.now(); part != nil && part.Lesson != l {
		a.course = course{}
	}
	beside := a.worldsBeside() && l == a.Taught.Lesson
	a.lessons.picker.show(a, false)
	a.EndAB()
	var kept error
	if l.Number != lesson.NoNumber && a.opt.Config.Settings().Lesson != l.Name { // the list that load builds marks it
		kept = a.opt.Config.Change(func(s *config.Settings) { s.Lesson, s.Step = l.Name, 0 })
	}
	if err := a.Open(l.Worlds[world].Scenario, 0); err != nil {
		a.ShowOutcome("", err)
		return
	}
	a.Paused = false
	a.ShowOutcome("", kept)
	if beside {
		a.ShowOutcome("", a.besideSession())
	}
}

// worldsBeside reports whether two of the lesson's worlds are side by side.
func (a *App) worldsBeside() bool { return a.Taught.Lesson != nil && a.AB.On && !a.AB.Stored }

// toggleBeside opens another world of the lesson beside the one that is shown, from its begin, or puts it away.
func (a *App) toggleBeside() {
	s := &a.Taught
	if a.worldsBeside() {
		a.EndAB()
		return
	}
	world := s.World
	if world == 0 {
		world = 1 // the first is what the others are compared with
	}
	a.openLesson(s.Lesson, world)
	a.ShowOutcome("", a.besideSession())
}

// besideSession opens the world beside the session that its own is best compared with.
func (a *App) besideSession() error {
	l := a.Taught.Lesson
	return a.CompareWith(l.Worlds[l.Against(a.Taught.World)].Scenario, 0)
}

// endLesson goes back to the first scenario.
func (a *App) endLesson() {
	a.EndAB()
	a.course = course{}
	sc, err := scenario.Load("first")
	if err == nil {
		err = a.Open(sc, 0)
	}
	a.Speed, a.Paused = 1, false
	a.ShowOutcome("", err)
}

// nextLesson begins the lesson so many after the present one, going round at the ends.
func (a *App) nextLesson(step int) {
	all := lesson.All()
	n := len(all)
	a.startLesson(all[(slices.Index(all, a.Taught.Lesson)+step+n)%n].Number, 0)
}

// update acts on keys and on the list of lessons.
func (s *lessons) update(a *App) {
	s.picker.update(a)
	s.strip.refresh(a)
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
