package diagram

import (
	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// HostCardRow is the height of a row of the host's card at scale 1.
const HostCardRow = 16

// Columns of trips, as shares of a card's width from its right edge.
const (
	columnMean   = 0.0
	columnLeast  = 0.25
	columnLatest = 0.5
)

// DrawHost writes what the host measures of its clients' datagrams, a row for each client of a page.
func (k *Card) DrawHost(c *draw.Canvas, f *panel.Frame, t *panel.Tips, machines []int, r panel.Rect) {
	k.zoom, k.tips = float32(c.Fonts().Scale()), t
	c.Box(r.X, r.Y, r.W, r.H, 4*k.zoom, c.Theme.Panel)
	k.row = panel.NewRect(r.X+10*k.zoom, r.Y+CardPad*k.zoom/2, r.W-20*k.zoom, HostCardRow*k.zoom)
	k.hostHead(c, &f.HostFacts)
	for _, m := range machines {
		if m == 0 {
			continue
		}
		k.row.Y += k.row.H
		style := c.Theme.Machine(m)
		c.Marker(style.Shape, k.row.X+6*k.zoom, k.middle(), 5*k.zoom, style.Color)
		k.pen.Start(c.Words).Text("OWD ↑")
		k.pen.Put(c, k.row.X+20*k.zoom, k.middle(), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		k.threeTrips(c, f.Held[m-1].UpTrips.Measured)
		if k.tips.Under(k.row) {
			k.tips.Add(k.row, c.Words.F("card.host-up-tip", m))
		}
	}
}

func (k *Card) hostHead(c *draw.Canvas, f *session.HostFacts) {
	style := c.Theme.Machine(0)
	c.Marker(style.Shape, k.row.X+6*k.zoom, k.middle(), 6*k.zoom, style.Color)
	c.Text(k.row.X+20*k.zoom, k.middle(), c.Words.T("card.host"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	for _, column := range [...]struct {
		share float32
		name  string
	}{{columnLatest, c.Words.T("card.latest")}, {columnLeast, c.Words.T("card.least")}, {columnMean, c.Words.T("card.mean")}} {
		c.Text(k.column(column.share), k.middle(), column.name, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	if k.tips.Under(k.row) {
		k.tips.Add(k.row, c.Words.T("card.host-tip")+" "+mailTip(c.Words, &f.Mail))
	}
}

// threeTrips writes the latest, the least and the mean of one-way delays into their columns.
func (k *Card) threeTrips(c *draw.Canvas, t netsync.Trips) {
	k.duration(c.Words, t.Count > 0, t.Latest)
	k.put(c, columnLatest, c.Theme.Text)
	k.duration(c.Words, t.Count > 0, t.Least)
	k.put(c, columnLeast, c.Theme.Text)
	k.duration(c.Words, t.Count > 0, t.Mean)
	k.put(c, columnMean, c.Theme.Text)
}

// trips writes how long the latest datagrams took each way, as who receives them measures it: the latest, the least and
// the mean.
func (k *Card) trips(c *draw.Canvas, f *session.Facts) {
	k.pen.Start(c.Words).Text(c.Words.T("card.trips"))
	for _, way := range [...]struct {
		arrow string
		of    netsync.Trips
	}{{" ↑ ", f.UpTrips.Measured}, {"  ↓ ", f.DownTrips.Measured}} {
		k.pen.Text(way.arrow)
		if way.of.Count == 0 {
			k.pen.Text("–")
			continue
		}
		k.pen.Fixed(way.of.Latest.Seconds()*1000, 1).Text(" ").Fixed(way.of.Least.Seconds()*1000, 1).Text(" ").Fixed(way.of.Mean.Seconds()*1000, 1)
	}
	k.pen.Text(" ms")
	k.line(c, c.Words.T("card.trips-tip"))
	if k.tips.Under(k.row) {
		tip := c.Words.T("card.trips-tip") + " " + mailTip(c.Words, &f.Mail)
		if f.Stamps.Read > 0 {
			tip += " " + c.Words.F("card.stamps-tip", f.Stamps.Read, f.Stamps.Misread)
		}
		k.tips.Add(k.row, tip)
	}
}

// mailTip says how long what a machine reads had waited for that.
func mailTip(lang *words.Language, m *session.MailState) string {
	return lang.F("card.mail-tip", m.Waits.Mean.Seconds()*1000, m.Waiting, m.Dropped)
}
