package diagram

import (
	"math"
	"time"

	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// RaceGroups are the chips above the race table's lines, one for each group of clocks: it hides a group that runs, and
// has one run that does not. Guests, which none can have run, have a chip where they do.
type RaceGroups struct {
	runs   []bool // by group
	hidden []bool
	Chips  []panel.Rect
	texts  []chip // what they say
	words  *words.Language
	of     [2]uint // which run and which are hidden, as bits, that the texts were made for
}

// chip is what a group's chip says, and what a click on it does.
type chip struct{ text, tip string }

// read finds which groups run. Where a person has hidden all of these all are shown.
func (g *RaceGroups) read(lang *words.Language, clocks []registry.Algorithm) {
	if n := int(registry.Guests) + 1; g.hidden == nil {
		g.runs, g.hidden, g.Chips, g.texts = make([]bool, n), make([]bool, n), make([]panel.Rect, n), make([]chip, n)
	}
	clear(g.runs)
	seen := false
	for i := range clocks {
		g.runs[clocks[i].Group] = true
		seen = seen || !g.hidden[clocks[i].Group]
	}
	if !seen {
		clear(g.hidden)
	}
	var of [2]uint
	for i := range g.runs {
		if g.runs[i] {
			of[0] |= 1 << i
		}
		if g.hidden[i] {
			of[1] |= 1 << i
		}
	}
	if g.words != lang || g.of != of {
		g.words, g.of = lang, of
		for i := range g.texts {
			g.texts[i] = g.text(i)
		}
	}
}

func (g *RaceGroups) text(i int) chip {
	name := registry.Group(i).String()
	h := chip{g.words.T("race.group-" + name), g.words.T("race.group-" + name + "-tip")}
	switch {
	case !g.runs[i]:
		h.text = "+ " + h.text
		h.tip += g.words.T("race.enter-tip")
	case g.hidden[i]:
		h.tip += g.words.T("race.show-tip")
	default:
		h.tip += g.words.T("race.hide-tip")
	}
	return h
}

// hides reports whether a clock is not to be seen.
func (g *RaceGroups) hides(a *registry.Algorithm) bool { return g.hidden != nil && g.hidden[a.Group] }

// update acts on a click. It reports whether there was one.
func (g *RaceGroups) update(v *panel.View, p *panel.Pointer) bool {
	for i, r := range g.Chips {
		if !p.Pressed || !p.Over(r) {
			continue
		}
		if g.runs[i] {
			g.hidden[i] = !g.hidden[i]
		} else {
			g.hidden[i] = false
			v.Ask.Enter(registry.Group(i).String())
		}
		return true
	}
	return false
}

// draw draws the chips.
func (g *RaceGroups) draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	x, y := r.X, r.Y+r.H/2
	for i, t := range g.texts {
		if i == int(registry.Guests) && !g.runs[i] {
			g.Chips[i] = panel.Rect{}
			continue
		}
		at := panel.NewRect(x, y-8, c.Fonts().Measure(t.text, draw.Small)+14, 16)
		g.Chips[i] = at
		ink := c.Theme.Text
		c.Box(at.X, at.Y, at.W, at.H, 8, c.Theme.PanelEdge)
		if !g.runs[i] || g.hidden[i] {
			c.Box(at.X+1, at.Y+1, at.W-2, at.H-2, 7, c.Theme.Panel)
			ink = c.Theme.TextDim
		}
		c.Text(at.X+at.W/2, y, t.text, draw.Small, ink, draw.Centre|draw.Middle)
		v.Tips.Add(at, t.tip)
		x += at.W + 5
	}
}

// A verdict is one sentence about a clock: how far it is off on this link, and what to use instead.
type verdict struct {
	text string
	of   verdictOf
}

// verdictOf is what a verdict is made of: nothing is written anew as long as that is the same.
type verdictOf struct {
	session      *session.Session
	words        *words.Language
	row          int
	use          int // the row to use instead; −1 where none is better by more than luck
	ranked       ranked
	mine, a, b   time.Duration // RMS errors of the row, and of the two that it is compared with
	recommending bool          // the clock that the program recommends is not in the race
}

// ranked is what the race comes to.
type ranked struct {
	best, next int // rows
	result     ranking.Result
	unseen     time.Duration // what asymmetry makes clocks wrong by now, if none does better; else 0
	alike      int           // how many are wrong by that
}

// rated is what clocks are ranked by: the race's whole seconds, so that it is done once in each, and comes to the same however one got there.
type rated struct {
	session *session.Session
	client  int
	from    netsim.Time
	seconds int
}

// unevenShare is how far, as a share of what asymmetry does, a clock's error may be from that to come from it.
const unevenShare = 0.25

