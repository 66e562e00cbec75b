package diagram

import (
	"slices"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// partText returns the name of a part of a journey, and partTip its explanation.
func partText(v *panel.View, p observe.JourneyPart) string {
	return v.Words.T("waterfall.part-" + strconv.Itoa(int(p)))
}

func partTip(v *panel.View, p observe.JourneyPart) string {
	return v.Words.T("waterfall.what-" + strconv.Itoa(int(p)))
}

// deedText returns the name of an action.
func deedText(v *panel.View, d game.Deed) string {
	return v.Words.T("waterfall.deed-" + strconv.Itoa(int(d)))
}

// part draws a part of a bar.
func (w *waterfall) part(c *draw.Canvas, p observe.JourneyPart, r panel.Rect, arrow float32) {
	drawPart(c, p, c.Theme.TextDim, c.Theme.Solid, r, arrow)
}

// drawPart draws a part of a journey's bar: trips in a colour, with an arrow of some size if there is room, deliberate waits
// hatched in another colour, and the rest grey.
func drawPart(c *draw.Canvas, p observe.JourneyPart, way, buffer palette.Color, r panel.Rect, arrow float32) {
	if r.W <= 0 {
		return
	}
	switch p {
	case observe.WayUp, observe.WayDown:
		c.Rect(r.X, r.Y, r.W, r.H, way)
		if r.W > 4*arrow {
			c.Triangle(r.X+r.W/2, r.Y+r.H/2, arrow, p == observe.WayUp, c.Theme.Ground)
		}
	case observe.HostBuffer, observe.ClientBuffer:
		c.Rect(r.X, r.Y, r.W, r.H, buffer.Fade(0.35))
		c.Hatch(r.X, r.Y, r.W, r.H, 6, buffer)
	case observe.TickWait:
		c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Text)
	default:
		c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Solid)
	}
	c.VLine(r.X+r.W, r.Y, r.Y+r.H, 1, c.Theme.Panel)
}

// name finds a place for a part's name in its bar, with room for a trip's arrow: in the middle, or else beside the marks that
// cross the bar. The width is 0 if there is no room. The pen's line draws the name.
func (w *waterfall) name(v *panel.View, c *draw.Canvas, p observe.JourneyPart, bar panel.Rect) panel.Rect {
	said := layout.Item{Text: partText(v, p), Ink: c.Theme.Text, Lead: 5, Tail: 5}
	if p == observe.WayUp || p == observe.WayDown {
		said.Lead = 18
	}
	wide := w.pen.Line.One(c.Fonts(), said)
	marks := [...]float32{w.axis.x(inMillis(noticeable)), w.axis.x(inMillis(sensitive))}
	for _, x := range [...]float32{bar.X + (bar.W-wide)/2, bar.X + 3, marks[0] + 4, marks[1] + 4} {
		at := panel.NewRect(x, bar.Y+bar.H/2-8, wide, 16)
		crossed := slices.ContainsFunc(marks[:], func(m float32) bool { return m > x-3 && m < x+wide+3 })
		if !crossed && x > bar.X && x+wide < bar.X+bar.W {
			return at
		}
	}
	return panel.Rect{}
}

// legend names the parts whose names have no room in the first average's bar, on as many lines as it takes, and returns where it ends.
func (w *waterfall) legend(v *panel.View, c *draw.Canvas, f *followed, r panel.Rect) (bottom float32) {
	const row = 18
	l := &w.pen.Line
	first, x := slices.IndexFunc(f.means[:], func(m meanJourney) bool { return m.count > 0 }), w.axis.area.X
	var words [observe.ShowWait]layout.Item // the last part looks like the first
	for p := range words {
		part := observe.JourneyPart(p)
		wide := w.wide(f.means[max(first, 0)].parts[p])
		if w.name(v, c, part, panel.NewRect(x, 0, wide, fallBar)).W == 0 {
			words[p] = layout.Item{Text: partText(v, part), Ink: c.Theme.TextDim, Lead: 28, Cut: 1}
		}
		x += wide
	}
	l.Start(c.Fonts(), 16)
	for _, word := range words {
		l.Add(word)
	}
	l.Place(panel.NewRect(r.X, r.Y, r.W, layout.Open), row)
	l.Draw(c)
	for p := range observe.ShowWait {
		if at := l.At(int(p)); at.W > 0 {
			w.part(c, p, panel.NewRect(at.X, at.Y+3, 22, 12), 3)
			v.Tips.Add(at, partTip(v, p))
		}
	}
	return r.Y + l.H
}

