package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsim"
)

type stepTable struct {
	Ends, View, Diagram, Layout, Figure string
	Speed                               float64
	Clocks, Points                      []string
	Covered, Heard                      bool
	Caption                             Words
	Question                            *questionTable
	Goal                                []needTable
}

type questionTable struct {
	Kind, Key, At, Of string
	Ask               Words
	Tolerance         float64
	Least, Most       *float64
	Log               bool
	Hides             []string
	Option            []optionTable
}

type optionTable struct {
	Text, Says Words
	Value      float64
}

type needTable struct {
	Figure      string
	Least, Most *float64
}

// A fault is what is wrong with one key of a file.
type fault struct {
	key string
	err error
}

func (f fault) Error() string { return f.err.Error() }

func faultf(key, format string, args ...any) error {
	return fault{key, fmt.Errorf(format, args...)}
}

// in says of what the key is one.
func in(at string, err error) error {
	if f, ok := errors.AsType[fault](err); ok {
		return fault{at + "." + f.key, f.err}
	}
	return err
}

// steps reads the steps over those of the scenario, which has their times.
func (c *contents) steps(l *Lesson) error {
	times := l.Worlds[0].Scenario.Steps
	for i := range c.Step {
		at := fmt.Sprintf("step[%d]", i+1)
		s, err := c.Step[i].step(l, times[i])
		if err != nil {
			return in(at, err)
		}
		l.Steps = append(l.Steps, s)
	}
	for i := range c.Step {
		q := c.Step[i].Question
		if q == nil {
			continue
		}
		asked, err := q.question(l, i)
		if err != nil {
			return in(fmt.Sprintf("step[%d].question", i+1), err)
		}
		l.Steps[i].Question, l.Steps[i].Waits = asked, true
	}
	return nil
}

func (t *stepTable) step(l *Lesson, time scenario.Step) (s Step, err error) {
	s = Step{At: time.At, Until: time.Until, Waits: t.Ends != "instant", Speed: cmp.Or(t.Speed, l.Speed),
		Beside: t.Layout == scenario.Beside || t.Layout == "" && len(l.Steps) > 0 && l.Steps[len(l.Steps)-1].Beside,
		View:   cmp.Or(t.View, "watch"), Diagram: t.Diagram, Points: t.Points, Caption: t.Caption, Figure: -1, Covered: t.Covered, Heard: t.Heard}
	switch {
	case s.Speed < 0.01 || s.Speed > 64:
		return s, faultf("speed", "speed: %v is outside 0.01..64", s.Speed)
	case s.Covered && t.Question == nil:
		return s, faultf("covered", "covered: the step asks nothing")
	case s.Beside && len(l.Worlds) < 2:
		return s, faultf("layout", "layout: %q compares two worlds, and the lesson has one", scenario.Beside)
	}
	for _, c := range []struct {
		key, value string
		allowed    []string
	}{{"ends", t.Ends, []string{"", "key", "instant"}}, {"view", s.View, []string{"watch", DiagramView}},
		{"diagram", t.Diagram, append(Diagrams(), "")}} {
		if err := oneOf(c.key, c.value, c.allowed); err != nil {
			return s, err
		}
	}
	pointables := []string{"host", "client", "thumbnails", "lanes", "chart", "controls", "clock", "caption", "figure"}
	for _, p := range t.Points {
		if err := oneOf("points", p, pointables); err != nil {
			return s, err
		}
	}
	for _, name := range t.Clocks {
		clock, err := algorithm(l.Worlds[0].Scenario, name)
		if err != nil {
			return s, faultf("clocks", "clocks: %w", err)
		}
		s.Clocks = append(s.Clocks, clock)
	}
	if err := l.checkText("caption", t.Caption); err != nil {
		return s, err
	}
	if t.Figure != "" {
		if s.Figure, err = l.named("figure", t.Figure); err != nil {
			return s, err
		}
	}
	return s, t.goal(l, &s, time.Solution)
}

// goal reads what is to be reached in the step.
func (t *stepTable) goal(l *Lesson, s *Step, solution []scenario.Event) error {
	if len(t.Goal) == 0 {
		return nil
	}
	if s.Until != 0 {
		return faultf("goal", "goal: only the last step, which has no end, has one")
	}
	s.Goal = &Goal{Solution: solution}
	for i, n := range t.Goal {
		at := fmt.Sprintf("goal[%d]", i+1)
		figure, err := l.named("figure", n.Figure)
		if err != nil {
			return in(at, err)
		}
		if n.Least == nil && n.Most == nil {
			return in(at, faultf("figure", "goal: %s has no range: least, most or both", n.Figure))
		}
		need := Need{figure, math.Inf(-1), math.Inf(1)}
		if n.Least != nil {
			need.Least = *n.Least
		}
		if n.Most != nil {
			need.Most = *n.Most
		}
		if need.Least > need.Most {
			return in(at, faultf("least", "least, most: %v..%v is not a range", need.Least, need.Most))
		}
		s.Goal.Needs = append(s.Goal.Needs, need)
	}
	if len(solution) == 0 {
		return faultf("goal", "solution: is missing (what reaches the goal, for the test of the lesson)")
	}
	return nil
}

