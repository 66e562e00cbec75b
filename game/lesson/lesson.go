// Package lesson has the lessons: scenarios with a text about what is to be seen in them and the numbers
// that they must show.
//
// A lesson is one file, assets/lessons/NN-what.toml: a scenario file with a table [lesson] more. Its numbers
// are measured, by the functions of [Measures], from a session as it stands: a run without a window and the
// window while it runs do the same. docs/lessons.md tells how to write one.
package lesson

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/netsim"
)

// English is the language that all texts are there in.
const English = "en"

// Words are one text in several languages, by their names in ISO 639.
type Words map[string]string

// In returns the text in a language, or in English where it lacks that.
func (w Words) In(language string) string {
	if text := w[language]; text != "" {
		return text
	}
	return w[English]
}

// A Lesson is what one file has.
type Lesson struct {
	Name    string  // of its scenario: lesson-push of NN-push.toml
	Number  int     // its place in the course, from 0
	Source  string  // who wrote what it is about, and where
	Speed   float64 // virtual seconds a second that suit it
	Tab     string  // of the window, that shows it best; "" for none
	Title   Words
	Asks    Words // what it is about, without its answer; none of a lesson that says only what it teaches
	Teaches Words // in one sentence
	Watch   Words // where to look
	Try     Words // what to do oneself when it is over
	Worlds  []World
	Figures []Figure
	Steps   []Step // none of a lesson that its events tell alone
	Why     *Why   // of a symptom; nil of all others

	captions map[string]Words // by the English text, as sessions have it
	ran      atomic.Pointer[Outcome]
}

// Promise returns what somebody may read who has not done the lesson: what it asks, or what it teaches where that is all it says.
func (l *Lesson) Promise() Words {
	if len(l.Asks) > 0 {
		return l.Asks
	}
	return l.Teaches
}

// NoNumber is the number of a lesson that is none of the course's.
const NoNumber = -1

// A World is one of the experiments that a lesson compares.
type World struct {
	Name     string // "" where there is one only
	Title    Words
	Scenario *scenario.Scenario
}

// A Figure is a number that a lesson measures and the range in which it must be.
type Figure struct {
	Name        string // as captions have it in braces
	Label       Words  // what is measured
	Measure     Measure
	World       int  // in Lesson.Worlds; meaningless for a measure across all of them
	AnyWorld    bool // of the world that is shown; World is the one that stands for all in a whole run
	Client      int  // 0 for all
	Algorithm   int  // its place among its world's
	OfClock     bool // its file names that: it is about this clock
	Span        Span
	At          netsim.Time // when a whole run measures it; 0 for its end
	Least, Most float64     // in the measure's unit; infinite where any value will do, of a figure for captions only
}

// Ranged reports whether the figure must be in a range.
func (f *Figure) Ranged() bool { return !math.IsInf(f.Least, 0) }

// Across reports whether the figure is of all worlds and of whole runs only.
func (f *Figure) Across() bool { return f.Measure.across != nil }

// About reports whether a figure of the lesson is about a clock, by its place among the session's, on a client.
func (l *Lesson) About(client, algorithm int) bool {
	return slices.ContainsFunc(l.Figures, func(f Figure) bool {
		return f.OfClock && f.Algorithm == algorithm && (f.Client == 0 || f.Client == client)
	})
}

// Limits returns the errors in ms above which figures of the lesson count, the least first and each once.
func (l *Lesson) Limits() (all []float64) {
	for i := range l.Figures {
		if limit := l.Figures[i].Measure.limit; limit > 0 {
			all = append(all, limit)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Live reports whether the figure is measured in a session of the given world as that continues.
func (f *Figure) Live(world int) bool { return !f.Across() && (f.AnyWorld || f.World == world) }

// Text writes a value with its unit.
func (f *Figure) Text(v float64) string { return f.Measure.text(v, true) }

// Range writes the range with its unit.
func (f *Figure) Range() string {
	return f.Measure.text(f.Least, false) + " … " + f.Measure.text(f.Most, true)
}

// Against returns which world one of the worlds is best compared with: the first, and the first with the
// second.
func (l *Lesson) Against(world int) int {
	if world == 0 && len(l.Worlds) > 1 {
		return 1
	}
	return 0
}

// All returns the lessons in their order. They must not be changed.
func All() []*Lesson { return all() }

var all = sync.OnceValue(func() (list []*Lesson) {
	for _, name := range assets.LessonNames() {
		list = append(list, named()[name]())
	}
	return list
})

// named has what reads each lesson, once and not before it is asked for: a window opens with one, and to read all takes
// half a second in a page.
var named = sync.OnceValue(func() map[string]func() *Lesson {
	read := map[string]func() *Lesson{}
	for _, name := range append(assets.LessonNames(), assets.SymptomNames()...) {
		read[name] = sync.OnceValue(func() *Lesson {
			l, err := embedded(name)
			if err != nil {
				panic(err) // the files are embedded, and a test reads them all
			}
			return l
		})
	}
	return read
})

// embedded reads the lesson of a name.
func embedded(name string) (*Lesson, error) {
	_, file, text, err := assets.Named(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, file, text)
}

// Open reads a lesson of a person's own from a file.
func Open(path string) (*Lesson, error) {
	src, err := files.Read(path, maxOwn)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, fmt.Errorf("lesson %q: %w", path, err)
	}
	base := filepath.Base(path)
	return Parse(strings.TrimSuffix(base, filepath.Ext(base)), path, string(src))
}

// maxOwn bounds a person's own lesson, in bytes. Those of the course have 5,000 to 20,000.
const maxOwn = 1 << 20

// Named returns the lesson of a name, whichever it had before too, or nil.
func Named(name string) *Lesson {
	if read := named()[cmp.Or(assets.LessonsBefore[name], name)]; read != nil {
		return read()
	}
	return nil
}

// Numbered returns the lesson of a number, or nil.
func Numbered(number int) *Lesson {
	for _, name := range assets.LessonNames() {
		if l := named()[name](); l.Number == number {
			return l
		}
	}
	return nil
}

// Find returns the lesson that a person names by its number or its name, with lesson- before it or without.
func Find(which string) (*Lesson, error) {
	// Lessons are numbered from 0 on.
	last := len(assets.LessonNames()) - 1
	if n, err := strconv.Atoi(which); err == nil { // before the names: another lesson was once called lesson-10
		if l := Numbered(n); l != nil {
			return l, nil
		}
		return nil, fmt.Errorf("%s is outside 0..%d", which, last)
	}
	for _, name := range []string{which, "lesson-" + which} {
		if l := Named(name); l != nil {
			return l, nil
		}
	}
	return nil, fmt.Errorf("%q is unknown (0..%d, or %s)", which, last, texts.Allowed(which, assets.LessonNames()))
}

// Of returns the lesson that a scenario is of, and which of its worlds it is; nil for none. What was
// recorded in a lesson is of it too, but for a lesson that has got steps since. A person's own lesson, nil for none, is
// looked at first.
func Of(sc *scenario.Scenario, own *Lesson) (l *Lesson, world int) {
	if own != nil {
		for i := range own.Worlds {
			if own.Worlds[i].Scenario.Name == sc.Name {
				return own, i
			}
		}
	}
	name, part, _ := strings.Cut(sc.Name, "/")
	l = Named(name)
	if l == nil || l.Name != name && len(l.Steps) > 0 {
		return nil, 0
	}
	if i := slices.IndexFunc(l.Worlds, func(w World) bool { return w.Name == part }); i >= 0 {
		return l, i
	}
	return nil, 0
}
