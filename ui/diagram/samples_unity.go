package diagram

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// unity draws the replies over the clock, as for the other clocks, and below them a timeline: where Unity's
// two times are and where they should be, the buffers, and the limits of slewing and stepping.
func (s *Samples) unity(v *panel.View, c *draw.Canvas, k *chart) {
	whole := k.area
	k.area.H = max(whole.H-104, whole.H*0.4)
	s.offsets(v, c, k)
	if _, ok := s.detail.Mark(insight.MarkPredicted); !ok {
		return
	}
	bar := panel.NewRect(whole.X, k.area.Y+k.area.H+34, whole.W, whole.Y+whole.H-k.area.Y-k.area.H-34)
	s.timeLine(v, c, bar)
}

// TimeLine draws the two times on a line whose zero is the host's clock as Unity estimates it.
func (s *Samples) timeLine(v *panel.View, c *draw.Canvas, r panel.Rect) {
	mark := func(name string) time.Duration { v, _ := s.detail.Mark(name); return v }
	from := func(name string) float64 { return inMillis(mark(name) - s.status.Offset) } // relative to the estimate of the host's clock
	times := [...]struct {
		at, target float64 // ms: where it is, and where it should be
		gain       time.Duration
		name       string
	}{
		{from(insight.MarkServer), from(insight.MarkServerTarget), mark(insight.MarkServerGain), v.Words.T("samples.server-time")},
		{from(insight.MarkPredicted), from(insight.MarkPredictedTarget), mark(insight.MarkPredictedGain), v.Words.T("samples.predicted-time")},
	}
	k := chart{area: panel.NewRect(r.X, r.Y, r.W, r.H-8)}
	low, high := -20.0, 20.0
	for _, t := range times {
		low, high = min(low, t.at, t.target), max(high, t.at, t.target)
	}
	room := (high - low) * 0.22
	k.left, k.right = low-room, high+room
	zone := inMillis(mark(insight.MarkDeadZone))
	y := r.Y + r.H*0.55
	c.HLine(r.X, r.X+r.W, y, 1, c.Theme.Solid)
	c.VLine(k.x(0), y-16, y+9, 1.5, c.Theme.TextDim)
	l, dim, zero := &s.pen.Line, c.Theme.TextDim, v.Words.T("samples.host-clock")
	l.Start(c.Fonts(), 12)
	l.Add(layout.Item{Bytes: s.pen.Start(v.Words).Name("samples.receive-buffer").Ms(mark(insight.MarkReceiveBuffer), 1).Buf, Ink: dim})
	l.Right()
	l.Add(layout.Item{Bytes: s.pen.Start(v.Words).Name("samples.send-buffer").Ms(mark(insight.MarkSendBuffer), 1).Buf, Ink: dim})
	l.Put(c, panel.NewRect(r.X, y+9, r.W, 18))
	if half := c.Fonts().Measure(zero, draw.Small)/2 + 12; k.x(0)-half > l.At(0).X+l.At(0).W && (k.x(0)+half < l.At(1).X || l.At(1).W == 0) {
		c.Text(k.x(0), y+18, zero, draw.Small, dim, draw.Centre|draw.Middle)
	}
	l.Start(c.Fonts(), 12)
	for i, t := range times {
		x0, x1 := k.x(t.target-zone), k.x(t.target+zone)
		c.Rect(x0, y-8, x1-x0, 16, c.Theme.TextDim.Fade(0.2))
		c.VLine(k.x(t.target), y-10, y+10, 1.5, c.Theme.TextDim.Fade(0.7))
		c.Marker(palette.Diamond, k.x(t.at), y, 6, s.hue(c))
		s.pen.Start(v.Words).Text(t.name).Text(" ").Signed(t.at, 0).Text(" ms")
		short := len(s.pen.Buf)
		s.pen.Text(" (").Name("samples.goal").Signed(t.target, 0).Text(" ms)")
		if t.gain != 0 {
			s.pen.Text(", ").Signed(t.gain.Seconds()*100, 0).Text(" %")
		}
		if i == 1 {
			l.Right()
		}
		l.Add(layout.Item{Bytes: s.pen.Buf, Ink: c.Theme.Text}, layout.Item{Bytes: s.pen.Buf[:short], Ink: c.Theme.Text})
		if t.gain != 0 {
			arrow := "→"
			if t.gain < 0 {
				arrow = "←"
			}
			c.Text(k.x(t.at), y-15, arrow, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
		}
	}
	l.Alike()
	l.Put(c, panel.NewRect(r.X, y-33, r.W, 18))
	v.Tips.Add(panel.NewRect(r.X, y-32, r.W, 60), v.Words.T("samples.unity-tip"))
}
