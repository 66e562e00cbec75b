package truthtest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"driftlab/game/lesson"
	"driftlab/game/session"
	"driftlab/ui/draw"
)

// told is a line of a lesson's text: it is in the caption or in a text of the lesson, with what that measures at this instant, or in what
// is said of an answer. Of two worlds the caption says by what settings they differ.
func told(c *claim) {
	l := c.p.Taught.Lesson
	if c.orange() && digits.MatchString(c.Said) && (l == nil || !slices.ContainsFunc(l.Steps, func(s lesson.Step) bool {
		return s.Figure >= 0 && l.Figures[s.Figure].Measure.Error() && c.figure(s.Figure) == squeezed(c.Said)
	})) {
		c.wrong("it is orange, and no figure of a clock's error")
	}
	line := squeezed(option.ReplaceAllString(c.Said, ""))
	if !digits.MatchString(names.ReplaceAllString(line, "")) {
		return
	}
	for _, text := range c.mayBeTold() {
		if strings.Contains(squeezed(text), line) {
			return
		}
	}
	if c.p.AB.On && c.differ() || l != nil && c.answered(line) {
		return
	}
	c.wrong("neither scenario nor lesson says so now")
}

// option is the number of one.
var option = regexp.MustCompile(`^[0-9]\)  `)

// figure is what a figure of the lesson comes to now.
func (c *claim) figure(i int) string {
	l := c.p.Taught.Lesson
	return squeezed(c.p.Words.Decimal(l.Figures[i].Text(c.readings()[i].Value)))
}

// readings are what the figures of the lesson come to in the worlds that are shown; those of others are of their whole runs.
func (c *claim) readings() []lesson.Reading {
	t := &c.p.Taught
	all := t.Lesson.Readings(c.p.Session, t.World, t.Whole.Readings(), nil)
	for i := range t.Lesson.Figures {
		for world := range t.Lesson.Worlds {
			if f := &t.Lesson.Figures[i]; c.p.AB.On && world != t.World && f.World == world && !f.AnyWorld && !f.Across() && t.Lesson.Worlds[world].Scenario.Name == c.p.AB.A.Session.Scenario().Name {
				all[i].Value, all[i].OK = f.Of(c.p.AB.A.Session)
			}
		}
	}
	return all
}

var anyNumber = regexp.MustCompile(`[+−]?[0-9]+(?:[.,][0-9]+)?`)

// answered reports whether each number of a line belongs to a question: to an option as it was offered, to what the slider can say, to
// what was guessed, to what a whole run has measured, or to what is between these two.
func (c *claim) answered(line string) bool {
	l, s := c.p.Taught.Lesson, c.p.Session
	for i := range l.Steps {
		q := l.Steps[i].Question
		if q == nil {
			continue
		}
		f := &l.Figures[q.Key]
		key := c.p.Taught.Whole.Outcome().Keys[i].Value
		may := f.Text(key) + " " + f.Text(q.Least) + " " + f.Text(q.Most)
		for k := range q.Options {
			may += " " + q.Options[k].Text.In(c.p.Words.Name())
		}
		for _, e := range s.Script() {
			if g := e.Guess; g != nil && g.Step == i+1 {
				apart := math.Abs(g.Value - key)
				may += fmt.Sprintf(" %s %.1f %.2f", f.Text(g.Value), apart, apart/1000*float64(s.Value(0, "shot.speed"))/1e6)
			}
		}
		if n := anyNumber.FindString(line); strings.HasPrefix(line, n) && i == l.StepAt(s.Now()) { // the slider, on its way
			if v := numberOf(n).value; v >= q.Least && v <= q.Most && line == squeezed(c.p.Words.Decimal(f.Text(v))) {
				return true
			}
		}
		all := anyNumber.FindAllString(c.p.Words.Decimal(may), -1)
		known := true
		for _, n := range anyNumber.FindAllString(names.ReplaceAllString(line, ""), -1) {
			known = known && slices.Contains(all, n)
		}
		if known {
			return true
		}
	}
	return false
}

func squeezed(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\u00a0", " ")), " ")
}

