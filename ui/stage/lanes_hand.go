package stage

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A LaneGrab is what a person drags: a lane or a datagram.
type LaneGrab struct {
	Lane, Packet bool // what is held
	way          scenario.Direction
	y            float32       // where the pointer was
	delay        time.Duration // the lane's, when it was grabbed
	span         time.Duration
	perPixel     time.Duration // of pulling

	id    uint64 // of the datagram
	to    panel.Catching
	x, at float32 // where the pointer has it
	idle  bool    // it hasn't been moved yet
}

// flickAway is the distance from its lane from which on a dropped datagram is lost, in points.
const flickAway = 34

// Update acts on the pointer: a press grabs the datagram under it, which pauses time, or the lane.
func (l *Lanes) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	g := &l.Grab
	if r.W <= 0 || v.Session.Clients() == 0 || v.Frame.Blind {
		*g = LaneGrab{}
		return
	}
	l.place(v, r)
	switch {
	case p.Pressed && p.Over(r):
		l.take(v, p)
	case g.Packet && p.Down:
		l.drag(v, p)
	case g.Lane && p.Down:
		pulled := time.Duration(float32(g.perPixel) * (p.Y - g.y) * l.Ways[g.way].bends)
		if to := (g.delay + pulled).Round(time.Millisecond); to != l.Ways[g.way].delay {
			v.Ask.Pull(g.way, to)
		}
	case g.Packet:
		v.Ask.Hold(false)
		if v.Hover.Held = g.id; !g.idle {
			v.Ask.Catch(g.id, g.to)
		}
		*g = LaneGrab{}
	default:
		*g = LaneGrab{}
	}
}

// take grabs what is under the pointer.
func (l *Lanes) take(v *panel.View, p *panel.Pointer) {
	near := float32(laneReach)
	if d := l.knobUnder(p.X, p.Y); d >= 0 {
		l.takeLane(p, d)
		return
	}
	for _, dot := range l.Dots {
		if far := hypot(p.X-dot.X, p.Y-dot.Y); far < near {
			near = far
			l.Grab = LaneGrab{Packet: true, id: dot.Id, x: p.X, at: p.Y, idle: true}
		}
	}
	if l.Grab.Packet {
		p.Pressed = false
		v.Hover.Held = l.Grab.id
		v.Ask.Hold(true)
		return
	}
	for d := range l.Ways {
		w := &l.Ways[d]
		if _, far := w.nearest(p.X, p.Y); far < laneReach {
			l.takeLane(p, d)
			return
		}
	}
}

// knobUnder returns the lane whose knob or name is at a place, −1 for none.
func (l *Lanes) knobUnder(x, y float32) int {
	for d := range l.Ways {
		kx, ky := l.Ways[d].At(0.5)
		if hypot(x-kx, y-ky) < laneReach || l.Ways[d].Label.Contains(x, y) {
			return d
		}
	}
	return -1
}

func (l *Lanes) takeLane(p *panel.Pointer, d int) {
	p.Pressed = false
	l.Grab = LaneGrab{Lane: true, way: scenario.Direction(d), y: p.Y, delay: l.Ways[d].delay, span: l.span,
		perPixel: time.Duration(float32(l.span) / max(l.height, 60))}
}

// drag moves the datagram with the pointer. Where it is dropped along the lane changes how long its trip takes; beside the lane it is lost.
func (l *Lanes) drag(v *panel.View, p *panel.Pointer) {
	g := &l.Grab
	packet := v.Tape.Find(g.id)
	if packet == nil {
		return
	}
	if hypot(p.X-g.x, p.Y-g.at) > panel.DragFrom || !g.idle {
		g.idle, g.x, g.at = false, p.X, p.Y
	} else {
		return
	}
	w := &l.Ways[wayOf(packet)]
	share, far := w.nearest(p.X, p.Y)
	m, _ := Where(packet, v.Session.Now())
	g.to = panel.Catching{Lose: far > flickAway}
	if m.Share > 0 {
		way := packet.Due.Sub(packet.Sent.Add(packet.Parts.Queue))
		g.to.By = time.Duration(float32(way) * (m.Share/max(share, 0.02) - 1)).Round(time.Millisecond)
	}
}

// inHand draws the datagram that is dragged, with what will happen to it when it is dropped.
func (l *Lanes) inHand(v *panel.View, c *draw.Canvas) {
	g := &l.Grab
	for _, dot := range l.Dots {
		if dot.Id == v.Hover.Chosen() {
			c.Ring(dot.X, dot.Y, 8, 1.5, c.Theme.Text)
		}
	}
	p := v.Tape.Find(g.id)
	if !g.Packet || p == nil {
		return
	}
	w := &l.Ways[wayOf(p)]
	share, _ := w.nearest(g.x, g.at)
	l.packet(c, p, Moving{Share: share, fallen: -1}, w, g.x, g.at)
	c.Ring(g.x, g.at, 8, 1.5, c.Theme.Text)
	switch {
	case g.idle:
	case g.to.Lose:
		c.Cross(g.x, g.at, 6, 2, c.Theme.Text)
		c.Text(g.x+12, g.at, v.Words.T("lanes.lost"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	default:
		c.Text(g.x+12, g.at-12, v.Words.F("lanes.moved", g.to.By.Seconds()*1000), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	}
}
