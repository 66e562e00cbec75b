package panel

import (
	"iter"
	"math"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/ui/draw"
)

// A TimeAxis is a horizontal axis of true time. The wheel zooms, a drag pans, and it follows virtual time until
// a person moves it away. Each tab has one, and all share the [Cursor].
type TimeAxis struct {
	Least, Most time.Duration // the span's limits
	ahead       float64       // share of the span that lies right of now while it follows
	Span        time.Duration // what it shows
	Full        bool          // it ends at the present, and shows less time if less has passed, so that it is never empty
	shown       time.Duration // the span that it shows then

	Away     bool        // it doesn't follow virtual time
	end      netsim.Time // the right edge; set by Place while it follows
	From, To netsim.Time // the ends, set by Place
	Area     Rect        // its place, set by Place

	Grabbed    bool // the pointer holds it
	grabbedX   float32
	grabbedEnd netsim.Time
	Dragged    bool // the pointer has moved since it went down, so it is not a click
	last       netsim.Time
	button     Rect // the button that brings it back, where it was drawn last
	buttonOf   Rect // the area that it was drawn in
}

// NewTimeAxis returns an axis that shows a span, which a person can change within limits, and a share
// of it that lies ahead of now.
func NewTimeAxis(span, least, most time.Duration, ahead float64) TimeAxis {
	return TimeAxis{Span: span, shown: span, Least: least, Most: most, ahead: ahead}
}

// leastShown is the least span of a full axis.
const leastShown = 100 * time.Millisecond

// Place puts the axis along the width of an area when virtual time is now. Call it before asking where
// something is.
func (x *TimeAxis) Place(area Rect, now netsim.Time) {
	x.Area = area
	if x.Away && now > x.last && x.last <= x.end && now > x.end {
		x.Away = false // time has run up to the right edge
	}
	x.last, x.shown = now, x.Span
	if x.Full {
		x.shown = min(x.Span, max(time.Duration(now), leastShown))
	}
	if !x.Away {
		x.end = x.live(now)
	}
	x.end = max(x.end, netsim.Time(x.shown))
	x.From, x.To = x.end.Add(-x.shown), x.end
}

// Show makes the axis show at least a span, within its limits.
func (x *TimeAxis) Show(span time.Duration) { x.Span = min(max(span, x.Span), x.Most) }

// EndBy limits the axis of a film, which begins at 0, to the film's length.
func (x *TimeAxis) EndBy(end time.Duration) {
	x.Span = max(min(x.Span, time.Duration(float64(end)/(1-x.ahead))), x.Least)
}

// As makes the axis show the same time as another one.
func (x *TimeAxis) As(o *TimeAxis) { x.Span, x.Away, x.end, x.last = o.Span, o.Away, o.end, o.last }

// live returns the right edge of the axis while it follows.
func (x *TimeAxis) live(now netsim.Time) netsim.Time {
	// The first seconds fill the axis from the left.
	return max(now.Add(time.Duration(float64(x.shown)*x.ahead)), netsim.Time(x.shown))
}

// X returns where an instant is, in points of the window. It may be outside the area.
func (x *TimeAxis) X(at netsim.Time) float32 {
	return x.Area.X + float32(float64(at-x.From)*float64(x.Area.W)/float64(x.shown))
}

// At returns the instant at a place.
func (x *TimeAxis) At(px float32) netsim.Time {
	return x.From + netsim.Time(float64(px-x.Area.X)*float64(x.shown)/float64(x.Area.W))
}

// PerPoint returns the time a point.
func (x *TimeAxis) PerPoint() time.Duration {
	return max(time.Duration(float64(x.shown)/float64(x.Area.W)), 1)
}

// Update acts on the pointer over the axis's area, and reports a click there: a press and a release at the same
// place.
func (x *TimeAxis) Update(p *Pointer, now netsim.Time) (clicked bool) {
	if x.Away && p.Pressed && p.Over(x.button.Moved(x.buttonOf, x.Area)) {
		x.Away = false
		return false
	}
	over := p.Over(x.Area)
	if over && p.Wheel != 0 {
		x.Zoom(math.Pow(1.25, -float64(p.Wheel)), p.X, now)
	}
	if over && p.Pressed {
		x.Grabbed, x.Dragged, x.grabbedX, x.grabbedEnd = true, false, p.X, x.end
	}
	if !x.Grabbed {
		return false
	}
	const still = 4 // points that a click may move
	if d := p.X - x.grabbedX; x.Dragged || d > still || d < -still {
		x.Dragged = true
		x.end = x.grabbedEnd.Add(-time.Duration(float64(d) * float64(x.shown) / float64(x.Area.W)))
		x.Away = x.end < x.live(now)
		x.Place(x.Area, now)
	}
	if p.Down {
		return false
	}
	x.Grabbed = false
	return !x.Dragged
}

// Zoom multiplies the span. The instant under the pointer stays where it is, or the present while the axis
// follows it.
func (x *TimeAxis) Zoom(by float64, px float32, now netsim.Time) {
	under := x.At(px)
	of := x.Span
	if by < 1 {
		of = x.shown
	}
	x.Span = min(max(time.Duration(float64(of)*by), x.Least), x.Most)
	if x.Away {
		right := float64(x.Area.X+x.Area.W-px) / float64(x.Area.W)
		x.end = under.Add(time.Duration(right * float64(x.Span)))
	}
	x.Place(x.Area, now)
}

