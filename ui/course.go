package ui

import (
	"driftlab/config"
	"driftlab/lesson"
	"driftlab/ui/panel"
)

// course is where a person is on the way of a playlist.
type course struct {
	list *lesson.Playlist // nil where lessons are opened one by one
	part int
}

// now returns the part that is told, nil for none.
func (c *course) now() *lesson.Part {
	if c.list == nil {
		return nil
	}
	return &c.list.Parts[c.part]
}

// enter goes on to the part after this one where the lesson has come to it by itself.
func (c *course) enter(l *lesson.Lesson, step int) {
	if part := c.now(); part != nil && step > part.Last && c.part+1 < len(c.list.Parts) {
		if next := &c.list.Parts[c.part+1]; next.Lesson == l && step >= next.First {
			c.part++
		}
	}
}

// startPlaylist begins a way through lessons.
func (a *App) startPlaylist(p *lesson.Playlist) { a.startPart(p, 0) }

// startPart goes to a part of a playlist. Of the lesson that is told already the session goes on, with its answers.
func (a *App) startPart(p *lesson.Playlist, part int) {
	to := &p.Parts[part]
	if a.Taught.Lesson != to.Lesson || a.course.list != p {
		a.startLesson(to.Lesson.Number, 0)
	}
	a.course = course{p, part}
	a.player.released, a.player.summary = panel.Nobody, false
	a.Seek(to.Lesson.Steps[to.First].At)
	a.stale = true // the strip names the part
}

// nextPart goes on to the part after this one, or says that it was the last.
func (a *App) nextPart() {
	if c := &a.course; c.part+1 < len(c.list.Parts) {
		a.startPart(c.list, c.part+1)
		return
	}
	a.ShowNotice(a.Words.F("lesson.playlist-over", a.course.list.Title.In(a.Words.Name())))
}

// lastPart goes back to the part before this one.
func (a *App) lastPart() {
	if a.course.part > 0 {
		a.startPart(a.course.list, a.course.part-1)
	}
}

// turnLesson goes to the part, or the lesson, so many after the present one.
func (a *App) turnLesson(by int) {
	switch {
	case a.course.list == nil:
		a.nextLesson(by)
	case by > 0:
		a.nextPart()
	default:
		a.lastPart()
	}
}

// followingLesson goes on to the lesson after this one, or says that it was the last.
func (a *App) followingLesson() {
	if all := lesson.All(); a.Taught.Lesson == all[len(all)-1] || a.Taught.Lesson.Number == lesson.NoNumber {
		a.ShowNotice(a.Words.T("lesson.course-over"))
		return
	}
	a.nextLesson(1)
}

// markStep keeps which step a person is at, to go on there another time.
func (a *App) markStep(step int) {
	s, name := a.opt.Config.Settings(), a.Taught.Lesson.Name
	if a.course.list != nil || a.Taught.Lesson.Number == lesson.NoNumber || s.Lesson == name && s.Step == step+1 {
		return
	}
	a.ShowError(a.opt.Config.Change(func(s *config.Settings) { s.Lesson, s.Step = name, step+1 }))
}

// markDone keeps that a lesson's end was reached.
func (a *App) markDone() {
	if name := a.Taught.Lesson.Name; a.Taught.Lesson.Number != lesson.NoNumber && !a.opt.Config.Settings().HasDone(name) {
		a.ShowError(a.opt.Config.Change(func(s *config.Settings) { s.MarkDone(name) }))
	}
}

// goOnWithCourse opens the lesson and the step that a person was at last.
func (a *App) goOnWithCourse() {
	s := a.opt.Config.Settings()
	l := lesson.Named(s.Lesson)
	if l == nil {
		return
	}
	step := min(max(s.Step, 1), max(len(l.Steps), 1)) - 1
	a.startLesson(l.Number, 0)
	if step > 0 {
		a.Seek(l.Steps[step].At)
	}
}
