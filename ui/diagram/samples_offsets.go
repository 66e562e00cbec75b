package diagram

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// wrong returns how wrong a sample's offset is, and how wrong the clock was after using the sample, both in ms;
// ok is false if the truth is no longer kept.
func (s *Samples) wrong(i int) (sample, clock float64, ok bool) {
	truth := &s.truths[i]
	if !truth.OK {
		return 0, 0, false
	}
	d := &s.detail.Samples[i]
	return inMillis(d.Offset - truth.Offset), inMillis(d.Clock - truth.Offset), true
}

// offsets draws the offset of each sample, and what the clock made of it, relative to the truth.
func (s *Samples) offsets(_ *panel.View, c *draw.Canvas, k *chart) {
	low, high := s.offsetRange()
	s.offsetAxes(c, k, low, high)
	s.offsetDots(c, k)
}

// offsetRange returns the range of the errors of samples and clock, including zero.
func (s *Samples) offsetRange() (low, high float64) {
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

func (s *Samples) offsetAxes(c *draw.Canvas, k *chart, low, high float64) {
	s.ages(k)
	k.around(low, high)
	name, zero, col := c.Words.T("samples.offset"), c.Words.T("samples.truth"), c.Theme.Truth
	if s.blind {
		name, zero, col = c.Words.T("samples.offset-own"), c.Words.T("samples.clock-now"), c.Theme.TextDim
	}
	k.axes(c, &s.pen, name, " ms", true)
	y := k.y(0)
	c.HLine(k.area.X, k.area.X+k.area.W, y, 1.5, col)
	k.room.taken = append(k.room.taken, panel.NewRect(k.area.X, y-1, k.area.W, 2))
	k.tag(c, &s.pen.Line, k.area.X, y, y < k.area.Y+22, layout.Item{Text: zero, Ink: col})
}

// offsetDots draws the samples, and the clock as a line of steps between them.
func (s *Samples) offsetDots(c *draw.Canvas, k *chart) {
	s.points = s.points[:0]
	before := float32(0)
	in := func(v float64) float32 { return k.y(min(max(v, k.low), k.high)) }
	for i := range s.detail.Samples {
		_, clock, ok := s.wrong(i)
		if !ok || s.detail.Samples[i].Clock == 0 && !s.known {
			continue
		}
		x, y := k.x(-s.age(i)), in(clock)
		if len(s.points) > 0 {
			s.points = append(s.points, x, before)
		}
		s.points = append(s.points, x, y)
		before = y
	}
	if len(s.points) > 0 && s.known {
		s.points = append(s.points, k.x(0), in(inMillis(s.status.Offset-s.trueNow)))
	}
	style := panel.ClockStyle(c.Theme, s.clock)
	c.Polyline(s.points, 3, style.Dash, 0, style.Color)
	last := s.latest()
	for i := range s.detail.Samples {
		if sample, _, ok := s.wrong(i); ok {
			s.dot(c, k.x(-s.age(i)), in(sample), i, last)
		}
	}
}

// mirror draws the replies, their moving average and its standard deviation, and the bounds that all
// replies together prove.
func (s *Samples) mirror(_ *panel.View, c *draw.Canvas, k *chart) {
	low, high := s.offsetRange()
	now := inMillis(s.status.Offset - s.trueNow)
	deviation, _ := s.detail.Mark(insight.MarkOffsetDeviation)
	low, high = min(low, now-inMillis(deviation)), max(high, now+inMillis(deviation))
	least, bounded := s.detail.Mark(insight.MarkLeastOffset)
	most, _ := s.detail.Mark(insight.MarkGreatestOffset)
	if bounded {
		low, high = min(low, inMillis(least-s.trueNow)), max(high, inMillis(most-s.trueNow))
	}
	s.offsetAxes(c, k, low, high)
	area := k.area
	if s.known {
		top, bottom := k.y(now+inMillis(deviation)), k.y(now-inMillis(deviation))
		c.Rect(area.X, top, area.W, bottom-top, s.hue(c).Fade(0.18))
	}
	if bounded {
		k.level(c, &s.pen, inMillis(most-s.trueNow), c.Words.T("samples.most"), true, palette.Dash{2, 4, 2, 4}, c.Theme.TextDim)
		k.level(c, &s.pen, inMillis(least-s.trueNow), c.Words.T("samples.least"), false, palette.Dash{2, 4, 2, 4}, c.Theme.TextDim)
	}
	s.offsetDots(c, k)
	s.pen.Start(c.Words)
	if !s.blind {
		s.pen.Name("samples.average").Signed(now, 1).Text(" ms, ")
	}
	s.pen.Text("σ ").Ms(deviation, 1)
	s.note(c, k, c.Theme.Text)
}

// single draws the one round trip that RTT/2 uses, halved, above how it was really divided.
func (s *Samples) single(v *panel.View, c *draw.Canvas, k *chart) {
	r := panel.NewRect(k.area.X-plotValues, k.area.Y, k.area.W+plotValues, k.area.H)
	i := s.latest()
	if i == panel.Nobody {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("samples.waiting"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	sample, truth := &s.detail.Samples[i], &s.truths[i]
	bar := panel.NewRect(r.X+4, r.Y+r.H*0.12, r.W-8, min(r.H*0.2, 40))
	s.pen.Start(v.Words).Name("samples.one-trip").Fixed(inMillis(sample.RTT), 1).Text(" ms, ").Fixed(s.age(i), 0).Text(" s ").Word("samples.ago")
	s.pen.Put(c, bar.X, bar.Y-11, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.Rect(bar.X, bar.Y, bar.W/2, bar.H, s.hue(c).Fade(0.7))
	c.Rect(bar.X+bar.W/2, bar.Y, bar.W/2, bar.H, s.hue(c).Fade(0.45))
	s.split(c, bar, 0.5, sample.RTT)
	v.Tips.Add(bar, v.Words.T("samples.half-tip"))
	if s.blind {
		return
	}
	below := panel.NewRect(bar.X, bar.Y+bar.H+34, bar.W, bar.H)
	roomy, said := below.Y+below.H+36 <= r.Y+r.H, min(below.Y+below.H+46, r.Y+r.H-8)
	if !roomy {
		said = bar.Y + bar.H + 20
	}
	err := sample.Offset - truth.Offset
	if up := sample.RTT/2 + err; roomy && truth.OK && sample.RTT > 0 && up >= 0 && up <= sample.RTT {
		c.Text(below.X, below.Y-11, v.Words.T("samples.in-truth"), draw.Small, c.Theme.Truth, draw.Left|draw.Middle)
		first := below.W * float32(up) / float32(sample.RTT)
		c.Rect(below.X, below.Y, first, below.H, c.Theme.Solid)
		c.Rect(below.X+first, below.Y, below.W-first, below.H, c.Theme.Solid.Fade(0.6))
		s.split(c, below, first/below.W, sample.RTT)
		v.Tips.Add(below, v.Words.T("samples.in-truth-tip"))
		x0, x1, y := bar.X+bar.W/2, below.X+first, below.Y+below.H+8 // from the half to the truth
		c.Hatch(min(x0, x1), y, max(x1-x0, x0-x1), 8, 6, c.Theme.Error)
		c.VLine(min(x0, x1), bar.Y+bar.H, y+8, 1, c.Theme.Error)
		c.VLine(max(x0, x1), below.Y, y+8, 1, c.Theme.Error)
	}
	if s.known {
		s.pen.Start(v.Words).Name("samples.then").Signed(inMillis(err), 1).Text(" ms   ")
		now := len(s.pen.Buf)
		s.pen.Name("samples.by-now").SignedMs(s.status.Offset-s.trueNow, 1)
		if c.Fonts().MeasureBytes(s.pen.Buf, draw.Body) > r.W-8 {
			s.pen.Buf = s.pen.Buf[now:]
		}
		s.pen.Put(c, r.X+4, said, draw.Body, c.Theme.ErrorText, draw.Left|draw.Middle)
	}
}

// split draws the two parts of a bar that stands for a round trip, uplink and downlink, with their durations.
func (s *Samples) split(c *draw.Canvas, r panel.Rect, share float32, rtt time.Duration) {
	middle := r.X + r.W*share
	c.VLine(middle, r.Y-3, r.Y+r.H+3, 2, c.Theme.Text)
	y := r.Y + r.H/2
	part := func(x, w float32, triangle bool, d time.Duration) {
		took := layout.Item{Bytes: s.pen.Start(c.Words).Ms(d, 1).Buf, Class: draw.Strong, Ink: c.Theme.Text, Lead: 20, Tail: 8}
		if at := s.pen.Line.Say(c, panel.NewRect(x, y-11, w, 22), draw.Centre, took); at.W > 0 {
			c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Panel.Fade(0.75))
			c.Triangle(at.X+9, y, 5, triangle, c.Theme.Text)
		}
	}
	first := time.Duration(float64(share) * float64(rtt))
	part(r.X, middle-r.X, true, first)
	part(middle, r.X+r.W-middle, false, rtt-first)
}
