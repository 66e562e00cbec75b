package diagram

import (
	"slices"

	"driftlab/internal/palette"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// clouds draws what the datagrams of both directions say about the offset, relative to the clock's offset now: those to the host
// lie above by their delay, those from the host below, and the clock's line runs between the edges of the two clouds.
func (s *Samples) clouds(v *panel.View, c *draw.Canvas, k *chart) {
	d := &s.detail
	if !d.HasLine || len(d.Points) == 0 {
		c.Text(k.area.X+k.area.W/2, k.area.Y+k.area.H/2, c.Words.T("samples.waiting"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	zero := d.Line.OffsetAt(s.local)
	above := func(at netsync.Local, p *insight.Point) float64 { return inMillis(p.Offset - zero) }
	s.cloudAxes(k, above)
	k.axes(c, &s.pen, c.Words.T("samples.clouds"), " ms", true)
	c.Clip(k.area.X, k.area.Y, k.area.W+1, k.area.H+1)
	for i := range d.Points {
		p := &d.Points[i]
		fade := float32(0.75)
		if p.Skipped {
			fade = 0.3
		}
		y := min(max(above(p.At, p), k.low), k.high)
		c.Triangle(k.x(-s.local.Sub(p.At).Seconds()), k.y(y), 3.2, p.Up, c.Theme.TextDim.Fade(fade))
	}
	s.cloudLine(c, k, inMillis(d.Line.Floor), palette.PredictedTimeDash, c.Theme.TextDim, 2)
	s.cloudLine(c, k, -inMillis(d.Line.Ceil), palette.ServerTimeDash, c.Theme.TextDim, 2)
	s.cloudTruth(v, c, k)
	s.cloudLine(c, k, 0, palette.Unbroken, s.hue(c), 3)
	c.Unclip()
	if s.known && !s.blind {
		s.pen.Start(c.Words).Name("samples.between").SignedMs(s.status.Offset-s.trueNow, 2)
		s.note(c, k, c.Theme.Text)
	}
	s.cloudNames(c, k)
	v.Tips.Add(panel.NewRect(k.area.X, k.area.Y-20, k.area.W, 44), c.Words.T("samples.clouds-tip"))
}

// cloudNames names the lines: those below and above the clouds at their right ends, on the side without points, and the clock's and the
// truth's at the left.
func (s *Samples) cloudNames(c *draw.Canvas, k *chart) {
	l, d := &s.pen.Line, &s.detail.Line
	s.ways(c, k, [...]float32{k.y(inMillis(d.Floor)), k.y(-inMillis(d.Ceil))}, [...]string{"samples.cloud-up", "samples.cloud-down"}, true)
	y, under := s.cloudY(k, -k.left, 0), false
	if !s.blind && len(s.points) > 1 {
		under = s.points[1] < y
		k.tag(c, l, s.points[0], s.points[1], !under, layout.Item{Text: c.Words.T("samples.truth"), Ink: c.Theme.Truth})
	}
	k.tag(c, l, k.area.X, y, under, layout.Item{Text: panel.ClockShort(c.Words, s.clock), Ink: c.Theme.ClockInk(s.hue(c))})
}

// cloudY returns the y at which a line some ms above the clock's was some seconds ago.
func (s *Samples) cloudY(k *chart, age, above float64) float32 {
	then := s.local - netsync.Local(age*1e9)
	return k.y(inMillis(s.detail.Line.OffsetAt(then)-s.detail.Line.OffsetAt(s.local)) + above)
}

// cloudAxes sets the axes to show all of both clouds except the slowest datagrams, which are drawn at the edge.
func (s *Samples) cloudAxes(k *chart, above func(netsync.Local, *insight.Point) float64) {
	oldest := 0.0
	s.heights = s.heights[:0]
	for i := range s.detail.Points {
		p := &s.detail.Points[i]
		oldest = max(oldest, s.local.Sub(p.At).Seconds())
		s.heights = append(s.heights, above(p.At, p))
	}
	slices.Sort(s.heights)
	few := len(s.heights) / 50
	low, high := s.heights[few], s.heights[len(s.heights)-1-few]
	reach := max(-low, high)
	k.past(oldest, s.now)
	k.around(-reach*1.1, reach*1.35) // with room for the note
}

// cloudLine draws the clock's line, moved up by some ms.
func (s *Samples) cloudLine(c *draw.Canvas, k *chart, above float64, dash palette.Dash, col palette.Color, width float32) {
	c.Dashed(k.x(k.left), s.cloudY(k, -k.left, above), k.x(0), s.cloudY(k, 0, above), width, dash, 0, col)
}

// cloudTruth draws where the offset really was, as far back as that is kept.
func (s *Samples) cloudTruth(v *panel.View, c *draw.Canvas, k *chart) {
	if s.points = s.points[:0]; s.blind {
		return
	}
	const parts = 48
	zero := s.detail.Line.OffsetAt(s.local)
	s.instants = s.instants[:0]
	for i := range parts {
		age := -k.left * float64(parts-i) / parts
		s.instants = append(s.instants, insight.Sample{At: s.local - netsync.Local(age*1e9)})
	}
	s.truths = v.Tape.Truths(s.client, v.Clock(s.algorithm).Base, s.instants, s.now, s.truths[:0])
	for i := range s.truths {
		if t := &s.truths[i]; t.OK {
			s.points = append(s.points, k.x(-s.now.Sub(t.At).Seconds()), k.y(inMillis(t.Offset-zero)))
		}
	}
	if s.known {
		s.points = append(s.points, k.x(0), k.y(inMillis(s.trueNow-zero)))
	}
	c.Polyline(s.points, 2, palette.Unbroken, 0, c.Theme.Truth)
}
