package lesson

import (
	"errors"
	"strings"

	"driftlab/session"
)

// ErrStopped is what [Lesson.Run] returns when it was told to give up.
var ErrStopped = errors.New("stopped")

// unmeasured stands for a figure that there is nothing to measure of yet.
const unmeasured = "…"

// Caption returns a session's caption in a language, with the figures as the session has them now in place
// of their names in braces. Of another world's figures, and of those across all worlds, it has the readings
// of a whole run, which may be nil.
func (l *Lesson) Caption(s *session.Session, world int, language string, whole []Reading) string {
	text := s.Caption()
	if words, ok := l.captions[text]; ok {
		text = words.In(language)
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		name, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			break
		}
		b.WriteString(l.shown(name, s, world, whole))
		text = after
	}
	return b.String()
}

// shown writes the figure of a name.
func (l *Lesson) shown(name string, s *session.Session, world int, whole []Reading) string {
	for i := range l.Figures {
		f := &l.Figures[i]
		if f.Name != name {
			continue
		}
		if r := l.Now(i, s, world, whole); r.OK {
			return f.Text(r.Value)
		}
	}
	return unmeasured
}

// Now returns what a figure is in a session of one of the lesson's worlds, or where the figure is of another
// world or across all, what it came to in a whole run, which may be nil.
func (l *Lesson) Now(figure int, s *session.Session, world int, whole []Reading) (r Reading) {
	f := &l.Figures[figure]
	switch {
	case f.Live(world):
		r.Value, r.OK = f.Of(s)
	case figure < len(whole):
		r = whole[figure]
	}
	return r
}
