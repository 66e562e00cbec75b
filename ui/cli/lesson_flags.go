package cli

import (
	"time"

	"driftlab/game/lesson"
)

// lessonAsked is a lesson, and a step of it, that are asked for.
type lessonAsked struct {
	which string
	step  int
}

// openStep is how much is shown of a step that has no end.
const openStep = 10 * time.Second

// lessonFlags adds -lesson and -step to a command's flags, and says what it does with them.
func (f *Flags) lessonFlags(does, withStep string) *lessonAsked {
	asked := new(lessonAsked)
	f.set.StringVar(&asked.which, "lesson", "", does+" the `LESSON` of this number, name or file")
	f.set.IntVar(&asked.step, "step", 0, "begin with this `STEP` of the lesson, from 1; "+withStep)
	return asked
}

// find returns the lesson, nil where none is asked for, and has the flags open it.
func (asked *lessonAsked) find(f *Flags) (*lesson.Lesson, error) {
	if !f.given("lesson") {
		return nil, nil
	}
	for _, name := range []string{"scenario", "replay", "open", "a", "b"} {
		if f.given(name) {
			return nil, usagef("-lesson: cannot be combined with -%s", name)
		}
	}
	l, err := findLesson(asked.which)
	if err == nil {
		f.scenario = l.Name
	}
	if own := asked.file(); own != "" {
		f.scenario = own
	}
	return l, err
}

// file returns the file of a person's own lesson, "" for none.
func (asked *lessonAsked) file() string {
	if isLessonFile(asked.which) {
		return asked.which
	}
	return ""
}

// stepOf returns the step of a lesson, nil where none is asked for.
func (asked *lessonAsked) stepOf(f *Flags, l *lesson.Lesson) (*lesson.Step, error) {
	if !f.given("step") {
		return nil, nil
	}
	if l == nil {
		return nil, usagef("-step: there is no -lesson")
	}
	if asked.step < 1 || asked.step > len(l.Steps) {
		return nil, usagef("-step: %d is outside 1..%d", asked.step, len(l.Steps))
	}
	return &l.Steps[asked.step-1], nil
}
