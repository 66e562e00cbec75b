package lesson

import (
	"errors"
	"math"
	"strings"

	"driftlab/game/session"
)

// ErrStopped is what [Lesson.Run] returns when it was told to give up.
var ErrStopped = errors.New("stopped")

// unmeasured stands for a figure that there is nothing to measure of yet.
const unmeasured = "…"

// Caption returns one of the lesson's captions in a language, with what its figures come to in place of their names in
// braces: the readings are those of [Lesson.Readings].
func (l *Lesson) Caption(text, language string, readings []Reading) string {
	if words, ok := l.captions[text]; ok {
		text = words.In(language)
	}
	return l.Filled(text, readings)
}

// Filled returns a text with what its figures come to. {|NAME|} is a figure without its sign, where the text says which way
// it is: 4.00 m behind.
func (l *Lesson) Filled(text string, readings []Reading) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		name, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			break
		}
		b.WriteString(l.shown(name, readings))
		text = after
	}
	return b.String()
}

// shown writes the figure of a name.
func (l *Lesson) shown(name string, readings []Reading) string {
	name, size := sized(name)
	for i := range l.Figures {
		f := &l.Figures[i]
		switch {
		case f.Name != name || i >= len(readings) || !readings[i].OK:
		case size:
			return strings.TrimPrefix(f.Text(math.Abs(readings[i].Value)), "+")
		default:
			return f.Text(readings[i].Value)
		}
	}
	return unmeasured
}

// sized returns the name of a figure that stands in braces, and whether its size alone is to be written, as |NAME|.
func sized(braced string) (name string, size bool) {
	if rest, ok := strings.CutPrefix(braced, "|"); ok {
		return strings.CutSuffix(rest, "|")
	}
	return braced, false
}

// Readings appends to dst what each figure of the lesson is in a session of one of its worlds, or where a figure is of
// another world or across all, what it came to in a whole run, which may be nil.
func (l *Lesson) Readings(s *session.Session, world int, whole, dst []Reading) []Reading {
	for i := range l.Figures {
		dst = append(dst, l.now(i, s, world, whole))
	}
	return dst
}

// Beside has the readings of one world be what they are now in a session of it, which is shown beside the one that they were
// taken in: what they came to in a whole run is of another instant.
func (l *Lesson) Beside(s *session.Session, world int, readings []Reading) {
	for i := range l.Figures {
		if f, r := &l.Figures[i], &readings[i]; !f.AnyWorld && f.Live(world) {
			r.Value, r.OK = f.Of(s)
		}
	}
}

// now returns what a figure is.
func (l *Lesson) now(figure int, s *session.Session, world int, whole []Reading) (r Reading) {
	f := &l.Figures[figure]
	switch {
	case f.Live(world):
		r.Value, r.OK = f.Of(s)
	case figure < len(whole):
		r = whole[figure]
	}
	return r
}
