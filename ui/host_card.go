package ui

import (
	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// hostCardRow is the height of a row of the host's card at scale 1.
const hostCardRow = 16

// Columns of trips, as shares of a card's width from its right edge.
const (
	columnMean   = 0.0
	columnLeast  = 0.25
	columnLatest = 0.5
)

// drawHost writes what the host measures of its clients' datagrams, a row for each client of a page.
func (k *card) drawHost(c *draw.Canvas, f *frame, t *tips, machines []int, r rect) {
	k.zoom, k.tips = float32(c.Fonts().Scale()), t
	c.Box(r.x, r.y, r.w, r.h, 4*k.zoom, c.Theme.Panel)
	k.row = rect{r.x + 10*k.zoom, r.y + cardPad*k.zoom/2, r.w - 20*k.zoom, hostCardRow * k.zoom}
	k.hostHead(c, &f.hostFacts)
	for _, m := range machines {
		if m == 0 {
			continue
		}
		k.row.y += k.row.h
		style := c.Theme.Machine(m)
		c.Marker(style.Shape, k.row.x+6*k.zoom, k.middle(), 5*k.zoom, style.Color)
		k.pen.start(c.Words).text("OWD ↑")
		k.pen.put(c, k.row.x+20*k.zoom, k.middle(), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		k.threeTrips(c, f.held[m-1].UpTrips.Measured)
		if k.tips.under(k.row) {
			k.tips.add(k.row, c.Words.F("card.host-up-tip", m))
		}
	}
}

func (k *card) hostHead(c *draw.Canvas, f *session.HostFacts) {
	style := c.Theme.Machine(0)
	c.Marker(style.Shape, k.row.x+6*k.zoom, k.middle(), 6*k.zoom, style.Color)
	c.Text(k.row.x+20*k.zoom, k.middle(), c.Words.T("card.host"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	for _, column := range [...]struct {
		share float32
		name  string
	}{{columnLatest, c.Words.T("card.latest")}, {columnLeast, c.Words.T("card.least")}, {columnMean, c.Words.T("card.mean")}} {
		c.Text(k.column(column.share), k.middle(), column.name, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	if k.tips.under(k.row) {
		k.tips.add(k.row, c.Words.T("card.host-tip")+" "+mailTip(c.Words, &f.Mail))
	}
}

// threeTrips writes the latest, the least and the mean of one-way delays into their columns.
func (k *card) threeTrips(c *draw.Canvas, t netsync.Trips) {
	k.duration(c.Words, t.Count > 0, t.Latest)
	k.put(c, columnLatest, c.Theme.Text)
	k.duration(c.Words, t.Count > 0, t.Least)
	k.put(c, columnLeast, c.Theme.Text)
	k.duration(c.Words, t.Count > 0, t.Mean)
	k.put(c, columnMean, c.Theme.Text)
}

// trips writes how long the latest datagrams took each way, as who receives them measures it: the latest, the least and
// the mean.
func (k *card) trips(c *draw.Canvas, f *session.Facts) {
	k.pen.start(c.Words).text(c.Words.T("card.trips"))
	for _, way := range [...]struct {
		arrow string
		of    netsync.Trips
	}{{" ↑ ", f.UpTrips.Measured}, {"  ↓ ", f.DownTrips.Measured}} {
		k.pen.text(way.arrow)
		if way.of.Count == 0 {
			k.pen.text("–")
			continue
		}
		k.pen.fixed(way.of.Latest.Seconds()*1000, 1).text(" ").fixed(way.of.Least.Seconds()*1000, 1).text(" ").fixed(way.of.Mean.Seconds()*1000, 1)
	}
	k.pen.text(" ms")
	k.line(c, c.Words.T("card.trips-tip"))
	if k.tips.under(k.row) {
		tip := c.Words.T("card.trips-tip") + " " + mailTip(c.Words, &f.Mail)
		if f.Stamps.Read > 0 {
			tip += " " + c.Words.F("card.stamps-tip", f.Stamps.Read, f.Stamps.Misread)
		}
		k.tips.add(k.row, tip)
	}
}

// mailTip says how long what a machine reads had waited for that.
func mailTip(lang *words.Language, m *session.MailState) string {
	return lang.F("card.mail-tip", m.Waits.Mean.Seconds()*1000, m.Waiting, m.Dropped)
}
