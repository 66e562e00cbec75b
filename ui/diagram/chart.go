package diagram

import (
	"math"
	"slices"
	"strings"
	"time"

	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A chart maps a pair of values to a place in its area.
type chart struct {
	area        panel.Rect
	left, right float64
	low, high   float64

	named float32     // where the name of the vertical axis ends
	aged  bool        // the horizontal axis is of past time, in s
	zero  netsim.Time // the instant at its right end, if aged
	room  room        // what words and level lines have taken
}

// x returns where a value of the horizontal axis is.
func (k *chart) x(v float64) float32 {
	return k.area.X + k.area.W*float32((v-k.left)/(k.right-k.left))
}

// across returns the value at a place of the horizontal axis.
func (k *chart) across(px float32) float64 {
	return k.left + (k.right-k.left)*float64((px-k.area.X)/k.area.W)
}

// instant notes the instant under the pointer if the horizontal axis is of past time, and draws a line at the instant that is
// pointed at, here or elsewhere, and at the marked one.
func (k *chart) instant(v *panel.View, c *draw.Canvas) {
	if !k.aged {
		return
	}
	if v.Tips.Under(k.area) {
		v.Hover.Instant(k.zero.Add(time.Duration(k.across(v.Tips.X) * float64(time.Second))))
	}
	line := func(at netsim.Time, width float32, col palette.Color) {
		if x := k.x(at.Sub(k.zero).Seconds()); x >= k.area.X && x <= k.area.X+k.area.W {
			c.VLine(x, k.area.Y, k.area.Y+k.area.H, width, col)
		}
	}
	if v.Hover.Timed {
		line(v.Hover.At, 1, c.Theme.Solid)
	}
	if v.Cursor.On {
		line(v.Cursor.At, 1.5, c.Theme.Accent)
	}
}

// y returns where a value of the vertical axis is.
func (k *chart) y(v float64) float32 {
	return k.area.Y + k.area.H*float32((k.high-v)/(k.high-k.low))
}

// around sets the vertical limits to round values around low and high.
func (k *chart) around(low, high float64) {
	if !(high > low) {
		low, high = low-1, low+1
	}
	room := (high - low) * 0.1
	d := panel.Step(high-low+2*room, 5)
	k.low, k.high = math.Floor((low-room)/d)*d, math.Ceil((high+room)/d)*d
}

// past makes the horizontal axis one of past time in seconds, from the oldest value up to now.
func (k *chart) past(oldest float64, now netsim.Time) {
	d := panel.Step(max(oldest, 5), 8) / 2
	k.left, k.right = -math.Ceil(max(oldest, 5)/d)*d, 0
	k.aged, k.zero = true, now
}

// axes draws the grid with its values, vertical lines only if they are of time, and the name of the vertical axis.
func (k *chart) axes(c *draw.Canvas, p *panel.Pen, name, unit string, signed bool) {
	k.rows(c, p, unit, signed)
	if k.aged {
		k.columns(c, p, " s")
	}
	k.name(c, name)
}

// rows draws the horizontal lines with their values left of them.
func (k *chart) rows(c *draw.Canvas, p *panel.Pen, unit string, signed bool) {
	d := panel.Step(k.high-k.low, max(int(k.area.H/34), min(int(k.area.H/17), 2), 1))
	decimals := max(0, int(math.Ceil(-math.Log10(d)-1e-9)))
	for v := math.Ceil(k.low/d-1e-9) * d; v <= k.high+d/1e6; v += d {
		y := k.y(v)
		c.HLine(k.area.X, k.area.X+k.area.W, y, 1, c.Theme.Grid)
		p.Start(c.Words)
		if signed {
			p.Signed(v, decimals)
		} else {
			p.Fixed(v, decimals)
		}
		p.Text(unit).Put(c, k.area.X-6, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
}

// columns draws the vertical lines with their values below them.
func (k *chart) columns(c *draw.Canvas, p *panel.Pen, unit string) {
	d := panel.Step(k.right-k.left, max(int(k.area.W/80), min(int(k.area.W/60), 2), 1))
	decimals := max(0, int(math.Ceil(-math.Log10(d)-1e-9)))
	bottom := k.area.Y + k.area.H
	for v := math.Ceil(k.left/d-1e-9) * d; v <= k.right+d/1e6; v += d {
		x := k.x(v)
		c.VLine(x, k.area.Y, bottom, 1, c.Theme.Grid)
		p.Start(c.Words).Fixed(v, decimals).Text(unit)
		x = max(x, k.area.X-4+c.Fonts().MeasureBytes(p.Buf, draw.Small)/2) // clear of the lowest value of the other axis
		p.Put(c, x, bottom+12, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// name writes the name of the vertical axis above it. A name that is wider than the chart is cut at its comma.
func (k *chart) name(c *draw.Canvas, text string) {
	short, _, _ := strings.Cut(text, ", ")
	text = layout.First(c.Fonts(), draw.Small, k.area.W+18, text, short) // 18 is the gap right of the chart
	k.named = k.area.X + c.Text(k.area.X, k.area.Y-10, text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
}

// level draws a horizontal line at a value, with a name and the value at its right end, above or below the line.
func (k *chart) level(c *draw.Canvas, p *panel.Pen, v float64, name string, under bool, dash palette.Dash, col palette.Color) {
	y := k.y(v)
	if y < k.area.Y-1 || y > k.area.Y+k.area.H+1 {
		return
	}
	c.Dashed(k.area.X, y, k.area.X+k.area.W, y, 1.5, dash, 0, col)
	k.room.taken = append(k.room.taken, panel.NewRect(k.area.X, y-1, k.area.W, 2))
	p.Start(c.Words).Text(name).Text(" ").Fixed(v, 1).Text(" ms")
	k.tag(c, &p.Line, k.area.X+k.area.W, y, under, layout.Item{Bytes: p.Buf, Ink: col.Mix(c.Theme.Text, 0.5)})
}

// tag names a line from x on, or further left if the chart ends there, above or below the line and clear of dots on it. If there is no room
// on that side it goes to the other side, or nowhere.
func (k *chart) tag(c *draw.Canvas, l *layout.Line, x, y float32, under bool, word layout.Item) panel.Rect {
	word.Lead, word.Tail = word.Lead+3, 3
	w := l.One(c.Fonts(), word)
	for _, side := range [...]bool{under, !under} {
		at := panel.NewRect(max(min(x, k.area.X+k.area.W-1-w), k.area.X), y-22, w, 16)
		if side {
			at.Y = y + 7
		}
		if !at.Within(k.area) {
			continue
		}
		if _, free := k.room.take(at, 0, 0); free {
			c.Box(at.X, at.Y, at.W, at.H, 3, c.Theme.Panel.Fade(0.8))
			l.Put(c, at)
			return at
		}
	}
	return panel.Rect{}
}

// keys writes the meaning of signs above the chart, right of the axis's name, and has each sign drawn in the room before its word. An
// empty word means that the sign is not there.
func (k *chart) keys(c *draw.Canvas, l *layout.Line, room float32, words []string, sign func(i int, x, y float32)) {
	l.Start(c.Fonts(), 16)
	l.Right()
	for i, word := range words {
		item := layout.Item{Text: word, Ink: c.Theme.TextDim, Lead: room, Rank: i}
		if word == "" {
			item = layout.Item{}
		}
		l.Add(item)
	}
	left := k.named + 14
	l.Count(c.Words.T("ab.more"), layout.Item{Ink: c.Theme.TextDim, Rank: -1})
	l.Put(c, panel.NewRect(left, k.area.Y-19, k.area.X+k.area.W-left, 18))
	for i := range words {
		if at := l.At(i); at.W > 0 {
			sign(i, at.X, at.Y+at.H/2)
		}
	}
}

// A room knows where a diagram has written already. The most important texts come first; later ones move out of their way, and
// are left out if there is no place near.
type room struct{ taken []panel.Rect }

// take finds a place for a text: r, or r moved down by up to some steps.
func (m *room) take(r panel.Rect, step float32, steps int) (at panel.Rect, ok bool) {
	for i := range steps + 1 {
		at = r
		at.Y += step * float32(i)
		if !slices.ContainsFunc(m.taken, at.Overlaps) {
			m.taken = append(m.taken, at)
			return at, true
		}
	}
	return r, false
}
