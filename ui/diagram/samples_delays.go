package diagram

import (
	"math"
	"strings"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

const (
	// delaysOver is the time that the histogram covers.
	delaysOver = 10 * time.Second
	// delaysEvery is the virtual time between two counts.
	delaysEvery = 100 * time.Millisecond
)

// countedDelays are the one-way delays of a client as they were counted last.
type countedDelays struct {
	observe.Delays
	of     *observe.Tape
	client int
	at     netsim.Time
}

// ReadDelays counts the one-way delays again if it is time.
func (s *Samples) ReadDelays(v *panel.View) {
	if s.counted[0].of != v.Tape { // the other world or another session
		s.counted[0], s.counted[1] = s.counted[1], s.counted[0]
	}
	d := &s.counted[0]
	s.Delays = d
	if d.of == v.Tape && d.client == s.client && s.now.Sub(d.at).Abs() < delaysEvery && d.Step > 0 {
		return
	}
	d.of, d.client, d.at = v.Tape, s.client, s.now
	v.Tape.Delays(s.client, max(s.now.Add(-delaysOver), 0), max(s.now, netsim.Time(1)), &d.Delays)
}

// histogram draws how many datagrams took how long, those to the host above the axis and those from the host
// below it, with the least delay of each direction. Only a simulator knows these.
func (s *Samples) histogram(v *panel.View, c *draw.Canvas, r panel.Rect) {
	h := s.Delays
	if s.blind {
		panel.Cover(c, v.Tips, r, v.Words.T("blind.hidden-tab"))
		return
	}
	c.Box(r.X, r.Y-2, r.W, r.H+24, 4, c.Theme.Ground.Fade(0.5))
	l, text := &s.pen.Line, v.Words.T("samples.owd")
	short, _, _ := strings.Cut(text, ", ")
	l.Start(c.Fonts(), 8)
	l.Add(layout.Item{Text: text, Ink: c.Theme.Text, Rank: 1}, layout.Item{Text: short, Ink: c.Theme.Text})
	badge := l.Add(layout.Item{Text: v.Words.T("viewport.truth"), Ink: c.Theme.Truth, Lead: 5, Tail: 5})
	l.Put(c, panel.NewRect(r.X+10, r.Y+1, r.W-16, 18))
	if at := l.At(badge); at.W > 0 {
		c.BoxOutline(at.X, at.Y, at.W, at.H, 4, 1, c.Theme.Truth)
	}
	v.Tips.Add(panel.NewRect(r.X, r.Y, r.W, 24), v.Words.T("samples.owd-tip"))
	k := chart{area: panel.NewRect(r.X+36, r.Y+26, r.W-48, r.H-26)}
	if r.H > countsLow {
		k.area = k.area.Below(18)
	}
	if h.Up.Count+h.Down.Count == 0 {
		layout.Fit(c.Fonts(), v.Words.T("samples.none"), r.W-8, r.H, draw.Small).Draw(c, r, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	s.binRange(&k)
	most := 1
	for i := range observe.DelayBins {
		most = max(most, h.Up.Bins[i], h.Down.Bins[i])
	}
	k.columns(c, &s.pen, " ms")
	middle := k.area.Y + k.area.H/2
	half := k.area.H/2 - 4
	if r.H > countsLow {
		s.counts(c, &k, most, middle, half, r.Y+28)
	}
	s.bars(c, &k, &h.Up, middle, -half/float32(most))
	s.bars(c, &k, &h.Down, middle, half/float32(most))
	c.HLine(k.area.X, k.area.X+k.area.W, middle, 1, c.Theme.TextDim)
	s.least(c, &k, &h.Up, true, k.area.Y, middle)
	s.least(c, &k, &h.Down, false, middle, k.area.Y+k.area.H)
}

// countsLow is the least height of a histogram with a vertical axis, in points.
const countsLow = 110

// counts draws a line at a round number of datagrams in both directions, with the number left of the axis and
// what is counted at y.
func (s *Samples) counts(c *draw.Canvas, k *chart, most int, middle, half, y float32) {
	n := max(panel.Step(float64(most)/2, 1), 1)
	if n > float64(most) {
		n /= 2 // 50 where there are more than 40
	}
	for _, side := range [...]float32{-1, 1} {
		at := middle + side*half*float32(n)/float32(most)
		c.HLine(k.area.X, k.area.X+k.area.W, at, 1, c.Theme.Grid)
		s.pen.Start(c.Words).Int(int64(n)).Put(c, k.area.X-5, at, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	s.pen.Start(c.Words).Int(0).Put(c, k.area.X-5, middle, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	width := inMillis(s.Delays.Step)
	decimals := 0
	if width < 1 {
		decimals = 1
	}
	s.pen.Start(c.Words).Name("samples.counts").Fixed(width, decimals).Text(" ms")
	// The tip also says how wide a column is.
	s.pen.Line.Say(c, panel.NewRect(k.area.X-26, y, k.area.W+38, 0), draw.Left, layout.Item{Bytes: s.pen.Buf, Ink: c.Theme.TextDim})
}

// binRange sets the axis to the columns that aren't empty, and one more on each side.
func (s *Samples) binRange(k *chart) {
	h := s.Delays
	first, last := observe.DelayBins, 0
	for i := range observe.DelayBins {
		if h.Up.Bins[i]+h.Down.Bins[i] > 0 {
			first, last = min(first, i), max(last, i)
		}
	}
	from, width := inMillis(h.From), inMillis(h.Step)
	k.left, k.right = from+width*float64(first-1), from+width*float64(last+2)
	if k.right-k.left < 4 { // all delays are the same
		k.left, k.right = math.Floor(k.left-2), math.Ceil(k.right+2)
	}
}

// bars draws one direction's columns, from the axis. height is that of one datagram, negative upwards.
func (s *Samples) bars(c *draw.Canvas, k *chart, d *observe.DelayCounts, middle, height float32) {
	from, width := inMillis(s.Delays.From), inMillis(s.Delays.Step)
	for i, n := range d.Bins {
		if n == 0 {
			continue
		}
		x0, x1 := k.x(from+width*float64(i)), k.x(from+width*float64(i+1))
		h := height * float32(n)
		w := max(x1-x0-1, 1)
		c.Rect(x0, middle+min(h, 0), w, max(h, -h), c.Theme.Solid.Fade(0.6))
		c.HLine(x0, x0+w, middle+h, 2, c.Theme.TextDim)
	}
}

// least marks the fastest trip of a direction.
func (s *Samples) least(c *draw.Canvas, k *chart, d *observe.DelayCounts, up bool, top, bottom float32) {
	if d.Count == 0 {
		return
	}
	x := k.x(inMillis(d.Least))
	c.VLine(x, top, bottom, 1.5, c.Theme.Truth)
	right := k.area.X + k.area.W + 8 // the histogram's margin
	w := s.pen.Line.One(c.Fonts(), layout.Item{Bytes: s.pen.Start(c.Words).Name("samples.least-of").Ms(d.Least, 1).Buf, Ink: c.Theme.Text, Lead: 18, Tail: 4})
	if w > right-k.area.X {
		w = s.pen.Line.One(c.Fonts(), layout.Item{Bytes: s.pen.Start(c.Words).Ms(d.Least, 0).Buf, Ink: c.Theme.Text, Lead: 18, Tail: 4})
	}
	if w > right-k.area.X {
		return // the place of the line says enough
	}
	left := min(x+6, right-w)
	if left < x && x-6-w > k.area.X {
		left = x - 6 - w
	}
	y := top + 11
	if !up {
		y = bottom - 11
	}
	c.Box(left, y-9, w, 18, 4, c.Theme.Panel.Fade(0.9))
	c.Triangle(left+9, y, 4.5, up, c.Theme.TextDim)
	s.pen.Line.Put(c, panel.NewRect(left, y, w, 0))
}
