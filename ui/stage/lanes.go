package stage

import (
	"math"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Lanes draws the link between the host, at the left, and a client, at the right, as two lanes. The length of a lane is its
// delay, both to the same scale: a lane that is longer than the gap between the worlds bends, and a shorter one lies in the
// middle of it. The datagrams are on them where they are now.
type Lanes struct {
	pen    panel.Pen
	line   layout.Line
	client int
	area   panel.Rect
	middle float32 // y between the two
	height float32 // how far a lane can bend
	low    bool    // there is only room for the lanes and their names
	span   time.Duration
	Ways   [scenario.Directions]Way
	Dots   []LaneDot // where datagrams were drawn last
	Grab   LaneGrab
}

// A Way is one of the lanes. Its points lead from the sender to the receiver, at equal distances.
type Way struct {
	delay  time.Duration
	points [2 * (wayParts + 1)]float32
	length float32    // in points
	y      float32    // of its ends
	bends  float32    // −1 upwards, 1 downwards
	Label  panel.Rect // where its name is
}

// A LaneDot is a datagram on a lane.
type LaneDot struct {
	Id   uint64
	X, Y float32
}

const (
	wayParts  = 32
	laneApart = 15
	laneWidth = 13
	laneReach = 11 // of the pointer
	laneKnob  = 4  // by which a lane is pulled
	laneText  = 26 // above and below the lanes, for their names
	laneLow   = 140

	// fallFor is how long a lost datagram is seen falling, and lostFall how far it falls.
	fallFor  = 400 * time.Millisecond
	lostFall = 46
)

// laneSpans are the delays that the longest lane may stand for. They are few, so that lanes don't move with every change of a delay.
var laneSpans = [...]time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond, time.Second,
	2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second}

// place bends both lanes for the link of a client as it is now.
func (l *Lanes) place(v *panel.View, r panel.Rect) {
	r.X, r.W = r.X+laneWidth/2, max(r.W-laneWidth, 1) // for the lanes' round ends
	l.area = r
	l.client = max(min(v.Frame.Selected, v.Session.Clients()), 1)
	for d := range l.Ways {
		l.Ways[d].delay = v.Session.Base(l.client, scenario.Direction(d))
	}
	longest := max(l.Ways[scenario.Up].delay, l.Ways[scenario.Down].delay)
	for _, l.span = range laneSpans {
		if l.span >= longest && l.span >= l.Grab.span {
			break
		}
	}
	l.low = r.H < laneLow
	l.middle, l.height = r.Y+r.H/2, 0
	if !l.low {
		l.height = max(r.H/2-(laneApart+2*laneText+10), 0)
	}
	scale := arcLength(r.W, l.height) / float32(l.span)
	for d := range l.Ways {
		w := &l.Ways[d]
		w.bends = 2*float32(d) - 1
		w.y = l.middle + w.bends*laneApart
		w.length = float32(w.delay) * scale
		w.bend(r, l.height, d == int(scenario.Up))
	}
}

// arcLength returns the length of a parabola with a width and a height.
func arcLength(width, height float32) (length float32) {
	const parts = 48
	before := float32(0)
	for i := 1; i <= parts; i++ {
		t := float32(i) / parts
		y := 4 * height * t * (1 - t)
		length += hypot(width/parts, y-before)
		before = y
	}
	return length
}

func hypot(x, y float32) float32 { return float32(math.Hypot(float64(x), float64(y))) }

// bend finds the points of the lane for its length, with a height of high at most; from right to left if leftwards.
func (w *Way) bend(r panel.Rect, high float32, leftwards bool) {
	width, rise := min(w.length, r.W), float32(0)
	if w.length > r.W {
		for low, top := float32(0), high*1.01; top-low > 0.01; {
			rise = (low + top) / 2
			if arcLength(r.W, rise) < w.length {
				low = rise
			} else {
				top = rise
			}
		}
	}
	t, done := float32(0), float32(0)
	const fine = 8 // steps a point, to set the points at equal distances
	total := arcLength(width, rise)
	x0, y0, next := float32(0), float32(0), 0
	for i := 0; i <= fine*wayParts; i++ {
		t = float32(i) / (fine * wayParts)
		x, y := width*t, 4*rise*t*(1-t)
		done += hypot(x-x0, y-y0)
		x0, y0 = x, y
		for next <= wayParts && (done >= total*float32(next)/wayParts || i == fine*wayParts) {
			px := r.X + (r.W-width)/2 + x
			if leftwards {
				px = r.X + r.W - (r.W-width)/2 - x
			}
			w.points[2*next], w.points[2*next+1] = px, w.y+w.bends*y
			next++
		}
	}
}

// At returns the place at a share of the trip.
func (w *Way) At(share float32) (x, y float32) {
	f := min(max(share, 0), 1) * wayParts
	i := min(int(f), wayParts-1)
	f -= float32(i)
	p := w.points[2*i:]
	return p[0] + f*(p[2]-p[0]), p[1] + f*(p[3]-p[1])
}

