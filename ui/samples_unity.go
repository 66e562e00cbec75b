package ui

import (
	"time"

	"driftlab/netsync"
	"driftlab/palette"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// unity draws the answers over the clock, as of the others, and under them a line of time: where Unity's
// two times are against where they ought to be, the buffers, and the limits of slewing and setting.
func (s *samplesView) unity(v *view, c *draw.Canvas, k *chart) {
	z := s.zoom
	whole := k.area
	k.area.h = max(whole.h-104*z, whole.h*0.4)
	s.offsets(c, k)
	if _, ok := s.detail.Mark(netsync.MarkPredicted); !ok {
		return
	}
	bar := rect{whole.x, k.area.y + k.area.h + 34*z, whole.w, whole.y + whole.h - k.area.y - k.area.h - 34*z}
	s.timeLine(v, c, bar)
}

// unityTime is one of Unity's two times: where it is, where it ought to be, and what it gains.
type unityTime struct {
	at, target float64 // ms from where the clock takes the host's to be
	gain       time.Duration
	name       string
	dash       palette.Dash
	col        palette.Color
}

// unityTimes returns server time and predicted time.
func (s *samplesView) unityTimes(lang *words.Language, t *palette.Theme) [2]unityTime {
	mark := func(name string) time.Duration { v, _ := s.detail.Mark(name); return v }
	from := func(name string) float64 { return inMillis(mark(name) - s.status.Offset) }
	return [...]unityTime{
		{from(netsync.MarkServer), from(netsync.MarkServerTarget), mark(netsync.MarkServerGain), lang.T("samples.server-time"),
			palette.ServerTimeDash, t.ServerTime},
		{from(netsync.MarkPredicted), from(netsync.MarkPredictedTarget), mark(netsync.MarkPredictedGain), lang.T("samples.predicted-time"),
			palette.PredictedTimeDash, t.PredictedTime},
	}
}

// timeLine draws the two times along a line on which the host's clock, as Unity has it, is zero.
func (s *samplesView) timeLine(v *view, c *draw.Canvas, r rect) {
	z := s.zoom
	times := s.unityTimes(v.words, c.Theme)
	k := chart{area: rect{r.x, r.y, r.w, r.h - 8*z}, z: z}
	low, high := -20.0, 20.0
	for _, t := range times {
		low, high = min(low, t.at, t.target), max(high, t.at, t.target)
	}
	room := (high - low) * 0.22
	k.left, k.right = low-room, high+room
	zone, _ := s.detail.Mark(netsync.MarkDeadZone)
	y := r.y + r.h*0.55
	c.HLine(r.x, r.x+r.w, y, z, c.Theme.Solid)
	c.VLine(k.x(0), y-16*z, y+9*z, 1.5*z, c.Theme.TextDim)
	c.Text(k.x(0), y+18*z, v.words.T("samples.host-clock"), draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	s.buffer(c, r.x, y+18*z, v.words.T("samples.receive-buffer"), netsync.MarkReceiveBuffer, draw.Left)
	s.buffer(c, r.x+r.w, y+18*z, v.words.T("samples.send-buffer"), netsync.MarkSendBuffer, draw.Right)
	for i, t := range times {
		x0, x1 := k.x(t.target-inMillis(zone)), k.x(t.target+inMillis(zone))
		c.Rect(x0, y-8*z, x1-x0, 16*z, t.col.Fade(0.2))
		c.VLine(k.x(t.target), y-10*z, y+10*z, 1.5*z, t.col.Fade(0.7))
		c.Marker(palette.Diamond, k.x(t.at), y, 6*z, t.col)
		s.gain(v.words, &t)
		align, x := draw.Left, r.x
		if i == 1 {
			align, x = draw.Right, r.x+r.w
		}
		s.pen.put(c, x, y-24*z, draw.Small, c.Theme.Text, align|draw.Middle)
		if t.gain != 0 {
			c.Text(k.x(t.at), y-15*z, gainArrow(t.gain), draw.Strong, t.col, draw.Centre|draw.Middle)
		}
	}
	v.tips.add(rect{r.x, y - 32*z, r.w, 60 * z}, v.words.T("samples.unity-tip"))
}

func gainArrow(gain time.Duration) string {
	if gain > 0 {
		return "→"
	}
	return "←"
}

// gain writes where a time is and how it is slewed.
func (s *samplesView) gain(lang *words.Language, t *unityTime) {
	s.pen.start(lang).text(t.name).text(" ").signed(t.at, 0).text(" ms (").text(lang.T("samples.goal")).text(" ")
	s.pen.signed(t.target, 0).text(" ms)")
	if t.gain != 0 {
		s.pen.text(", ").signed(t.gain.Seconds()*100, 0).text(" %")
	}
}

// buffer writes one of the two buffers under an end of the line.
func (s *samplesView) buffer(c *draw.Canvas, x, y float32, name, mark string, align draw.Align) {
	v, _ := s.detail.Mark(mark)
	s.pen.start(c.Words).text(name).text(" ").fixed(inMillis(v), 1).text(" ms")
	s.pen.put(c, x, y, draw.Small, c.Theme.TextDim, align|draw.Middle)
}
