package diagram

import (
	"cmp"
	"math"
	"slices"
	"time"

	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

// Population is the tab that shows how wrong clocks are on all clients: a row a clock, with a dot a client on an axis in ms, the median,
// and the distance from the 5th to the 95th percentile. It is read when numbers are.
type Population struct {
	Picked []int // the clocks that have rows; all if empty
	pen    panel.Pen
	table  table.Table
	axis   ErrorScale // from left to right
	of     panel.Hold // when it was read
	at     netsim.Time
	clocks []crowd // of all clocks
	rows   []int   // the clocks drawn, from the top
	sorted []int   // what was picked when the rows were sorted
	places []place // the rows'
	view   *panel.View
	canvas *draw.Canvas
	hover  int        // client under the pointer, 0 for none
	more   panel.Rect // the button that brings the other clocks back
	valued []float32  // where the axis has values
	unseen float64    // ms, half the difference of the chosen client's base delays
}

// A crowd is how wrong one clock is on all clients.
type crowd struct {
	dots           []dot // from the least error
	median, spread time.Duration
}

// A dot is one client's.
type dot struct {
	client int
	err    time.Duration
	x, y   float32 // where it was drawn last
}

func (p *Population) Begin() { p.Picked, p.of = p.Picked[:0], panel.Hold{} }

// Sizes in points.
const (
	crowdNames   = 124 // the column of names
	crowdFigure  = 92  // a column of figures
	crowdHead    = 24
	crowdFoot    = 22  // the values of the axis
	crowdLow     = 15  // the least height of a row
	crowdRoomy   = 240 // the largest height of a row
	crowdReaches = 8   // the pointer's greatest distance from a dot
	crowdValue   = 72  // the room for a value of the axis
)

const crowdMedian = 1 // the column by which rows are sorted at first

// Update implements [Tab]: a click on a dot chooses its client, one on a head sorts.
func (p *Population) Update(v *panel.View, k *panel.Pointer, _ panel.Rect) {
	p.hover = 0
	for _, row := range p.places {
		if k.Over(row.at) {
			p.hover = p.under(row.of, k.X, k.Y)
		}
	}
	switch {
	case !k.Pressed:
	case k.Over(p.more):
		p.Picked = p.Picked[:0]
	case p.hover > 0:
		v.Ask.Choose(p.hover)
	default:
		if row, sorted := p.table.Update(k); sorted {
			p.sort(v)
		} else if row >= 0 {
			v.Hover.Pin(row, k.Shift)
		}
	}
}

// under returns the client whose dot in a clock's row is nearest to a place, 0 where none is near.
func (p *Population) under(clock int, x, y float32) (client int) {
	near := float32(crowdReaches * crowdReaches)
	for _, d := range p.clocks[clock].dots {
		if at := (d.x-x)*(d.x-x) + (d.y-y)*(d.y-y); at < near {
			client, near = d.client, at
		}
	}
	return client
}

// read reads the errors of all clocks, once at each reading of numbers.
func (p *Population) read(v *panel.View) {
	if n := len(v.Clocks()); p.of == v.Frame.Reading && len(p.clocks) == n {
		return
	} else if len(p.clocks) != n {
		p.clocks = make([]crowd, n)
	}
	p.of, p.at = v.Frame.Reading, v.Session.Now()
	for i := range p.clocks {
		k := &p.clocks[i]
		k.dots = k.dots[:0]
		for client := 1; client <= v.Frame.Clients(); client++ {
			if err, ok := v.Session.ClockError(client, i); ok {
				k.dots = append(k.dots, dot{client: client, err: err})
			}
		}
		slices.SortFunc(k.dots, func(a, b dot) int { return cmp.Or(cmp.Compare(a.err, b.err), a.client-b.client) })
		k.median, k.spread = k.Within(0.5), k.Within(0.95)-k.Within(0.05)
	}
	h := v.Session.History(max(v.Frame.Selected, 1))
	if first, end := h.Span(); end > first {
		p.unseen = float64(h.Note(end - 1).Unseen)
	}
	p.sort(v)
}

// Within returns a percentile of the errors, for a share from 0 to 1; 0 if there are no clients.
func (k *crowd) Within(share float64) time.Duration {
	if len(k.dots) == 0 {
		return 0
	}
	return k.dots[nearestRank(len(k.dots), share)].err
}

// nearestRank returns the index of a percentile among n > 0 sorted figures, by the nearest-rank method. share is from 0 to 1.
func nearestRank(n int, share float64) int { return max(int(math.Ceil(share*float64(n))), 1) - 1 }

// sort sorts the rows by a column.
func (p *Population) sort(v *panel.View) {
	p.view, p.table.Keep = v, append(p.table.Keep[:0], v.Driving(max(v.Frame.Selected, 1)))
	if !p.table.Sorts {
		p.table.Sorts, p.table.By, p.table.Down = true, crowdMedian, true
	}
	p.rows = p.rows[:0]
	for i := range p.clocks {
		if len(p.Picked) == 0 || slices.Contains(p.Picked, i) {
			p.rows = append(p.rows, i)
		}
	}
	p.sorted = append(p.sorted[:0], p.Picked...)
	p.heads(0)
	p.table.Read(v.Words, p.rows, p)
}

// heads declares the columns. least is the room for names and dots together.
func (p *Population) heads(dots float32) {
	lang := p.view.Words
	p.table.Columns = append(p.table.Columns[:0], table.Column{Least: dots, Rank: 1},
		table.Column{Head: lang.T("population.median"), Tip: lang.T("population.median-tip"), In: table.Millis, Least: crowdFigure, Signed: true},
		table.Column{Head: lang.T("population.spread"), Tip: lang.T("population.spread-tip"), In: table.Millis, Least: crowdFigure, Dim: true})
}

// fit makes the axis show the errors of all rows. Outliers among the clocks, and among the clients of a clock, are at its edge.
func (p *Population) fit(v *panel.View) {
	s := &p.axis
	s.extents = s.extents[:0]
	for _, i := range p.rows {
		k := &p.clocks[i]
		if len(k.dots) == 0 {
			continue
		}
		e, usual := extent{whose: i}, outlier*max(k.Within(0.9).Abs(), k.Within(0.1).Abs())
		for _, d := range k.dots {
			if err := d.err.Abs(); err <= max(usual, leastOutlier*time.Millisecond) {
				e.take(float32(inMillis(d.err)))
			}
		}
		s.extents = append(s.extents, e)
	}
	low, high := s.inSight(panel.Nobody)
	if u := math.Abs(p.unseen); u < outlier*max(high, -low) {
		low, high = min(low, p.unseen), max(high, p.unseen)
	}
	s.fit(low, high, &panel.TimeAxis{}, v.Session.Now(), v.Worth)
}

// x returns where an error is, in points, possibly outside the area.
func (p *Population) x(ms float64) float32 {
	s := &p.axis
	return s.Area.X + s.Area.W*float32((ms-s.Low)/(s.High-s.Low))
}

func (p *Population) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	p.view, p.canvas = v, c
	p.read(v)
	if !slices.Equal(p.sorted, p.Picked) {
		p.sort(v)
	}
	foot, body := r.CutBottom(crowdFoot)
	body = panel.NewRect(body.X+12, body.Y, body.W-24, body.H)
	each := min(max((body.H-crowdHead)/float32(max(len(p.rows), 1)), crowdLow), crowdRoomy)
	p.table.Class, p.table.Row, p.table.Head, p.table.One = draw.Small, each, crowdHead, true
	p.heads(body.W - 2*crowdFigure)
	p.table.Keep[0] = v.Driving(max(v.Frame.Selected, 1))
	p.axis.Area = panel.NewRect(body.X+crowdNames+8, body.Y+crowdHead, max(body.W-crowdNames-2*crowdFigure-16, 1), body.H-crowdHead)
	p.fit(v)
	v.Tips.Add(p.axis.Area, v.Words.T("population.tip"))
	p.grid(v, c, foot)
	p.places = p.places[:0]
	p.table.Draw(c, v.Tips, body, p.rows, p)
	p.foot(v, c, panel.NewRect(body.X, foot.Y, crowdNames, foot.H))
	v.Note(c, r, &p.pen, v.Words.T("population.what"), v.Frame.Selected)
}

