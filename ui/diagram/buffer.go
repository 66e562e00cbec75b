package diagram

import (
	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// bufferView is a tab that shows how long a buffer each of the chosen client's latest frames would have needed to have a
// snapshot to show, and how long the buffer is. Frames that needed more had nothing new.
type bufferView struct {
	pen   panel.Pen
	needs []int
}

// needBar is the width of a bar in steps of [game.NeedWidth].
const needBar = 2

// bufferSays is the room above the bars, in points.
const bufferSays = 28

// leastNeed is the least right end of the axis, in ms.
const leastNeed = 60

func (b *bufferView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	client := min(max(v.Frame.Selected, 1), v.Session.Clients())
	v.Note(c, r, &b.pen, v.Words.T("buffer.of"), client)
	b.needs = v.Session.BufferNeeds(client, b.needs)
	all, most, high := b.span()
	if all == 0 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("buffer.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	held := inMillis(v.Frame.Facts[client-1].Buffers.Client)
	k := chart{area: panel.NewRect(r.X+24, r.Y+52, r.W-48, r.H-100), left: -needBar * inMillis(game.NeedWidth), right: max(most*1.05, held*1.2, leastNeed), high: float64(high)}
	k.high *= float64(max(k.area.H/max(k.area.H-bufferSays, 1), 1)) // the texts of both sides are above the bars
	if share := float64((c.Fonts().Measure(v.Words.T("buffer.nothing"), draw.Body) + 24) / k.area.W); share < 0.6 {
		k.right = max(k.right, k.left+(held-k.left)/(1-share)) // room for the text right of the edge
	}
	edge, bottom := k.x(held), k.area.Y+k.area.H
	c.Hatch(edge, k.area.Y, k.area.X+k.area.W-edge, k.area.H, 8, c.Theme.Grid)
	k.columns(c, &b.pen, " ms")
	c.Text(k.area.X+k.area.W, bottom+32, v.Words.T("buffer.needed"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	b.bars(c, &k, held)
	c.HLine(k.area.X, k.area.X+k.area.W, bottom, 1.5, c.Theme.TextDim)
	c.VLine(edge, k.area.Y-8, bottom, 3, c.Theme.Text)
	half := b.pen.Line.One(c.Fonts(), layout.Item{Bytes: b.pen.Start(v.Words).Name("buffer.held").Fixed(held, 0).Text(" ms").Buf, Class: draw.Strong}) / 2
	b.pen.Put(c, max(edge, k.area.X+half), k.area.Y-24, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
	b.sides(c, &k, edge)
	v.Tips.Add(k.area, v.Words.T("buffer.tip"))
}

// span returns how many frames there are, the longest need in ms, and how many are in the highest bar.
func (b *bufferView) span() (all int, most float64, high int) {
	bar := 0
	for i, n := range b.needs {
		if bar += n; i%needBar == 0 {
			high, bar = max(high, bar), 0
		}
		if all += n; n > 0 {
			most = inMillis(game.NeedWidth) * float64(i)
		}
	}
	return all, most, high
}

// bars draws how many frames needed how much. The first bar is of those that needed none.
func (b *bufferView) bars(c *draw.Canvas, k *chart, held float64) {
	wide, bottom := inMillis(game.NeedWidth), k.area.Y+k.area.H
	bar := 0
	for i, n := range b.needs {
		// A step counts the needs up to its right end.
		if bar += n; i%needBar != 0 || bar == 0 {
			continue
		}
		left, right, top := wide*float64(i-needBar), wide*float64(i), k.y(float64(bar))
		edge := min(max(held, left), right)
		c.Rect(k.x(left)+1, top, max(k.x(edge)-k.x(left)-2, 0), bottom-top, c.Theme.TextDim)
		c.Rect(k.x(edge)+1, top, max(k.x(right)-k.x(edge)-2, 0), bottom-top, c.Theme.Text)
		bar = 0
	}
}

// sides says what lies left and right of the edge, where there is room.
func (b *bufferView) sides(c *draw.Canvas, k *chart, edge float32) {
	y := k.area.Y + 14
	fresh := layout.Item{Text: c.Words.T("buffer.new"), Class: draw.Body, Ink: c.Theme.Text, Lead: 12, Tail: 12}
	b.pen.Line.Say(c, panel.NewRect(k.area.X, y, edge-k.area.X, 0), draw.Right, fresh)
	c.Text(edge+12, y, c.Words.T("buffer.nothing"), draw.Body, c.Theme.Text, draw.Left|draw.Middle)
}
