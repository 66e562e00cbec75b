package ui

import (
	"math"
	"time"

	"driftlab/netsim"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// watchStripChart is the chart under the worlds: the error of each client's clock, in its client's hue.
type watchStripChart struct {
	chart  chart
	points []float32
	ends   []stripEnd
	labels labels
	pen    pen
}

// A stripEnd is where a line ends, and whose it is.
type stripEnd struct {
	client int
	side   string // of A|B: "a" or "b"
	y      float32
	col    palette.Color
}

// What the strip shows, and its room beside the lines at scale 1.
const (
	stripSpan = 20 * time.Second
	stripLeft = 190 // title and axis
	stripEndW = 104 // labels at the lines' ends
)

// stripDashes tell lines of one value apart.
var stripDashes = [...]palette.Dash{palette.Unbroken, {9, 6, 9, 6}, {3, 5, 3, 5}}

func (s *watchStripChart) draw(p *picture, c *draw.Canvas, r rect) {
	z := float32(p.scale)
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	left := stripLeft * z
	if r.w < 560*z {
		left = 76 * z
	} else {
		c.Text(r.x+18*z, r.y+r.h/2-11*z, p.words.T("watch.clock-error"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
		what := p.words.T("watch.of-each")
		if p.ab.on {
			what = p.words.F("controls.client", p.deck.chosen)
		}
		c.Text(r.x+18*z, r.y+r.h/2+11*z, what, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	k := &s.chart
	k.z, k.area = z, rect{r.x + left, r.y + 14*z, r.w - left - (stripEndW+18)*z, r.h - 28*z}
	if p.frame.blind || k.area.w <= 0 {
		return
	}
	now := p.session.Now()
	from := max(now.Add(-stripSpan), 0)
	k.left, k.right = float64(from), float64(from.Add(stripSpan))
	s.fit(p, from)
	s.axis(c)
	s.ends = s.ends[:0]
	clients := p.deck.machines[1:]
	if p.ab.on {
		clients = clients[:0:0]
		s.line(c, &p.ab.a, p.deck.chosen, "a", 1, from)
		s.line(c, p.world, p.deck.chosen, "b", 0, from)
	}
	s.points = p.frame.otherLine(c, p.deck.chosen, from, z, s.points, func(at netsim.Time, ms float64) (x, y float32) {
		return k.x(float64(at)), k.y(ms)
	})
	for i, m := range clients {
		if m != p.deck.chosen {
			s.line(c, p.world, m, "", 1+i%2, from)
		}
	}
	if !p.ab.on {
		s.line(c, p.world, p.deck.chosen, "", 0, from)
	}
	s.names(p, c, now)
}

// each calls do with every instant of a client's history from one on, and the error of its clock in ms.
func (w *world) each(client int, from netsim.Time, do func(at netsim.Time, ms float64)) {
	driving := w.driving(client)
	if driving < 0 {
		return
	}
	h := w.session.History(client)
	first, end := h.Span()
	for n := max(first, h.Before(from)); n < end; n++ {
		at, row := h.Row(n)
		do(max(at, from), float64(row[driving]))
	}
}

// fit sets the chart's limits to what is to be seen, zero among it. A clock that has not been set yet is no error.
func (s *watchStripChart) fit(p *picture, from netsim.Time) {
	k := &s.chart
	k.low, k.high = -leastReach, leastReach
	see := func(_ netsim.Time, ms float64) {
		if ms == ms {
			k.low, k.high = min(k.low, ms), max(k.high, ms)
		}
	}
	for _, m := range p.deck.machines[1:] {
		if !p.ab.on || m == p.deck.chosen {
			p.each(m, from, see)
		}
	}
	if p.ab.on {
		p.ab.a.each(p.deck.chosen, from, see)
	}
	k.low, k.high = math.Floor(k.low/10)*10, math.Ceil(k.high/10)*10
}

// axis draws the truth and the values of the chart's edges.
func (s *watchStripChart) axis(c *draw.Canvas) {
	k := &s.chart
	c.HLine(k.area.x, k.area.x+k.area.w, k.y(0), 1.5*k.z, c.Theme.Truth)
	for _, v := range [...]float64{k.low, 0, k.high} {
		if y := k.y(v); v == 0 || max(y-k.y(0), k.y(0)-y) > 16*k.z {
			s.pen.start(c.Words).signed(v, 0).text(" ms")
			s.pen.put(c, k.area.x-8*k.z, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
		}
	}
}

// line draws the error of a client's clock.
func (s *watchStripChart) line(c *draw.Canvas, w *world, client int, side string, dash int, from netsim.Time) {
	k := &s.chart
	s.points = s.points[:0]
	last := float32(math.NaN())
	w.each(client, from, func(at netsim.Time, ms float64) {
		last = k.y(ms)
		s.points = append(s.points, k.x(float64(at)), last)
	})
	col := c.Theme.Machine(client).Color
	c.Polyline(s.points, 2.5*k.z, stripDashes[dash].Scale(k.z), 0, col)
	if last == last {
		s.ends = append(s.ends, stripEnd{client, side, last, col})
	}
}

// names writes at the lines' ends whose they are, each where it covers no other.
func (s *watchStripChart) names(p *picture, c *draw.Canvas, now netsim.Time) {
	k, z := &s.chart, s.chart.z
	x := k.x(float64(now)) + 8*z
	s.labels.start(rect{k.area.x, k.area.y - 14*z, k.area.w + (stripEndW+18)*z, k.area.h + 28*z})
	for i := len(s.ends) - 1; i >= 0; i-- {
		e := &s.ends[i]
		c.Circle(x-8*z, e.y, 3.5*z, e.col)
		s.pen.start(c.Words)
		if e.side == "" {
			s.pen.text(c.Words.T("viewport.client")).text(" ").int(int64(e.client))
		} else {
			s.pen.text(c.Words.T("ab." + e.side))
		}
		w, h := c.Fonts().MeasureBytes(s.pen.buf, draw.Strong), 17*z
		for _, off := range [...]float32{0, -1, 1, -2, 2, -3, 3} {
			r := rect{x, e.y - h/2 + off*h, w, h}
			if s.labels.free(r) {
				s.labels.block(r)
				s.pen.put(c, x, r.y+h/2, draw.Strong, e.col, draw.Left|draw.Middle)
				break
			}
		}
	}
}
