package diagram

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// unity draws the answers over the clock, as of the others, and under them a line of time: where Unity's
// two times are against where they ought to be, the buffers, and the limits of slewing and setting.
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

// TimeLine draws the two times along a line on which the host's clock, as Unity has it, is zero.
func (s *Samples) timeLine(v *panel.View, c *draw.Canvas, r panel.Rect) {
	mark := func(name string) time.Duration { v, _ := s.detail.Mark(name); return v }
	from := func(name string) float64 { return inMillis(mark(name) - s.status.Offset) } // from where the clock takes the host's to be
	times := [...]struct {
		at, target float64 // ms: where it is, and where it ought to be
		gain       time.Duration
		name       string
		col        palette.Color
	}{
		{from(insight.MarkServer), from(insight.MarkServerTarget), mark(insight.MarkServerGain), v.Words.T("samples.server-time"), c.Theme.ServerTime},
		{from(insight.MarkPredicted), from(insight.MarkPredictedTarget), mark(insight.MarkPredictedGain), v.Words.T("samples.predicted-time"), c.Theme.PredictedTime},
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
	c.Text(k.x(0), y+18, v.Words.T("samples.host-clock"), draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	buffer := func(name, of string) *panel.Pen { return s.pen.Start(v.Words).Name(name).Ms(mark(of), 1) }
	buffer("samples.receive-buffer", insight.MarkReceiveBuffer).Put(c, r.X, y+18, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	buffer("samples.send-buffer", insight.MarkSendBuffer).Put(c, r.X+r.W, y+18, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	for i, t := range times {
		x0, x1 := k.x(t.target-zone), k.x(t.target+zone)
		c.Rect(x0, y-8, x1-x0, 16, t.col.Fade(0.2))
		c.VLine(k.x(t.target), y-10, y+10, 1.5, t.col.Fade(0.7))
		c.Marker(palette.Diamond, k.x(t.at), y, 6, t.col)
		s.pen.Start(v.Words).Text(t.name).Text(" ").Signed(t.at, 0).Text(" ms (").Name("samples.goal").Signed(t.target, 0).Text(" ms)")
		if t.gain != 0 {
			s.pen.Text(", ").Signed(t.gain.Seconds()*100, 0).Text(" %")
		}
		align, x := draw.Left, r.X
		if i == 1 {
			align, x = draw.Right, r.X+r.W
		}
		s.pen.Put(c, x, y-24, draw.Small, c.Theme.Text, align|draw.Middle)
		if t.gain != 0 {
			arrow := "→"
			if t.gain < 0 {
				arrow = "←"
			}
			c.Text(k.x(t.at), y-15, arrow, draw.Strong, t.col, draw.Centre|draw.Middle)
		}
	}
	v.Tips.Add(panel.NewRect(r.X, y-32, r.W, 60), v.Words.T("samples.unity-tip"))
}
