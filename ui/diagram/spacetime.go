package diagram

import (
	"time"

	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// SpaceTime is the tab that shows packets between the axes of the host and of the chosen client, over true
// time: a packet leaves one axis when it is sent, and reaches the other when it arrives. Beside each axis
// runs the machine's own clock.
type SpaceTime struct {
	pen    panel.Pen
	Axis   panel.TimeAxis
	Client int
	now    netsim.Time

	HostY, ClientY float32    // of the two axes
	band           float32    // height of the strip beside each axis
	low            bool       // the strips have no room for the clocks
	labels         panel.Rect // left of the axes
	room           room       // between the axes

	agreedX     float32       // the latest instant at which the client believes that the host's clock reads a round time
	agreedError time.Duration // how wrong it is then

	line   layout.Line // of the groups' names
	foot   float32     // the height that it takes at the diagram's foot
	Hidden [panel.PacketGroups]bool
	Keys   [panel.PacketGroups]panel.Rect // where the legend's entries were drawn last
	keysOf panel.Rect                     // the region that they were drawn in
	clocks []uint64                       // clock packets in view, which are drawn above the others
	Drawn  int                            // packets drawn in the last frame
	points []float32
	run    [2]running // the clocks of the host and of the client in view

	x, y  float32 // the pointer
	over  bool    // it is over the axes
	hover uint64  // the packet under it in the world being drawn, 0 for none
	under uint64  // the packet under it in the half that it is over, if there are two worlds
}

// SpaceTimeSpan is how much the tab shows at first.
const SpaceTimeSpan = 2 * time.Second

func (d *SpaceTime) Begin() { d.Axis.Away = false }

// Place divides r, when virtual time is now.
func (d *SpaceTime) Place(v *panel.View, r panel.Rect) {
	d.now = v.Session.Now()
	d.Client = min(v.Frame.Selected, v.Session.Clients())
	const column = 104
	area := panel.NewRect(r.X+column, r.Y+2, r.W-(column+12), r.H-24-d.foot)
	d.band = min(50, area.H/5)
	if d.low = d.band < 34; d.low {
		d.band = 22
	}
	d.HostY, d.ClientY = area.Y+d.band, area.Y+area.H-d.band
	d.labels = panel.NewRect(r.X+12, area.Y, column-16, area.H)
	d.Axis.Place(area, d.now)
}

func (d *SpaceTime) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	d.Place(v, r)
	if d.x, d.y, d.over = p.X, p.Y, p.Over(d.Axis.Area); !d.over {
		d.under = 0
	}
	for g, key := range d.Keys {
		if p.Pressed && p.Over(key.Moved(d.keysOf, r)) {
			d.Hidden[g] = !d.Hidden[g]
		}
	}
	if d.Axis.Update(p, d.now) {
		v.Hover.Held = d.under
		v.Mark(&d.Axis, p.X)
	}
}

func (d *SpaceTime) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	d.keys(v, c, r)
	d.Place(v, r)
	if d.Client < 1 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("spacetime.nobody"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	area := d.Axis.Area
	d.Axis.Grid(c, &d.pen)
	d.names(v, c)
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	if d.hover = 0; d.over && area.Contains(d.x, d.y) {
		d.hover = d.pick(v.Tape)
		d.under = d.hover
		v.Hover.Next.Packet = d.hover
	}
	d.packets(c, v.Tape)
	d.sharedTimes(c, v.Tape)
	for i, y := range [...]float32{d.HostY, d.ClientY} {
		c.HLine(area.X, area.X+area.W, y, 2, c.Theme.Text)
		d.ticks(c, v.Tape, i*d.Client, y)
	}
	if !d.low {
		d.ownClocks(c, v.Tape)
	}
	d.room.taken = d.room.taken[:0]
	d.chosen(c, v)
	d.agreedWrong(c)
	d.present(c)
	d.Axis.Cursor(c, &d.pen, v)
	c.Unclip()
	if !d.low {
		d.rates(c, v.Tips)
	}
	d.Axis.Back(c, v, area.X+area.W-6, area.Y+area.H-12)
	if d.hover != 0 {
		return // a text says so instead
	}
	v.Tips.Add(panel.NewRect(area.X, d.HostY, area.W, d.ClientY-d.HostY), v.Words.T("spacetime.packets-tip"))
	v.Tips.Add(panel.NewRect(area.X, area.Y, area.W, d.band), v.Words.T("spacetime.host-tip"))
	v.Tips.Add(panel.NewRect(area.X, d.ClientY, area.W, d.band), v.Words.T("spacetime.client-tip"))
}