// foot draws the button that leads to the clocks that a lesson is not about.
func (p *Population) foot(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if p.more = (panel.Rect{}); len(p.Picked) == 0 || v.Unattended {
		return
	}
	p.more = r
	c.Text(r.X, r.Y+r.H/2, v.Words.F("population.all", len(p.clocks)), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
}

// grid draws the axis: the truth, the error that no packet reveals, a lesson's limits, and round values.
func (p *Population) grid(v *panel.View, c *draw.Canvas, foot panel.Rect) {
	s := &p.axis
	area, d := s.Area, panel.Step(s.High-s.Low, max(int(s.Area.W/110), 2))
	decimals := max(0, int(math.Ceil(-math.Log10(d)-1e-9)))
	p.valued = p.valued[:0]
	if v.Lesson != nil {
		p.limits(v.Lesson.Limits(), c, foot)
	}
	for at := math.Ceil(s.Low/d) * d; at <= s.High; at += d {
		c.VLine(p.x(at), area.Y, area.Y+area.H, 1, c.Theme.Grid)
		p.value(c, foot, at, decimals, c.Theme.TextDim)
	}
	zero, lag := p.x(0), p.x(p.unseen)
	c.VLine(zero, area.Y, area.Y+area.H, 1.7, c.Theme.Truth)
	head, l := panel.NewRect(area.X, area.Y-crowdHead, area.W, crowdHead), &p.pen.Line
	before, behind, align := head, head.After(zero-head.X+10), draw.Align(draw.Right)
	before.W = zero - head.X - 6
	if lag < zero { // each label is on the side of its line
		before, behind, align = behind, before, draw.Left
	}
	l.Say(c, before, align, layout.Item{Text: v.Words.T("population.truth"), Class: draw.Small, Ink: c.Theme.Text})
	if math.Abs(p.unseen) < 0.05 || p.unseen < s.Low || p.unseen > s.High {
		return
	}
	c.Dashed(lag, area.Y, lag, area.Y+area.H, 1.5, palette.Dash{1.5, 3, 1.5, 3}, 0, c.Theme.TextDim)
	if half := min(lag-behind.X, behind.X+behind.W-lag); half > 90 {
		behind, align = panel.NewRect(lag-half, head.Y, 2*half, head.H), draw.Centre
	} else {
		align = draw.Right - align // the other side
	}
	l.Say(c, behind, align, layout.Item{Bytes: p.pen.Start(v.Words).Name("population.unseen").SignedMs(time.Duration(p.unseen*1e6), 1).Buf, Class: draw.Small, Ink: c.Theme.TextDim})
}

// limits draws the limits beyond which a lesson counts errors.
func (p *Population) limits(all []float64, c *draw.Canvas, foot panel.Rect) {
	area := p.axis.Area
	for _, limit := range all {
		for _, ms := range [...]float64{-limit, limit} {
			if x := p.x(ms); ms > p.axis.Low && ms < p.axis.High {
				c.Dashed(x, area.Y, x, area.Y+area.H, 1.5, palette.Dash{6, 4, 6, 4}, 0, c.Theme.Text.Fade(0.7))
				p.value(c, foot, ms, 0, c.Theme.Text)
			}
		}
	}
}

// value writes a value below the axis, unless there is one already.
func (p *Population) value(c *draw.Canvas, foot panel.Rect, ms float64, decimals int, ink palette.Color) {
	x := p.x(ms)
	if x+crowdValue/2 > foot.X+foot.W || slices.ContainsFunc(p.valued, func(o float32) bool { return max(x-o, o-x) < crowdValue }) {
		return
	}
	p.valued = append(p.valued, x)
	p.pen.Start(c.Words).Signed(ms, decimals).Text(" ms").Put(c, x, foot.Y+foot.H/2, draw.Small, ink, draw.Centre|draw.Middle)
}

// Row implements [table.Source]: it draws a clock's dots.
func (p *Population) Row(c *draw.Canvas, clock int, at panel.Rect) (state table.State) {
	v := p.view
	if clock == table.Heads {
		if v.Frame.Dated || p.at != v.Frame.Now {
			p.pen.Line.Say(c, panel.NewRect(at.X, at.Y, crowdNames, at.H), draw.Left, layout.Item{Bytes: p.pen.Start(v.Words).At(p.at).Buf, Class: draw.Small, Ink: c.Theme.TextDim})
		}
		return 0
	}
	p.places = append(p.places, place{clock, at})
	if v.Which(clock, at) || v.Tips.Under(at) {
		c.Box(at.X-6, at.Y, at.W+12, at.H, 3, c.Theme.Grid)
	} else if len(p.places)%2 == 0 {
		c.Rect(at.X, at.Y, at.W, at.H, c.Theme.PanelEdge.Fade(0.3))
	}
	if v.Hover.Pinned(clock) {
		state = table.Chosen
	} else if v.Hover.Dim(clock) {
		state = table.Dimmed
	}
	style := panel.ClockStyle(c.Theme, v.Clock(clock))
	style.Color = style.Color.Fade(v.Hover.Light(clock))
	size := min(max(at.H*0.11, 1.8), 5)
	p.swarm(clock, at, size)
	for _, ringed := range [...]bool{false, true} {
		for _, d := range p.clocks[clock].dots {
			chosen := d.client == v.Frame.Selected
			if pointed := d.client == p.hover || d.client == v.Hover.Client; (chosen || pointed) != ringed {
				continue
			} else if pointed {
				c.Ring(d.x, d.y, size+2.5, 1.5, c.Theme.Text)
			} else if chosen {
				c.Ring(d.x, d.y, size+2.5, 2, c.Theme.Accent)
			}
			if ms := inMillis(d.err); ms < p.axis.Low || ms > p.axis.High {
				arrow(c, d.x, d.y, size, ms > 0, style.Color)
			} else {
				c.Circle(d.x, d.y, size, style.Color.Fade(0.85))
			}
		}
	}
	p.tell(v, clock, at)
	return state
}

// arrow shows that something is beyond the right or the left edge.
func arrow(c *draw.Canvas, x, y, size float32, right bool, col palette.Color) {
	back := size
	if right {
		back = -size
	}
	c.Line(x, y, x+2*back, y-size, 1.7, col)
	c.Line(x, y, x+2*back, y+size, 1.7, col)
}

// tell explains the dot under the pointer.
func (p *Population) tell(v *panel.View, clock int, at panel.Rect) {
	if !v.Tips.Under(at) || p.hover == 0 {
		return
	}
	v.Hover.Next.Client = p.hover
	for _, d := range p.clocks[clock].dots {
		if d.client == p.hover {
			v.Tips.Add(at, v.Words.F("population.dot", d.client, panel.ClockTitle(v.Words, v.Clock(clock)), inMillis(d.err)))
		}
	}
}

// crowdLanes is the greatest number of lanes in a row of dots.
const crowdLanes = 15

// swarm gives the dots of a row their places: each in the lane nearest to the middle in which it covers no other dot, else in the lane that gets free first.
func (p *Population) swarm(clock int, at panel.Rect, size float32) {
	var ends [crowdLanes]float32
	apart := min(max((at.H/2-1-size)/(crowdLanes/2), 1.2*size), 2*size)
	lanes := min(max(int((at.H/2-1-size)/apart), 0)*2+1, crowdLanes)
	for i := range ends {
		ends[i] = float32(math.Inf(-1))
	}
	area := p.axis.Area
	dots := p.clocks[clock].dots
	for i := range dots {
		d := &dots[i]
		d.x = min(max(p.x(inMillis(d.err)), area.X), area.X+area.W)
		lane := 0
		for n := range lanes {
			if ends[n] <= d.x-2*size {
				lane = n
				break
			} else if ends[n] < ends[lane] {
				lane = n
			}
		}
		ends[lane] = d.x
		off := float32((lane+1)/2) * apart
		if lane%2 == 0 {
			off = -off
		}
		d.y = at.Y + at.H/2 + off
	}
}

func (p *Population) Cell(clock, column int, is *table.Cell) {
	k := &p.clocks[clock]
	switch column {
	case 0:
		if p.canvas != nil {
			is.Line, is.Wide = panel.ClockStyle(p.canvas.Theme, p.view.Clock(clock)), 2
		}
		is.Text(panel.ClockShort(p.view.Words, p.view.Clock(clock)))
		is.Value, is.Known, is.Bold = float64(clock), true, clock == p.table.Keep[0]
	case crowdMedian:
		is.Time(k.median, len(k.dots) > 0)
	default:
		is.Time(k.spread, len(k.dots) > 0)
	}
}
