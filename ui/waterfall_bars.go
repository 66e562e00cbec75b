package ui

import (
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
)

// partText returns what a part of a journey is called, and partTip what it is.
func partText(v *view, p session.JourneyPart) string {
	return v.words.T("waterfall.part-" + strconv.Itoa(int(p)))
}

func partTip(v *view, p session.JourneyPart) string {
	return v.words.T("waterfall.what-" + strconv.Itoa(int(p)))
}

// deedText returns what a deed is called.
func deedText(v *view, d game.Deed) string {
	return v.words.T("waterfall.deed-" + strconv.Itoa(int(d)))
}

// part draws a part of a bar: the ways in the hue of the client whose link it is, what is waited on purpose in blue and
// hatched, and the rest grey.
func (w *waterfall) part(c *draw.Canvas, f *followed, p session.JourneyPart, r rect) {
	if r.w <= 0 {
		return
	}
	z := w.zoom
	switch p {
	case session.WayUp, session.WayDown:
		machine := f.client
		if p == session.WayDown {
			machine = f.viewer
		}
		col := c.Theme.Machine(machine).Color
		c.Rect(r.x, r.y, r.w, r.h, col)
		if size := min(r.h*0.26, 5*z); r.w > 4*size {
			c.Triangle(r.x+r.w/2, r.y+r.h/2, size, p == session.WayUp, c.Theme.Ground)
		}
	case session.HostBuffer, session.ClientBuffer:
		c.Rect(r.x, r.y, r.w, r.h, c.Theme.ServerTime.Fade(0.35))
		c.Hatch(r.x, r.y, r.w, r.h, 6*z, c.Theme.ServerTime)
	case session.TickWait:
		c.Rect(r.x, r.y, r.w, r.h, c.Theme.TextDim)
	default:
		c.Rect(r.x, r.y, r.w, r.h, c.Theme.Solid)
	}
	c.VLine(r.x+r.w, r.y, r.y+r.h, z, c.Theme.Panel)
}

// legend tells the parts apart, in as many lines as it takes, and returns where it ends.
func (w *waterfall) legend(v *view, c *draw.Canvas, f *followed, r rect) (bottom float32) {
	z, x, y := w.zoom, r.x, r.y
	for p := range session.ShowWait { // the last is as the first
		text := partText(v, p)
		wide := c.Fonts().Measure(text, draw.Small) + 30*z
		if x+wide > r.x+r.w && x > r.x {
			x, y = r.x, y+18*z
		}
		w.part(c, f, p, rect{x, y + 2*z, 22 * z, 12 * z})
		c.Text(x+28*z, y+8*z, text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.tips.add(rect{x, y, wide, 16 * z}, partTip(v, p))
		x += wide + 16*z
	}
	return y + r.h
}

// meanRows draws the mean of each kind of deed there is, from y on, and returns where they end.
func (w *waterfall) meanRows(v *view, c *draw.Canvas, f *followed, y float32) float32 {
	z, area := w.zoom, w.axis.area
	left := area.x - (fallLeft-12)*z
	for d := range game.Deeds {
		m := &f.means[d]
		if m.count == 0 {
			continue
		}
		w.mark(c, d, left+6*z, y+fallMean*z/2, 5*z)
		w.pen.start(v.words).text(deedText(v, d)).text(" ×").int(int64(m.count))
		w.pen.put(c, left+17*z, y+fallMean*z/2, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		x := area.x
		for p := range session.JourneyParts {
			to := x + w.wide(m.parts[p])
			bar := rect{x, y + (fallMean-fallBar)*z/2, to - x, fallBar * z}
			w.part(c, f, p, bar)
			if v.tips.under(bar) {
				v.tips.add(bar, v.words.F("waterfall.mean-tip", deedText(v, d), partText(v, p), inMillis(m.parts[p]), m.count, inMillis(m.whole))+" "+partTip(v, p))
			}
			x = to
		}
		w.pen.start(v.words).fixed(inMillis(m.whole), 0).text(" ms")
		w.pen.put(c, x+8*z, y+fallMean*z/2, draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
		y += fallMean * z
	}
	return y
}

func (w *waterfall) wide(d time.Duration) float32 {
	return w.axis.x(inMillis(d)) - w.axis.area.x
}

// mark draws the sign of a deed.
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

// keyRows draws the keys one by one from y on, the latest first, as many as there is room for.
func (w *waterfall) keyRows(v *view, c *draw.Canvas, f *followed, y float32) {
	z, area := w.zoom, w.axis.area
	for i := len(f.list) - 1; i >= 0 && y+fallOne*z <= area.y+area.h; i-- {
		w.keyRow(v, c, f, &f.list[i], y)
		y += fallOne * z
	}
}

func (w *waterfall) keyRow(v *view, c *draw.Canvas, f *followed, j *session.Journey, y float32) {
	z, area := w.zoom, w.axis.area
	left, middle := area.x-(fallLeft-12)*z, y+fallOne*z/2
	w.mark(c, j.Deed, left+6*z, middle, 4*z)
	w.pen.start(v.words).fixed(time.Duration(j.Key).Seconds(), 2).text(" s")
	w.pen.put(c, area.x-10*z, middle, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	row := func(p session.JourneyPart, from, to time.Duration) rect {
		x := area.x + w.wide(from)
		return rect{x, y + 2*z, min(area.x+w.wide(to), area.x+area.w) - x, (fallOne - 4) * z}
	}
	for p := range session.JourneyPart(j.Known - 1) {
		part, _ := j.Part(p)
		bar := row(p, j.At[p].Sub(j.Key), j.At[p+1].Sub(j.Key))
		w.part(c, f, p, bar)
		if v.tips.under(bar) {
			v.tips.add(bar, w.tip(v, j, p, part))
		}
	}
	end := area.x + w.wide(j.At[j.Known-1].Sub(j.Key))
	whole, over := j.Whole()
	switch {
	case j.Lost:
		c.Cross(min(end, area.x+area.w)+7*z, middle, 3.5*z, 1.5*z, c.Theme.Error)
		x := min(end, area.x+area.w) + 16*z
		wide := c.Text(x, middle, v.words.T("waterfall.lost"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.tips.add(rect{x - 16*z, y, wide + 16*z, fallOne * z}, v.words.T("waterfall.lost-tip"))
	case !over:
		p := session.JourneyPart(j.Known - 1)
		bar := row(p, j.At[p].Sub(j.Key), w.now.Sub(j.Key))
		w.part(c, f, p, bar)
		if v.tips.under(bar) {
			v.tips.add(bar, w.tip(v, j, p, w.now.Sub(j.At[p])))
		}
	default:
		w.pen.start(v.words).fixed(inMillis(whole), 0).text(" ms")
		w.pen.put(c, end+8*z, middle, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	if j.Late && j.Known > int(session.TickWait) {
		c.BoxOutline(area.x, y+z, end-area.x, (fallOne-2)*z, 2*z, 1.5*z, c.Theme.Error)
	}
}

// tip says how long a part of one journey takes.
func (w *waterfall) tip(v *view, j *session.Journey, p session.JourneyPart, part time.Duration) string {
	at := v.words.Decimal(seconds3(time.Duration(j.Key)))
	text := v.words.F("waterfall.open-tip", deedText(v, j.Deed), at, partText(v, p), inMillis(part))
	if whole, over := j.Whole(); over {
		text = v.words.F("waterfall.one-tip", deedText(v, j.Deed), at, partText(v, p), inMillis(part), inMillis(whole))
	}
	if j.Late {
		text += " " + v.words.T("waterfall.late-tip")
	}
	return text + " " + partTip(v, p)
}
