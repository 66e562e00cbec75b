package diagram

import (
	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

const reasons = int(insight.Impossible) + 1

// reasonTexts say what became of a sample.
var reasonTexts = [reasons]string{
	insight.Accepted: "samples.accepted", insight.Kept: "samples.kept", insight.TooLate: "samples.late",
	insight.NotAsked: "samples.stray", insight.AboveCut: "samples.cut", insight.InTolerance: "samples.tolerance",
	insight.NotBest: "samples.worse", insight.AlreadySynced: "samples.done", insight.Impossible: "samples.impossible",
}

// dot draws a sample: a disc in the clock's colour moved the clock or its statistics, a square
// found the clock good enough, a ring only counts, and a cross is of no use. What no longer counts is pale.
// The last that moved the clock has a ring about it.
func (s *Samples) dot(c *draw.Canvas, x, y float32, i, last int) {
	sample := &s.detail.Samples[i]
	fade := float32(1)
	if !sample.Counted {
		fade = 0.4
	}
	s.mark(c, x, y, sample.Reason, fade)
	if i == last {
		c.Ring(x, y, 8, 1.5, c.Theme.Text)
	}
	dx, dy := x-s.pointerX, y-s.pointerY
	if d := dx*dx + dy*dy; d < 144 && (s.nearest == panel.Nobody || d < s.distance) {
		s.nearest, s.distance, s.spotX, s.spotY = i, d, x, y
	}
}

// mark draws what stands for samples with which the same was done.
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

// hue is the clock's, in which all is drawn that it goes by.
func (s *Samples) hue(c *draw.Canvas) palette.Color { return panel.ClockStyle(c.Theme, s.clock).Color }

// latest returns the place of the sample that set the clock last, nobody if it is gone.
func (s *Samples) latest() int {
	for i := len(s.detail.Samples) - 1; i >= 0; i-- {
		if s.detail.Samples[i].Reason == insight.Accepted {
			return i
		}
	}
	return panel.Nobody
}

// legend writes over the chart what the dots mean, as far as there are such, from the right end.
func (s *Samples) legend(c *draw.Canvas, k *chart) {
	var words [reasons]string
	for i := range words {
		if s.shown[i] {
			words[i] = c.Words.T(reasonTexts[i])
		}
	}
	k.keys(c, &s.pen.Line, 18, words[:], func(i int, x, y float32) { s.mark(c, x+9, y, insight.Reason(i), 1) })
}

// ages sets the horizontal axis to the age of the samples.
func (s *Samples) ages(k *chart) {
	oldest := 0.0
	for i := range s.detail.Samples {
		oldest = max(oldest, s.age(i))
	}
	k.past(oldest, s.now)
}

// tip tells all about the sample under the pointer.
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