// Rows returns the rows of a history that the axis shows, and one more at each end.
func (x *TimeAxis) Rows(h *observe.History) (first, end int64) {
	first, end = h.Span()
	return max(first, h.Before(x.From)), min(end, h.Before(x.To)+2)
}

// Stride returns how many rows of a history share a point and a half, at least one: nobody sees more detail.
func (x *TimeAxis) Stride() int64 {
	return max(int64(1.5*float64(x.PerPoint())/float64(observe.HistoryStep)), 1)
}

// Strided yields the rows of a history from which a line is drawn: those of [TimeAxis.Rows] that are a multiple of
// [TimeAxis.Stride], so that the line doesn't flicker while the axis moves.
func (x *TimeAxis) Strided(h *observe.History) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		first, end := x.Rows(h)
		every := x.Stride()
		for n := (first + every - 1) / every * every; n < end; n += every {
			if !yield(n) {
				return
			}
		}
	}
}

// Grid draws vertical lines at round instants over the area, with their times below. An axis that ends at the present says so there.
func (x *TimeAxis) Grid(c *draw.Canvas, p *Pen) {
	every, decimals := x.Step()
	bottom, right := x.Area.Y+x.Area.H, x.Area.X+x.Area.W
	if x.Full && !x.Away {
		p.Start(c.Words).Name("time.now").Fixed(time.Duration(x.last).Seconds(), 3).Text(" s")
		right -= 8 + p.Put(c, right, bottom+12, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	for at := (x.From + every - 1) / every * every; at <= x.To; at += every {
		px := x.X(at)
		c.VLine(px, x.Area.Y, bottom, 1, c.Theme.Grid)
		p.Start(c.Words).Fixed(time.Duration(at).Seconds(), decimals).Text(" s")
		half := c.Fonts().MeasureBytes(p.Buf, draw.Small) / 2
		if px = min(px, x.Area.X+x.Area.W+axisMargin-half); x.Full {
			px = max(px, x.Area.X+half)
		}
		if !x.Full || x.Away || px+half <= right {
			p.Put(c, px, bottom+12, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
		}
	}
}

// axisMargin is how far the last time may reach beyond the axis, in points.
const axisMargin = 12

// Step returns the time between two lines, so that their labels have room, and how many decimals the labels
// have.
func (x *TimeAxis) Step() (every netsim.Time, decimals int) {
	lines := max(int(x.Area.W/90), min(int(x.Area.W/60), 2), 1)
	seconds := Step(x.shown.Seconds(), lines)
	return max(netsim.Time(math.Round(seconds*1e9)), 1), max(0, int(math.Ceil(-math.Log10(seconds)-1e-9)))
}

// A Cursor is the instant that a person has marked. All tabs show it.
type Cursor struct {
	At netsim.Time
	On bool // there is a mark
}

// toggle marks an instant, or removes the mark if it is there already, within a tolerance.
func (k *Cursor) toggle(at netsim.Time, within time.Duration) {
	if k.On && at.Sub(k.At).Abs() <= within {
		k.On = false
		return
	}
	*k = Cursor{max(at, 0), true}
}

// Cursor draws the mark over the area with its time at the top, and a thin line at the instant under the pointer, here or
// elsewhere.
func (x *TimeAxis) Cursor(c *draw.Canvas, p *Pen, v *View) {
	k := v.Cursor
	if v.Tips.Under(x.Area) {
		v.Hover.Instant(x.At(v.Tips.X))
	}
	if at := v.Hover.At; v.Hover.Timed && at >= x.From && at <= x.To {
		c.VLine(x.X(at), x.Area.Y, x.Area.Y+x.Area.H, 1, c.Theme.Solid)
	}
	if !k.On || k.At < x.From || k.At > x.To {
		return
	}
	px := x.X(k.At)
	c.VLine(px, x.Area.Y, x.Area.Y+x.Area.H, 1.5, c.Theme.Accent)
	c.Triangle(px, x.Area.Y+4, 5, false, c.Theme.Accent)
	const room = 68 // for the time, in points
	left := min(px+8, x.Area.X+x.Area.W-room)
	c.Box(left-4, x.Area.Y+1, room, 17, 3, c.Theme.Panel.Fade(0.9))
	p.Start(c.Words).Fixed(time.Duration(k.At).Seconds(), 4).Text(" s")
	p.Put(c, left, x.Area.Y+9, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
}

// Back draws the button that returns the axis to virtual time, if the axis doesn't follow it. The button's right
// end is at (right, y).
func (x *TimeAxis) Back(c *draw.Canvas, v *View, right, y float32) {
	x.button, x.buttonOf = Rect{}, x.Area
	if !x.Away || v.Unattended {
		return
	}
	w := c.Text(right-10, y, v.Words.T("time.follow"), draw.Small, c.Theme.Text, draw.Right|draw.Middle) + 20
	x.button = NewRect(right-w, y-10, w, 20)
	c.Box(x.button.X, x.button.Y, x.button.W, x.button.H, 4, c.Theme.PanelEdge)
	v.Tips.Add(x.button, v.Words.T("time.follow-tip"))
}

// Step returns a round distance between grid lines, for about n lines over the range.
func Step(span float64, lines int) float64 {
	raw := span / float64(lines)
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if base*m >= raw {
			return base * m
		}
	}
	return base * 10
}
