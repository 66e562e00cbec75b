package diagram

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// HostCardHeight returns how high the host's card with so many clients is in points: its head, its world, and the clients.
// In the window of 1600 × 900 it leaves each of three clients' cards its least height.
func HostCardHeight(clients int) float32 {
	return hostCardPad + hostCardHead + float32(clients+1)*hostCardRow
}

const (
	hostCardHead = 16 // the height of the head
	hostCardRow  = 13 // of a row under it
	hostCardPad  = 10 // above and under the rows together
)

// Columns of trips, as shares of a card's width from its right edge.
const (
	columnMean   = 0.0
	columnLeast  = 0.25
	columnLatest = 0.5
)

// DrawHost writes the host's tick and who rides in its world, and what it measures of its clients' datagrams, a row for each
// client of a page.
func (k *Card) DrawHost(c *draw.Canvas, f *panel.Frame, t *panel.Tips, machines []int, r panel.Rect) {
	k.tips, k.blind, k.unit = t, f.Blind, worldUnit(c, f)
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	k.row = panel.NewRect(r.X+10, r.Y+hostCardPad/2, r.W-20, hostCardHead)
	k.hostHead(c, &f.HostFacts)
	k.row.Y, k.row.H = k.row.Y+k.row.H, hostCardRow
	if !k.blind {
		k.pen.Start(c.Words).At(f.Reading.At())
		k.hostWorld(c, f.Held[0].HostTick, f.HostRiding)
	}
	for _, m := range machines {
		if m == 0 {
			continue
		}
		k.row.Y += k.row.H
		c.Machine(m, k.row.X+6, k.middle(), 5)
		k.pen.Start(c.Words).Text(k.hostMeasures(c))
		k.pen.Put(c, k.row.X+20, k.middle(), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		k.threeTrips(c, f.Held[m-1].UpTrips.Measured)
		if k.tips.Under(k.row) {
			k.tips.Add(k.row, c.Words.F("card.host-up-tip", m))
		}
	}
}

// hostMeasures names what a row of the host's card has, which is no truth: where there is room it says who says so.
func (k *Card) hostMeasures(c *draw.Canvas) string {
	name := c.Words.T("card.host-up")
	if end := k.row.X + 20 + c.Fonts().Measure(name, draw.Small); end+cardGap > k.column(columnLatest)-c.Fonts().Measure("888.8 ms", draw.Small) {
		return "OWD ↑"
	}
	return name
}

func (k *Card) hostHead(c *draw.Canvas, f *session.HostFacts) {
	c.Machine(0, k.row.X+6, k.middle(), 6)
	c.Text(k.row.X+20, k.middle(), c.Words.T("card.host"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
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

// hostWorld writes behind the instant, which the pen has, the tick that the host is at, who stands on a platform in its world,
// and how far each is off it there; how many more there are where there is no room for all.
func (k *Card) hostWorld(c *draw.Canvas, tick int64, riding []game.Riding) {
	y, end := k.middle(), k.row.X+k.row.W
	x := k.row.X + k.pen.Put(c, k.row.X, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + 8
	x += c.Text(x, y, c.Words.T("card.tick"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + 4
	k.pen.Start(c.Words).Int(tick)
	x += k.pen.Put(c, x, y, draw.Small, c.Theme.Text, draw.Left|draw.Middle) + 10
	x += c.Text(x, y, c.Words.T("card.host-riders"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + 6
	k.tips.Add(k.row, c.Words.T("card.host-world-tip"))
	if len(riding) == 0 {
		c.Text(x, y, "–", draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	for i, r := range riding {
		k.pen.Start(c.Words).Signed(r.Time.Seconds()*1000, 0)
		if i == len(riding)-1 {
			k.pen.Text(k.unit)
		}
		wide := c.Fonts().MeasureBytes(k.pen.Buf, draw.Small)
		if room := end - x - 16 - wide; room < 0 || i < len(riding)-1 && room < 34 {
			k.pen.Start(c.Words).Text("+").Int(int64(len(riding) - i))
			k.pen.Put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
			break
		}
		if r.Rider == game.Character {
			x += c.Text(x, y, c.Words.T("card.riders-npc"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + 4
		} else {
			c.Machine(r.Rider, x+5, y, 4.5)
			x += 13
		}
		x += k.pen.Put(c, x, y, draw.Small, c.Theme.Text, draw.Left|draw.Middle) + 7
	}
}

// threeTrips writes the latest, the least and the mean of one-way delays into their columns.
func (k *Card) threeTrips(c *draw.Canvas, t insight.Trips) {
	k.pen.Start(c.Words).DurationOr(t.Count > 0, t.Latest)
	k.put(c, columnLatest, c.Theme.Text)
	k.pen.Start(c.Words).DurationOr(t.Count > 0, t.Least)
	k.put(c, columnLeast, c.Theme.Text)
	k.pen.Start(c.Words).DurationOr(t.Count > 0, t.Mean)
	k.put(c, columnMean, c.Theme.Text)
}

// trips writes how long the latest datagrams took each way, as who receives them measures it: the latest, the least and
// the mean.
func (k *Card) trips(c *draw.Canvas, f *session.Facts) {
	for _, form := range [...]struct {
		name  string
		times int
	}{{"card.trips", 3}, {"card.trips-short", 3}, {"card.trips-short", 2}, {"card.trips-short", 1}} {
		if k.tripsOf(c, c.Words.T(form.name), form.times, f); c.Fonts().MeasureBytes(k.pen.Buf, draw.Small) <= k.row.W {
			break
		}
	}
	k.line(c, c.Words.T("card.trips-tip"))
	if k.tips.Under(k.row) {
		tip := c.Words.T("card.trips-tip") + " " + mailTip(c.Words, &f.Mail)
		if f.Stamps.Read > 0 {
			tip += " " + c.Words.F("card.stamps-tip", f.Stamps.Read, f.Stamps.Misread)
		}
		k.tips.Add(k.row, tip)
	}
}

// tripsOf has the pen write the line of trips under a name, with as many times each way.
func (k *Card) tripsOf(c *draw.Canvas, name string, times int, f *session.Facts) {
	k.pen.Start(c.Words).Text(name)
	for _, way := range [...]struct {
		arrow string
		of    insight.Trips
	}{{" ↑ ", f.UpTrips.Measured}, {"  ↓ ", f.DownTrips.Measured}} {
		k.pen.Text(way.arrow)
		if way.of.Count == 0 {
			k.pen.Text("–")
			continue
		}
		for i, took := range []time.Duration{way.of.Latest, way.of.Least, way.of.Mean}[:times] {
			if i > 0 {
				k.pen.Text(" ")
			}
			k.pen.Fixed(took.Seconds()*1000, 1)
		}
	}
	k.pen.Text(" ms")
}

// mailTip says how long what a machine reads had waited for that.
func mailTip(lang *words.Language, m *session.MailState) string {
	return lang.F("card.mail-tip", m.Waits.Mean.Seconds()*1000, m.Waiting, m.Dropped)
}
