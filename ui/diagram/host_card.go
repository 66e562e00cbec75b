package diagram

import (
	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
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
	switch is.As, is.Group = asTime, row%table.Groups; column {
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
	l, p, riding := &k.said, k.pen.Start(c.Words), k.frame.HostRiding
	dim := layout.Item{Class: draw.Small, Ink: c.Theme.TextDim, Rank: 1}
	say := func(of layout.Item) { // what the pen has
		of.Bytes = p.Buf
		l.Add(of)
		p.Start(c.Words)
	}
	text := dim
	text.Ink = c.Theme.Text
	l.Start(c.Fonts(), 5)
	p.At(k.frame.Reading.At())
	say(dim)
	p.Text(c.Words.T("card.tick"))
	say(dim)
	p.Int(k.frame.Held[0].HostTick)
	say(text)
	p.Text(c.Words.T("card.host-riders"))
	if say(dim); len(riding) == 0 {
		p.Text("–")
		say(dim)
	}
	const first = 4 // of riders among the items
	for i, r := range riding {
		if text.Lead, text.Rank = 13, -i; r.Rider == game.Character {
			p.Text(c.Words.T("card.riders-npc")).Text(" ")
			text.Lead = 0
		}
		if p.Signed(r.Time.Seconds()*1000, 0); i == len(riding)-1 {
			p.Text(worldUnit(c, k.frame))
		}
		say(text)
	}
	dim.Rank = 2
	l.Count(c.Words.T("table.more"), dim)
	l.Place(at, 0)
	for i, r := range riding {
		if of := l.At(first + i); of.W > 0 && r.Rider != game.Character {
			c.Machine(r.Rider, of.X+5, of.Y+of.H/2, 4.5)
		}
	}
	l.Draw(c)
	k.tips.Add(at, c.Words.T("card.host-world-tip"))
}
