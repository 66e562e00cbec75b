package diagram

import (
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// bulkView is a tab that shows what bulk uploads do to the uplinks that they share with the game: how long datagrams wait in each
// client's queue, beside what the chosen client's upload measures of that and its target, and how fast each uploads.
type bulkView struct {
	pen    panel.Pen
	axis   panel.TimeAxis
	now    netsim.Time
	client int // the chosen one

	queue, rate         chart
	queueStep, rateStep netsim.Time
	waits, bits         [][]float64 // by client and step: the longest wait in ms, the upload in Mbit/s; negative for none
	of                  bulkReading // what they were read of
	points              []float32
	ends                lineEnds
}

func (b *bulkView) Begin() { b.axis.Away = false }

// bulkLines is how many clients have lines. With more, only the chosen one has.
const bulkLines = 8

// The shortest steps into which time is divided.
const (
	queueStep = netsim.Time(50 * time.Millisecond)
	rateStep  = netsim.Time(500 * time.Millisecond)
)

func (b *bulkView) place(v *panel.View, r panel.Rect) {
	b.now = v.Session.Now()
	b.client = min(max(v.Frame.Selected, 1), v.Session.Clients())
	const left, right, under, over, between = 74, 96, 24, 18, 34
	area := panel.NewRect(r.X+left, r.Y+over, r.W-(left+right), r.H-(over+under))
	b.axis.Place(area, b.now)
	room := area.H - between
	b.queue = chart{area: panel.NewRect(area.X, area.Y, area.W, room*0.62)}
	b.rate = chart{area: panel.NewRect(area.X, area.Y+area.H-room*0.38, area.W, room*0.38)}
	least := netsim.Time(b.axis.PerPoint()) * netsim.Time(3)
	b.queueStep = (max(least, queueStep) + queueStep - 1) / queueStep * queueStep
	b.rateStep = (max(least, rateStep) + rateStep - 1) / rateStep * rateStep
}

func (b *bulkView) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	b.place(v, r)
	v.Point(&b.axis, p)
}

func (b *bulkView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	b.place(v, r)
	v.Note(c, r, &b.pen, v.Words.T("bulk.of"), b.client)
	b.count(v)
	target, uploads := b.target(v.Session)
	limit := float64(v.Session.Value(b.client, "link.up.rate")) / 1e6
	b.queue.high = scaled(b.waits, max(target*1.6, 10))
	b.rate.high = scaled(b.bits, max(limit*1.15, 0.1))
	b.axis.Grid(c, &b.pen)
	area, foot := b.axis.Area, b.queue.area.Y+b.queue.area.H+1
	c.Rect(area.X, foot, area.W, b.rate.area.Y-foot, c.Theme.Panel)
	b.queue.axes(c, &b.pen, v.Words.T("bulk.queue"), " ms", false)
	b.rate.axes(c, &b.pen, v.Words.T("bulk.rate"), " Mbit/s", false)
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	for i := range b.waits {
		if col, width := b.style(c, i); width > 0 {
			b.line(c, &b.queue, b.waits[i], b.queueStep, col, width)
			b.line(c, &b.rate, b.bits[i], b.rateStep, col, width)
		}
	}
	if uploads {
		b.measured(c, v.Tape)
	}
	if target > 0 {
		b.queue.level(c, &b.pen, target, v.Words.T("bulk.target"), false, palette.Dash{8, 5, 8, 5}, c.Theme.TextDim)
	}
	if limit > 0 {
		c.Dashed(area.X, b.rate.y(limit), area.X+area.W, b.rate.y(limit), 1, palette.Dash{2, 4, 2, 4}, 0, c.Theme.TextDim)
	}
	b.axis.Cursor(c, &b.pen, v)
	c.Unclip()
	b.names(v, c, &b.queue, b.waits, uploads)
	b.names(v, c, &b.rate, b.bits, false)
	v.Tips.Add(b.queue.area, v.Words.T("bulk.queue-tip"))
	v.Tips.Add(b.rate.area, v.Words.T("bulk.rate-tip"))
	b.axis.Back(c, v, area.X+area.W-6, area.Y+12)
}

// target returns the queueing delay at which the chosen client's upload backs off, in ms, 0 if it ignores delay, and
// whether there is an upload.
func (b *bulkView) target(s *session.Session) (ms float64, uploads bool) {
	switch s.ValueText(b.client, "bulk.control") {
	case "off":
		return 0, false
	case "delay":
		ms = inMillis(time.Duration(s.Value(b.client, "bulk.target")))
	}
	return ms, true
}

// first returns the number of the first step in sight.
func (b *bulkView) first(step netsim.Time) int64 { return int64(max(b.axis.From, 0) / step) }

// A bulkReading says which steps were read, and when.
type bulkReading struct {
	numbers             panel.Hold
	clients             int
	queueStep, rateStep netsim.Time
	queue, rate, last   int64 // the first steps, and the last of waiting
}

