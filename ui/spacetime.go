package ui

import (
	"time"

	"driftlab/netsim"
	"driftlab/ui/draw"
)

// spaceTime is the tab that shows packets between the axes of the host and of the chosen client, over true
// time: a packet leaves one axis at the instant at which it is sent, and comes to the other when it
// arrives. Beside each axis runs the machine's own clock.
type spaceTime struct {
	pen    pen
	axis   timeAxis
	zoom   float32
	client int
	now    netsim.Time

	hostY, clientY float32 // of the two axes
	band           float32 // height of the strip beside each axis
	low            bool    // the strips have no room for the clocks
	labels         rect    // left of the axes

	hidden [packetGroups]bool
	keys   [packetGroups]rect // where the legend's entries were drawn last
	keysOf rect               // the region that they were drawn in
	clocks []uint64           // clock packets in view, which are drawn above the others
	drawn  int                // packets drawn in the last frame
	points []float32
	run    [2]running // the clocks of the host and of the client in view

	x, y  float32 // the pointer
	over  bool    // it is over the axes
	hover uint64  // the packet under it in what is drawn, 0 for none
	under uint64  // the packet under it in the half that it is over, if there are two worlds
}

// spaceTimeSpan is how much the tab shows at first.
const spaceTimeSpan = 2 * time.Second

func newSpaceTime() *spaceTime {
	return &spaceTime{axis: newTimeAxis(spaceTimeSpan, 50*time.Millisecond, 20*time.Second, 0.1)}
}

func (d *spaceTime) key() string { return "spacetime" }

func (d *spaceTime) begin() { d.axis.follow() }

// place divides r, when virtual time is now.
func (d *spaceTime) place(v *view, r rect) {
	z := float32(v.scale)
	d.zoom, d.now = z, v.session.Now()
	d.client = min(v.frame.selected, v.session.Clients())
	const column, under = 104, 22
	area := rect{r.x + column*z, r.y + 2*z, r.w - (column+12)*z, r.h - (under+2)*z}
	d.band = min(50*z, area.h/5)
	if d.low = d.band < 34*z; d.low {
		d.band = 22 * z
	}
	d.hostY, d.clientY = area.y+d.band, area.y+area.h-d.band
	d.labels = rect{r.x + 12*z, area.y, (column - 16) * z, area.h}
	d.axis.place(area, d.now)
}

func (d *spaceTime) update(v *view, p *pointer, r rect) {
	d.place(v, r)
	if d.x, d.y, d.over = p.x, p.y, p.over(d.axis.area); !d.over {
		d.under = 0
	}
	for g, key := range d.keys {
		if p.pressed && p.over(key.moved(d.keysOf, r)) {
			d.hidden[g] = !d.hidden[g]
		}
	}
	if d.axis.update(p, d.now) {
		v.hover.held = d.under
		v.mark(&d.axis, p.x)
	}
}

func (d *spaceTime) draw(v *view, c *draw.Canvas, r rect) {
	d.place(v, r)
	d.legend(v, c, r)
	if d.client < 1 {
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("spacetime.nobody"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	area := d.axis.area
	d.axis.grid(c, &d.pen, d.zoom)
	d.names(v, c)
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	if d.hover = 0; d.over && area.contains(d.x, d.y) {
		d.hover = d.pick(v.tape)
		d.under = d.hover
		v.hover.next.packet = d.hover
	}
	d.packets(c, v.tape)
	d.sharedTimes(c, v.tape)
	for i, y := range [...]float32{d.hostY, d.clientY} {
		c.HLine(area.x, area.x+area.w, y, 2*d.zoom, c.Theme.Text)
		d.ticks(c, v.tape, i*d.client, y)
	}
	if !d.low {
		d.ownClocks(c, v.tape)
	}
	d.chosen(c, v)
	nowX := d.axis.x(d.now)
	c.VLine(nowX, area.y, area.y+area.h, d.zoom, c.Theme.TextDim)
	c.Text(nowX+5*d.zoom, d.hostY+14*d.zoom, v.words.T("spacetime.now"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	d.axis.cursor(c, &d.pen, v, d.zoom)
	c.Unclip()
	if !d.low {
		d.rates(c, v.tips)
	}
	d.axis.back(c, v, area.x+area.w-6*d.zoom, area.y+area.h-12*d.zoom, d.zoom)
	if d.hover != 0 {
		return // that is told instead
	}
	v.tips.add(rect{area.x, d.hostY, area.w, d.clientY - d.hostY}, v.words.T("spacetime.packets-tip"))
	v.tips.add(rect{area.x, area.y, area.w, d.band}, v.words.T("spacetime.host-tip"))
	v.tips.add(rect{area.x, d.clientY, area.w, d.band}, v.words.T("spacetime.client-tip"))
}

// names writes whose axes they are, and how the client's clock runs.
func (d *spaceTime) names(v *view, c *draw.Canvas) {
	z, x := d.zoom, d.labels.x
	style := c.Theme.Machine(0)
	c.Marker(style.Shape, x+6*z, d.hostY, 6*z, style.Color)
	c.Text(x+20*z, d.hostY, v.words.T("spacetime.host"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	style = c.Theme.Machine(d.client)
	c.Marker(style.Shape, x+6*z, d.clientY, 6*z, style.Color)
	d.pen.start(v.words).text(v.words.T("spacetime.client")).text(" ").int(int64(d.client))
	d.pen.put(c, x+20*z, d.clientY, draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	v.tips.add(rect{x, d.hostY - 10*z, d.labels.w, 20 * z}, v.words.T("spacetime.host-tip"))
	v.tips.add(rect{x, d.clientY - 10*z, d.labels.w, 20 * z}, v.words.T("spacetime.client-tip"))
}

// legend tells the groups apart, from the right in the strip with the tabs' titles, by name where there is
// room. A click hides one.
func (d *spaceTime) legend(v *view, c *draw.Canvas, r rect) {
	z := d.zoom
	d.keysOf = r
	x, y := r.x+r.w-12*z, r.y-tabHeight*z/2
	need := float32(0)
	for g := range packetGroups {
		name, _ := g.words(v.words)
		need += c.Fonts().Measure(name, draw.Small) + 48*z
	}
	room := x - v.room(r)
	named, swatch, space := need < room, 26*z, 16*z
	if n := float32(packetGroups); !named && n*(swatch+space) > room {
		if swatch, space = 16*z, 8*z; n*(swatch+space) > room {
			d.keys = [packetGroups]rect{}
			return
		}
	}
	for g := packetGroups - 1; g >= 0; g-- {
		name, tip := g.words(v.words)
		style, col := g.style(c.Theme), c.Theme.Text
		if d.hidden[g] {
			style.Color, col = style.Color.Fade(0.25), c.Theme.TextDim
		}
		right := x
		if named {
			x -= c.Text(x, y, name, draw.Small, col, draw.Right|draw.Middle) + 6*z
		}
		c.Dashed(x-swatch, y, x, y, 2*z, style.Dash.Scale(z), 0, style.Color)
		x -= swatch
		d.keys[g] = rect{x - 4*z, y - 11*z, right - x + 8*z, 22 * z}
		v.tips.add(d.keys[g], tip)
		x -= space
	}
}
