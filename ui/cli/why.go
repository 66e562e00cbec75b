package cli

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/session"
)

// whyFlag adds -why to a command, with what it does with the symptom.
func (f *Flags) whyFlag(name *string, does string) {
	f.set.StringVar(name, "why", "", does+" the symptom of this `NAME`, its fault beside its mend; an empty name lists all (docs/why.md)")
}

// symptom returns the symptom that -why names, nil without that flag. An empty name lists all, and returns flag.ErrHelp as a
// help text does. without are the command's flags that can't be combined with it, beside those that open something else.
func (f *Flags) symptom(name string, without ...string) (*lesson.Lesson, error) {
	if !f.given("why") {
		return nil, nil
	}
	for _, other := range append(without, "scenario", "replay", "open", "a", "b", "lesson") {
		if f.given(other) {
			return nil, usagef("-why: cannot be combined with -%s", other)
		}
	}
	if name == "" {
		t := tabwriter.NewWriter(f.env.Out, 0, 0, 2, ' ', 0)
		for _, l := range lesson.Symptoms() {
			fmt.Fprintf(t, "%s\t%s\n", l.Symptom(), l.Title.In(lesson.English))
		}
		t.Flush()
		return nil, flag.ErrHelp
	}
	l, err := lesson.FindSymptom(name)
	if err != nil {
		return nil, usagef("-why: %w", err)
	}
	return l, nil
}

// runSymptom plays a symptom's fault and its mend, and prints what it is, its number in both, and their tables.
func (f *Flags) runSymptom(l *lesson.Lesson, env Env) error {
	var tables, numbers bytes.Buffer
	t := tabwriter.NewWriter(&numbers, 0, 0, 2, ' ', 0)
	for i, w := range l.Worlds {
		s, err := f.played(l, i, env)
		if err != nil {
			return err
		}
		figure := &l.Figures[i]
		var r lesson.Reading
		r.Value, r.OK = figure.Of(s)
		fmt.Fprintf(t, "  %s\t%s\t%s\t(%s)\n", w.Name, w.Title.In(lesson.English), figure.Shown(r), figure.Range())
		fmt.Fprintf(&tables, "\n%s: %s\n\n", w.Name, w.Title.In(lesson.English))
		clockTable(&tables, s, true)
		fmt.Fprintln(&tables)
		gameTable(&tables, s)
		s.Close()
	}
	t.Flush()
	explains := lesson.Named(l.Why.Lesson)
	fmt.Fprintf(env.Out, "%s\n\n%s\n\nLook at: %s\n%s\nWhat to do: %s\nLesson %d, %s: driftlab -lesson %d\nThe film: driftlab record -why %s\n",
		l.Title.In(lesson.English), l.Teaches.In(lesson.English), l.Figures[lesson.Fault].Label.In(lesson.English), &numbers,
		l.Try.In(lesson.English), explains.Number, explains.Title.In(lesson.English), explains.Number, l.Symptom())
	_, err := io.Copy(env.Out, &tables)
	return err
}

// played returns the session of one of a lesson's worlds at its end.
func (f *Flags) played(l *lesson.Lesson, world int, env Env) (*session.Session, error) {
	sc, err := f.world(l, world)
	if err != nil {
		return nil, Usage{err}
	}
	carrier, err := f.NewCarrier()
	if err != nil {
		return nil, err
	}
	s, err := session.New(sc, session.Options{Carrier: carrier, Stop: env.asked})
	if err != nil {
		return nil, err
	}
	if err := advance(s, sc.Duration, env, func() error { return nil }); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// filmSymptom has the film show the ten seconds of a symptom that its file names, unless flags say what else.
func (r *filmAsked) filmSymptom(l *lesson.Lesson) {
	if l == nil {
		return
	}
	if !r.f.given("from") {
		r.From = time.Duration(l.Why.From)
	}
	if !r.f.given("duration") {
		r.f.duration, r.ownLength = lesson.SymptomFilm, true
	}
	if !r.f.given("client") {
		r.Client = l.Why.Client
	}
	if !r.f.given("title") {
		r.Title = l.Title.In(r.Config.Settings().Language)
	}
}
