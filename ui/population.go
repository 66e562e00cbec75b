package ui

import (
	"math"
	"slices"
	"time"

	"driftlab/palette"
	"driftlab/ui/draw"
)

// population is the tab that shows how wrong one clock, or two, are on all clients: a dot each, and a ghost where the clock
// was first set as the client joined. What half of them and 95 % are within has a line.
type population struct {
	pen    pen
	zoom   float32
	picked []int // clocks, the latest last; none: the one that drives the chosen client
	chips  []rect
	keysOf rect
	hover  int // client under the pointer, 0 for none
	axis   chart
	sorted []time.Duration
}

func newPopulation() *population { return &population{} }

func (p *population) key() string { return "population" }

func (p *population) begin() { p.picked = p.picked[:0] }

// update picks the clock whose chip is clicked, with Shift beside the one before; a click on a column chooses its client.
func (p *population) update(v *view, k *pointer, r rect) {
	for i, chip := range p.chips {
		if k.pressed && k.over(chip.moved(p.keysOf, r)) {
			if k.shift && len(p.shown(v)) == 1 && p.shown(v)[0] != i {
				p.picked = append(p.shown(v), i)
			} else {
				p.picked = []int{i}
			}
		}
	}
	p.hover = 0
	if n := v.frame.clients(); p.axis.area.w > 0 && k.over(p.axis.area) {
		p.hover = min(int((k.x-p.axis.area.x)/p.axis.area.w*float32(n)), n-1) + 1
	}
	if k.pressed && p.hover > 0 {
		v.ask.choose(p.hover)
	}
}

// shown returns the clocks whose rows there are.
func (p *population) shown(v *view) []int {
	for _, i := range p.picked {
		if i >= len(v.clocks()) {
			p.picked = p.picked[:0]
		}
	}
	if len(p.picked) == 0 {
		return []int{max(v.driving(v.frame.selected), 0)}
	}
	return p.picked
}

// Sizes at scale 1.
const (
	crowdLeft  = 84
	crowdRight = 172 // for what the lines are
)

// crowdLeast is the least error of the axis, in ms: what is less is drawn at its foot.
const crowdLeast = 0.01

func (p *population) draw(v *view, c *draw.Canvas, r rect) {
	z := float32(v.scale)
	p.zoom = z
	p.picker(v, c, rect{r.x + 12*z, r.y + 2*z, r.w - 24*z, 22 * z}, r)
	rows := p.shown(v)
	room := r.h - 34*z
	for i, clock := range rows {
		h := room / float32(len(rows))
		area := rect{r.x + crowdLeft*z, r.y + 34*z + h*float32(i) + 20*z, r.w - (crowdLeft+crowdRight)*z, h - 44*z}
		if area.h >= leastPlot*z {
			p.row(v, c, clock, area)
		}
	}
}

// picker draws the chips by which clocks are picked.
func (p *population) picker(v *view, c *draw.Canvas, r, whole rect) {
	z, x := p.zoom, r.x
	p.keysOf, p.chips = whole, p.chips[:0]
	wide := float32(0)
	for i := range v.clocks() {
		wide += c.Fonts().Measure(clockShort(v.words, v.clock(i)), draw.Small) + 26*z
	}
	pad := min(20*z, max(6*z, 20*z-(wide-r.w)/float32(len(v.clocks()))))
	for i := range v.clocks() {
		text := clockShort(v.words, v.clock(i))
		w := c.Fonts().Measure(text, draw.Small) + pad
		chip := rect{x, r.y, w, r.h}
		ground, col := c.Theme.PanelEdge, c.Theme.Text
		if slices.Contains(p.shown(v), i) {
			ground, col = c.Theme.Chosen, c.Theme.OnChosen
		}
		c.Box(chip.x, chip.y, chip.w, chip.h, r.h/2, ground)
		c.Text(x+w/2, r.y+r.h/2, text, draw.Small, col, draw.Centre|draw.Middle)
		v.tips.add(chip, v.words.T("population.pick-tip"))
		p.chips = append(p.chips, chip)
		x += w + 6*z
	}
}

// row draws the dots of one clock on all clients.
func (p *population) row(v *view, c *draw.Canvas, clock int, area rect) {
	z, n := p.zoom, v.frame.clients()
	p.axis = chart{area: area, left: 0.5, right: float64(n) + 0.5, z: z}
	now := func(client int) (time.Duration, bool) { return v.session.ClockError(client, clock) }
	first := func(client int) (time.Duration, bool) { return v.session.FirstError(client, clock) }
	most := math.Ceil(p.decade(max(p.within(n, 1, now), p.within(n, 1, first))))
	least := math.Floor(p.decade(min(p.within(n, 0, now), p.within(n, 0, first))))
	p.axis.low, p.axis.high = min(least, most-1), max(most, least+1)
	p.grid(v, c, clock)
	size := min(max(area.w/float32(n)*0.3, 2*z), 6*z)
	for client := 1; client <= n; client++ {
		style, x := c.Theme.Machine(client), p.axis.x(float64(client))
		if client == v.frame.selected || client == p.hover {
			c.Rect(x-size-3*z, area.y, 2*size+6*z, area.h, c.Theme.Solid.Fade(0.3))
		}
		from, ok := first(client)
		to, set := now(client)
		if !ok || !set {
			continue
		}
		y0, y1 := p.y(from), p.y(to)
		c.Line(x, y0, x, y1, z, c.Theme.TextDim.Fade(0.45))
		c.MarkerOutline(style.Shape, x, y0, size, 1.5*z, style.Color.Fade(0.7))
		c.Marker(style.Shape, x, y1, size, style.Color)
	}
	at := p.level(c, n, now, v.words.T("population.p95-now"), palette.Unbroken, c.Theme.Text, -1)
	p.level(c, n, first, v.words.T("population.p95-first"), palette.Dash{4, 4, 4, 4}, c.Theme.TextDim, at)
	if p.hover > 0 && v.tips.under(area) {
		p.tell(v, area, first, now)
	} else {
		v.tips.add(area, v.words.T("population.tip"))
	}
}