// rank finds out who is closest, and whether all are equally wrong since the link is asymmetric.
func (k *RaceTable) rank(v *panel.View) (r ranked) {
	client := max(v.Frame.Selected, 1)
	r.best, r.next, r.result = k.ranked.best, k.ranked.next, k.ranked.result
	from := v.Session.RaceFrom(client)
	if of := (rated{v.Session, client, from, int(v.Session.Now().Sub(from) / time.Second)}); of != k.rated {
		k.rated, k.errors = of, k.errors[:0]
		for i := range k.Rows {
			k.errors = append(k.errors, v.Session.RaceErrors(client, i).Whole(of.seconds))
		}
		r.best, r.next, r.result = ranking.Of(k.errors)
	}
	history := v.Session.History(client)
	_, end := history.Span()
	if end == 0 {
		return r
	}
	unseen := float64(history.Note(end - 1).Unseen)
	_, errors := history.Row(end - 1)
	for _, e := range errors {
		switch off := float64(e); {
		case math.Abs(off-unseen) <= unevenShare*math.Abs(unseen):
			r.alike++
		case math.Abs(off) < (1-unevenShare)*math.Abs(unseen):
			return r
		}
	}
	if r.alike > 1 && math.Abs(unseen) >= 1 {
		r.unseen = time.Duration(math.Abs(unseen) * 1e6)
	}
	return r
}

// instead returns the row of the clock to use instead of one, −1 for none: the closest, or where luck decides which that is, the one
// that the program recommends if it is better than this one by more than luck.
func (k *RaceTable) instead(row, recommended int) int {
	switch r := &k.ranked; {
	case r.result == ranking.Won && r.best != row:
		return r.best
	case r.result == ranking.Won || r.unseen > 0 || recommended < 0:
		return -1
	}
	if best, _, result := ranking.Of([]ranking.Errors{k.errors[row], k.errors[recommended]}); best == 1 && result == ranking.Won {
		return recommended
	}
	return -1
}

// read brings the verdict up to the race.
func (d *verdict) read(v *panel.View, k *RaceTable, row int) {
	of := verdictOf{session: v.Session, words: v.Words, row: row, ranked: k.ranked, mine: -1}
	recommended := panel.PlaceOf(v.Clocks(), registry.Recommended)
	of.use, of.recommending = k.instead(row, recommended), recommended < 0
	if k.Rows[row].OK {
		of.mine = k.Rows[row].RMS
	}
	a, b := of.ranked.best, of.ranked.next
	if a == row {
		a, b = b, row
	}
	if of.use >= 0 {
		a = of.use
	}
	if a >= 0 && b >= 0 {
		of.a, of.b = k.Rows[a].RMS, k.Rows[b].RMS
	}
	if of == d.of {
		return
	}
	d.of = of
	name := func(row int) string { return panel.ClockTitle(v.Words, v.Clock(row)) }
	ms := func(err time.Duration) string { return panel.Milliseconds(v.Words, err) }
	switch result := of.ranked.result; {
	case of.mine < 0:
		d.text = v.Words.F("race.verdict-none", name(row))
		return
	case of.ranked.unseen > 0:
		d.text = v.Words.F("race.verdict-uneven", name(row), ms(of.mine), of.ranked.alike, ms(of.ranked.unseen))
		return
	case of.use >= 0:
		d.text = v.Words.F("race.verdict", name(row), ms(of.mine), name(a), ms(of.a))
	case result == ranking.Won:
		d.text = v.Words.F("race.verdict-best", name(row), ms(of.mine), len(k.Rows))
	case result == ranking.Nobody || result == ranking.Brief:
		d.text = v.Words.F("race.verdict-only", name(row), ms(of.mine))
	case result == ranking.Even && of.mine.Seconds() <= ranking.Alike*of.a.Seconds():
		d.text = v.Words.F("race.verdict-even", name(row), ms(of.mine), name(a), ms(of.a))
	default:
		d.text = v.Words.F("race.verdict-luck", name(row), ms(of.mine), name(a), ms(of.a), name(b), ms(of.b))
	}
	if of.recommending {
		d.text += " " + v.Words.T("race.verdict-absent")
	}
}

// about returns the row that the verdict is about: the clock that was clicked, or the one that drives.
func (k *RaceTable) about(v *panel.View) int {
	if i := panel.PlaceOf(v.Clocks(), k.Asked); i >= 0 {
		return i
	}
	return v.Driving(v.Frame.Selected)
}

// The heights of what is about the table's lines, and the least height of a line.
const (
	groupsHeight  = 21
	verdictHeight = 15 // of one of its lines
	leastLine     = 12
)

// surround draws the chips between the heads and the lines, and the verdict below these where there is room, and returns what is left
// for the table.
func (k *RaceTable) surround(v *panel.View, c *draw.Canvas, r panel.Rect) panel.Rect {
	c.HLine(r.X, r.X+r.W, r.Y+raceLook.Head, 1, c.Theme.Grid)
	if !v.Offers() {
		return r
	}
	spare := r.H - raceLook.Head - raceLook.Under - leastLine*float32(len(k.order))
	if spare >= groupsHeight {
		k.Groups.draw(v, c, panel.NewRect(r.X, r.Y+raceLook.Head+raceLook.Under, r.W, groupsHeight))
		k.table.Under, spare = k.table.Under+groupsHeight, spare-groupsHeight
	}
	said := k.said.Lines(c.Fonts(), k.verdict.text, draw.Small, r.W)
	if h := verdictHeight*float32(len(said)) + 4; spare >= h {
		r.H -= h
		for i, line := range said {
			c.Text(r.X, r.Y+r.H+4+verdictHeight*(float32(i)+0.5), line, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		}
		v.Tips.Add(panel.NewRect(r.X, r.Y+r.H, r.W, h), v.Words.T("race.verdict-tip"))
	}
	return r
}
