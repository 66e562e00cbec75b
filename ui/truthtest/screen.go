// Package truthtest compares each number that a picture prints with the truth of the session that it is of.
package truthtest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// A Place is a part of the picture: what kind of part it is, and whose world it shows.
type Place struct {
	Kind    string
	At      panel.Rect
	Side    int // 0 is A
	Machine int
}

// WatchPlaces are the parts of the Watch view.
func WatchPlaces(p *picture.Picture) (all []Place) {
	w, strip := &p.Regions.Watch, "strip"
	if p.NumbersShown() {
		strip = "table"
	} else if p.Lined() {
		strip = "line"
	}
	for kind, at := range map[string]panel.Rect{"errors": w.Errors, strip: w.Strip, "link": w.Link, diagramOf(p): p.Regions.Time, "caption": w.Caption} {
		all = append(all, Place{Kind: kind, At: at, Side: 1})
	}
	for _, at := range w.Stills {
		all = append(all, Place{Kind: "still", At: at, Side: 1})
	}
	for side, at := range w.Names {
		all = append(all, Place{Kind: "names", At: at, Side: side})
	}
	for side, d := range []*picture.Deck{&p.AB.Deck, &p.Deck} {
		for _, pane := range d.Panes {
			if side == 1 || p.AB.On {
				all = append(all, Place{Kind: "pane", At: pane.Rect, Side: side, Machine: pane.Machine})
			}
		}
	}
	return all
}

// A screen is one frame that is looked at.
type screen struct {
	p      *picture.Picture
	past   *Past
	places []Place
	texts  []draw.Text
	faults []string
	later  []lateClaim
	named  map[string]number // the instant that a kind of place says it is of
}

// A claim is a text that a rule says something of.
type claim struct {
	*screen
	Place
	draw.Text
	match   []string // what the rule's expression has in parentheses, from 1 on
	numbers []number // those of them that are numbers
}

// A lateClaim is one about the moment that its place names, which is known when all is read.
type lateClaim struct {
	claim
	right func(m *Moment) string // what is right instead, "" where the claim is
}

// Faults returns what a picture says that is not so, or that no rule knows to be so. Of places that lie over each other the first one counts.
func Faults(p *picture.Picture, past *Past, texts []draw.Text, places []Place) []string {
	s := &screen{p: p, past: past, places: places, named: map[string]number{}}
	for _, t := range texts {
		t.Said = strings.TrimSpace(strings.ReplaceAll(t.Said, "\u00a0", " "))
		if !t.Clipped || t.Y1 > t.Seen[1] && t.Y0 < t.Seen[3] && t.X1 > t.Seen[0] && t.X0 < t.Seen[2] {
			s.texts = append(s.texts, t)
		}
	}
	rules := rulesIn(p.Words)
	for _, t := range s.texts {
		c := claim{screen: s, Text: t, Place: Place{Kind: "elsewhere", Side: 1}}
		x, y := (t.X0+t.X1)/2, (t.Y0+t.Y1)/2
		if i := slices.IndexFunc(places, func(p Place) bool { return p.At.Contains(x, y) }); i >= 0 {
			c.Place = places[i]
		}
		s.judge(&c, rules)
	}
	for i := range s.later {
		l := &s.later[i]
		m := past.at(l.named[l.Kind])
		if m == nil {
			l.wrong("no frame of late was at %s s", l.named[l.Kind].text)
		} else if right := l.right(m); right != "" {
			l.wrong("%s, at %.3f s, and the frame is at %.3f s", right, seconds(m.At), seconds(past.latest().At))
		}
	}
	return s.faults
}

var digits = regexp.MustCompile(`[0-9]`)

// judge has the first rule judge a text that knows it. A text with a number that none knows is a fault, and so is one in orange
// that isn't about a clock's error.
func (s *screen) judge(c *claim, rules []compiled) {
	for i := range rules {
		r := &rules[i]
		if !slices.Contains(strings.Fields(r.in), c.Kind) {
			continue
		}
		if c.match = r.text.FindStringSubmatch(c.Said); c.match == nil || r.dim && c.Color != s.p.Theme.TextDim {
			continue
		}
		for k, group := range c.match[1:] {
			if r.number[k] && group != "" {
				c.numbers = append(c.numbers, numberOf(group))
			}
		}
		if r.truth != nil {
			r.truth(c)
		}
		if c.orange() && !r.clock {
			c.wrong("it is orange, and not about the error of a clock")
		}
		return
	}
	if digits.MatchString(names.ReplaceAllString(c.Said, "")) {
		c.wrong("a number that no rule knows")
	} else if c.orange() {
		c.wrong("it is orange, and not about the error of a clock")
	}
}

func (c *claim) wrong(format string, args ...any) {
	where := c.Kind
	if c.Machine > 0 {
		where += fmt.Sprintf(" of client %d", c.Machine)
	}
	if c.p.AB.On {
		where += " in " + []string{"A", "B"}[c.Side]
	}
	c.faults = append(c.faults, fmt.Sprintf("%s: %q: ", where, c.Said)+fmt.Sprintf(format, args...))
}

// then has a claim be judged at the moment that its place names: the frame's own where it names none.
func (c *claim) then(right func(m *Moment) string) {
	c.later = append(c.later, lateClaim{*c, right})
}

func (c *claim) orange() bool {
	return c.Color.A > 0 && c.Color == c.p.Theme.ErrorText.Fade(c.Color.A)
}

// world returns the session that a claim is about.
func (c *claim) world() *session.Session { return worlds(c.p)[c.Side] }

// facts are those of the claim's client at a moment.
func (c *claim) facts(m *Moment) *session.Facts {
	all := m.Sides[c.Side].Facts
	return &all[min(c.Machine, len(all))-1]
}

// beside returns the texts left of a claim on its line, from left to right.
func (c *claim) beside() (line []draw.Text) {
	for _, t := range c.texts {
		if c.At.Contains(t.X0+1, t.Y1-1) && max(t.Y1-c.Y1, c.Y1-t.Y1) < 8 && t.X1 <= c.X0 {
			line = append(line, t)
		}
	}
	slices.SortFunc(line, func(a, b draw.Text) int { return int(a.X0 - b.X0) })
	return line
}

// A number is one as it is printed.
type number struct {
	value    float64
	decimals int
	text     string
}

func numberOf(text string) number {
	plain := strings.NewReplacer("−", "-", ",", ".", "+", "", "\u2009", "").Replace(text)
	v, _ := strconv.ParseFloat(plain, 64)
	n := number{value: v, text: text}
	if i := strings.IndexByte(plain, '.'); i >= 0 {
		n.decimals = len(plain) - i - 1
	}
	return n
}

// is reports whether a number is what a value is rounded to.
func (n number) is(v float64) bool {
	unit := 1.0
	for range n.decimals {
		unit /= 10
	}
	return n.value-v <= unit*0.5000001 && v-n.value <= unit*0.5000001
}

// off says what would be right instead of a number, "" if it is right.
func (n number) off(want float64, known bool) string {
	switch {
	case !known:
		return "nothing is known of it"
	case !n.is(want):
		return fmt.Sprintf("right is %.4f", want)
	}
	return ""
}

func seconds(t netsim.Time) float64        { return time.Duration(t).Seconds() }
func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

// tenths is a clock's error in ms as it is written.
func tenths(f *session.Facts) float64 { return math.Round(milliseconds(f.Error)*10) / 10 }
