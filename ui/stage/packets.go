package stage

import (
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// laneMost is how many datagrams a lane shows at most; nobody could tell more apart.
const laneMost = 400

// packetsOnTheirWay draws the datagrams that are travelling between a client and the host, below the ground of the
// client's picture. The host is at the left end, the client at the right. Triangles that point up travel to the host.
func packetsOnTheirWay(c *draw.Canvas, f *panel.Frame, t *panel.Tips, machine int, r panel.Rect) {
	y, size := r.Y+r.H/2, float32(3.2)
	from, to := r.X+16, r.X+r.W-16
	c.HLine(from, to, y, 1, c.Theme.Solid.Fade(0.45))
	host, client := c.Theme.Machine(0), c.Theme.Machine(machine)
	c.Marker(host.Shape, r.X+8, y, 4, host.Color.Fade(0.8))
	c.Marker(client.Shape, r.X+r.W-8, y, 4, client.Color)
	drawn := 0
	for i := range f.Flights {
		p := &f.Flights[i]
		up := int(p.From) == machine
		if !up && int(p.To) != machine {
			continue
		}
		way := travelled(p, f.Now)
		if up {
			x := to + (from-to)*way
			c.Triangle(x, y-size*0.9, size, true, c.Theme.Text.Fade(0.85))
		} else {
			c.Triangle(from+(to-from)*way, y+size*0.9, size, false, c.Theme.Text.Fade(0.55))
		}
		if drawn++; drawn >= laneMost {
			break
		}
	}
	t.Add(r, c.Words.T("viewport.lane-tip"))
}

// travelled returns the part of its trip that a datagram has made, 0..1.
func travelled(p *netsim.Flight, now netsim.Time) float32 {
	whole := p.Due.Sub(p.Sent)
	if whole <= 0 {
		return 1
	}
	return min(max(float32(now.Sub(p.Sent))/float32(whole), 0), 1)
}