// count sums up the datagrams sent to the host that are in sight, when a step begins or ends and when numbers are read. There
// may be a hundred thousand of them.
func (b *bulkView) count(v *panel.View) {
	clients := v.Session.Clients()
	until := min(b.axis.To, b.now)
	queue, rate := b.first(b.queueStep), b.first(b.rateStep)
	now := bulkReading{v.Frame.Reading, clients, b.queueStep, b.rateStep, queue, rate, int64(until / b.queueStep)}
	if now == b.of {
		return
	}
	b.of = now
	b.waits = cleared(b.waits, clients, int64(until/b.queueStep)-queue+1)
	b.bits = cleared(b.bits, clients, int64(until/b.rateStep)-rate) // a step that isn't over has no rate yet
	perBit := 1 / (time.Duration(b.rateStep).Seconds() * 1e6)
	for n, end := v.Tape.Packets(min(netsim.Time(queue)*b.queueStep, netsim.Time(rate)*b.rateStep), until); n < end; n++ {
		p := v.Tape.At(n)
		if p.From == 0 || p.Original != 0 {
			continue
		}
		i := int(p.From) - 1
		if at := int64(p.Sent/b.queueStep) - queue; at >= 0 && at < int64(len(b.waits[i])) {
			b.waits[i][at] = max(b.waits[i][at], inMillis(p.Parts.Queue))
		}
		if game.Kind(p.Kind) != game.KindBulk || p.Fate == netsim.Lost {
			continue
		}
		if at := int64(p.Sent/b.rateStep) - rate; at >= 0 && at < int64(len(b.bits[i])) {
			b.bits[i][at] = max(b.bits[i][at], 0) + float64((int(p.Size)+game.Overhead)*8)*perBit
		}
	}
}

// cleared returns a row of steps a client, all empty.
func cleared(rows [][]float64, clients int, steps int64) [][]float64 {
	for len(rows) < clients {
		rows = append(rows, nil)
	}
	rows = rows[:clients]
	for i := range rows {
		rows[i] = rows[i][:0]
		for range max(steps, 0) {
			rows[i] = append(rows[i], -1)
		}
	}
	return rows
}

// scaled returns a round upper end for an axis with all values.
func scaled(rows [][]float64, least float64) float64 {
	k := chart{}
	for _, row := range rows {
		for _, x := range row {
			least = max(least, x)
		}
	}
	k.around(0, least)
	return k.high
}

// style returns the line of a client, that of the chosen one strong. The width is 0 if it has none.
func (b *bulkView) style(c *draw.Canvas, i int) (col palette.Color, width float32) {
	col = c.Theme.Machine(i + 1).Color
	switch {
	case i+1 == b.client:
		return col, 2
	case len(b.waits) > bulkLines:
		return col, 0
	}
	return col.Fade(0.55), 1.25
}

// line draws a client's steps, from the first one in sight. It breaks at empty ones.
func (b *bulkView) line(c *draw.Canvas, k *chart, row []float64, step netsim.Time, col palette.Color, width float32) {
	b.points = b.points[:0]
	for i := range len(row) + 1 {
		if i < len(row) && row[i] >= 0 {
			b.points = append(b.points, b.axis.X(netsim.Time(b.first(step)+int64(i))*step+step/2), k.y(row[i]))
			continue
		}
		if len(b.points) > 2 {
			c.Polyline(b.points, width, palette.Unbroken, 0, col)
		}
		b.points = b.points[:0]
	}
}

// measured draws the queueing delay as the chosen client's upload measures it.
func (b *bulkView) measured(c *draw.Canvas, tape *observe.Tape) {
	b.points = b.points[:0]
	n, end := tape.Moments(b.client, b.axis.From, min(b.axis.To, b.now))
	stride := max(uint64(3*float64(b.axis.PerPoint())/float64(time.Second/60)), 1)
	for ; n < end; n += stride {
		if m := tape.MomentAt(b.client, n); m.Uploads {
			b.points = append(b.points, b.axis.X(m.At), b.queue.y(inMillis(m.Queueing)))
		}
	}
	if len(b.points) > 2 {
		c.Polyline(b.points, 1.75, palette.ServerTimeDash, 0, c.Theme.Text)
	}
}

// names says at the lines' ends whose they are, and which one is the upload's own measurement.
func (b *bulkView) names(v *panel.View, c *draw.Canvas, k *chart, rows [][]float64, measured bool) {
	b.ends.reset()
	inside := func(ms float64) float32 { return max(k.y(ms), k.area.Y) }
	for i, row := range rows {
		last := len(row) - 1
		for last >= 0 && row[last] < 0 {
			last--
		}
		if _, width := b.style(c, i); width > 0 && last >= 0 {
			b.ends.add(i+1, inside(row[last]))
		}
	}
	if m := v.Tape.Before(b.client, b.now); measured && m != nil && m.Uploads {
		b.ends.add(0, inside(inMillis(m.Queueing)))
	}
	b.ends.gather(k.area.Y-4, k.area.Y+k.area.H+4, stripRow)
	for i := range b.ends.labels {
		e := &b.ends.labels[i]
		x := min(b.axis.X(b.now), k.area.X+k.area.W) + 14
		c.Box(x-8, e.y-8, stripMark*float32(e.to-e.from), stripRow, 3, c.Theme.Panel.Fade(0.9))
		for _, end := range b.ends.ends[e.from:e.to] {
			if x+stripMark > v.Width-panel.Gap { // on a phone only the first have room
				break
			}
			if end.whose == 0 {
				w := c.Text(x-4, e.y, v.Words.T("bulk.measured"), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
				v.Tips.Add(panel.NewRect(x-4, e.y-8, w, stripRow), v.Words.T("bulk.measured-tip"))
				x += w + 8
				continue
			}
			c.Machine(end.whose, x, e.y, 4.5)
			b.pen.Start(v.Words).Int(int64(end.whose)).Put(c, x+8, e.y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
			v.Underline(c, end.whose, panel.NewRect(x-5, e.y-8, stripMark-4, stripRow))
			x += stripMark
		}
	}
}
