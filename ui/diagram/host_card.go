package diagram

import (
	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

// HostCardHeight returns how high the host's card with so many clients is, in points: its head, its world, and the clients.
// In the window of 1600 × 900 it leaves each of three clients' cards its least height.
func HostCardHeight(clients int) float32 {
	return hostCardPad + hostCardHead + float32(clients+1)*hostCardRow
}

const (
	hostCardHead = 16 // the height of the head
	hostCardRow  = 13 // of a row under it
	hostCardPad  = 10 // above and under the rows together
)

// DrawHost writes the host's tick and who rides in its world, and what it measures of its clients' datagrams, a row for each
// client of a page.
func (k *Card) DrawHost(c *draw.Canvas, f *panel.Frame, t *panel.Tips, machines []int, r panel.Rect) {
	k.begin(c, f, t, 0, r)
	k.rows = append(k.rows, 0)
	for _, m := range machines {
		if m > 0 {
			k.rows = append(k.rows, m)
		}
	}
	k.table.Look = table.Look{Class: draw.Small, Row: hostCardRow, Low: hostCardRow, Head: hostCardHead, Reach: 20}
	k.table.Columns = append(k.table.Columns[:0], table.Column{Least: 46, Share: 2}, table.Column{Head: c.Words.T("card.latest"), Least: 50},
		table.Column{Head: c.Words.T("card.least"), Least: 52, Share: 1}, table.Column{Head: c.Words.T("card.mean"), Least: 52, Share: 1})
	k.table.Draw(c, t, panel.NewRect(r.X+10, r.Y+hostCardPad/2, r.W-20, r.H-hostCardPad), k.rows, k)
}

// hostRow draws the head of the host's card, and its world; it explains the rows of clients.
func (k *Card) hostRow(c *draw.Canvas, row int, at panel.Rect) {
	switch under := k.tips.Under(at); {
	case row == table.Heads:
		c.Machine(0, at.X+6, at.Y+at.H/2, 6)
		c.Text(at.X+20, at.Y+at.H/2, c.Words.T("card.host"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
		if under {
			k.tips.Add(at, c.Words.T("card.host-tip")+" "+mailTip(c.Words, &k.frame.HostFacts.Mail))
		}
	case row > 0 && under:
		k.tips.Add(at, c.Words.F("card.host-up-tip", row))
	case row == 0 && !k.frame.Blind:
		k.hostWorld(c, at)
	}
}

// hostCell says what stands in the row of a client: the latest, the least and the mean of its one-way delays.
func (k *Card) hostCell(row, column int, is *table.Cell) {
	if row == 0 {
		return
	}
	t := &k.frame.Held[row-1].UpTrips.Measured
	switch is.As, is.Group = asTime, row; column {
	case 0:
		is.Mark, is.Color = k.canvas.Theme.Machine(row), k.canvas.Theme.TextDim
		if is.Shorter = is.Form == 0; is.Shorter {
			is.Text(k.words.T("card.host-up")) // which is no truth: where there is room it says who says so
		} else {
			is.Text("OWD ↑")
		}
	case 1:
		is.Time(t.Latest, t.Count > 0)
	case 2:
		is.Time(t.Least, t.Count > 0)
	case 3:
		is.Time(t.Mean, t.Count > 0)
	}
}

// hostWorld writes the instant, the tick that the host is at, who stands on a platform in its world, and how far each is off it there;
// how many more there are where there is no room for all.
func (k *Card) hostWorld(c *draw.Canvas, at panel.Rect) {
	y, end, x, riding := at.Y+at.H/2, at.X+at.W, at.X, k.frame.HostRiding
	say := func(s string, gap float32) {
		x += c.Text(x, y, s, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + gap
	}
	x += k.pen.Start(c.Words).At(k.frame.Reading.At()).Put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + 8
	say(c.Words.T("card.tick"), 4)
	x += k.pen.Start(c.Words).Int(k.frame.Held[0].HostTick).Put(c, x, y, draw.Small, c.Theme.Text, draw.Left|draw.Middle) + 10
	say(c.Words.T("card.host-riders"), 6)
	k.tips.Add(at, c.Words.T("card.host-world-tip"))
	if len(riding) == 0 {
		say("–", 0)
	}
	for i, r := range riding {
		k.pen.Start(c.Words).Signed(r.Time.Seconds()*1000, 0)
		if i == len(riding)-1 {
			k.pen.Text(worldUnit(k.canvas, k.frame))
		}
		wide := c.Fonts().MeasureBytes(k.pen.Buf, draw.Small)
		if room := end - x - 16 - wide; room < 0 || i < len(riding)-1 && room < 34 {
			k.pen.Start(c.Words).Text("+").Int(int64(len(riding)-i)).Put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
			break
		}
		if r.Rider == game.Character {
			say(c.Words.T("card.riders-npc"), 4)
		} else {
			c.Machine(r.Rider, x+5, y, 4.5)
			x += 13
		}
		x += k.pen.Put(c, x, y, draw.Small, c.Theme.Text, draw.Left|draw.Middle) + 7
	}
}
