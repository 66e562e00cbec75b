package diagram

import (
	"math"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// punchView is a tab that shows for each clock whether two clients behind NATs would get through to each other if both sent
// at an agreed time by that clock: how far apart their clocks are, against the window that the path between them leaves.
// See [session.Punch]; nothing is sent, it is only computed.
type punchView struct {
	pen    panel.Pen
	past   int // how many clients are skipped between the chosen one and the other
	chip   panel.Rect
	chipOf panel.Rect // the tab's region when the chip was drawn
	of     panel.Hold // when the rows were read
	pair   [2]int     // of the rows
	rows   []punchRow // in the order of clocks
	shown  []int      // clocks
	axis   chart
	column [punchColumns]float32 // right edges, 0 for a column without room
	brief  bool                  // verdicts are short
}

// punchRow is what is known of one clock.
type punchRow struct {
	now    session.Punch
	ok     bool
	wrong  [2]time.Duration // each client's error, meaningful if ok
	lately session.Punches
}

// The columns right of the axis.
const (
	punchApart = iota
	punchVerdict
	punchLately
	punchColumns
)

// punchSpan is the time that the line of a row covers.
const punchSpan = 10 * time.Second

// The ends of the axis as powers of ten of a ms: 10 µs and 10 s. What is beyond is drawn at the ends.
const (
	punchLeast = -2
	punchMost  = 4
)

// Sizes in points.
const (
	punchLow   = 16  // least height of a row
	punchHigh  = 44  // greatest
	punchPlot  = 110 // least width of the axis
	punchSpace = 14  // between columns
)

func (p *punchView) Begin() { p.past = 0 }

// Update replaces the other client by the next one when its name is clicked.
func (p *punchView) Update(v *panel.View, k *panel.Pointer, r panel.Rect) {
	if k.Pressed && p.chip.W > 0 && k.Over(p.chip.Moved(p.chipOf, r)) {
		p.past++
	}
}

// clients returns the chosen client and another one. There are at least two.
func (p *punchView) clients(v *panel.View) (one, other int) {
	n := v.Frame.Clients()
	one = min(max(v.Frame.Selected, 1), n)
	return one, (one+p.past%(n-1))%n + 1
}

func (p *punchView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	p.chip, p.chipOf = panel.Rect{}, r
	if v.Frame.Clients() < 2 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("punch.alone"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	v.Tips.Add(r, v.Words.T("punch.tip"))
	p.read(v)
	top := p.head(v, c, panel.NewRect(r.X+12, r.Y+4, r.W-24, r.H))
	p.place(v, c, panel.NewRect(r.X+12, top, r.W-24, r.Y+r.H-top))
	p.grid(v, c)
	// As many rows as have room, including that of the clock that drives the chosen client.
	n := min(len(p.rows), max(int(p.axis.area.H/punchLow), 1))
	height := min(p.axis.area.H/float32(n), punchHigh)
	p.shown = p.shown[:0]
	for i := range n {
		p.shown = append(p.shown, i)
	}
	p.shown[n-1] = max(p.shown[n-1], v.Driving(p.pair[0]))
	for i, clock := range p.shown {
		p.row(v, c, clock, panel.NewRect(r.X+12, p.axis.area.Y+height*float32(i), r.W-24, height))
	}
	if more := len(p.rows) - n; more > 0 {
		under := panel.NewRect(r.X+12, p.axis.area.Y+p.axis.area.H, p.axis.area.X-r.X, r.Y+r.H-p.axis.area.Y-p.axis.area.H)
		c.Text(under.X, under.Y+under.H/2, v.Words.F("ab.more", more), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.Tips.Add(under, v.Words.F("punch.more-tip", more))
	}
}

// read reads all rows when numbers are read.
func (p *punchView) read(v *panel.View) {
	one, other := p.clients(v)
	if pair := [2]int{one, other}; p.of == v.Frame.Reading && p.pair == pair && len(p.rows) == len(v.Clocks()) {
		return
	}
	p.of, p.pair, p.rows = v.Frame.Reading, [2]int{one, other}, p.rows[:0]
	for i := range v.Clocks() {
		var row punchRow
		row.now, row.ok = v.Session.Punch(one, other, i)
		row.wrong[0], _ = v.Session.ClockError(one, i)
		row.wrong[1], _ = v.Session.ClockError(other, i)
		row.lately = v.Session.Punches(one, other, i, punchSpan)
		p.rows = append(p.rows, row)
	}
}

// head writes which clients send and what is assumed, and returns where that text ends.
func (p *punchView) head(v *panel.View, c *draw.Canvas, r panel.Rect) (bottom float32) {
	room, height := r.W, c.Fonts().LineHeight(draw.Small)
	if v.Frame.Clients() > 2 && v.Ask != nil && !v.Unattended {
		text := v.Words.F("punch.with", p.pair[1])
		w := 16 + c.Text(r.X+r.W-8, r.Y+height/2+2, text, draw.Small, c.Theme.Text, draw.Right|draw.Middle)
		p.chip = panel.NewRect(r.X+r.W-w, r.Y, w, height+4)
		c.Box(p.chip.X, p.chip.Y, w, p.chip.H, 4, c.Theme.PanelEdge)
		v.Tips.Add(p.chip, v.Words.T("punch.with-tip"))
		room -= w + 10
	}
	text := v.Words.F("punch.asks", p.pair[0], p.pair[1]) + " " + v.Words.F("punch.assumes", p.path(v))
	said := layout.Fit(c.Fonts(), text, room, layout.Open, draw.Small)
	said.Draw(c, r.Below(2), c.Theme.Text, draw.Left)
	return r.Y + said.H + 6
}

// path writes the delay of the path between the two clients.
func (p *punchView) path(v *panel.View) string {
	return v.Words.Decimal(strconv.FormatFloat(inMillis(v.Session.PunchPath()), 'g', 4, 64)) + " ms"
}

// place divides the room below the head into names, the axis, and as many columns as fit beside it.
func (p *punchView) place(v *panel.View, c *draw.Canvas, r panel.Rect) {
	measure := func(text string) float32 { return p.pen.Line.One(c.Fonts(), layout.Item{Text: text}) }
	names := float32(0)
	for i := range v.Clocks() {
		names = max(names, measure(panel.ClockShort(v.Words, v.Clock(i))))
	}
	apart := max(measure(v.Words.T("punch.apart")), measure("999.99 ms"))
	lately := max(measure(v.Words.T("punch.lately")), measure("100 %"))
	instant := p.pen.Line.One(c.Fonts(), layout.Item{Bytes: p.pen.Start(v.Words).At(p.of.At()).Buf}) // above the verdicts
	parts := [...]layout.Part{{Min: names + 2, Rank: 3}, {Share: 1, Rank: 3}, {Min: apart, Rank: 1}, {Rank: 2}, {Min: lately}}
	var at [len(parts)]panel.Rect
	for _, short := range [...]string{"", "-short"} {
		verdict := max(measure(v.Words.T("punch.met"+short)), measure(v.Words.F("punch.missed"+short, v.Frame.Clients())), instant)
		parts[3].Min, parts[1].Min = verdict, min(punchPlot, r.W-names-2-verdict-2*punchSpace)
		if p.brief = short != ""; layout.Row(at[:], r, punchSpace, parts[:]...) == 0 {
			break
		}
	}
	for i, column := range at[2:] {
		p.column[i] = column.X + column.W
	}
	line := c.Fonts().LineHeight(draw.Small)
	p.axis = chart{area: panel.NewRect(at[1].X, r.Y+line+4, at[1].W, max(r.H-2*line-12, 1)), left: punchLeast, right: punchMost}
}

// x returns the place of a lead on the axis.
func (p *punchView) x(lead time.Duration) float32 {
	decade := math.Log10(max(inMillis(lead.Abs()), math.Pow10(punchLeast)))
	return p.axis.x(min(decade, punchMost))
}

// grid draws the window, a line at each power of ten, and the heads of the columns.
func (p *punchView) grid(v *panel.View, c *draw.Canvas) {
	area, line := p.axis.area, c.Fonts().LineHeight(draw.Small)
	edge, head := p.x(v.Session.PunchPath()), area.Y-line/2-2
	c.Rect(area.X, area.Y, edge-area.X, area.H, c.Theme.Text.Fade(0.1))
	c.Hatch(edge, area.Y, area.X+area.W-edge, area.H, 14, c.Theme.Grid.Fade(0.6))
	names := [...]string{"≤ 10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "≥ 10 s"}
	every := 1 + int(p.pen.Line.One(c.Fonts(), layout.Item{Text: names[0]})*1.8/(area.W/float32(len(names)-1)))
	for i, name := range names {
		x := p.axis.x(float64(punchLeast + i))
		c.VLine(x, area.Y, area.Y+area.H, 1, c.Theme.Grid)
		side := draw.Centre
		if i == 0 { // left of it is the number of clocks without room
			side = draw.Left
		}
		if i%every == 0 {
			c.Text(x, area.Y+area.H+line/2+3, name, draw.Small, c.Theme.TextDim, side|draw.Middle)
		}
	}
	c.VLine(edge, area.Y-2, area.Y+area.H, 2, c.Theme.Text)
	half := p.pen.Line.One(c.Fonts(), layout.Item{Bytes: p.pen.Start(v.Words).Name("punch.window").Text(p.path(v)).Buf}) / 2
	middle := min(max(edge, area.X+half), area.X+area.W-half)
	name := layout.Item{Text: v.Words.T("punch.axis"), Ink: c.Theme.TextDim}
	p.pen.Line.Say(c, panel.NewRect(area.X, head, middle-half-punchSpace-area.X, 0), draw.Left, name)
	p.pen.Put(c, middle, head, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
	for i, text := range [punchColumns]string{v.Words.T("punch.apart"), string(p.pen.Start(v.Words).At(p.of.At()).Buf), v.Words.T("punch.lately")} {
		p.put(c, p.pen.Start(v.Words).Text(text), i, head, c.Theme.TextDim)
	}
}

// row draws one clock's row: its name, how far apart the two clients' clocks are and recently were, and the verdict.
func (p *punchView) row(v *panel.View, c *draw.Canvas, clock int, r panel.Rect) {
	y, row := r.Y+r.H/2, &p.rows[clock]
	if elsewhere := v.Which(clock, r); elsewhere || clock == v.Driving(p.pair[0]) {
		c.Box(r.X-4, r.Y, p.axis.area.X-r.X, r.H, 3, c.Theme.PanelEdge)
	}
	c.Text(r.X, y, panel.ClockShort(v.Words, v.Clock(clock)), draw.Small, panel.ClockInk(c.Theme, v.Clock(clock)), draw.Left|draw.Middle)
	c.HLine(p.axis.area.X, p.axis.area.X+p.axis.area.W, y, 1, c.Theme.Grid)
	if span := &row.lately; span.All > 0 {
		c.HLine(p.x(span.Least), p.x(span.Most), y, 4, c.Theme.TextDim.Fade(0.6))
		p.put(c, p.pen.Start(v.Words).Share(uint64(span.Met), uint64(span.All)), punchLately, y, c.Theme.Text)
	}
	if !row.ok {
		text := p.missing(v, clock)
		c.Text(p.axis.area.X+8, y, text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.Tips.Add(r, text+". "+v.Words.T("punch.unset-tip"))
		return
	}
	if x, hue := p.x(row.now.Lead), panel.ClockStyle(c.Theme, v.Clock(clock)).Color; row.now.Meets() {
		c.Circle(x, y, 5, hue)
	} else {
		c.Cross(x, y, 5, 2.5, hue)
	}
	p.put(c, p.figure(v, row.now.Lead.Abs()), punchApart, y, c.Theme.Text)
	p.put(c, p.pen.Start(v.Words).Text(p.verdict(v, row.now)), punchVerdict, y, c.Theme.Text)
	if v.Tips.Under(r) {
		v.Tips.Add(r, p.tell(v, row))
	}
}

// put writes a text into a column, if there is room for that.
func (p *punchView) put(c *draw.Canvas, text *panel.Pen, column int, y float32, col palette.Color) {
	if x := p.column[column]; x > 0 {
		text.Put(c, x, y, draw.Small, col, draw.Right|draw.Middle)
	}
}

// figure writes how far apart two clocks are, with about three digits.
func (p *punchView) figure(v *panel.View, apart time.Duration) *panel.Pen {
	switch p.pen.Start(v.Words); {
	case apart < 100*time.Microsecond:
		return p.pen.Fixed(inMillis(apart)*1000, 0).Text(" µs")
	case apart < 10*time.Millisecond:
		return p.pen.Ms(apart, 2)
	case apart < time.Second:
		return p.pen.Ms(apart, 1)
	}
	return p.pen.Fixed(apart.Seconds(), 2).Text(" s")
}

// first returns which client sends first.
func (p *punchView) first(now session.Punch) int {
	if now.Lead < 0 {
		return p.pair[1]
	}
	return p.pair[0]
}

// verdict returns whether the clients get through.
func (p *punchView) verdict(v *panel.View, now session.Punch) string {
	short := ""
	if p.brief {
		short = "-short"
	}
	if now.Meets() {
		return v.Words.T("punch.met" + short)
	}
	return v.Words.F("punch.missed"+short, p.first(now))
}

// missing returns why there is no verdict.
func (p *punchView) missing(v *panel.View, clock int) string {
	for _, client := range p.pair {
		if v.Frame.Facts[client-1].State == game.Away {
			return v.Words.F("punch.left", client)
		}
		if _, set := v.Session.ClockError(client, clock); !set {
			return v.Words.F("punch.unset", client)
		}
	}
	return ""
}

// tell explains a row in whole sentences.
func (p *punchView) tell(v *panel.View, row *punchRow) string {
	first, lead := p.first(row.now), inMillis(row.now.Lead.Abs())
	if row.now.Meets() {
		return v.Words.F("punch.met-tip", p.pair[0], inMillis(row.wrong[0]), p.pair[1], inMillis(row.wrong[1]), first, lead, p.path(v))
	}
	return v.Words.F("punch.missed-tip", p.pair[0], inMillis(row.wrong[0]), p.pair[1], inMillis(row.wrong[1]), first, lead, inMillis(row.now.Early()))
}
