package lessons

import (
	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

// course is where a person is on the way of a playlist.
type course struct {
	List *lesson.Playlist // nil where lessons are opened one by one
	Part int
}

// now returns the part that is open, nil for none.
func (c *course) now() *lesson.Part {
	if c.List == nil {
		return nil
	}
	return &c.List.Parts[c.Part]
}

// enter moves on to the part after this one where the lesson has come to it by itself.
func (c *course) enter(l *lesson.Lesson, step int) {
	if part := c.now(); part != nil && step > part.Last && c.Part+1 < len(c.List.Parts) {
		if next := &c.List.Parts[c.Part+1]; next.Lesson == l && step >= next.First {
			c.Part++
		}
	}
}

// StartPlaylist begins a way through lessons.
func (rm *Room) StartPlaylist(p *lesson.Playlist) { rm.startPart(p, 0) }

// startPart goes to a part of a playlist. If its lesson is open already, the session continues, with its answers.
func (rm *Room) startPart(p *lesson.Playlist, part int) {
	to := &p.Parts[part]
	if rm.picture.Taught.Lesson != to.Lesson || rm.Course.List != p {
		begin := rm.Start
		if rm.Course.List == p {
			begin = rm.turnTo
		}
		begin(to.Lesson.Number, 0)
	}
	rm.Resume(p, part)
	rm.Player.released, rm.Player.Summary = panel.Nobody, false
	rm.travel.Seek(to.Lesson.Steps[to.First].At)
}

// Resume makes the lesson that is shown a part of a playlist, nil for none.
func (rm *Room) Resume(p *lesson.Playlist, part int) {
	rm.Course = course{p, part}
	rm.window.Rebuild() // the strip names the part
}

// nextPart moves on to the part after this one, or says that it was the last.
func (rm *Room) nextPart() {
	if c := &rm.Course; c.Part+1 < len(c.List.Parts) {
		rm.startPart(c.List, c.Part+1)
		return
	}
	rm.lines.ShowNotice(rm.picture.Words.F("lesson.playlist-over", rm.Course.List.Title.In(rm.picture.Words.Name())))
}

// lastPart goes back to the part before this one.
func (rm *Room) lastPart() {
	if rm.Course.Part > 0 {
		rm.startPart(rm.Course.List, rm.Course.Part-1)
	}
}

// Turn goes forward by a number of parts, or lessons.
func (rm *Room) Turn(by int) {
	switch {
	case rm.Course.List == nil:
		rm.Next(by)
	case by > 0:
		rm.nextPart()
	default:
		rm.lastPart()
	}
}

// Following moves on to the lesson after this one, or says that it was the last.
func (rm *Room) Following() {
	if all := lesson.All(); rm.picture.Taught.Lesson == all[len(all)-1] || rm.picture.Taught.Lesson.Number == lesson.NoNumber {
		rm.lines.ShowNotice(rm.picture.Words.T("lesson.course-over"))
		return
	}
	rm.Next(1)
}

// markStep keeps which step a person is at, to continue there another time.
func (rm *Room) markStep(step int) {
	s, name := rm.opt.Config.Settings(), rm.picture.Taught.Lesson.Name
	if rm.Course.List != nil || rm.picture.Taught.Lesson.Number == lesson.NoNumber || s.Lesson == name && s.Step == step+1 {
		return
	}
	rm.lines.ShowError(rm.opt.Config.Change(func(s *config.Settings) { s.Lesson, s.Step = name, step+1 }))
}

// MarkDone keeps that a lesson's end was reached.
func (rm *Room) MarkDone() {
	if name := rm.picture.Taught.Lesson.Name; rm.picture.Taught.Lesson.Number != lesson.NoNumber && !rm.opt.Config.Settings().HasDone(name) {
		rm.lines.ShowError(rm.opt.Config.Change(func(s *config.Settings) { s.MarkDone(name) }))
	}
}

// GoOn opens the lesson and the step that a person was at last.
func (rm *Room) GoOn() {
	s := rm.opt.Config.Settings()
	l := lesson.Named(s.Lesson)
	if l == nil {
		return
	}
	step := min(max(s.Step, 1), max(len(l.Steps), 1)) - 1
	rm.Start(l.Number, 0)
	if step > 0 {
		rm.travel.Seek(l.Steps[step].At)
	}
}