// present draws the line at the present, with its name if there is room beside it.
func (d *SpaceTime) present(c *draw.Canvas) {
	area, x, name := d.Axis.Area, d.Axis.X(d.now), c.Words.T("spacetime.now")
	c.VLine(x, area.Y, area.Y+area.H, 1, c.Theme.TextDim)
	at := panel.NewRect(x+5, d.HostY+6, d.pen.Line.One(c.Fonts(), layout.Item{Text: name, Ink: c.Theme.TextDim}), 16)
	if at.X+at.W > area.X+area.W {
		at.X = x - 5 - at.W
	}
	if at, ok := d.room.take(at, noteStep, noteSteps); ok {
		d.pen.Line.Put(c, at)
	}
}

// names writes the machines' names at their axes, and how fast the client's clock runs.
func (d *SpaceTime) names(v *panel.View, c *draw.Canvas) {
	x := d.labels.X
	c.Machine(0, x+6, d.HostY, 6)
	c.Text(x+20, d.HostY, v.Words.T("spacetime.host"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	c.Machine(d.Client, x+6, d.ClientY, 6)
	d.pen.Start(v.Words).Name("spacetime.client").Int(int64(d.Client)).Put(c, x+20, d.ClientY, draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	v.Tips.Add(panel.NewRect(x, d.HostY-10, d.labels.W, 20), v.Words.T("spacetime.host-tip"))
	of := panel.NewRect(x, d.ClientY-10, d.labels.W, 20)
	v.Underline(c, d.Client, of)
	v.Tips.Add(of, v.Words.T("spacetime.client-tip"))
}

// keys draws the legend of the groups; a click on a group hides it. It is beside the tabs' titles if all groups have room there or the
// diagram is low, else in rows at the diagram's foot. It says how many groups have no room, and its tooltip which.
func (d *SpaceTime) keys(v *panel.View, c *draw.Canvas, r panel.Rect) {
	const swatch, least, row = 26, 150, 22
	d.keysOf, d.foot, d.Keys = r, 0, [panel.PacketGroups]panel.Rect{}
	l := &d.line
	l.Start(c.Fonts(), 16)
	for g := range panel.PacketGroups {
		word := layout.Item{Ink: c.Theme.Text, Lead: swatch + 6}
		if word.Text, _ = g.Words(v.Words); d.Hidden[g] {
			word.Ink = c.Theme.TextDim
		}
		l.Add(word)
	}
	l.Count(v.Words.T("ab.more"), layout.Item{Ink: c.Theme.TextDim, Rank: 1})
	right := r.X + r.W - 12
	out := l.Place(panel.NewRect(v.Room(r)+16, r.Y-panel.TabHeight, right-v.Room(r)-16, panel.TabHeight), 0)
	if out == 0 {
		l.Place(panel.NewRect(right-l.W, r.Y-panel.TabHeight, l.W, panel.TabHeight), 0)
	}
	for out > 0 && r.H-d.foot-row >= least {
		d.foot += row
		out = l.Place(panel.NewRect(r.X+12, r.Y+r.H-d.foot, r.W-24, d.foot), row)
	}
	if out > 0 && l.More.W == 0 {
		return // there isn't even room to say how many are missing
	}
	l.Draw(c)
	gone := ""
	for g := range panel.PacketGroups {
		at := l.At(int(g))
		name, tip := g.Words(v.Words)
		if at.W == 0 {
			if v.Tips.Under(l.More) {
				gone += name + ". "
			}
			continue
		}
		style := packetStyle(c.Theme, g)
		if d.Hidden[g] {
			style.Color = style.Color.Fade(0.25)
		}
		c.Dashed(at.X, at.Y+at.H/2, at.X+swatch, at.Y+at.H/2, 2, style.Dash, 0, style.Color)
		d.Keys[g] = panel.NewRect(at.X-4, at.Y, at.W+8, at.H)
		v.Tips.Add(d.Keys[g], tip)
	}
	if gone != "" {
		v.Tips.Add(l.More, gone)
	}
}