// mayBeTold returns all that may be told in this frame, in the picture's language.
func (c *claim) mayBeTold() (all []string) {
	p, language := c.p, c.p.Words.Name()
	of := p.Session.Caption()
	l := p.Taught.Lesson
	if l == nil {
		return []string{lesson.Translate(of, language)}
	}
	readings := c.readings()
	all = append(all, l.Caption(of, language, readings), p.Words.F("lesson.strip", l.Number), l.Title.In(language))
	fill := func(w lesson.Words) string { return l.Filled(w.In(language), readings) }
	for i := range l.Steps {
		s := &l.Steps[i]
		all = append(all, fill(s.Caption))
		if s.Question == nil {
			continue
		}
		all = append(all, fill(s.Question.Ask))
		for k := range s.Question.Options {
			all = append(all, fill(s.Question.Options[k].Text), fill(s.Question.Options[k].Says))
		}
	}
	for i := range l.Figures {
		all = append(all, l.Figures[i].Label.In(language), l.Said(i, readings[i], language))
	}
	for i := range all {
		all[i] = p.Words.Decimal(all[i])
	}
	return all
}

var withUnit = regexp.MustCompile(`([+−]?[0-9]+(?:[.,][0-9]+)?) (ms|s|%|ppm)`)

// differ reports whether each number in ms is a setting that A and B don't have alike, or what is between its two values.
func (c *claim) differ() bool {
	both := worlds(c.p)
	var may []float64
	for _, d := range session.Differences(both[0], both[1]) {
		a, b := float64(both[0].Value(max(d.Client, 1), d.Name))/1e6, float64(both[1].Value(max(d.Client, 1), d.Name))/1e6
		may = append(may, a, b, math.Abs(a-b))
	}
	for _, m := range withUnit.FindAllStringSubmatch(c.Said, -1) {
		known := m[2] != "ms"
		for _, v := range may {
			known = known || numberOf(m[1]).is(v)
		}
		if !known {
			return false
		}
	}
	return true
}

// delay is what a lane of the link says that it takes.
func delay(c *claim) {
	for _, key := range []string{"link.up.delay", "link.down.delay"} {
		for _, pane := range c.p.Deck.Panes {
			if pane.Machine > 0 && c.numbers[0].is(float64(c.world().Value(pane.Machine, key))/1e6) {
				return
			}
		}
	}
	c.wrong("no lane takes so long")
}

// verdict is a row of a film's end picture: the RMS error of the clock of the client that it names.
func verdict(c *claim) {
	line := c.beside()
	m := regexp.MustCompile(`[Cc]lient[ \x{a0}]([0-9]+)`).FindStringSubmatch(label(line))
	if m == nil {
		c.wrong("%q names no client", label(line))
		return
	}
	c.Machine = int(numberOf(m[1]).value)
	if c.p.AB.On && strings.HasPrefix(label(line), c.past.Names[0]) {
		c.Side = 0
	}
	e := c.past.errors[c.Side][c.Machine]
	if name := c.world().Facts(c.Machine).Driving; e == nil || e.count == 0 {
		c.wrong("%s never knew the time", name)
	} else if rms := math.Sqrt(e.sum / e.count); math.Abs(rms-c.numbers[0].value) > 0.03*rms+0.6 {
		c.wrong("the RMS error from its first answer on is %.1f ms", rms)
	}
}

// Without says whose clock an end picture has no row for, though the film has shown its world.
func (p *Past) Without(texts []draw.Text) (faults []string) {
	for client := range p.Shown {
		row := regexp.MustCompile(fmt.Sprintf(`[Cc]lient[ \x{a0}]%d\b`, client))
		if !slices.ContainsFunc(texts, func(t draw.Text) bool { return row.MatchString(t.Said) }) {
			faults = append(faults, fmt.Sprintf("end: the film shows client %d, and has no verdict on it", client))
		}
	}
	return faults
}

// closest is what is said of the rows of an end picture: it has their numbers, and names the least first.
func closest(c *claim) {
	least, rows := math.Inf(1), ""
	for _, t := range c.texts {
		if m := withUnit.FindStringSubmatch(t.Said); m != nil && m[0] == t.Said {
			least, rows = min(least, numberOf(m[1]).value), rows+" "+m[1]+" "
		}
	}
	said := c.Said
	for _, name := range c.past.Names {
		said = strings.ReplaceAll(said, name, "")
	}
	all := anyNumber.FindAllString(regexp.MustCompile(`[0-9]+ (clocks|Uhren)`).ReplaceAllString(names.ReplaceAllString(said, ""), ""), -1)
	for i, n := range all {
		if !strings.Contains(rows, " "+n+" ") || i == 0 && numberOf(n).value > least {
			c.wrong("the rows have%s", rows)
		}
	}
}

func label(line []draw.Text) string {
	if len(line) == 0 {
		return ""
	}
	return line[len(line)-1].Said
}
