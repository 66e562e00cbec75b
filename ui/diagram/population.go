package diagram

import (
	"math"
	"slices"
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Population is the tab that shows how wrong one clock, or two, are on all clients: a dot each, and a ghost where the clock
// was first set as the client joined. What half of them and 95 % are within has a line.
type Population struct {
	pen    panel.Pen
	Picked []int // clocks, the latest last; none: the one that drives the chosen client
	chips
	hover  int // client under the pointer, 0 for none
	axis   chart
	sorted []time.Duration
}

// Begin implements [Tab].
func (p *Population) Begin() { p.Picked = p.Picked[:0] }

// Update picks the clock whose chip is clicked, with Shift beside the one before; a click on a column chooses its client.
func (p *Population) Update(v *panel.View, k *panel.Pointer, r panel.Rect) {
	if i := p.pressed(k, r); i >= 0 && k.Shift && len(p.Shown(v)) == 1 && p.Shown(v)[0] != i {
		p.Picked = append(p.Shown(v), i)
	} else if i >= 0 {
		p.Picked = []int{i}
	}
	p.hover = pointColumn(v, k, p.axis.area)
}

// Shown returns the clocks whose rows there are.
func (p *Population) Shown(v *panel.View) []int {
	for _, i := range p.Picked {
		if i >= len(v.Clocks()) {
			p.Picked = p.Picked[:0]
		}
	}
	if len(p.Picked) == 0 {
		return []int{max(v.Driving(v.Frame.Selected), 0)}
	}
	return p.Picked
}

// Sizes in points.
const (
	crowdLeft  = 84
	crowdRight = 190 // for what the lines are
)

// leastNumbered is how far two clients' numbers are apart at least, in points.
const leastNumbered = 34

// crowdLeast is the least error of the axis, in ms: what is less is drawn at its foot.
const crowdLeast = 0.01

// Draw implements [Tab].
func (p *Population) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	p.chips.start(c, r)
	for i := range v.Clocks() {
		p.chips.add(c, panel.ClockShort(v.Words, v.Clock(i)), 0, slices.Contains(p.Shown(v), i), v.Words.T("population.pick-tip"))
	}
	p.chips.draw(v, c, panel.NewRect(r.X+12, r.Y+2, r.W-24, 22), nil)
	rows := p.Shown(v)
	room := r.H - 34
	for i, clock := range rows {
		h := room / float32(len(rows))
		area := panel.NewRect(r.X+crowdLeft, r.Y+34+h*float32(i)+20, r.W-(crowdLeft+crowdRight), h-44)
		if area.H >= leastPlot {
			p.row(v, c, clock, area)
		}
	}
}

// row draws the dots of one clock on all clients.
func (p *Population) row(v *panel.View, c *draw.Canvas, clock int, area panel.Rect) {
	n := v.Frame.Clients()
	p.axis = chart{area: area, left: 0.5, right: float64(n) + 0.5}
	now := func(client int) (time.Duration, bool) { return v.Session.ClockError(client, clock) }
	first := func(client int) (time.Duration, bool) { return v.Session.FirstError(client, clock) }
	most := math.Ceil(p.decade(max(p.Within(n, 1, now), p.Within(n, 1, first))))
	least := math.Floor(p.decade(min(p.Within(n, 0, now), p.Within(n, 0, first))))
	p.axis.low, p.axis.high = min(least, most-1), max(most, least+1)
	p.grid(v, c, clock)
	size := min(max(area.W/float32(n)*0.3, 2), 6)
	if p.hover > 0 && v.Tips.Under(area) {
		v.Hover.Next.Client = p.hover
	}
	for client := 1; client <= n; client++ {
		style, x := c.Theme.Machine(client), p.axis.x(float64(client))
		if client == v.Frame.Selected || client == p.hover || client == v.Hover.Client {
			c.Rect(x-size-3, area.Y, 2*size+6, area.H, c.Theme.Solid.Fade(0.3))
		}
		from, ok := first(client)
		to, set := now(client)
		if !ok || !set {
			continue
		}
		y0, y1 := p.y(from), p.y(to)
		c.Line(x, y0, x, y1, 1, c.Theme.TextDim.Fade(0.45))
		c.MarkerOutline(style.Shape, x, y0, size, 1.5, style.Color.Fade(0.7))
		c.Marker(style.Shape, x, y1, size, style.Color)
	}
	at := p.level(c, n, now, v.Words.T("population.p95-now"), palette.Unbroken, c.Theme.Text, -1)
	p.level(c, n, first, v.Words.T("population.p95-first"), palette.Dash{4, 4, 4, 4}, c.Theme.TextDim, at)
	tip := v.Words.T("population.tip")
	if p.hover > 0 && v.Tips.Under(area) {
		tip = v.Words.F("population.unset", p.hover)
		if from, ok := first(p.hover); ok {
			if to, set := now(p.hover); set {
				tip = v.Words.F("population.dot", p.hover, inMillis(from), inMillis(to))
			}
		}
	}
	v.Tips.Add(area, tip)
}

