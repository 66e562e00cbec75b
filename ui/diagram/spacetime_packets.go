package diagram

import (
	"math"

	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A packetPath is where a packet is drawn, in points: along its sender's axis until the copy that gets
// through leaves (later than the packet only in a stream), across, and along its receiver's axis until
// the packets before it have arrived too.
type packetPath struct {
	sent, left, came, due float32 // x
	from, to              float32 // y of the two axes
	up                    bool    // from the client to the host
}

// path returns where a packet is drawn.
func (d *SpaceTime) path(p *observe.TapePacket) packetPath {
	w := packetPath{sent: d.Axis.X(p.Sent), due: d.Axis.X(p.Due), from: d.HostY, to: d.ClientY, up: p.To == 0}
	w.left, w.came = w.sent, w.due
	if p.Transit.Tries > 0 && p.Fate != netsim.Lost {
		w.left, w.came = d.Axis.X(p.Transit.Left), d.Axis.X(p.Transit.Arrived)
	}
	if w.up {
		w.from, w.to = w.to, w.from
	}
	return w
}

// at returns the point of the path across at x, or its nearer end.
func (w *packetPath) at(x float32) (px, py float32) {
	if w.came <= w.left {
		return w.came, w.to
	}
	f := min(max((x-w.left)/(w.came-w.left), 0), 1)
	return w.left + f*(w.came-w.left), w.from + f*(w.to-w.from)
}

// end returns the end of the path across: for a lost packet, the place of its cross.
func (w *packetPath) end(lost bool) (x, y float32) {
	if lost {
		return w.left + panel.LostAt*(w.came-w.left), w.from + panel.LostAt*(w.to-w.from)
	}
	return w.came, w.to
}

// How packets are drawn: in full if few are in view, with more of them paler than the clock packets, then without dashes and
// triangles, and with very many only as a haze.
const (
	vivid    = 100
	detailed = 600
	plain    = 1500
)

// shows reports whether a packet is drawn.
func (d *SpaceTime) shows(p *observe.TapePacket) bool {
	return (int(p.From) == d.Client || int(p.To) == d.Client) && p.Due >= d.Axis.From && !d.Hidden[panel.GroupOf[p.Kind]]
}

// packets draws all packets between the two axes that are in view.
func (d *SpaceTime) packets(c *draw.Canvas, tape *observe.Tape) {
	d.clocks = d.clocks[:0]
	count := 0
	fade := min(max(float32(vivid)/float32(d.Drawn+1), 0.25), 0.75)
	for n, end := tape.Packets(d.Axis.From, d.Axis.To); n < end; n++ {
		p := tape.At(n)
		if !d.shows(p) {
			continue
		}
		count++
		if p.Sent > d.now {
			w := d.path(p) // the tape goes on although time was taken back
			x, y := w.end(p.Fate == netsim.Lost)
			c.Line(w.left, w.from, x, y, 1, packetStyle(c.Theme, panel.GroupOf[p.Kind]).Color.Fade(0.2))
			continue
		}
		if panel.GroupOf[p.Kind] == panel.ClockPackets {
			d.clocks = append(d.clocks, n)
			continue
		}
		d.packet(c, p, fade, d.Drawn < detailed, d.Drawn < plain)
	}
	for _, n := range d.clocks {
		d.packet(c, tape.At(n), 1, d.Drawn < plain, true)
	}
	d.Drawn = count
}

// packetStyle returns how the lines of a group are drawn: dashed as on lanes, but grey, since hues in a diagram mean clocks. The packets that
// clocks depend on stand out.
func packetStyle(t *palette.Theme, g panel.PacketGroup) palette.LineStyle {
	style := g.Style(t)
	if style.Color = t.TextDim; g == panel.ClockPackets {
		style.Color = t.Text
	}
	return style
}

// packet draws one packet.
func (d *SpaceTime) packet(c *draw.Canvas, p *observe.TapePacket, fade float32, dashes, marks bool) {
	w := d.path(p)
	style := packetStyle(c.Theme, panel.GroupOf[p.Kind])
	col, width := style.Color.Fade(fade), float32(1.25)
	if panel.GroupOf[p.Kind] == panel.ClockPackets {
		width = 1.75
	}
	endX, endY := w.end(p.Fate == netsim.Lost)
	x, y := w.at(d.Axis.X(d.now))
	under := d.now < p.Due
	if x > endX || !under {
		x, y = endX, endY
	}
	if dashes {
		c.Dashed(w.left, w.from, x, y, width, style.Dash, 0, col)
	} else {
		c.Line(w.left, w.from, x, y, width, col)
	}
	if x < endX {
		c.Dashed(x, y, endX, endY, width, palette.Dash{2, 6, 2, 6}, 0, col.Fade(0.6))
	}
	if p.Fate == netsim.Lost {
		c.Cross(endX, endY, 4, 1.75, c.Theme.Text.Fade(max(fade, 0.6)))
		return
	}
	if p.Transit.Tries > 1 {
		d.resent(c, &w, col)
	}
	if marks {
		d.triangle(c, p, &w, x, y, style.Color.Fade(max(fade, 0.6)))
	}
}

// resent shows that a stream had to resend a segment: a cross where it was sent first, a ring where the copy
// that got through left, and a thin line between them inside the sender's axis.
func (d *SpaceTime) resent(c *draw.Canvas, w *packetPath, col palette.Color) {
	inside := w.from + 9
	if w.to < w.from {
		inside = w.from - 9
	}
	c.Dashed(w.sent, inside, w.left, inside, 1, palette.Dash{3, 3, 3, 3}, 0, col.Fade(0.7))
	c.Cross(w.sent, inside, 3, 1.5, c.Theme.Text)
	c.Ring(w.left, w.from, 5, 1.5, c.Theme.Text)
}

// triangle draws the direction of a packet, at its head: hollow for a second copy and for one that arrived too
// late to be used.
func (d *SpaceTime) triangle(c *draw.Canvas, p *observe.TapePacket, w *packetPath, x, y float32, col palette.Color) {
	const size = 4
	r := float32(size)
	if panel.GroupOf[p.Kind] == panel.ClockPackets {
		r *= 1.25
	}
	// Inside the axes, with the point on the end of the line.
	if w.up {
		y = max(y+r, w.to+r)
	} else {
		y = min(y-r, w.to-r)
	}
	if p.Fate == netsim.Duplicate || p.TooLate() {
		c.TriangleOutline(x, y, r+1, 1.5, w.up, col)
		return
	}
	c.Triangle(x, y, r, w.up, col)
}

// pick returns the packet nearest to the pointer, if one is near. Clock packets have precedence.
func (d *SpaceTime) pick(tape *observe.Tape) (id uint64) {
	if !d.over || d.Axis.Dragged && d.Axis.Grabbed {
		return 0
	}
	const reach = 7
	best := float32(reach)
	for n, end := tape.Packets(d.Axis.From, d.Axis.To); n < end; n++ {
		p := tape.At(n)
		if !d.shows(p) {
			continue
		}
		w := d.path(p)
		endX, endY := w.end(p.Fate == netsim.Lost)
		far := distance(d.x, d.y, w.left, w.from, endX, endY)
		if panel.GroupOf[p.Kind] == panel.ClockPackets {
			far -= 2
		}
		if far < best {
			best, id = far, p.ID
		}
	}
	return id
}

// distance returns how far the point (x, y) is from the line between two others.
func distance(x, y, x0, y0, x1, y1 float32) float32 {
	dx, dy := x1-x0, y1-y0
	f := float32(0)
	if l := dx*dx + dy*dy; l > 0 {
		f = min(max(((x-x0)*dx+(y-y0)*dy)/l, 0), 1)
	}
	dx, dy = x-x0-f*dx, y-y0-f*dy
	return float32(math.Sqrt(float64(dx*dx + dy*dy)))
}
