package lesson

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game/session"
)

// ErrStopped is what [Lesson.Run] returns when it was stopped.
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

// Translate returns a title or a caption of one of the program's scenarios or lessons in a language; what it
// does not know as it is.
func Translate(text, language string) string {
	if language == English {
		return text // as it is known by: all files need not be read
	}
	if words, ok := translations()[text]; ok {
		return words.In(language)
	}
	return text
}

// translations are all titles and captions that are there in several languages, by the English.
var translations = sync.OnceValue(func() map[string]Words {
	known := map[string]Words{}
	for _, l := range slices.Concat(All(), Symptoms()) {
		known[l.Title[English]] = l.Title
		maps.Copy(known, l.captions)
	}
	for _, name := range assets.ScenarioNames() {
		text, err := assets.Scenario(name)
		if err != nil || !strings.Contains(text, ".en =") {
			continue
		}
		var c contents
		if _, err := toml.Decode(text, &c); err != nil {
			panic(err) // it is embedded, and a test reads it
		}
		known[c.Title[English]] = c.Title
		events := c.Event
		for _, w := range c.World {
			known[w.Title[English]] = w.Title
			events = append(events, w.Event...)
		}
		for _, ev := range events {
			known[ev.Caption[English]] = ev.Caption
		}
	}
	return known
})
