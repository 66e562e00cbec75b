package cli

import (
	"cmp"
	"time"

	"driftlab/game/lesson"
)

// lessonAsked is the lesson, and the step of it, that the flags name.
type lessonAsked struct {
	which string
	step  int
}

// openStep is how much is shown of a step without an end.
const openStep = 10 * time.Second

// lessonFlags adds -lesson and -step to a command's flags, with what it does with them.
func (f *Flags) lessonFlags(does, withStep string) *lessonAsked {
	asked := new(lessonAsked)
	f.set.StringVar(&asked.which, "lesson", "", does+" the `LESSON` of this number, name or file")
	f.set.IntVar(&asked.step, "step", 0, "begin with this `STEP` of the lesson, from 1; "+withStep)
	return asked
}

// find returns the lesson and the step that are asked for, nil for none, and has the flags open the lesson.
func (asked *lessonAsked) find(f *Flags) (l *lesson.Lesson, step *lesson.Step, err error) {
	if f.given("lesson") {
		for _, name := range []string{"scenario", "replay", "open", "a", "b"} {
			if f.given(name) {
				return nil, nil, usagef("-lesson: cannot be combined with -%s", name)
			}
		}
		if l, err = findLesson(asked.which); err != nil {
			return nil, nil, err
		}
		f.scenario = cmp.Or(asked.file(), l.Name)
	}
	switch {
	case !f.given("step"):
		return l, nil, nil
	case l == nil:
		return nil, nil, usagef("-step: there is no -lesson")
	case asked.step < 1 || asked.step > len(l.Steps):
		return nil, nil, usagef("-step: %d is outside 1..%d", asked.step, len(l.Steps))
	}
	return l, &l.Steps[asked.step-1], nil
}

// file returns the path of the person's own lesson, "" for none.
func (asked *lessonAsked) file() string {
	if isLessonFile(asked.which) {
		return asked.which
	}
	return ""
}