// grid draws a line at each power of ten, and says whose row it is.
func (p *Population) grid(v *panel.View, c *draw.Canvas, clock int) {
	area, limits := p.axis.area, []float64(nil)
	if v.Lesson != nil {
		limits = v.Lesson.Limits() // above which it counts errors, in ms
	}
	for d := p.axis.low; d <= p.axis.high; d++ {
		y := p.axis.y(d)
		c.HLine(area.X, area.X+area.W, y, 1, c.Theme.Grid)
		if slices.ContainsFunc(limits, func(limit float64) bool { return math.Abs(float64(y-p.axis.y(math.Log10(limit)))) < 15 }) {
			continue // the limit's value stands there
		}
		p.pen.Start(v.Words).Fixed(math.Pow(10, d), max(0, int(-d))).Text(" ms").Put(c, area.X-8, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	last := float32(math.Inf(1)) // where a limit's value stands
	for _, limit := range limits {
		if y := p.axis.y(math.Log10(limit)); y >= area.Y && y <= area.Y+area.H {
			if c.HLine(area.X, area.X+area.W, y, 1, c.Theme.Error); max(y-last, last-y) < 15 {
				continue
			}
			last = y
			p.pen.Start(v.Words).Fixed(limit, 0).Text(" ms").Put(c, area.X-8, y, draw.Small, c.Theme.ErrorText, draw.Right|draw.Middle)
		}
	}
	title := panel.ClockTitle(v.Words, v.Clock(clock))
	p.pen.Start(v.Words).Text(title).Text(": ").Word("population.what")
	// The tooltip says what is drawn.
	p.pen.Line.Say(c, panel.NewRect(area.X, area.Y-12, area.W+(crowdRight-12), 0), draw.Left, layout.Item{Bytes: p.pen.Buf, Ink: c.Theme.Text}, layout.Item{Text: title, Ink: c.Theme.Text})
	every := 1
	for float32(every)*area.W/float32(v.Frame.Clients()) < leastNumbered {
		every *= 2
	}
	for i := 1; i <= v.Frame.Clients(); i += every {
		p.pen.Start(v.Words).Int(int64(i)).Put(c, p.axis.x(float64(i)), area.Y+area.H+13, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// level draws what 95 % are within, with its name right of it and clear of another at y, and returns where its name is.
func (p *Population) level(c *draw.Canvas, n int, of func(client int) (time.Duration, bool), name string, dash palette.Dash, col palette.Color, other float32) float32 {
	if len(p.sort(n, of)) == 0 {
		return other
	}
	area, within := p.axis.area, p.Within(n, 0.95, of)
	y := p.y(within)
	c.Dashed(area.X, y, area.X+area.W, y, 2, dash, 0, col)
	at := y
	if d := at - other; other >= 0 && d < 18 && d > -18 {
		at = other - 18
		if d > 0 {
			at = other + 18
		}
	}
	decimals := 1
	switch {
	case within < time.Millisecond:
		decimals = 2
	case within >= 100*time.Millisecond:
		decimals = 0
	}
	p.pen.Start(c.Words).Text(name).Text(" ").Name("population.of").Int(int64(n)).Text(": ").Ms(within, decimals)
	if c.Fonts().MeasureBytes(p.pen.Buf, draw.Small) > crowdRight-16 {
		p.pen.Start(c.Words).Text(name).Text(": ").Ms(within, decimals)
	}
	p.pen.Put(c, area.X+area.W+8, at, draw.Small, col, draw.Left|draw.Middle)
	return at
}

// sort returns the absolute errors of all clients that have one, the least first.
func (p *Population) sort(n int, of func(client int) (time.Duration, bool)) []time.Duration {
	p.sorted = p.sorted[:0]
	for client := 1; client <= n; client++ {
		if err, ok := of(client); ok {
			p.sorted = append(p.sorted, err.Abs())
		}
	}
	slices.Sort(p.sorted)
	return p.sorted
}

// Within returns what a share of the absolute errors does not exceed.
func (p *Population) Within(n int, share float64, of func(client int) (time.Duration, bool)) time.Duration {
	all := p.sort(n, of)
	if len(all) == 0 {
		return time.Millisecond
	}
	return all[max(int(math.Ceil(share*float64(len(all)))), 1)-1]
}

// decade is where an error is on the axis: its power of ten in ms.
func (p *Population) decade(err time.Duration) float64 {
	return math.Log10(max(inMillis(err), crowdLeast))
}

func (p *Population) y(err time.Duration) float32 { return p.axis.y(p.decade(err.Abs())) }