// question reads what the i-th step asks.
func (t *questionTable) question(l *Lesson, i int) (q *Question, err error) {
	step := &l.Steps[i]
	q = &Question{Kind: t.Kind, Ask: t.Ask, Tolerance: t.Tolerance, Of: t.Of, Log: t.Log, Hides: t.Hides}
	if err := oneOf("kind", t.Kind, []string{Choice, Slider, Drag}); err != nil {
		return nil, err
	}
	if step.Until == 0 {
		return nil, faultf("kind", "question: the last step has no end at which it could be asked")
	}
	if err := l.checkText("ask", t.Ask); err != nil {
		return nil, err
	}
	if t.Ask[English] == "" {
		return nil, faultf("ask", "ask.en: is missing")
	}
	if q.Key, err = l.named("key", t.Key); err != nil {
		return nil, err
	}
	for _, name := range t.Hides {
		if err := oneOf("hides", name, []string{"controls", "caption", "lanes"}); err != nil {
			return nil, err
		}
	}
	if q.At = step.Last(); i+1 < len(l.Steps) { // when it has been seen what becomes of it
		q.At = l.Steps[i+1].Last()
	}
	if t.At != "" {
		d, err := time.ParseDuration(t.At)
		if q.At = netsim.Time(d); err != nil || q.At < step.Last() || d > l.Worlds[0].Scenario.Duration {
			return nil, faultf("at", "at: %q is outside %v..%v", t.At, time.Duration(step.Until), l.Worlds[0].Scenario.Duration)
		}
		q.At = max(q.At-1, step.Last())
	} else if q.At < step.Last() {
		q.At = netsim.Time(l.Worlds[0].Scenario.Duration)
	}
	return q, errors.Join(t.options(q), t.scale(q))
}

// options reads what can be chosen, and what guesses stand for.
func (t *questionTable) options(q *Question) error {
	const most = 4
	least := 1
	if q.Kind == Choice {
		least = 2
	}
	if n := len(t.Option); n < least || n > most {
		return faultf("option", "option: %d is outside %d..%d", n, least, most)
	}
	for i, o := range t.Option {
		at := fmt.Sprintf("option[%d]", i+1)
		if q.Kind == Choice && o.Text[English] == "" {
			return faultf(at+".text", "text.en: is missing")
		}
		if o.Says[English] == "" && q.Kind != Choice {
			return faultf(at+".says", "says.en: is missing (the misconception that a guess near the value comes from)")
		}
		if plainLength(o.Says[English]) > MaxCaption || plainLength(o.Text[English]) > 48 {
			return faultf(at+".says", "text, says: are longer than 48 and %d characters", MaxCaption)
		}
		if slices.ContainsFunc(q.Options, func(other Option) bool { return other.Value == o.Value }) {
			return faultf(at+".value", "value: %v stands for another option", o.Value)
		}
		q.Options = append(q.Options, Option{o.Text, o.Value, o.Says})
	}
	return nil
}

// scale reads the range of a slider, and the tolerance.
func (t *questionTable) scale(q *Question) error {
	switch lowest := 0.0; {
	case q.Kind == Choice && (t.Least != nil || t.Most != nil || t.Log):
		return faultf("least", "least, most, log: are for sliders and what is dragged")
	case q.Kind != Choice && (t.Least == nil || t.Most == nil || *t.Least >= *t.Most):
		return faultf("least", "least, most: are not a range")
	case q.Kind != Choice && t.Log && *t.Least <= 0:
		return faultf("least", "least: %v is not above 0, where a scale by powers begins", *t.Least)
	case t.Log && t.Tolerance <= 1:
		return faultf("tolerance", "tolerance: %v is no factor above 1", t.Tolerance)
	case t.Tolerance < lowest || t.Tolerance == lowest && q.Kind != Choice:
		return faultf("tolerance", "tolerance: %v is not above 0", t.Tolerance)
	case q.Kind == Drag:
		if err := oneOf("of", q.Of, []string{"shot", "error"}); err != nil {
			return err
		}
	}
	if q.Kind != Choice {
		q.Least, q.Most = *t.Least, *t.Most
	}
	return nil
}

// named returns the place of the figure that a key names.
func (l *Lesson) named(key, name string) (int, error) {
	i := slices.IndexFunc(l.Figures, func(f Figure) bool { return f.Name == name })
	if i >= 0 {
		return i, nil
	}
	names := texts.Names(l.Figures, func(f Figure) string { return f.Name })
	return 0, faultf(key, "%s: %q is not one of the lesson's figures (%s)", key, name, texts.Allowed(name, names))
}

// checkText refuses a text for people that is too long, is not there in English, or names what is no figure. What another language lacks is English there.
func (l *Lesson) checkText(key string, text Words) error {
	if len(text) == 0 {
		return nil
	}
	for _, language := range assets.Languages() {
		said := text[language]
		if said == "" && language != English {
			continue
		}
		if said == "" {
			return faultf(key, "%s.%s: is missing", key, language)
		}
		if n := plainLength(said); n > MaxCaption {
			return faultf(key+"."+language, "%s.%s: %d characters is outside 1..%d", key, language, n, MaxCaption)
		}
		for rest := said; strings.Contains(rest, "{"); {
			_, after, _ := strings.Cut(rest, "{")
			braced, left, _ := strings.Cut(after, "}")
			name, _ := sized(braced)
			if _, err := l.named(key+"."+language, name); err != nil {
				return err
			}
			rest = left
		}
	}
	return nil
}

func oneOf(key, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return faultf(key, "%s: %q is unknown (%s)", key, value, texts.Allowed(value, slices.DeleteFunc(slices.Clone(allowed), func(name string) bool { return name == "" })))
}
