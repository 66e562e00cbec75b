package diagram

import (
	"math"
	"time"

	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// dialView is a tab that shows the 16-bit timestamps of the chosen client as the hand of a watch, and which instant a timestamp
// stands for: the nearest of all instants at which the hand stood there.
type dialView struct {
	pen    panel.Pen
	points []float32
}

// stampUnit is the unit of a 16-bit timestamp, and stampTurn the time after which it wraps: 2¹⁶ units, 33.554 s.
const (
	stampUnit = 512 * time.Microsecond
	stampTurn = 1 << 16 * stampUnit
)

// readBefore is the part of a turn that lies behind the hand: timestamps up to three quarters of a turn old are read
// correctly, and those up to a quarter ahead (Taylor).
const readBefore = 0.75

func (d *dialView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	client := min(max(v.Frame.Selected, 1), v.Session.Clients())
	v.Note(c, r, &d.pen, v.Words.T("dial.of"), client)
	wraps := v.Session.StampWraps(client)
	if !wraps.Known {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("dial.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	radius := min(r.H/2-30, r.W/4)
	x, y, gap := r.X+r.W/3, r.Y+r.H/2, float32(70)
	if r.W < narrowDial { // the text gets the rest
		radius = min(radius, r.W/8)
		x, gap = r.X+radius+44, 42
	}
	now := turnOf(wraps.Stamp)
	tell := panel.NewRect(x+radius+gap, y-50, r.X+r.W-x-radius-gap-8, 100)
	for i, part := range [...]dialPart{
		{now - readBefore, now, c.Theme.Text.Fade(0.3), "dial.behind"},
		{now, now + 1 - readBefore, c.Theme.Solid.Fade(0.35), "dial.ahead"},
	} {
		d.part(c, x, y, radius, &part)
		if at := tell.Y + (112 + 20*float32(i)); radius >= roomyDial {
			d.within(c, x, y, radius, &part)
		} else if at+10 <= r.Y+r.H {
			d.beside(c, tell.X, at, tell.W, &part)
		}
	}
	c.Ring(x, y, radius, 2, c.Theme.TextDim)
	for second := range 7 { // 0 to 30 s
		turn := float64(second) * 5 / stampTurn.Seconds()
		d.spoke(c, x, y, radius*0.93, radius, turn, 2, c.Theme.TextDim)
		tx, ty := d.at(x, y, radius+16, turn)
		d.pen.Start(v.Words).Fixed(float64(second)*5, 0).Text(" s").Put(c, tx, ty, draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
	example := turnOf(session.ExampleStamp)
	d.spoke(c, x, y, 0, radius*0.7, example, 3, c.Theme.TextDim)
	d.spoke(c, x, y, 0, radius*0.93, now, 4, c.Theme.Text)
	c.Circle(x, y, 6, c.Theme.Text)
	d.tell(v, c, tell, wraps)
}

// A dialPart is a part of the ring, in turns, and the key of what it is.
type dialPart struct {
	from, to float64
	col      palette.Color
	what     string
}

// narrowDial is the width below which the dial is at the left edge, in points.
const narrowDial = 620

// roomyDial is the radius from which on the dial has room for words inside, in points.
const roomyDial = 70

// put writes a text in a width, in a class or in small letters.
func (d *dialView) put(c *draw.Canvas, text *panel.Pen, x, y, wide float32, class draw.Class, col palette.Color) {
	d.pen.Line.Say(c, panel.NewRect(x, y, wide, 0), draw.Left, layout.Item{Bytes: text.Buf, Class: class, Ink: col}, layout.Item{Bytes: text.Buf, Ink: col, Cut: 1})
}

// tell writes right of the dial what the hands are.
func (d *dialView) tell(v *panel.View, c *draw.Canvas, r panel.Rect, wraps session.StampWraps) {
	d.put(c, d.pen.Start(v.Words).Name("dial.now").Int(int64(wraps.Stamp)), r.X, r.Y, r.W, draw.Strong, c.Theme.Text)
	d.put(c, d.pen.Start(v.Words).Text("× 512 µs = ").Fixed((time.Duration(wraps.Stamp)*stampUnit).Seconds(), 2).Text(" s"), r.X, r.Y+24, r.W, draw.Body, c.Theme.TextDim)
	c.HLine(r.X, r.X+16, r.Y+50, 3, c.Theme.TextDim) // like the hand of this example
	d.put(c, d.pen.Start(v.Words).Name("dial.example").Int(session.ExampleStamp), r.X, r.Y+64, r.W, draw.Strong, c.Theme.Text)
	if v.Frame.Blind {
		return
	}
	age, _ := wraps.ExampleAge()
	d.put(c, d.pen.Start(v.Words).Name("dial.ago").Fixed(age.Seconds(), 1).Text(" s"), r.X, r.Y+86, r.W, draw.Body, c.Theme.TextDim)
}

// turnOf returns where a timestamp is, in turns from 0 to 1.
func turnOf(stamp uint16) float64 { return float64(stamp) / (1 << 16) }

// at returns the point at a part of a turn, clockwise from the top.
func (d *dialView) at(x, y, r float32, turn float64) (px, py float32) {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return x + r*float32(sin), y - r*float32(cos)
}

// spoke draws a line along a radius.
func (d *dialView) spoke(c *draw.Canvas, x, y, from, to float32, turn float64, width float32, col palette.Color) {
	x0, y0 := d.at(x, y, from, turn)
	x1, y1 := d.at(x, y, to, turn)
	c.Line(x0, y0, x1, y1, width, col)
}

// part draws a part of the ring, whose ends are round.
func (d *dialView) part(c *draw.Canvas, x, y, radius float32, p *dialPart) {
	r, width := radius*0.8, radius*0.16
	round := float64(width/r) / (4 * math.Pi)
	d.points = d.points[:0]
	const steps = 48
	for i := range steps + 1 {
		px, py := d.at(x, y, r, p.from+round+(p.to-p.from-2*round)*float64(i)/steps)
		d.points = append(d.points, px, py)
	}
	c.Polyline(d.points, width, palette.Unbroken, 0, p.col)
}

// long writes how long a part is.
func (d *dialView) long(c *draw.Canvas, p *dialPart) *panel.Pen {
	return d.pen.Start(c.Words).Fixed((p.to-p.from)*stampTurn.Seconds(), 0).Text(" s")
}

// within writes into the dial how long a part is, and what it is.
func (d *dialView) within(c *draw.Canvas, x, y, radius float32, p *dialPart) {
	tx, ty := d.at(x, y, radius*0.5, (p.from+p.to)/2)
	half := c.Fonts().LineHeight(draw.Body) / 2
	d.long(c, p).Put(c, tx, ty-half, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
	c.Text(tx, ty+half, c.Words.T(p.what), draw.Body, c.Theme.Text, draw.Centre|draw.Middle)
}

// beside writes the same beside a dial that is too small for it, with the part's colour.
func (d *dialView) beside(c *draw.Canvas, x, y, wide float32, p *dialPart) {
	c.Rect(x, y-5, 10, 10, p.col)
	d.put(c, d.long(c, p).Text(" ").Text(c.Words.T(p.what)), x+16, y, wide-16, draw.Body, c.Theme.Text)
}
