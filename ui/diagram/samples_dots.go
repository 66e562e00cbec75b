package diagram

import (
	"slices"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

const reasons = int(insight.Impossible) + 1

// reasonTexts are the keys of what became of a sample.
var reasonTexts = [reasons]string{
	insight.Accepted: "samples.accepted", insight.Kept: "samples.kept", insight.TooLate: "samples.late",
	insight.NotAsked: "samples.stray", insight.AboveCut: "samples.cut", insight.InTolerance: "samples.tolerance",
	insight.NotBest: "samples.worse", insight.AlreadySynced: "samples.done", insight.Impossible: "samples.impossible",
}

// dot draws a sample: a disc in the clock's colour if it moved the clock or its statistics, a square if it
// found the clock good enough, a ring if it only counts, and a cross if it is unusable. Samples that no longer
// count are pale. The last one that moved the clock has a ring around it.
func (s *Samples) dot(c *draw.Canvas, x, y float32, i, last int) {
	sample := &s.detail.Samples[i]
	fade := float32(1)
	if !sample.Counted {
		fade = 0.4
	}
	s.mark(c, x, y, sample.Reason, fade)
	s.spots = append(s.spots, samplesDot{panel.NewRect(x-5, y-5, 10, 10), sample.Reason})
	if i == last {
		c.Ring(x, y, 8, 1.5, c.Theme.Text)
	}
	dx, dy := x-s.pointerX, y-s.pointerY
	if d := dx*dx + dy*dy; d < 144 && (s.nearest == panel.Nobody || d < s.distance) {
		s.nearest, s.distance, s.spotX, s.spotY = i, d, x, y
	}
}

// mark draws the sign of what became of a sample.
func (s *Samples) mark(c *draw.Canvas, x, y float32, r insight.Reason, fade float32) {
	switch r {
	case insight.Accepted:
		c.Circle(x, y, 4.5, s.hue(c).Fade(fade))
	case insight.InTolerance:
		c.MarkerOutline(palette.Square, x, y, 4, 1.5, c.Theme.Text.Fade(fade))
	case insight.Kept, insight.AboveCut, insight.NotBest:
		c.Ring(x, y, 4, 1.5, c.Theme.TextDim.Fade(fade))
	default:
		c.Cross(x, y, 3.5, 1.5, c.Theme.Text.Fade(fade))
	}
}

// hue returns the clock's colour, for everything that the clock uses.
func (s *Samples) hue(c *draw.Canvas) palette.Color { return panel.ClockStyle(c.Theme, s.clock).Color }

// latest returns the index of the sample that set the clock last, nobody if it is gone.
func (s *Samples) latest() int {
	for i := len(s.detail.Samples) - 1; i >= 0; i-- {
		if s.detail.Samples[i].Reason == insight.Accepted {
			return i
		}
	}
	return panel.Nobody
}

// A samplesDot is the place of a sample, and what became of it.
type samplesDot struct {
	at panel.Rect
	of insight.Reason
}

// legend explains each kind of dot at the latest dot with room for a text, else above the chart.
func (s *Samples) legend(c *draw.Canvas, k *chart, area panel.Rect) {
	var words [reasons]string
	var said [reasons]bool
	for n := len(s.spots) - 1; n >= 0; n-- {
		dot := &s.spots[n]
		words[dot.of] = c.Words.T(reasonTexts[dot.of])
		said[dot.of] = said[dot.of] || s.tagged(c, k, area, dot)
	}
	for r, yes := range said {
		if yes {
			words[r] = ""
		}
	}
	k.area = area
	k.keys(c, &s.pen.Line, 18, words[:], func(i int, x, y float32) { s.mark(c, x+9, y, insight.Reason(i), 1) })
}

// tagged writes what became of a sample right or left of its dot, above or below it, and reports whether there was room beside everything
// drawn.
func (s *Samples) tagged(c *draw.Canvas, k *chart, area panel.Rect, dot *samplesDot) bool {
	word := c.Words.T(reasonTexts[dot.of])
	x, y, w := dot.at.X+5, dot.at.Y+5, c.Fonts().Measure(word, draw.Small)
	for _, at := range [...]panel.Rect{panel.NewRect(x+12, y-8, w, 16), panel.NewRect(x-12-w, y-8, w, 16), panel.NewRect(x-w/2, y-25, w, 16), panel.NewRect(x-w/2, y+9, w, 16)} {
		free := at.Within(area) && !slices.ContainsFunc(s.spots, func(d samplesDot) bool { return d.at.Overlaps(at) })
		for i := 0; free && i+3 < len(s.points); i += 2 { // the clock's line
			x0, y0, x1, y1 := s.points[i], s.points[i+1], s.points[i+2], s.points[i+3]
			free = !at.Overlaps(panel.NewRect(min(x0, x1)-2, min(y0, y1)-2, max(x0, x1)-min(x0, x1)+4, max(y0, y1)-min(y0, y1)+4))
		}
		if !free {
			continue
		}
		if _, free = k.room.take(at, 0, 0); free {
			c.Text(at.X, at.Y+8, word, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
			return true
		}
	}
	return false
}

// ages sets the horizontal axis to the ages of the samples.
func (s *Samples) ages(k *chart) {
	oldest := 0.0
	for i := range s.detail.Samples {
		oldest = max(oldest, s.age(i))
	}
	k.past(oldest, s.now)
}

// tip explains the sample under the pointer.
func (s *Samples) tip(v *panel.View, c *draw.Canvas) {
	if s.nearest == panel.Nobody {
		return
	}
	i := s.nearest
	c.Ring(s.spotX, s.spotY, 6.5, 1, c.Theme.Text)
	sample, truth := &s.detail.Samples[i], &s.truths[i]
	text := v.Words.F("samples.sample-tip", s.age(i), v.Words.T(reasonTexts[sample.Reason]))
	if sample.RTT > 0 && s.detail.View != insight.OneWay {
		text += " " + v.Words.F("samples.trip-tip", inMillis(sample.RTT))
	}
	if truth.OK && !s.blind && s.detail.View != insight.OneWay {
		err := sample.Offset - truth.Offset
		text += " " + v.Words.F("samples.error-tip", inMillis(err))
		if up, down := sample.RTT/2+err, sample.RTT/2-err; sample.RTT > 0 && up >= 0 && down >= 0 {
			text += " " + v.Words.F("samples.ways-tip", inMillis(up), inMillis(down))
		}
	}
	v.Tips.Add(panel.NewRect(v.Tips.X-1, v.Tips.Y-1, 2, 2), text)
}