// heading returns the direction of the lane at a share of the trip, as a vector of length 1.
func (w *Way) heading(share float32) (x, y float32) {
	i := min(int(min(max(share, 0), 1)*wayParts), wayParts-1)
	p := w.points[2*i:]
	x, y = p[2]-p[0], p[3]-p[1]
	if long := hypot(x, y); long > 0 {
		return x / long, y / long
	}
	return -1, 0
}

// nearest returns the share of the trip that is nearest to a place, and its distance.
func (w *Way) nearest(x, y float32) (share, far float32) {
	far = float32(math.Inf(1))
	for i := range wayParts {
		p := w.points[2*i:]
		dx, dy := p[2]-p[0], p[3]-p[1]
		f := float32(0)
		if s := dx*dx + dy*dy; s > 0 {
			f = min(max(((x-p[0])*dx+(y-p[1])*dy)/s, 0), 1)
		}
		if d := hypot(x-p[0]-f*dx, y-p[1]-f*dy); d < far {
			share, far = (float32(i)+f)/wayParts, d
		}
	}
	return share, far
}

// Draw draws both lanes of the chosen client, and what is on them.
func (l *Lanes) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if r.W <= 0 || r.H <= 0 || v.Session.Clients() == 0 {
		return
	}
	l.place(v, r)
	v.Tips.Add(r, v.Words.T("lanes.tip"))
	for d := range l.Ways {
		l.lane(v, c, d)
	}
	l.packets(v, c)
	for d, name := range [...]string{v.Words.T("lanes.up"), v.Words.T("lanes.down")} { // each lane's name and delay
		w := &l.Ways[d]
		_, y := w.At(0.5)
		y += w.bends * (laneWidth/2 + laneText/2 + 3)
		col := [...]palette.Color{c.Theme.PredictedTime, c.Theme.ServerTime}[d]
		large := layout.Item{Bytes: l.pen.Start(v.Words).Text(name).Text(" ").Ms(w.delay, 0).Buf, Class: draw.Title, Ink: col}
		small := layout.Item{Bytes: l.pen.Buf, Class: draw.Strong, Ink: col}
		if l.low {
			large = small
		}
		w.Label = l.line.Say(c, panel.NewRect(l.area.X, y-laneText/2, l.area.W, laneText), draw.Centre, large, small, layout.Item{Bytes: l.pen.Buf, Ink: col})
	}
	if !l.low {
		title := layout.Item{Text: v.Words.T("watch.link"), Class: draw.Body, Ink: c.Theme.TextDim}
		l.line.Say(c, panel.NewRect(l.area.X, l.area.Y, l.area.W, laneText), draw.Centre, title)
	}
	l.inHand(v, c)
	if p := v.Tape.Find(v.Hover.Chosen()); p != nil && !l.Grab.Packet && v.Hover.Packet == p.ID && r.Contains(v.Tips.X, v.Tips.Y) {
		v.TellPacket(c, p, v.Tips.X, l.middle-l.height/2)
	}
}

// lane draws the lane itself, and dots beside it if it is shorter than the gap between the worlds.
func (l *Lanes) lane(v *panel.View, c *draw.Canvas, d int) {
	w := &l.Ways[d]
	edge, ground := c.Theme.Solid, c.Theme.Ground
	_, far := w.nearest(v.Tips.X, v.Tips.Y)
	if far < laneReach && !l.Grab.Packet || l.knobUnder(v.Tips.X, v.Tips.Y) == d || l.Grab.Lane && l.Grab.way == scenario.Direction(d) {
		edge = c.Theme.Accent
		v.Tips.Add(l.area, [...]string{v.Words.T("lanes.up-tip"), v.Words.T("lanes.down-tip")}[d])
	}
	first, last := w.points[0], w.points[2*wayParts]
	for _, gap := range [...][2]float32{{l.area.X, min(first, last)}, {max(first, last), l.area.X + l.area.W}} {
		if gap[1]-gap[0] > laneWidth {
			c.Dashed(gap[0], w.y, gap[1]-laneWidth/2, w.y, 1, palette.Dash{1, 5, 1, 5}, 0, c.Theme.TextDim)
		}
	}
	c.Polyline(w.points[:], laneWidth, palette.Unbroken, 0, edge)
	c.Polyline(w.points[:], laneWidth-3, palette.Unbroken, 0, ground)
	if v.Unattended {
		return // nobody can pull it
	}
	x, y := w.At(0.5)
	c.Circle(x, y+w.bends*laneWidth/2, laneKnob, edge)
}

// A Moving is where a datagram is on its lane.
type Moving struct {
	Share  float32       // of the trip
	waits  bool          // in the queue of the link's rate
	fallen time.Duration // since it was lost; negative if it isn't
}