// meanRows draws the average of each kind of action, from y down, and returns where they end.
func (w *waterfall) meanRows(v *panel.View, c *draw.Canvas, f *followed, y float32) float32 {
	area := w.axis.area
	left := area.X - (fallLeft - 12)
	for d := range game.Deeds {
		m := &f.means[d]
		if m.count == 0 || y+fallMean > area.Y+area.H {
			continue
		}
		w.mark(c, d, left+6, y+fallMean/2, 5)
		w.pen.Start(v.Words).Text(deedText(v, d)).Text(" ×").Int(int64(m.count)).Put(c, left+17, y+fallMean/2, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		x, first := area.X, y == area.Y+2
		for p := range observe.JourneyParts {
			to := x + w.wide(m.parts[p])
			bar := panel.NewRect(x, y+(fallMean-fallBar)/2, to-x, fallBar)
			if at := w.name(v, c, p, bar); first && at.W > 0 {
				w.part(c, p, bar, 0)
				w.pen.Line.Put(c, at)
				c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Panel.Fade(0.85))
				if p == observe.WayUp || p == observe.WayDown {
					c.Triangle(at.X+10, at.Y+8, 4.5, p == observe.WayUp, c.Theme.TextDim)
				}
			} else {
				w.part(c, p, bar, 5)
			}
			if v.Tips.Under(bar) {
				v.Tips.Add(bar, v.Words.F("waterfall.mean-tip", deedText(v, d), partText(v, p), inMillis(m.parts[p]), m.count, inMillis(m.whole))+" "+partTip(v, p))
			}
			x = to
		}
		w.pen.Start(v.Words).Ms(m.whole, 0).Put(c, x+8, y+fallMean/2, draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
		y += fallMean
	}
	return y
}

func (w *waterfall) wide(d time.Duration) float32 {
	return w.axis.x(inMillis(d)) - w.axis.area.X
}

// mark draws the sign of an action.
func (w *waterfall) mark(c *draw.Canvas, d game.Deed, x, y, size float32) {
	switch d {
	case game.DeedShot:
		c.Circle(x, y, size*0.8, c.Theme.Text)
	case game.DeedJump:
		c.Triangle(x, y, size, true, c.Theme.Text)
	default:
		c.Marker(palette.Square, x, y, size*0.8, c.Theme.Text)
	}
}

// instant marks the instant under the pointer in a key's row. It is at a different place in each row.
func (w *waterfall) instant(v *panel.View, c *draw.Canvas, j *observe.Journey, y float32) {
	area := w.axis.area
	row := panel.NewRect(area.X, y, area.W, fallOne)
	if v.Tips.Under(row) {
		v.Hover.Instant(j.Key.Add(time.Duration(w.axis.across(v.Tips.X) * float64(time.Millisecond))))
	}
	if x := w.axis.x(inMillis(v.Hover.At.Sub(j.Key))); v.Hover.Timed && x >= area.X && x <= area.X+area.W {
		c.VLine(x, row.Y, row.Y+row.H, 2, c.Theme.Text)
	}
}

func (w *waterfall) keyRow(v *panel.View, c *draw.Canvas, f *followed, j *observe.Journey, y float32) {
	area := w.axis.area
	left, middle := area.X-(fallLeft-12), y+float32(fallOne)/2
	w.mark(c, j.Deed, left+6, middle, 4)
	w.pen.Start(v.Words).Fixed(time.Duration(j.Key).Seconds(), 2).Text(" s").Put(c, area.X-10, middle, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	part := func(p observe.JourneyPart, to netsim.Time) {
		x := area.X + w.wide(j.At[p].Sub(j.Key))
		bar := panel.NewRect(x, y+2, min(area.X+w.wide(to.Sub(j.Key)), area.X+area.W)-x, fallOne-4)
		w.part(c, p, bar, 3)
		if v.Tips.Under(bar) {
			v.Tips.Add(bar, w.tip(v, j, p, to.Sub(j.At[p])))
		}
	}
	for p := range observe.JourneyPart(j.Known - 1) {
		part(p, j.At[p+1])
	}
	end := area.X + w.wide(j.At[j.Known-1].Sub(j.Key))
	whole, over := j.Whole()
	switch {
	case j.Lost:
		wide := c.Fonts().Measure(v.Words.T("waterfall.lost"), draw.Small)
		says := panel.NewRect(min(end, area.X+area.W+(fallRight-12)-wide-16), y, wide+16, fallOne)
		c.Rect(says.X, says.Y, says.W, says.H, c.Theme.Panel)
		c.Cross(says.X+7, middle, 3.5, 1.5, c.Theme.Text)
		c.Text(says.X+16, middle, v.Words.T("waterfall.lost"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.Tips.Add(says, v.Words.T("waterfall.lost-tip"))
	case !over:
		part(observe.JourneyPart(j.Known-1), w.now)
	default:
		w.pen.Start(v.Words).Ms(whole, 0).Put(c, end+8, middle, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	if j.Late && j.Known > int(observe.TickWait) {
		c.BoxOutline(area.X, y+1, end-area.X, fallOne-2, 2, 1.5, c.Theme.Text)
	}
}

// tip returns how long a part of one journey takes.
func (w *waterfall) tip(v *panel.View, j *observe.Journey, p observe.JourneyPart, part time.Duration) string {
	at := v.Words.Decimal(panel.InSeconds(time.Duration(j.Key)))
	text := v.Words.F("waterfall.open-tip", deedText(v, j.Deed), at, partText(v, p), inMillis(part))
	if whole, over := j.Whole(); over {
		text = v.Words.F("waterfall.one-tip", deedText(v, j.Deed), at, partText(v, p), inMillis(part), inMillis(whole))
	}
	if j.Late {
		text += " " + v.Words.T("waterfall.late-tip")
	}
	return text + " " + partTip(v, p)
}
