package ui

import (
	"time"

	"driftlab/netsync"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// wrong returns by how much a sample's offset is wrong, and by how much the clock was once it had been
// dealt with, in ms; ok is false where the truth is no longer kept.
func (s *samplesView) wrong(i int) (sample, clock float64, ok bool) {
	truth := &s.truths[i]
	if !truth.OK {
		return 0, 0, false
	}
	d := &s.detail.Samples[i]
	return inMillis(d.Offset - truth.Offset), inMillis(d.Clock - truth.Offset), true
}

// offsets draws what each sample says of the offset and what the clock made of it, against the truth.
func (s *samplesView) offsets(c *draw.Canvas, k *chart) {
	low, high := s.offsetRange()
	s.offsetAxes(c, k, low, high)
	s.offsetDots(c, k)
}

// offsetRange returns how far samples and clock are off, zero included.
func (s *samplesView) offsetRange() (low, high float64) {
	low, high = -2, 2
	for i := range s.detail.Samples {
		if sample, clock, ok := s.wrong(i); ok && s.detail.Samples[i].Counted {
			low, high = min(low, sample, clock), max(high, sample, clock)
		}
	}
	if s.known {
		err := inMillis(s.status.Offset - s.trueNow)
		low, high = min(low, err), max(high, err)
	}
	return low, high
}

func (s *samplesView) offsetAxes(c *draw.Canvas, k *chart, low, high float64) {
	s.ages(k)
	k.around(low, high)
	k.rows(c, &s.pen, " ms", true)
	k.columns(c, &s.pen, " s")
	name, zero, col := c.Words.T("samples.offset"), c.Words.T("samples.truth"), c.Theme.Truth
	if s.blind {
		name, zero, col = c.Words.T("samples.offset-own"), c.Words.T("samples.clock-now"), c.Theme.TextDim
	}
	k.name(c, name)
	s.legend(c, k)
	c.HLine(k.area.x, k.area.x+k.area.w, k.y(0), 1.5*s.zoom, col)
	y := k.y(0) - 9*s.zoom
	if y < k.area.y+6*s.zoom { // the chart's name stands there
		y += 18 * s.zoom
	}
	c.Text(k.area.x+4*s.zoom, y, zero, draw.Small, col, draw.Left|draw.Middle)
}

// offsetDots draws the samples, and the clock as a line of steps between them.
func (s *samplesView) offsetDots(c *draw.Canvas, k *chart) {
	s.points = s.points[:0]
	before, some := float32(0), false
	for i := range s.detail.Samples {
		_, clock, ok := s.wrong(i)
		if !ok || s.detail.Samples[i].Clock == 0 && !s.known {
			continue
		}
		x, y := k.x(-s.age(i)), k.y(min(max(clock, k.low), k.high))
		if some {
			s.points = append(s.points, x, before)
		}
		s.points = append(s.points, x, y)
		before, some = y, true
	}
	if some && s.known {
		y := k.y(min(max(inMillis(s.status.Offset-s.trueNow), k.low), k.high))
		s.points = append(s.points, k.x(0), y)
	}
	style, width := clockStyle(c.Theme, s.client, s.algorithm, true)
	c.Polyline(s.points, width*s.zoom, style.Dash.Scale(s.zoom), 0, style.Color)
	last := s.latest()
	for i := range s.detail.Samples {
		sample, _, ok := s.wrong(i)
		if !ok {
			continue
		}
		x, y := k.x(-s.age(i)), k.y(min(max(sample, k.low), k.high))
		s.dot(c, x, y, i)
		if i == last {
			s.ring(c, x, y)
		}
	}
}

// mirror draws the answers, their moving average and its standard deviation, and the bounds that all
// answers together have proven.
func (s *samplesView) mirror(c *draw.Canvas, k *chart) {
	low, high := s.offsetRange()
	now := inMillis(s.status.Offset - s.trueNow)
	deviation, _ := s.detail.Mark(netsync.MarkOffsetDeviation)
	low, high = min(low, now-inMillis(deviation)), max(high, now+inMillis(deviation))
	least, bounded := s.detail.Mark(netsync.MarkLeastOffset)
	most, _ := s.detail.Mark(netsync.MarkGreatestOffset)
	if bounded {
		low, high = min(low, inMillis(least-s.trueNow)), max(high, inMillis(most-s.trueNow))
	}
	s.offsetAxes(c, k, low, high)
	area := k.area
	if s.known {
		top, bottom := k.y(now+inMillis(deviation)), k.y(now-inMillis(deviation))
		c.Rect(area.x, top, area.w, bottom-top, s.hue(c).Fade(0.18))
	}
	if bounded {
		k.level(c, &s.pen, inMillis(most-s.trueNow), c.Words.T("samples.most"), true, palette.Dash{2, 4, 2, 4}, c.Theme.TextDim)
		k.level(c, &s.pen, inMillis(least-s.trueNow), c.Words.T("samples.least"), false, palette.Dash{2, 4, 2, 4}, c.Theme.TextDim)
	}
	s.offsetDots(c, k)
	s.pen.start(c.Words)
	if !s.blind {
		s.pen.text(c.Words.T("samples.average")).text(" ").signed(now, 1).text(" ms, ")
	}
	s.pen.text("σ ").fixed(inMillis(deviation), 1).text(" ms")
	s.note(c, k, c.Theme.Text)
}

// single draws the one round trip that RTT/2 goes by, halved, over how it was divided in truth.
func (s *samplesView) single(v *view, c *draw.Canvas, r rect) {
	z := s.zoom
	i := s.latest()
	if i == nobody {
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("samples.waiting"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	sample, truth := &s.detail.Samples[i], &s.truths[i]
	bar := rect{r.x + 4*z, r.y + r.h*0.12, r.w - 8*z, min(r.h*0.2, 40*z)}
	s.pen.start(v.words).text(v.words.T("samples.one-trip")).text(" ").fixed(inMillis(sample.RTT), 1).text(" ms, ")
	s.pen.fixed(s.age(i), 0).text(" s ").text(v.words.T("samples.ago"))
	s.pen.put(c, bar.x, bar.y-11*z, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.Rect(bar.x, bar.y, bar.w/2, bar.h, s.hue(c).Fade(0.7))
	c.Rect(bar.x+bar.w/2, bar.y, bar.w/2, bar.h, s.hue(c).Fade(0.45))
	s.split(c, bar, 0.5, sample.RTT)
	v.tips.add(bar, v.words.T("samples.half-tip"))
	if s.blind {
		return
	}
	below := rect{bar.x, bar.y + bar.h + 34*z, bar.w, bar.h}
	err := sample.Offset - truth.Offset
	if up := sample.RTT/2 + err; truth.OK && sample.RTT > 0 && up >= 0 && up <= sample.RTT {
		c.Text(below.x, below.y-11*z, v.words.T("samples.in-truth"), draw.Small, c.Theme.Truth, draw.Left|draw.Middle)
		first := below.w * float32(up) / float32(sample.RTT)
		c.Hatch(below.x, below.y, first, below.h, 8*z, c.Theme.PredictedTime)
		c.Hatch(below.x+first, below.y, below.w-first, below.h, 8*z, c.Theme.ServerTime)
		s.split(c, below, first/below.w, sample.RTT)
		v.tips.add(below, v.words.T("samples.in-truth-tip"))
		s.bracket(c, bar, below, float32(up)/float32(sample.RTT))
	}
	if s.known {
		s.pen.start(v.words).text(v.words.T("samples.then")).text(" ").signed(inMillis(err), 1).text(" ms   ")
		s.pen.text(v.words.T("samples.by-now")).text(" ").signed(inMillis(s.status.Offset-s.trueNow), 1).text(" ms")
		s.pen.put(c, r.x+4*z, below.y+below.h+46*z, draw.Body, c.Theme.Text, draw.Left|draw.Middle)
	}
}

// split draws where a bar that stands for a round trip has its parts, up and down, with how long each took.
func (s *samplesView) split(c *draw.Canvas, r rect, share float32, rtt time.Duration) {
	z := s.zoom
	middle := r.x + r.w*share
	c.VLine(middle, r.y-3*z, r.y+r.h+3*z, 2*z, c.Theme.Text)
	y := r.y + r.h/2
	part := func(x, w float32, triangle bool, d time.Duration) {
		s.pen.start(c.Words).fixed(inMillis(d), 1).text(" ms")
		if c.Fonts().MeasureBytes(s.pen.buf, draw.Strong)+28*z > w {
			return
		}
		c.Box(x+w/2-44*z, y-11*z, 88*z, 22*z, 4*z, c.Theme.Panel.Fade(0.75))
		c.Triangle(x+w/2-34*z, y, 5*z, triangle, c.Theme.Text)
		s.pen.put(c, x+w/2+8*z, y, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
	}
	first := time.Duration(float64(share) * float64(rtt))
	part(r.x, middle-r.x, true, first)
	part(middle, r.x+r.w-middle, false, rtt-first)
}

// bracket marks between the two bars by how much the half is beside the truth.
func (s *samplesView) bracket(c *draw.Canvas, bar, below rect, share float32) {
	z := s.zoom
	x0, x1 := bar.x+bar.w*0.5, below.x+below.w*share
	if x1 < x0 {
		x0, x1 = x1, x0
	}
	y := below.y + below.h + 8*z
	c.Hatch(x0, y, x1-x0, 8*z, 6*z, c.Theme.Error)
	c.VLine(x0, bar.y+bar.h, y+8*z, z, c.Theme.Error)
	c.VLine(x1, below.y, y+8*z, z, c.Theme.Error)
}