// Where returns where a datagram is; ok is false before it is sent and after it has arrived or fallen off.
func Where(p *observe.TapePacket, now netsim.Time) (m Moving, ok bool) {
	leaves, comes := p.Sent, p.Due
	if p.Transit.Tries > 0 && p.Fate != netsim.Lost {
		leaves, comes = p.Transit.Left, p.Transit.Arrived
	} else if p.Cause != netsim.QueueFull && p.Cause != netsim.QueueSlow {
		leaves = min(p.Sent.Add(p.Parts.Queue), p.Due)
	}
	way := float64(max(comes.Sub(leaves), 1))
	m = Moving{Share: float32(float64(now.Sub(leaves)) / way), waits: now < leaves, fallen: -1}
	if p.Fate == netsim.Lost {
		at := leaves
		if p.Cause != netsim.QueueFull && p.Cause != netsim.QueueSlow {
			at = leaves.Add(time.Duration(panel.LostAt * way))
		}
		if m.fallen = now.Sub(at); m.fallen >= 0 {
			m.Share = float32(float64(at.Sub(leaves)) / way)
		}
		return m, p.Sent <= now && m.fallen < fallFor
	}
	return m, p.Sent <= now && now < p.Due
}

// wayOf returns the direction of a datagram.
func wayOf(p *observe.TapePacket) scenario.Direction {
	if p.To == 0 {
		return scenario.Up
	}
	return scenario.Down
}

// packets draws the datagrams on both lanes, with the queues before them, and notes the one under the pointer.
func (l *Lanes) packets(v *panel.View, c *draw.Canvas) {
	now := v.Session.Now()
	l.Dots = l.Dots[:0]
	var waiting [scenario.Directions]int
	var longest [scenario.Directions]time.Duration
	near, under := float32(laneReach), uint64(0)
	for n, end := v.Tape.Packets(now.Add(-fallFor), now); n < end && len(l.Dots) < laneMost; n++ {
		p := v.Tape.At(n)
		if int(max(p.From, p.To)) != l.client {
			continue
		}
		m, ok := Where(p, now)
		if !ok || l.Grab.Packet && l.Grab.id == p.ID {
			continue
		}
		d := wayOf(p)
		w := &l.Ways[d]
		x, y := w.At(m.Share)
		if m.waits {
			x, y = w.queued(waiting[d])
			waiting[d]++
			longest[d] = p.Sent.Add(p.Parts.Queue).Sub(now)
		}
		l.packet(c, p, m, w, x, y)
		if m.fallen >= 0 {
			continue
		}
		l.Dots = append(l.Dots, LaneDot{p.ID, x, y})
		if far := hypot(v.Tips.X-x, v.Tips.Y-y); far < near {
			near, under = far, p.ID
		}
	}
	for d, n := range waiting {
		if n != 0 {
			w := &l.Ways[d] // a frame around the queue
			x, y0 := w.queued(0)
			_, y1 := w.queued(n - 1)
			bar := panel.NewRect(x-7, min(y0, y1)-5, 14, max(y1-y0, y0-y1)+10)
			c.BoxOutline(bar.X, bar.Y, bar.W, bar.H, 3, 1, c.Theme.TextDim)
			if v.Tips.Under(bar) {
				v.Tips.Add(bar, v.Words.F("lanes.queue-tip", n, panel.MSText(v.Words, longest[d])))
			}
		}
	}
	if under != 0 {
		v.Hover.Next.Packet = under
	}
}

// queueMost is how many datagrams of a queue are drawn separately.
const queueMost = 14

// queued returns the place of the n-th datagram of the queue, which leads away from the lane's start.
func (w *Way) queued(n int) (x, y float32) {
	x, y = w.At(0)
	return x, y + w.bends*float32(min(n, queueMost)+2)*7
}

// packet draws a datagram: a triangle in its direction, hollow for a second copy and for one that arrives too late, and a
// falling cross for a lost one.
func (l *Lanes) packet(c *draw.Canvas, p *observe.TapePacket, m Moving, w *Way, x, y float32) {
	col, size := panel.GroupOf[p.Kind].Style(c.Theme).Color, float32(4.2)
	gone := float32(0)
	if m.fallen >= 0 {
		gone = float32(m.fallen) / float32(fallFor)
		y += gone * gone * lostFall
	}
	tx, ty := w.heading(m.Share)
	c.Frame(x, y, -ty, tx, -tx, -ty)
	switch {
	case m.fallen >= 0:
		c.Triangle(0, 0, size, true, col.Fade(0.6*(1-gone)))
	case p.Fate == netsim.Duplicate || p.TooLate():
		c.TriangleOutline(0, 0, size+1, 1.5, true, col)
	default:
		c.Triangle(0, 0, size, true, col)
	}
	c.Unframe()
	if m.fallen >= 0 {
		c.Cross(x, y, 4, 1.75, c.Theme.Text.Fade(1-gone))
	}
}