// grid draws a line at each power of ten, and says whose row it is.
func (p *population) grid(v *view, c *draw.Canvas, clock int) {
	z, area := p.zoom, p.axis.area
	for d := p.axis.low; d <= p.axis.high; d++ {
		y := p.axis.y(d)
		c.HLine(area.x, area.x+area.w, y, z, c.Theme.Grid)
		if p.besideLimit(v, y) {
			continue
		}
		p.pen.start(v.words).fixed(math.Pow(10, d), max(0, int(-d))).text(" ms")
		p.pen.put(c, area.x-8*z, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	for _, limit := range p.limits(v) {
		p.limit(v, c, limit)
	}
	p.pen.start(v.words).text(clockTitle(v.words, v.clock(clock))).text(": ").text(v.words.T("population.what"))
	p.pen.put(c, area.x, area.y-12*z, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	for i := 1; i <= v.frame.clients(); i++ {
		if n := v.frame.clients(); n <= 32 && (n <= 12 || i%2 == 1 || i == n && n%2 == 1) {
			p.pen.start(v.words).int(int64(i))
			p.pen.put(c, p.axis.x(float64(i)), area.y+area.h+13*z, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
		}
	}
}

// limits returns the errors in ms above which the lesson counts.
func (p *population) limits(v *view) []float64 {
	if v.lesson == nil {
		return nil
	}
	return v.lesson.Limits()
}

// besideLimit reports whether the value of a limit stands where one at y would.
func (p *population) besideLimit(v *view, y float32) bool {
	for _, limit := range p.limits(v) {
		if d := y - p.axis.y(math.Log10(limit)); d < 15*p.zoom && d > -15*p.zoom {
			return true
		}
	}
	return false
}

// limit draws the line above which the lesson counts errors.
func (p *population) limit(v *view, c *draw.Canvas, ms float64) {
	z, area, y := p.zoom, p.axis.area, p.axis.y(math.Log10(ms))
	if y < area.y || y > area.y+area.h {
		return
	}
	c.HLine(area.x, area.x+area.w, y, z, c.Theme.Error)
	p.pen.start(v.words).fixed(ms, 0).text(" ms")
	p.pen.put(c, area.x-8*z, y, draw.Small, c.Theme.ErrorText, draw.Right|draw.Middle)
}

// level draws what 95 % are within, with its name right of it and clear of another at y, and returns where its name is.
func (p *population) level(c *draw.Canvas, n int, of func(client int) (time.Duration, bool), name string, dash palette.Dash, col palette.Color, other float32) float32 {
	if len(p.sort(n, of)) == 0 {
		return other
	}
	z, area, within := p.zoom, p.axis.area, p.within(n, 0.95, of)
	y := p.y(within)
	c.Dashed(area.x, y, area.x+area.w, y, 2*z, dash.Scale(z), 0, col)
	at := y
	if d := at - other; other >= 0 && d < 18*z && d > -18*z {
		at = other - 18*z
		if d > 0 {
			at = other + 18*z
		}
	}
	decimals := 1
	switch {
	case within < time.Millisecond:
		decimals = 2
	case within >= 100*time.Millisecond:
		decimals = 0
	}
	p.pen.start(c.Words).text(name).text(" ").fixed(inMillis(within), decimals).text(" ms")
	p.pen.put(c, area.x+area.w+8*z, at, draw.Small, col, draw.Left|draw.Middle)
	return at
}

// tell says what the dot and the ghost under the pointer are.
func (p *population) tell(v *view, area rect, first, now func(client int) (time.Duration, bool)) {
	from, ok := first(p.hover)
	to, set := now(p.hover)
	if !ok || !set {
		v.tips.add(area, v.words.F("population.unset", p.hover))
		return
	}
	v.tips.add(area, v.words.F("population.dot", p.hover, inMillis(from), inMillis(to)))
}

// sort returns the absolute errors of all clients that have one, the least first.
func (p *population) sort(n int, of func(client int) (time.Duration, bool)) []time.Duration {
	p.sorted = p.sorted[:0]
	for client := 1; client <= n; client++ {
		if err, ok := of(client); ok {
			p.sorted = append(p.sorted, err.Abs())
		}
	}
	slices.Sort(p.sorted)
	return p.sorted
}

// within returns what a share of the absolute errors does not exceed.
func (p *population) within(n int, share float64, of func(client int) (time.Duration, bool)) time.Duration {
	all := p.sort(n, of)
	if len(all) == 0 {
		return time.Millisecond
	}
	return all[max(int(math.Ceil(share*float64(len(all)))), 1)-1]
}

// decade is where an error is on the axis: its power of ten in ms.
func (p *population) decade(err time.Duration) float64 {
	return math.Log10(max(inMillis(err), crowdLeast))
}

func (p *population) y(err time.Duration) float32 { return p.axis.y(p.decade(err.Abs())) }
