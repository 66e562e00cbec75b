package ui

import (
	"math"
	"slices"
	"time"

	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// raceColumn is a column of the race table.
type raceColumn int

const (
	raceClock raceColumn = iota
	raceRMS
	raceWorst
	raceStep
	raceConverged
	raceBytes
	raceColumns
)

// raceHead is a column's head, its unit, and what it tells.
type raceHead struct{ head, unit, tip string }

func raceHeads(lang *words.Language, bound, hold string) [raceColumns]raceHead {
	return [raceColumns]raceHead{
		raceClock:     {lang.T("race.clock"), "", lang.T("race.clock-tip")},
		raceRMS:       {lang.T("race.rms"), "ms", lang.T("race.rms-tip")},
		raceWorst:     {lang.T("race.worst"), "ms", lang.T("race.worst-tip")},
		raceStep:      {lang.T("race.step"), "ms", lang.T("race.step-tip")},
		raceConverged: {lang.T("race.converged") + bound, "s", lang.F("race.converged-tip", bound, hold)},
		raceBytes:     {lang.T("race.bytes"), "B/s", lang.T("race.bytes-tip")},
	}
}

// raceTitled is what the heads were made for.
type raceTitled struct {
	words       *words.Language
	bound, hold int64
}

// raceTable compares all algorithms on one client: how wrong each has been since the race began, and what
// it has cost.
type raceTable struct {
	pen     pen
	zoom    float32
	rows    []session.RaceRow // in the order of algorithms
	out     []bool            // of them: those of a group that is hidden
	order   []int             // of the lines: places in rows
	sort    raceColumn
	down    bool // the largest first
	titles  [raceColumns]raceHead
	titled  raceTitled
	client  int
	session *session.Session     // of the lines
	best    [raceColumns]float64 // value, NaN for none
	heads   [raceColumns]rect    // where they were drawn last
	edges   [raceColumns]float32 // right edges of the columns
	restart rect
	swatch  float32 // room for the line before a name

	groups  raceGroups
	asked   string // the clock that a person has clicked, "" for none
	verdict verdict
	pointed verdict // on the clock under the pointer
	said    wrapped
	lines   rect // where the clocks' lines were drawn last
}

// update reads the race when numbers are read, and acts on clicks. Between them lines keep their order: such that change
// places in each frame could not be read.
func (k *raceTable) update(v *view, p *pointer) {
	due := v.frame.fresh || len(k.rows) == 0
	if p.pressed {
		for i, head := range k.heads {
			if p.over(head) {
				k.down = raceColumn(i) == k.sort && !k.down && raceColumn(i) != raceClock
				k.sort, due = raceColumn(i), true
			}
		}
		if p.over(k.restart) {
			v.session.RestartRace(v.frame.selected)
			due = true
		}
		if v.offers() && (k.groups.update(v, p) || k.askAbout(v, p)) {
			due = true
		}
	}
	if k.client != v.frame.selected || k.session != v.session || k.titled.words != v.words { // another, or after a leap in time
		k.client, k.session, due = v.frame.selected, v.session, true
	}
	if due {
		k.read(v)
		k.arrange()
	}
}

// askAbout has the verdict be about the clock whose line is clicked. It reports whether one is.
func (k *raceTable) askAbout(v *view, p *pointer) bool {
	if !p.over(k.lines) {
		return false
	}
	i := int((p.y - k.lines.y) / k.lines.h * float32(len(k.order)))
	k.asked = v.clock(k.order[min(i, len(k.order)-1)]).Name
	return true
}

func (k *raceTable) read(v *view) {
	k.rows = v.session.Race(max(v.frame.selected, 1), k.rows[:0])
	k.groups.read(v.words, v.clocks())
	k.out = k.out[:0]
	for i := range k.rows {
		k.out = append(k.out, v.offers() && k.groups.hides(v.clock(i)))
	}
	if v.offers() {
		k.verdict.read(v, k.rows, k.about(v))
	}
	if of := (raceTitled{v.words, v.session.Value(0, "converge.bound"), v.session.Value(0, "converge.hold")}); of != k.titled {
		k.titled = of
		k.titles = raceHeads(v.words, v.session.ValueText(0, "converge.bound"), v.session.ValueText(0, "converge.hold"))
	}
}

// value returns what a column has of a row; ok is false where that is unknown.
func (k *raceTable) value(row int, c raceColumn) (v float64, ok bool) {
	r := &k.rows[row]
	switch c {
	case raceRMS:
		return r.RMS.Seconds() * 1000, r.OK
	case raceWorst:
		return r.Worst.Seconds() * 1000, r.OK
	case raceStep:
		return r.WorstStep.Seconds() * 1000, r.OK
	case raceConverged:
		return r.Convergence.Seconds(), r.Converged
	case raceBytes:
		return r.BytesPerSecond, true
	}
	return float64(row), true
}

// arrange puts the lines in order and finds the best of each column. Whose value is unknown comes last.
func (k *raceTable) arrange() {
	k.order = k.order[:0]
	for i := range k.rows {
		if i >= len(k.out) || !k.out[i] {
			k.order = append(k.order, i)
		}
	}
	slices.SortStableFunc(k.order, func(a, b int) int {
		va, oka := k.value(a, k.sort)
		vb, okb := k.value(b, k.sort)
		switch {
		case oka != okb:
			if oka {
				return -1
			}
			return 1
		case va < vb != k.down && va != vb:
			return -1
		case va == vb:
			return 0
		}
		return 1
	})
	for c := raceRMS; c < raceColumns; c++ {
		k.best[c] = math.NaN()
		for _, i := range k.order {
			// Who is not in the race yet has sent few bytes, too.
			if v, ok := k.value(i, c); ok && k.rows[i].OK && !(v >= k.best[c]) {
				k.best[c] = v
			}
		}
	}
}

// draw draws the table of all clocks of the chosen client.
func (k *raceTable) draw(v *view, c *draw.Canvas, r rect) {
	k.heads, k.restart, k.lines = [raceColumns]rect{}, rect{}, rect{}
	clear(k.groups.chips)
	if r.h <= 0 || len(k.rows) == 0 {
		return
	}
	k.zoom = float32(c.Fonts().Scale())
	z := k.zoom
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	in := rect{r.x + 8*z, r.y + 3*z, r.w - 16*z, r.h - 6*z}
	k.title(v, c, rect{in.x, in.y, in.w, 22 * z})
	k.columns(v, c, rect{in.x, in.y + 22*z, in.w, 29 * z})
	lines := k.surround(v, c, rect{in.x, in.y + 53*z, in.w, in.h - 53*z})
	height := min(lines.h/float32(len(k.order)), 26*z)
	k.lines = rect{lines.x, lines.y, lines.w, height * float32(len(k.order))}
	driving := v.driving(v.frame.selected)
	for i, row := range k.order {
		k.line(v, c, rect{lines.x, lines.y + height*float32(i), lines.w, height}, row, row == driving)
	}
}

// title says whose race it is and since when, and offers to begin anew.
func (k *raceTable) title(v *view, c *draw.Canvas, r rect) {
	z, y := k.zoom, r.y+r.h/2
	x := r.x + c.Text(r.x, y, v.words.T("race.title"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + 8*z
	k.restart = rect{r.x + r.w, y - 9*z, 0, 18 * z}
	if !v.unattended {
		text := v.words.T("race.restart")
		w := c.Fonts().Measure(text, draw.Small) + 14*z
		k.restart.x, k.restart.w = r.x+r.w-w, w
		c.Box(k.restart.x, k.restart.y, w, 18*z, 9*z, c.Theme.PanelEdge)
		c.Text(k.restart.x+w/2, y, text, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
		v.tips.add(k.restart, v.words.T("race.restart-tip"))
	}
	k.pen.start(v.words).text(v.words.T("race.client")).text(" ").int(int64(v.frame.selected)).text(", ")
	k.pen.text(v.words.T("race.since")).text(" ")
	k.pen.fixed(time.Duration(v.session.RaceFrom(v.frame.selected)).Seconds(), 1).text(" s")
	since := len(k.pen.buf)
	p := v.session.RacePace(v.frame.selected)
	k.pen.text("  ").text(v.words.T("card.off-pace")).text(" ").share(p.Off, p.Frames)
	if x+c.Fonts().MeasureBytes(k.pen.buf, draw.Small) >= k.restart.x-4*z {
		k.pen.buf = k.pen.buf[:since]
	}
	if x+c.Fonts().MeasureBytes(k.pen.buf, draw.Small) < k.restart.x-4*z {
		k.pen.put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
}

// The room for a name, and for the line before it, at scale 1. Where the table is narrow there are no lines.
const (
	nameWidth   = 92
	swatchWidth = 24
	narrowRace  = 290
)

// columns writes the heads, and so finds where the columns are.
func (k *raceTable) columns(v *view, c *draw.Canvas, r rect) {
	z := k.zoom
	upper, lower := r.y+7*z, r.y+21*z
	k.swatch = swatchWidth * z
	if r.w < narrowRace*z {
		k.swatch = 0
	}
	name := nameWidth*z + k.swatch
	width := (r.w - name) / float32(raceColumns-1)
	right := r.x + r.w
	for i, h := range k.titles {
		i := raceColumn(i)
		col := c.Theme.TextDim
		if i == k.sort {
			col = c.Theme.Text
		}
		k.edges[i] = right - width*float32(raceColumns-1-i)
		k.heads[i] = rect{k.edges[i] - width, r.y, width, r.h}
		if i == raceClock {
			k.heads[i] = rect{r.x, r.y, name - 4*z, r.h}
			c.Text(r.x+12*z+k.swatch, lower, h.head, draw.Small, col, draw.Left|draw.Middle)
		} else {
			c.Text(k.edges[i], upper, h.head, draw.Small, col, draw.Right|draw.Middle)
			w := c.Fonts().Measure(h.unit, draw.Small)
			c.Text(k.edges[i], lower, h.unit, draw.Small, col, draw.Right|draw.Middle)
			if i == k.sort {
				c.Triangle(k.edges[i]-w-8*z, lower, 3.5*z, !k.down, c.Theme.Accent)
			}
		}
		v.tips.add(k.heads[i], h.tip)
	}
	c.HLine(r.x, r.x+r.w, r.y+r.h, z, c.Theme.Grid)
}

// line writes one algorithm's line.
func (k *raceTable) line(v *view, c *draw.Canvas, r rect, row int, driving bool) {
	z, y := k.zoom, r.y+r.h/2
	if driving {
		c.Box(r.x-4*z, r.y, r.w+8*z, r.h, 3*z, c.Theme.PanelEdge)
		c.Text(r.x-2*z, y, "►", draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	}
	if k.swatch > 0 {
		style, width := clockStyle(c.Theme, v.frame.selected, row, v.inQuestion(v.frame.selected, row))
		c.Dashed(r.x+12*z, y, r.x+30*z, y, (width+0.5)*z, style.Dash.Scale(z*0.8), 0, style.Color)
	}
	c.Text(r.x+12*z+k.swatch, y, clockShort(v.words, v.clock(row)), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	for i := raceRMS; i < raceColumns; i++ {
		k.cell(c, row, i, y)
	}
	tip := clockTip(v.words, v.clock(row))
	if r.contains(v.tips.x, v.tips.y) {
		if v.clock(row).Name == netsync.Recommended {
			tip = v.words.T("race.recommended") + tip
		}
		if driving {
			tip = v.words.T("race.driving") + tip
		}
		if v.offers() { // where there is no room for the verdict below the lines
			k.pointed.read(v, k.rows, row)
			tip = k.pointed.text + " " + tip
		}
	}
	v.tips.add(r, tip)
}

// cell writes one figure; the best of its column has a green dot.
func (k *raceTable) cell(c *draw.Canvas, row int, i raceColumn, y float32) {
	z := k.zoom
	v, ok := k.value(row, i)
	k.pen.start(c.Words).text("–")
	if ok {
		k.figure(c.Words, v, i)
	}
	k.pen.put(c, k.edges[i], y, draw.Small, c.Theme.Text, draw.Right|draw.Middle)
	if ok && v == k.best[i] {
		c.Circle(k.edges[i]-c.Fonts().MeasureBytes(k.pen.buf, draw.Small)-5*z, y, 2.5*z, c.Theme.InSync)
	}
}

// figure writes a figure with three digits or so: there is little room.
func (k *raceTable) figure(lang *words.Language, v float64, i raceColumn) {
	k.pen.start(lang)
	switch {
	case i == raceBytes && v >= 10 || v >= 100:
		if v >= 100_000 {
			k.pen.fixed(v/1000, 0).text("k")
			return
		}
		k.pen.fixed(v, 0)
	case v >= 10 || i == raceBytes:
		k.pen.fixed(v, 1)
	default:
		k.pen.fixed(v, 2)
	}
}
