package ui

import (
	"math"

	"driftlab/palette"
	"driftlab/ui/draw"
)

// drawLanes draws the link between the two worlds of a pair: the way up over the way down, each as long as its delay.
func (p *picture) drawLanes(c *draw.Canvas, r rect) {
	if r.w <= 0 || r.h <= 0 {
		return
	}
	z, client := float32(p.scale), p.deck.chosen
	middle := r.y + r.h/2
	c.Text(r.x+r.w/2, r.y+18*z, p.words.T("watch.link"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
	up, down := float64(p.session.Value(client, "link.up.delay"))/1e6, float64(p.session.Value(client, "link.down.delay"))/1e6
	most := max(up, down, 1)
	room := r.h/2 - 74*z
	p.lane(c, r, middle-12*z, -room*float32(up/most), up, true)
	p.lane(c, r, middle+12*z, room*float32(down/most), down, false)
}

// lanePoints is in how many pieces the arc of a lane is drawn.
const lanePoints = 24

// lane draws one way as an arc that is the higher the longer it takes, and its delay at the arc's top.
func (p *picture) lane(c *draw.Canvas, r rect, y, rise float32, ms float64, up bool) {
	z := float32(p.scale)
	var points [2 * (lanePoints + 1)]float32
	for i := range lanePoints + 1 {
		share := float32(i) / lanePoints
		points[2*i] = r.x + 6*z + (r.w-12*z)*share
		points[2*i+1] = y + rise*float32(math.Sin(math.Pi*float64(share)))
	}
	c.Polyline(points[:], 8*z, palette.Unbroken, 0, c.Theme.PanelEdge)
	col, at := c.Theme.PredictedTime, float32(-20)
	if !up {
		col, at = c.Theme.ServerTime, 20
	}
	pen := p.watch.pen.start(c.Words)
	if up {
		pen.text("◄ ")
	}
	pen.fixed(ms, 0).text(" ms")
	if !up {
		pen.text(" ►")
	}
	pen.put(c, r.x+r.w/2, y+rise+at*z, draw.Title, col, draw.Centre|draw.Middle)
}
