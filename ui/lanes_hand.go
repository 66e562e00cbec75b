package ui

import (
	"time"

	"driftlab/scenario"
	"driftlab/ui/draw"
)

// A laneGrab is what a person has in hand: a lane that is pulled, or a datagram.
type laneGrab struct {
	lane, packet bool
	way          scenario.Direction
	y            float32       // where the pointer was
	delay        time.Duration // of the lane then
	span         time.Duration
	perPixel     time.Duration // of pulling

	id    uint64 // of the datagram
	to    catching
	x, at float32 // where the pointer has it
	idle  bool    // it has not been moved
}

// flickAway is how far beside its lane a datagram is let go that is to be lost, at scale 1.
const flickAway = 34

// update acts on the pointer: a press takes the datagram under it, for which time stands still, or the lane.
func (l *lanes) update(v *view, p *pointer, r rect) {
	g := &l.grab
	if r.w <= 0 || v.session.Clients() == 0 || v.frame.blind {
		*g = laneGrab{}
		return
	}
	l.place(v, r)
	switch {
	case p.pressed && p.over(r):
		l.take(v, p)
	case g.packet && p.down:
		l.drag(v, p)
	case g.lane && p.down:
		pulled := time.Duration(float32(g.perPixel) * (p.y - g.y) * l.ways[g.way].bends)
		if to := (g.delay + pulled).Round(time.Millisecond); to != l.ways[g.way].delay {
			v.ask.pull(g.way, to)
		}
	case g.packet:
		v.ask.hold(false)
		if v.hover.held = g.id; !g.idle {
			v.ask.catch(g.id, g.to)
		}
		*g = laneGrab{}
	default:
		*g = laneGrab{}
	}
}

// take begins to hold what is under the pointer.
func (l *lanes) take(v *view, p *pointer) {
	z, near := l.zoom, laneReach*l.zoom
	if d := l.knobUnder(p.x, p.y); d >= 0 {
		l.takeLane(p, d)
		return
	}
	for _, dot := range l.dots {
		if far := hypot(p.x-dot.x, p.y-dot.y); far < near {
			near = far
			l.grab = laneGrab{packet: true, id: dot.id, x: p.x, at: p.y, idle: true}
		}
	}
	if l.grab.packet {
		p.pressed = false
		v.hover.held = l.grab.id
		v.ask.hold(true)
		return
	}
	for d := range l.ways {
		w := &l.ways[d]
		if _, far := w.nearest(p.x, p.y); far < laneReach*z {
			l.takeLane(p, d)
			return
		}
	}
}

// knobUnder returns the way by whose knob, or what it is called, a lane can be pulled at a place; −1 for none.
func (l *lanes) knobUnder(x, y float32) int {
	for d := range l.ways {
		kx, ky := l.ways[d].at(0.5)
		if hypot(x-kx, y-ky) < laneReach*l.zoom || l.ways[d].label.contains(x, y) {
			return d
		}
	}
	return -1
}

func (l *lanes) takeLane(p *pointer, d int) {
	p.pressed = false
	l.grab = laneGrab{lane: true, way: scenario.Direction(d), y: p.y, delay: l.ways[d].delay, span: l.span,
		perPixel: time.Duration(float32(l.span) / max(l.height, 60*l.zoom))}
}

// drag has the datagram be where the pointer is: as far on its way as that, so long it takes. Beside the lane it is lost.
func (l *lanes) drag(v *view, p *pointer) {
	g := &l.grab
	packet := v.tape.Find(g.id)
	if packet == nil {
		return
	}
	if hypot(p.x-g.x, p.y-g.at) > dragFrom*l.zoom || !g.idle {
		g.idle, g.x, g.at = false, p.x, p.y
	} else {
		return
	}
	w := &l.ways[scenario.Down]
	if packet.To == 0 {
		w = &l.ways[scenario.Up]
	}
	share, far := w.nearest(p.x, p.y)
	m, _ := where(packet, v.session.Now())
	g.to = catching{lose: far > flickAway*l.zoom}
	if m.share > 0 {
		way := packet.Due.Sub(packet.Sent.Add(packet.Parts.Queue))
		g.to.by = time.Duration(float32(way) * (m.share/max(share, 0.02) - 1)).Round(time.Millisecond)
	}
}

// inHand draws the datagram that is held, with what is to become of it.
func (l *lanes) inHand(v *view, c *draw.Canvas) {
	g, z := &l.grab, l.zoom
	for _, dot := range l.dots {
		if dot.id == v.hover.chosen() {
			c.Ring(dot.x, dot.y, 8*z, 1.5*z, c.Theme.Text)
		}
	}
	p := v.tape.Find(g.id)
	if !g.packet || p == nil {
		return
	}
	d := scenario.Down
	if p.To == 0 {
		d = scenario.Up
	}
	share, _ := l.ways[d].nearest(g.x, g.at)
	l.packet(c, p, moving{share: share, fallen: -1}, &l.ways[d], g.x, g.at)
	c.Ring(g.x, g.at, 8*z, 1.5*z, c.Theme.Text)
	switch {
	case g.idle:
	case g.to.lose:
		c.Cross(g.x, g.at, 6*z, 2*z, c.Theme.Error)
		c.Text(g.x+12*z, g.at, v.words.T("lanes.lost"), draw.Strong, c.Theme.ErrorText, draw.Left|draw.Middle)
	default:
		c.Text(g.x+12*z, g.at-12*z, v.words.F("lanes.moved", g.to.by.Seconds()*1000), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	}
}
