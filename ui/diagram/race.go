package diagram

import (
	"math"
	"slices"
	"time"

	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
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

// RaceTable compares all algorithms on one client: how wrong each has been since the race began, and what
// it has cost.
type RaceTable struct {
	pen     panel.Pen
	Rows    []session.RaceRow // in the order of algorithms
	out     []bool            // of them: those of a group that is hidden
	order   []int             // of the lines: places in rows
	sort    raceColumn
	down    bool // the largest first
	titles  [raceColumns]raceHead
	titled  raceTitled
	at      netsim.Time // of what title and lines have
	pace    unity.Pace
	client  int
	session *session.Session        // of the lines
	best    [raceColumns]float64    // value, NaN for none
	heads   [raceColumns]panel.Rect // where they were drawn last
	edges   [raceColumns]float32    // right edges of the columns
	left    [raceColumns]bool       // out, for want of room
	restart panel.Rect
	swatch  float32 // room for the line before a name

	Side    string // of the world that it is of, "" where there is only one
	Groups  RaceGroups
	Asked   string           // the clock that a person has clicked, "" for none
	errors  []ranking.Errors // of rows
	ranked  ranked
	rated   rated
	verdict verdict
	pointed verdict // on the clock under the pointer
	said    panel.Wrapped
	lines   panel.Rect // where the clocks' lines were drawn last
}

// Update reads the race when numbers are read, and acts on clicks. Between them lines keep their order: such that change
// places in each frame could not be read.
func (k *RaceTable) Update(v *panel.View, p *panel.Pointer) {
	due := v.Frame.Fresh || len(k.Rows) == 0
	if p.Pressed {
		for i, head := range k.heads {
			if p.Over(head) {
				k.down = raceColumn(i) == k.sort && !k.down && raceColumn(i) != raceClock
				k.sort, due = raceColumn(i), true
			}
		}
		if p.Over(k.restart) {
			v.Session.RestartRace(v.Frame.Selected)
			due = true
		}
		if v.Offers() && (k.Groups.update(v, p) || k.askAbout(v, p)) {
			due = true
		}
	}
	if k.client != v.Frame.Selected || k.session != v.Session || k.titled.words != v.Words { // another, or after a leap in time
		k.client, k.session, due = v.Frame.Selected, v.Session, true
	}
	if due {
		k.read(v)
		k.arrange()
	}
}

// askAbout has the verdict be about the clock whose line is clicked. It reports whether one is.
func (k *RaceTable) askAbout(v *panel.View, p *panel.Pointer) bool {
	if !p.Over(k.lines) {
		return false
	}
	i := int((p.Y - k.lines.Y) / k.lines.H * float32(len(k.order)))
	k.Asked = v.Clock(k.order[min(i, len(k.order)-1)]).Name
	return true
}

func (k *RaceTable) read(v *panel.View) {
	k.Rows, k.at = v.Session.Race(max(v.Frame.Selected, 1), k.Rows[:0]), v.Session.Now()
	k.pace = v.Session.RacePace(max(v.Frame.Selected, 1))
	k.Groups.read(v.Words, v.Clocks())
	k.out = k.out[:0]
	for i := range k.Rows {
		k.out = append(k.out, v.Offers() && k.Groups.hides(v.Clock(i)))
	}
	k.ranked = k.rank(v)
	if v.Offers() {
		k.verdict.read(v, k, k.about(v))
	}
	if of := (raceTitled{v.Words, v.Session.Value(0, "converge.bound"), v.Session.Value(0, "converge.hold")}); of != k.titled {
		k.titled = of
		k.titles = raceHeads(v.Words, v.Session.ValueText(0, "converge.bound"), v.Session.ValueText(0, "converge.hold"))
	}
}

// value returns what a column has of a row; ok is false where that is unknown.
func (k *RaceTable) value(row int, c raceColumn) (v float64, ok bool) {
	r := &k.Rows[row]
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
func (k *RaceTable) arrange() {
	k.order = k.order[:0]
	for i := range k.Rows {
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
			if v, ok := k.value(i, c); ok && k.Rows[i].OK && !(v >= k.best[c]) {
				k.best[c] = v
			}
		}
	}
}

// Draw draws the table of all clocks of the chosen client.
func (k *RaceTable) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	k.heads, k.restart, k.lines = [raceColumns]panel.Rect{}, panel.Rect{}, panel.Rect{}
	clear(k.Groups.Chips)
	if r.H <= 0 || len(k.Rows) == 0 {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if v.Whose(k.client, r) {
		defer c.BoxOutline(r.X, r.Y, r.W, r.H, 4, 1.5, c.Theme.Machine(k.client).Color)
	}
	in := panel.NewRect(r.X+8, r.Y+3, r.W-16, r.H-6)
	k.title(v, c, panel.NewRect(in.X, in.Y, in.W, 22))
	k.columns(v, c, panel.NewRect(in.X, in.Y+22, in.W, 29))
	lines := k.surround(v, c, panel.NewRect(in.X, in.Y+53, in.W, in.H-53))
	height := min(lines.H/float32(len(k.order)), 26)
	k.lines = panel.NewRect(lines.X, lines.Y, lines.W, height*float32(len(k.order)))
	driving := v.Driving(v.Frame.Selected)
	for i, row := range k.order {
		k.line(v, c, panel.NewRect(lines.X, lines.Y+height*float32(i), lines.W, height), row, row == driving)
	}
}

// title says whose race it is, from when to when, and offers to restart it.
func (k *RaceTable) title(v *panel.View, c *draw.Canvas, r panel.Rect) {
	y := r.Y + r.H/2
	x := r.X + c.Text(r.X, y, v.Words.T("race.title"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + 8
	if k.Side != "" {
		panel.Badge(c, x, y, panel.BadgeHigh, k.Side)
		x += 28
	}
	k.restart = panel.NewRect(r.X+r.W, y-9, 0, 18)
	if !v.Unattended {
		text := v.Words.T("race.restart")
		w := c.Fonts().Measure(text, draw.Small) + 14
		k.restart.X, k.restart.W = r.X+r.W-w, w
		c.Box(k.restart.X, k.restart.Y, w, 18, 9, c.Theme.PanelEdge)
		c.Text(k.restart.X+w/2, y, text, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
		v.Tips.Add(k.restart, v.Words.T("race.restart-tip"))
	}
	k.pen.Start(v.Words).Text(v.Words.T("race.client")).Text(" ").Int(int64(v.Frame.Selected)).Text(", ")
	k.pen.Text(v.Words.T("race.since")).Text(" ")
	k.pen.Fixed(time.Duration(v.Session.RaceFrom(v.Frame.Selected)).Seconds(), 1).Text(" s, ").At(k.at)
	since := len(k.pen.Buf)
	k.pen.Text("  ").Text(v.Words.T("card.off-pace")).Text(" ").Share(k.pace.Off, k.pace.Frames)
	if x+c.Fonts().MeasureBytes(k.pen.Buf, draw.Small) >= k.restart.X-4 {
		k.pen.Buf = k.pen.Buf[:since]
	}
	if x+c.Fonts().MeasureBytes(k.pen.Buf, draw.Small) >= k.restart.X-4 {
		k.pen.Start(v.Words).At(k.at)
	}
	if x+c.Fonts().MeasureBytes(k.pen.Buf, draw.Small) < k.restart.X-4 {
		k.pen.Put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
}

// The room for a name, and for the line before it, in points. Where the table is narrow there are no lines.
const (
	nameWidth   = 92
	swatchWidth = 24
	narrowRace  = 290
)

// columns writes the heads, and so finds where the columns are.
func (k *RaceTable) columns(v *panel.View, c *draw.Canvas, r panel.Rect) {
	upper, lower := r.Y+7, r.Y+21
	k.swatch = swatchWidth
	if r.W < narrowRace {
		k.swatch = 0
	}
	name := nameWidth + k.swatch
	width := k.leave(c, r.W-name)
	right := r.X + r.W
	for i := raceColumns - 1; i >= raceClock; i-- {
		h := k.titles[i]
		if k.left[i] {
			k.heads[i] = panel.Rect{}
			continue
		}
		col := c.Theme.TextDim
		if i == k.sort {
			col = c.Theme.Text
		}
		k.edges[i] = right
		right -= width
		k.heads[i] = panel.NewRect(k.edges[i]-width, r.Y, width, r.H)
		if i == raceClock {
			k.heads[i] = panel.NewRect(r.X, r.Y, name-4, r.H)
			c.Text(r.X+12+k.swatch, lower, h.head, draw.Small, col, draw.Left|draw.Middle)
		} else {
			c.Text(k.edges[i], upper, h.head, draw.Small, col, draw.Right|draw.Middle)
			w := c.Fonts().Measure(h.unit, draw.Small)
			c.Text(k.edges[i], lower, h.unit, draw.Small, col, draw.Right|draw.Middle)
			if i == k.sort {
				c.Triangle(k.edges[i]-w-8, lower, 3.5, !k.down, c.Theme.Accent)
			}
		}
		v.Tips.Add(k.heads[i], h.tip)
	}
	c.HLine(r.X, r.X+r.W, r.Y+r.H, 1, c.Theme.Grid)
}

// leave leaves columns out that have no room for their heads, and returns the width of each of the others.
func (k *RaceTable) leave(c *draw.Canvas, room float32) (width float32) {
	k.left = [raceColumns]bool{}
	there, first := float32(raceColumns-1), [...]raceColumn{raceStep, raceBytes}
	for i := 0; ; i++ {
		width = room / there
		wide := float32(0)
		for n := raceRMS; n < raceColumns; n++ {
			if !k.left[n] {
				wide = max(wide, c.Fonts().Measure(k.titles[n].head, draw.Small))
			}
		}
		if i == len(first) || wide+5 <= width {
			return width
		}
		k.left[first[i]] = true
		there--
	}
}

// line writes one algorithm's line.
func (k *RaceTable) line(v *panel.View, c *draw.Canvas, r panel.Rect, row int, driving bool) {
	y := r.Y + r.H/2
	if elsewhere := v.Which(row, r); driving || elsewhere {
		c.Box(r.X-4, r.Y, r.W+8, r.H, 3, c.Theme.PanelEdge)
	}
	if driving {
		c.Text(r.X-2, y, "►", draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	}
	if k.swatch > 0 {
		style, width := panel.ClockStyle(c.Theme, v.Frame.Selected, row, v.InQuestion(v.Frame.Selected, row))
		c.Dashed(r.X+12, y, r.X+30, y, width+0.5, style.Dash.Scale(0.8), 0, style.Color)
	}
	c.Text(r.X+12+k.swatch, y, panel.ClockShort(v.Words, v.Clock(row)), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	for i := raceRMS; i < raceColumns; i++ {
		if !k.left[i] {
			k.cell(c, row, i, y)
		}
	}
	tip := panel.ClockTip(v.Words, v.Clock(row))
	if r.Contains(v.Tips.X, v.Tips.Y) {
		if v.Clock(row).Name == registry.Recommended {
			tip = v.Words.T("race.recommended") + tip
		}
		if driving {
			tip = v.Words.T("race.driving") + tip
		}
		if v.Offers() { // where there is no room for the verdict below the lines
			k.pointed.read(v, k, row)
			tip = k.pointed.text + " " + tip
		}
	}
	v.Tips.Add(r, tip)
}

// cell writes one figure; the best of its column has a green dot, of the RMS errors only if that is more than luck.
func (k *RaceTable) cell(c *draw.Canvas, row int, i raceColumn, y float32) {
	v, ok := k.value(row, i)
	k.pen.Start(c.Words).Text("–")
	if ok {
		k.figure(c.Words, v, i)
	}
	k.pen.Put(c, k.edges[i], y, draw.Small, c.Theme.Text, draw.Right|draw.Middle)
	if ok && v == k.best[i] && (i != raceRMS || k.ranked.result == ranking.Won) {
		c.Circle(k.edges[i]-c.Fonts().MeasureBytes(k.pen.Buf, draw.Small)-5, y, 2.5, c.Theme.InSync)
	}
}

// figure writes a figure with three digits or so: there is little room.
func (k *RaceTable) figure(lang *words.Language, v float64, i raceColumn) {
	k.pen.Start(lang)
	switch {
	case i == raceBytes && v >= 10 || v >= 100:
		if v >= 100_000 {
			k.pen.Fixed(v/1000, 0).Text("k")
			return
		}
		k.pen.Fixed(v, 0)
	case v >= 10 || i == raceBytes:
		k.pen.Fixed(v, 1)
	default:
		k.pen.Fixed(v, 2)
	}
}
