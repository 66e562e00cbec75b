package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// contents are the parts of a file that package session does not read.
type contents struct {
	Title  Words
	Event  []event
	World  []worldTable
	Lesson lessonTable
	Step   []stepTable
	Why    *whyTable
}

type event struct{ Caption Words }

type worldTable struct {
	Name  string
	Title Words
	Event []event
}

type lessonTable struct {
	Source, Tab   string
	Speed         float64
	Asks, Teaches Words
	Watch, Try    Words
	Figure        []figureTable
}

type figureTable struct {
	Name, Measure, World, Algorithm string
	Client                          int
	After, Before, Every, At        string
	Least, Most                     *float64
	Decimals                        *int
	Label                           Words
}

// Parse reads the text of a lesson's file. name is that of its scenario, lesson-NN.
func Parse(name, path, src string) (*Lesson, error) {
	worlds, err := scenario.ParseWorlds(name, path, src)
	if err != nil {
		return nil, err
	}
	var c contents
	meta, err := toml.Decode(src, &c)
	if err != nil {
		return nil, fmt.Errorf("lesson %q: %w", path, err)
	}
	for _, key := range meta.Undecoded() {
		if key[0] == "lesson" || key[0] == "why" || key[0] == "step" && len(key) > 2 && (key[1] == "question" || key[1] == "goal") { // all else has been read before
			return nil, fmt.Errorf("lesson %q: unknown key %q", path, key)
		}
	}
	l, err := c.lesson(name, path, worlds)
	if bad, ok := errors.AsType[fault](err); ok {
		return nil, fmt.Errorf("lesson %q, line %d: %s: %w", path, lineOf(scenario.Lines(src), bad.key), bad.key, err)
	}
	if err != nil {
		return nil, fmt.Errorf("lesson %q: %w", path, err)
	}
	return l, nil
}

// lineOf returns where a key stands, or what it would stand in.
func lineOf(lines map[string]int, key string) int {
	for ; key != ""; key = key[:max(strings.LastIndexByte(key, '.'), 0)] {
		if n, ok := lines[key]; ok {
			return n
		}
	}
	return 1
}

func (c *contents) lesson(name, path string, worlds []*scenario.Scenario) (*Lesson, error) {
	t := &c.Lesson
	l := &Lesson{Name: name, Source: t.Source, Tab: t.Tab, Speed: t.Speed, Title: c.Title, Asks: t.Asks, Teaches: t.Teaches, Watch: t.Watch, Try: t.Try,
		captions: map[string]Words{}}
	var err error
	if l.Number, err = strconv.Atoi(assets.LessonNumber(path)); err != nil {
		l.Number = NoNumber // a file of somebody's own
	}
	l.Speed = cmp.Or(l.Speed, 1)
	if l.Speed < 0.125 || l.Speed > 64 {
		return nil, fmt.Errorf("lesson.speed: %v is outside 0.125..64", l.Speed)
	}
	for i, sc := range worlds {
		w := World{Scenario: sc}
		if len(c.World) > 0 {
			w.Name, w.Title = c.World[i].Name, c.World[i].Title
			l.keepCaptions(c.World[i].Event)
		}
		l.Worlds = append(l.Worlds, w)
	}
	l.keepCaptions(c.Event)
	for i := range t.Figure {
		f, err := l.figure(&t.Figure[i])
		if err != nil {
			return nil, fmt.Errorf("lesson.figure %d: %w", i+1, err)
		}
		l.Figures = append(l.Figures, f)
	}
	if len(l.Figures) == 0 {
		return nil, errors.New("lesson.figure: there is none")
	}
	for i := range c.Step {
		if text := c.Step[i].Caption; text[English] != "" {
			l.captions[text[English]] = text
		}
	}
	if err := c.steps(l); err != nil || c.Why == nil {
		return l, err
	}
	return l, c.Why.why(l)
}

func (l *Lesson) keepCaptions(events []event) {
	for _, ev := range events {
		if text := ev.Caption[English]; text != "" {
			l.captions[text] = ev.Caption
		}
	}
}

func (l *Lesson) figure(t *figureTable) (f Figure, err error) {
	f = Figure{Name: t.Name, Label: t.Label, Client: t.Client}
	if f.Measure, err = lookup(t.Measure); err != nil {
		return f, err
	}
	if t.Decimals != nil {
		if f.Measure.decimals = *t.Decimals; f.Measure.decimals < 0 || f.Measure.decimals > 3 {
			return f, fmt.Errorf("decimals: %d is outside 0..3", f.Measure.decimals)
		}
	}
	f.World = slices.IndexFunc(l.Worlds, func(w World) bool { return w.Name == t.World })
	if t.World == "" {
		f.World, f.AnyWorld = 0, true
	}
	if f.World < 0 {
		all := texts.Names(l.Worlds, func(w World) string { return w.Name })
		return f, fmt.Errorf("world: %q is not one of the lesson's (%s)", t.World, texts.Allowed(t.World, all))
	}
	if most := l.Worlds[f.World].Scenario.Clients; f.Client < 0 || f.Client > most {
		return f, fmt.Errorf("client: %d is outside 0..%d", f.Client, most)
	}
	if f.Client == 0 && !f.Measure.pools && f.Measure.across == nil {
		return f, fmt.Errorf("client: %s is of one client", f.Measure.Name)
	}
	if f.Algorithm, err = algorithm(l.Worlds[f.World].Scenario, t.Algorithm); err != nil {
		return f, err
	}
	f.OfClock = t.Algorithm != ""
	if err = f.times(t); err != nil {
		return f, err
	}
	f.Least, f.Most = math.Inf(-1), math.Inf(1)
	if t.Least != nil && t.Most != nil {
		f.Least, f.Most = *t.Least, *t.Most
	}
	if (t.Least == nil) != (t.Most == nil) || f.Least > f.Most {
		return f, errors.New("least, most: are not a range")
	}
	return f, nil
}

// algorithm returns the place of a clock among those of a scenario.
func algorithm(sc *scenario.Scenario, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	i := slices.IndexFunc(sc.Algorithms(), func(a registry.Algorithm) bool { return a.Name == name })
	if _, err := registry.Lookup(name); err != nil {
		return 0, err
	}
	if i < 0 {
		return 0, fmt.Errorf("algorithm: %s does not run in the figure's world", name)
	}
	return i, nil
}

// times reads the part of a run that the figure is of, and when that is measured.
func (f *Figure) times(t *figureTable) error {
	s := &f.Span
	for _, part := range []struct {
		name, text string
		to         *netsim.Time
	}{{"after", t.After, &s.After}, {"before", t.Before, &s.Before}, {"every", t.Every, &s.Every}, {"at", t.At, &f.At}} {
		if part.text == "" {
			continue
		}
		d, err := time.ParseDuration(part.text)
		if err != nil || d <= 0 {
			return fmt.Errorf("%s: %q is not a duration above zero with its unit, such as 4s", part.name, part.text)
		}
		*part.to = netsim.Time(d)
	}
	return nil
}

// UnmarshalTOML reads a text, which is English, or a table of languages.
func (w *Words) UnmarshalTOML(v any) error {
	switch v := v.(type) {
	case string:
		*w = Words{English: texts.Text(v)}
	case map[string]any:
		*w = Words{}
		for language, text := range v {
			s, ok := text.(string)
			if !ok {
				return fmt.Errorf("%s: %v is not a text", language, text)
			}
			(*w)[language] = texts.Text(s)
		}
	default:
		return fmt.Errorf("%v is neither a text nor a table of languages", v)
	}
	return nil
}
