package truthtest

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game/session"
	"driftlab/ui/draw"
)

// cell is a number in the table of numbers: its row says whose it is, and its column what.
func cell(c *claim) {
	side, machine, ok := c.row()
	if !ok {
		return // a row's own name
	}
	c.Side, c.Machine = side, machine
	column, n := c.column(), c.numbers
	if c.orange() && column != "numbers.error" {
		c.wrong("it is orange, and not by how much a clock is wrong")
	}
	if machine == 0 {
		c.then(func(m *Moment) string { return n[0].off(float64(m.Sides[side].HostTick), column == "card.host-tick") })
		return
	}
	scale := float64(time.Second)
	if strings.HasSuffix(c.Said, " ms") {
		scale = float64(time.Millisecond)
	}
	c.then(func(m *Moment) string {
		want, known := columnOf(c.facts(m), column)
		switch column {
		case "card.host-tick", "card.server-tick", "numbers.predicted":
			if wrong := n[0].off(want, known); wrong != "" || len(n) < 2 {
				return wrong
			}
			return n[1].off(want-float64(m.Sides[side].HostTick), known)
		}
		return n[0].off(want/scale, known)
	})
}

// inLine is by how much a client's clock is wrong, in a line of clients: its number stands before it.
func inLine(c *claim) {
	for _, t := range c.beside() {
		if m, err := strconv.Atoi(t.Said); err == nil {
			c.Machine = m
		}
	}
	clockError(c)
}

// columnOf returns what is true of a client in a column: a tick, or nanoseconds.
func columnOf(f *session.Facts, column string) (want float64, known bool) {
	st := &f.Status
	switch column {
	case "card.host-tick":
		return float64(f.Moment.Clock.Tick()), f.Moment.OK
	case "card.server-tick":
		return float64(f.Moment.Server.Tick()), f.Moment.OK
	case "numbers.predicted":
		return float64(f.Moment.Predicted.Tick()), f.Moment.OK
	case "numbers.offset":
		return float64(st.Offset), st.Synchronised
	case "numbers.offset true":
		return float64(f.Offset), true
	case "numbers.error":
		return float64(f.Error), st.Synchronised
	case "card.rtt":
		return float64(st.RTT), st.RTT > 0
	case "card.rtt true":
		return float64(f.OWDUp + f.OWDDown), true
	case "numbers.up":
		return float64(st.OWDUp), st.HasOWD
	case "numbers.up true":
		return float64(f.OWDUp), f.OWDUp > 0
	case "numbers.down":
		return float64(st.OWDDown), st.HasOWD
	case "numbers.down true":
		return float64(f.OWDDown), f.OWDDown > 0
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

// columns are the heads of the table's columns.
var columns = []string{"card.host-tick", "card.server-tick", "numbers.predicted", "numbers.offset", "numbers.error", "numbers.up", "numbers.down"}

// column returns the key of the text over a claim; that of a column of what is true is the one of the column before it, and " true".
func (c *claim) column() string {
	title, at := c.head(c.X1, c.Y0)
	if title != c.p.Words.T("card.true") {
		return c.key(title)
	}
	var before draw.Text
	for _, t := range c.texts {
		if c.At.Contains(t.X0+1, t.Y1-1) && max(t.Y1-at.Y1, at.Y1-t.Y1) < 3 && t.X1 < at.X0 && t.X1 > before.X1 {
			before = t
		}
	}
	title, _ = c.head(before.X1, c.Y0)
	return c.key(title) + " true"
}

func (c *claim) key(title string) string {
	for _, key := range columns {
		if c.p.Words.T(key) == title {
			return key
		}
	}
	return title
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
