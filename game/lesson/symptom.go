package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsim"
)

// A Why is what a symptom has more than a lesson: its worlds are always [Fault] and [Mend], and its figures are one
// number, measured in the one and in the other.
type Why struct {
	Lesson  string      // that explains it, by its name
	Client  int         // whose screen shows it, from 1
	From    netsim.Time // where the part begins that shows it, [SymptomFilm] long
	Caption Words       // one sentence about them
}

// The worlds of a symptom, and the places of its number among the figures: what is wrong, and what it is with that mended.
const (
	Fault = iota
	Mend
)

// SymptomFilm is how long a film of a symptom is without its end picture.
const SymptomFilm = 10 * time.Second

// maxCaption is the most words in a symptom's sentence: it is read while a film runs.
const maxCaption = 25

type whyTable struct {
	Lesson, From string
	Client       int
	Caption      Words
}

// Symptoms returns the symptoms, in the order of the lessons that explain them, and by their names. They must not be changed.
func Symptoms() []*Lesson { return symptoms() }

var symptoms = sync.OnceValue(func() (list []*Lesson) {
	order := assets.LessonNames()
	for _, name := range assets.SymptomNames() {
		list = append(list, named()[name]())
	}
	slices.SortStableFunc(list, func(a, b *Lesson) int {
		return cmp.Compare(slices.Index(order, a.Why.Lesson), slices.Index(order, b.Why.Lesson))
	})
	return list
})

// FindSymptom returns the symptom that a person names, with why- before it or without.
func FindSymptom(which string) (*Lesson, error) {
	name := strings.TrimPrefix(which, assets.SymptomPrefix)
	all := texts.Names(assets.SymptomNames(), func(n string) string { return strings.TrimPrefix(n, assets.SymptomPrefix) })
	if !slices.Contains(all, name) {
		return nil, fmt.Errorf("%q is unknown (%s)", texts.Line(which), texts.Allowed(name, all))
	}
	return Named(assets.SymptomPrefix + name), nil
}

// SymptomOf returns the symptom whose fault and mend two scenarios are, with the settings of its file and nothing done since;
// nil if they aren't.
func SymptomOf(fault, mend *scenario.Scenario) *Lesson {
	l, _ := Of(fault, nil)
	if l == nil || l.Why == nil {
		return nil
	}
	for i, sc := range []*scenario.Scenario{fault, mend} {
		own := l.Worlds[i].Scenario
		if sc.Name != own.Name || sc.Clients != own.Clients || len(sc.Events) != len(own.Events) || len(sc.Keyframes) != len(own.Keyframes) ||
			len(sc.Begin().Differences(own.Begin())) > 0 {
			return nil
		}
	}
	return l
}

// Symptom returns the name by which a person asks for a symptom, without why- before it.
func (l *Lesson) Symptom() string { return strings.TrimPrefix(l.Name, assets.SymptomPrefix) }

// why reads what makes a lesson a symptom.
func (t *whyTable) why(l *Lesson) error {
	w := &Why{Lesson: t.Lesson, Client: t.Client, Caption: t.Caption}
	names := texts.Names(l.Worlds, func(w World) string { return w.Name })
	if !slices.Equal(names, []string{"fault", "mend"}) {
		return faultf("world", "a symptom has two, fault and then mend, and this one has %d: %s", len(names), strings.Join(names, ", "))
	}
	if len(l.Steps) > 0 {
		return faultf("step[1]", "a symptom has none")
	}
	if !slices.Contains(assets.LessonNames(), w.Lesson) {
		return faultf("why.lesson", "%q is unknown (%s)", w.Lesson, texts.Allowed(w.Lesson, assets.LessonNames()))
	}
	if most := l.Worlds[Fault].Scenario.Clients; w.Client < 1 || w.Client > most {
		return faultf("why.client", "%d is outside 1..%d", w.Client, most)
	}
	end := l.Worlds[Fault].Scenario.Duration
	from, err := time.ParseDuration(t.From)
	if err != nil || from < 0 || from >= end {
		return faultf("why.from", "%q is not an instant before the end, at %v", t.From, end)
	}
	w.From = netsim.Time(from)
	for language, text := range w.Caption {
		if n := len(strings.Fields(text)); n > maxCaption {
			return faultf("why.caption", "the text in %q has %d words, at most %d", language, n, maxCaption)
		}
	}
	if w.Caption[English] == "" {
		return faultf("why.caption", "is missing")
	}
	l.Why = w
	return l.oneNumber()
}

// oneNumber checks that a symptom's figures are the same number in both worlds, and tell these apart.
func (l *Lesson) oneNumber() error {
	if n := len(l.Figures); n != 2 {
		return faultf("lesson.figure", "a symptom has two, its number in fault and in mend, and this one has %d", n)
	}
	f, m := &l.Figures[Fault], &l.Figures[Mend]
	for i, figure := range []*Figure{f, m} {
		at := fmt.Sprintf("lesson.figure[%d]", i+1)
		switch {
		case figure.World != i || figure.AnyWorld:
			return faultf(at+".world", "the symptom's figure %d is of %s", i+1, l.Worlds[i].Name)
		case !figure.Ranged():
			return faultf(at, "least, most: are missing")
		case figure.At != 0:
			return faultf(at+".at", "a symptom's number is measured at the end")
		case figure.Measure.Name != f.Measure.Name || figure.Across():
			return faultf(at+".measure", "both figures have the same, of one world")
		}
	}
	if f.Least <= m.Most && m.Least <= f.Most {
		return faultf("lesson.figure[2]", "least, most: %s overlaps the fault's %s", m.Range(), f.Range())
	}
	return nil
}
