package diagram

import (
	"math"
	"time"

	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// RaceGroups are the chips above the race table's lines, one for each group of clocks: it hides a group that runs, and
// has one run that does not. Guests, which none can have run, have a chip where they do.
type RaceGroups struct {
	runs, hidden [registry.Guests + 1]bool
	Chips        [registry.Guests + 1]panel.Rect
	texts, tips  [registry.Guests + 1]string
}

// read finds which groups run. Where a person has hidden all of these all are shown.
func (g *RaceGroups) read(lang *words.Language, clocks []registry.Algorithm) {
	clear(g.runs[:])
	seen := false
	for i := range clocks {
		g.runs[clocks[i].Group] = true
		seen = seen || !g.hidden[clocks[i].Group]
	}
	if !seen {
		clear(g.hidden[:])
	}
	for i := range g.texts {
		name, does := "race.group-"+registry.Group(i).String(), lang.T("race.hide-tip")
		if g.texts[i] = lang.T(name); !g.runs[i] {
			g.texts[i], does = "+ "+g.texts[i], lang.T("race.enter-tip")
		} else if g.hidden[i] {
			does = lang.T("race.show-tip")
		}
		g.tips[i] = lang.T(name+"-tip") + does
	}
}

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
	for i, text := range g.texts {
		if i == int(registry.Guests) && !g.runs[i] {
			g.Chips[i] = panel.Rect{}
			continue
		}
		at := panel.NewRect(x, y-8, c.Fonts().Measure(text, draw.Small)+14, 16)
		g.Chips[i] = at
		ink := c.Theme.Text
		c.Box(at.X, at.Y, at.W, at.H, 8, c.Theme.PanelEdge)
		if !g.runs[i] || g.hidden[i] {
			c.Box(at.X+1, at.Y+1, at.W-2, at.H-2, 7, c.Theme.Panel)
			ink = c.Theme.TextDim
		}
		c.Text(at.X+at.W/2, y, text, draw.Small, ink, draw.Centre|draw.Middle)
		v.Tips.Add(at, g.tips[i])
		x += at.W + 5
	}
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

// verdictOn returns one sentence about a clock: how far it is off on this link, and what to use instead.
func (k *RaceTable) verdictOn(v *panel.View, row int) (text string) {
	recommended := panel.PlaceOf(v.Clocks(), registry.Recommended)
	r, use, a, b := &k.ranked, k.instead(row, recommended), k.ranked.best, k.ranked.next
	if a == row {
		a, b = b, row
	}
	if use >= 0 {
		a = use
	}
	name := func(row int) string { return panel.ClockTitle(v.Words, v.Clock(row)) }
	ms := func(row int) string { return panel.Milliseconds(v.Words, k.Rows[row].RMS) }
	switch {
	case !k.Rows[row].OK:
		return v.Words.F("race.verdict-none", name(row))
	case r.unseen > 0:
		return v.Words.F("race.verdict-uneven", name(row), ms(row), r.alike, panel.Milliseconds(v.Words, r.unseen))
	case use >= 0:
		text = v.Words.F("race.verdict", name(row), ms(row), name(a), ms(a))
	case r.result == ranking.Won:
		text = v.Words.F("race.verdict-best", name(row), ms(row), len(k.Rows))
	case r.result == ranking.Nobody || r.result == ranking.Brief:
		text = v.Words.F("race.verdict-only", name(row), ms(row))
	case r.result == ranking.Even && k.Rows[row].RMS.Seconds() <= ranking.Alike*k.Rows[a].RMS.Seconds():
		text = v.Words.F("race.verdict-even", name(row), ms(row), name(a), ms(a))
	default:
		text = v.Words.F("race.verdict-luck", name(row), ms(row), name(a), ms(a), name(b), ms(b))
	}
	if recommended < 0 {
		text += " " + v.Words.T("race.verdict-absent")
	}
	return text
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
	groupsHeight = 21
	leastLine    = 12
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
	said := layout.Fit(c.Fonts(), k.verdict, r.W, layout.Open, draw.Small)
	if h := said.H + 4; spare >= h {
		r.H -= h
		said.Draw(c, r.Below(r.H+4), c.Theme.Text, draw.Left)
		v.Tips.Add(panel.NewRect(r.X, r.Y+r.H, r.W, h), v.Words.T("race.verdict-tip"))
	}
	return r
}
