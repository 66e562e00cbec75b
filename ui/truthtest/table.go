package truthtest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
)

// cell is a number in the table of clients: its row says whose it is, and its column what.
func cell(c *claim) {
	side, machine, ok := c.row()
	if !ok {
		return // a row's own name
	}
	c.Side, c.Machine = side, machine
	column, n := c.column(), c.numbers[0]
	if c.orange() && column != "error" {
		c.wrong("it is orange, and not by how much a clock is wrong")
	}
	c.then(func(m *Moment) string {
		if machine == 0 {
			return n.off(float64(m.Sides[side].HostTick), column == "host")
		}
		f := c.facts(m)
		want, known := columnOf(f, column)
		for range strings.Index(" kMG", c.Said[len(c.Said)-1:]) {
			want /= 1000
		}
		return n.off(want, known && f.State != game.Away)
	})
}

// medianOfAll is the median of all clients' errors in a table.
func medianOfAll(c *claim) {
	c.then(func(m *Moment) string {
		var all []float64
		for _, side := range m.Sides {
			for i := range side.Facts {
				if f := &side.Facts[i]; f.Status.Synchronised && f.State != game.Away {
					all = append(all, milliseconds(f.Error))
				}
			}
		}
		slices.Sort(all)
		return c.numbers[0].off(all[(len(all)-1)/2], true)
	})
}

// inLine is by how much a client's clock is wrong, in a line or a list of clients: its number stands before it.
func inLine(c *claim) {
	line := c.beside()
	if len(line) == 0 || c.Color != c.p.Theme.ErrorText && strings.Trim(c.Said, "0123456789") == "" {
		return // the number
	}
	for _, t := range line {
		if m, err := strconv.Atoi(t.Said); err == nil {
			c.Machine = m
		}
	}
	clockError(c)
}

// columnOf returns what is true of a client in a column: a tick, ms, s or a share.
func columnOf(f *session.Facts, column string) (want float64, known bool) {
	st, at := &f.Status, &f.Moment
	switch column {
	case "error":
		return milliseconds(f.Error), st.Synchronised
	case "offset est":
		return st.Offset.Seconds(), st.Synchronised
	case "offset true":
		return f.Offset.Seconds(), true
	case "up est":
		return milliseconds(st.OWDUp), st.HasOWD
	case "up true":
		return milliseconds(f.OWDUp), f.OWDUp > 0
	case "down est":
		return milliseconds(st.OWDDown), st.HasOWD
	case "down true":
		return milliseconds(f.OWDDown), f.OWDDown > 0
	case "rtt true":
		return milliseconds(f.OWDUp + f.OWDDown), f.OWDUp > 0 && f.OWDDown > 0
	case "jitter-up":
		return milliseconds(f.JitterUp), true
	case "jitter-down":
		return milliseconds(f.JitterDown), true
	case "host":
		return float64(at.Clock.Tick()), at.OK
	case "server":
		return float64(at.Server.Tick()), at.OK
	case "server apart":
		return float64(at.Server.Tick() - f.HostTick), at.OK
	case "predicted":
		return float64(at.Predicted.Tick()), at.OK
	case "predicted apart":
		return float64(at.Predicted.Tick() - f.HostTick), at.OK
	}
	return math.NaN(), false
}

// row returns whose row a claim stands in: from its name, and the letter of its world before that.
func (c *claim) row() (side, machine int, ok bool) {
	line := c.beside()
	side = 1
	if len(line) > 0 && (line[0].Said == "A" || line[0].Said == "B") {
		side, line = strings.Index("AB", line[0].Said), line[1:]
	}
	if len(line) == 0 {
		return 0, 0, false
	}
	words := strings.Fields(line[0].Said)
	machine, err := strconv.Atoi(words[len(words)-1])
	return side, machine, err == nil || line[0].Said == c.p.Words.T("viewport.host")
}

// headsHigh is how high the heads of the table are, and their first line, in points.
const headsHigh, firstLine = 42, 23

// column returns what a claim's column is of: from the head under which it ends, and what stands over that. One without a head is how far what
// stands left of it is from the host's tick.
func (c *claim) column() string {
	var low, over *draw.Text
	for i := range c.texts {
		t := &c.texts[i]
		if y := (t.Y0+t.Y1)/2 - c.At.Y; !c.At.Contains(t.X0+1, t.Y1-1) || y > headsHigh || t.X1 > c.X1+3 && y > firstLine {
			continue
		} else if y > firstLine && c.X1-t.X1 < 20 {
			low = t
		} else if y < firstLine && t.X1 > c.X1-20 && (over == nil || t.X1 < over.X1) {
			over = t
		}
	}
	is := func(t *draw.Text, keys ...string) string {
		for _, key := range keys {
			for form := range strings.SplitSeq(c.p.Words.T("numbers."+key), "|") {
				if t != nil && (t.Said == form || strings.Contains(form, "%d") && strings.HasPrefix(t.Said, form[:strings.Index(form, "%d")])) {
					return key
				}
			}
		}
		return ""
	}
	if low == nil {
		line := c.beside()
		before := *c
		before.Text = line[len(line)-1]
		return before.column() + " apart"
	}
	switch low.Said {
	case "ms":
		return is(over, "error")
	case "%":
		return is(over, "late")
	case c.p.Words.T("card.true"):
		return is(over, "offset", "up", "down", "rtt") + " true"
	case c.p.Words.T("numbers.est"):
		return is(over, "offset", "up", "down") + " est"
	}
	return is(low, "jitter-up", "jitter-down", "host", "server", "predicted")
}

// head returns the title, in a line or two, that ends at x and is the lowest above y.
func (c *claim) head(x, y float32) (title string, at draw.Text) {
	var over []draw.Text
	for _, t := range c.texts {
		if c.At.Contains(t.X0+1, t.Y1-1) && t.Y1 < y && (max(t.X1-x, x-t.X1) < 3 || c.Kind == "race" && x-t.X1 > 10 && x-t.X1 < 14) && t.Said != "–" && !digits.MatchString(t.Said) {
			over = append(over, t)
		}
	}
	if len(over) == 0 {
		return "", at
	}
	slices.SortFunc(over, func(a, b draw.Text) int { return int(b.Y1 - a.Y1) })
	title, at = over[0].Said, over[0]
	if len(over) > 1 && at.Y1-over[1].Y1 < 2*(at.Y1-at.Y0) {
		title = strings.ReplaceAll(over[1].Said+" "+title, "- ", "-")
	}
	return title, at
}

// bothErrors is one of the errors of A and B, or what is between them.
func bothErrors(c *claim) {
	n, a, b := c.numbers[0], *c, *c
	a.Side, b.Side = 0, 1
	a.Machine, b.Machine = c.p.Deck.Chosen, c.p.Deck.Chosen
	label := ""
	for _, t := range c.beside() {
		if t.Said == "A" || t.Said == "B" || t.Said == c.p.Words.T("ab.between") {
			label = t.Said
		}
	}
	c.then(func(m *Moment) string {
		a, b := a.facts(m), b.facts(m)
		switch label {
		case "A":
			return n.off(milliseconds(a.Error), a.Status.Synchronised)
		case "B":
			return n.off(milliseconds(b.Error), b.Status.Synchronised)
		}
		return n.off(tenths(b)-tenths(a), a.Status.Synchronised && b.Status.Synchronised)
	})
}
