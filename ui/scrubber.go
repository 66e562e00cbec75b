package ui

import (
	"fmt"
	"math"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/travel"
	"driftlab/ui/words"
)

// scrubber shows the whole session as a line of time, with a mark for each of its events. Where it is
// dragged to, the window goes.
type scrubber struct {
	menu  branchMenu
	track panel.Rect // where it was drawn last
	span  netsim.Time
	pen   panel.Pen

	marks []scrubMark
	of    travel.LogState
}

// A scrubMark is an event on the line. What a player does by hand is small: there is much of it.
type scrubMark struct {
	at    netsim.Time
	event scenario.Event
	hand  bool
	told  bool // a caption is all that changes
}

// The scrubber's measures, in points.
const (
	scrubPad   = 18 // left and right of the track: half of the longest label
	trackY     = 20
	trackH     = 6
	knobR      = 7
	markWithin = 5 // of the pointer, for its tooltip
)

// update acts on the pointer.
func (s *scrubber) update(a *App) {
	if a.lessons.Hides() {
		a.Held = false
		return
	}
	s.menu.update(a)
	p := &a.pointer
	grip := panel.NewRect(s.track.X-knobR, a.Regions.Bottom.Y, s.track.W+2*knobR, a.Regions.Bottom.H)
	if p.Pressed && p.Over(grip) {
		a.Held, p.Pressed = true, false
	}
	if a.Held = a.Held && p.Down; a.Held {
		if at := a.Limit(s.instant(p.X)); at != a.Target() {
			a.Seek(at)
		}
	}
}

// instant returns the instant at a place of the window, to the millisecond.
func (s *scrubber) instant(x float32) netsim.Time {
	share := min(max(float64((x-s.track.X)/max(s.track.W, 1)), 0), 1)
	return netsim.Time(math.Round(share*float64(s.span)/1e6)) * 1e6
}

// x returns where an instant is.
func (s *scrubber) x(at netsim.Time) float32 {
	return s.track.X + s.track.W*float32(min(float64(at)/float64(s.span), 1))
}

// draw draws the line of time into its part of the bottom bar.
func (s *scrubber) draw(a *App, c *draw.Canvas, r panel.Rect) {
	if a.lessons.Hides() {
		panel.Cover(c, a.Tips, r, a.Words.T("blind.hidden-time"))
		return
	}
	if a.Line.BranchCount() > 1 {
		r.W -= s.menu.draw(a, c, r)
	}
	s.track = panel.NewRect(r.X+scrubPad, r.Y+(trackY-trackH/2), r.W-2*scrubPad, trackH)
	if !a.Held {
		s.span = spanFor(max(a.Line.End(), a.Line.Target()))
	}
	t, y := s.track, r.Y+trackY
	known, now := s.x(a.Line.End()), s.x(a.Session.Now())
	c.HLine(t.X, t.X+t.W, y, 2, c.Theme.Grid)
	c.Box(t.X, t.Y, max(known-t.X, t.H), t.H, t.H/2, c.Theme.Solid)
	c.Box(t.X, t.Y, max(now-t.X, t.H), t.H, t.H/2, c.Theme.Accent)
	if a.Line.BranchCount() > 1 {
		s.menu.inBar(a, c, t)
		if s.menu.open {
			s.menu.list(a, c)
		}
	}
	s.labels(a, c, r.Y+36, known)
	if over := (panel.NewRect(t.X, r.Y, t.W, r.H)); a.Held {
		a.Tips.Add(panel.NewRect(a.Tips.X, a.Tips.Y, 1, 1), clockText(a.Words, s.instant(a.Tips.X)))
	} else if over.Contains(a.Tips.X, a.Tips.Y) {
		a.Hover.Instant(s.instant(a.Tips.X))
		a.Tips.Add(over, a.Words.F("scrub.tip", clockText(a.Words, s.instant(a.Tips.X))))
	}
	s.drawMarks(a, c, r.Y+8)
	if a.Line.BranchCount() > 1 {
		s.menu.tell(a, t)
	}
	if at := a.Hover.At; a.Hover.Timed && at <= s.span {
		c.VLine(s.x(at), r.Y+2, t.Y+t.H+4, 1.5, c.Theme.Text)
	}
	if a.Line.Busy() {
		c.Ring(s.x(a.Line.Target()), y, knobR, 2, c.Theme.Accent)
	}
	c.Circle(now, y, knobR, c.Theme.Panel)
	c.Circle(now, y, knobR-1.5, c.Theme.Accent)
}

// spans are how long the line of time may be, in seconds; above them whole hours.
var spans = [...]netsim.Time{10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 450, 600, 900, 1200, 1800, 2700, 3600}

// spanFor returns how long the timeline is for a session of some length. It grows in steps, so that
// it stands still most of the time.
func spanFor(end netsim.Time) netsim.Time {
	for _, s := range spans {
		if s *= netsim.Time(time.Second); s >= end {
			return s
		}
	}
	hour := netsim.Time(time.Hour)
	return (end + hour - 1) / hour * hour
}

// labelSteps are what may lie between two labels, in seconds.
var labelSteps = [...]int64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400, 7 * 86400}

// labels writes times under the line, in minutes where there are many, and the end of what is known.
func (s *scrubber) labels(a *App, c *draw.Canvas, y, known float32) {
	step := labelSteps[len(labelSteps)-1]
	for _, l := range labelSteps {
		if s.track.W*float32(float64(l)*1e9/float64(s.span)) >= 64 { // so far apart are two at least
			step = l
			break
		}
	}
	end := a.Line.End()
	c.VLine(known, s.track.Y-3, s.track.Y+s.track.H+3, 2, c.Theme.TextDim)
	for at := int64(0); netsim.Time(at)*1e9 <= s.span; at += step {
		x := s.x(netsim.Time(at) * 1e9)
		c.VLine(x, s.track.Y+s.track.H+2, s.track.Y+s.track.H+5, 1, c.Theme.TextDim)
		col := c.Theme.TextDim
		if netsim.Time(at)*1e9 <= end {
			col = c.Theme.Text
		}
		if s.pen.Start(c.Words); s.span <= 120*1e9 {
			s.pen.Int(at).Text(" s")
		} else {
			s.pen.Int(at / 60).Text(":").Int(at % 60 / 10).Int(at % 10)
		}
		s.pen.Put(c, x, y, draw.Small, col, draw.Centre|draw.Middle)
	}
}

// collect brings the marks up to date.
func (s *scrubber) collect(a *App) {
	of := travel.LogOf(a.Line)
	if of == s.of {
		return
	}
	s.of, s.marks = of, s.marks[:0]
	for _, ev := range a.Line.Log().Events {
		if ev.Continues || ev.Bots != nil {
			continue // one drag is one mark; what bots press is none
		}
		s.marks = append(s.marks, scrubMark{ev.At, ev, ev.Play != nil, ev.Caption != "" && len(ev.Lines()) == 1})
	}
}

// drawMarks draws a mark for each event: a triangle where something changes, a ring where only the
// caption does, a dot for the hand of a player. What lies ahead is dimmer. Those that would be at one
// place are drawn once.
func (s *scrubber) drawMarks(a *App, c *draw.Canvas, y float32) {
	s.collect(a)
	last, lastHand := float32(-1), float32(-1)
	nearest, at := float32(markWithin), -1
	over := a.Tips.Y >= a.Regions.Bottom.Y
	for i := range s.marks {
		m := &s.marks[i]
		if m.at > s.span {
			break
		}
		x := s.x(m.at)
		if d := max(x-a.Tips.X, a.Tips.X-x); over && d <= nearest && a.Tips.Y < s.track.Y {
			nearest, at = d, i
		}
		col := c.Theme.Text
		if m.at > a.Session.Now() {
			col = c.Theme.TextDim
		}
		switch {
		case m.hand:
			if x-lastHand >= 3 {
				c.Circle(x, y+3, 1.5, col)
				lastHand = x
			}
		case x-last < 1:
		case m.told:
			c.Ring(x, y, 3.5, 1.5, col)
			last = x
		default:
			c.Triangle(x, y, 4.5, false, col)
			last = x
		}
	}
	if at >= 0 && !a.Held {
		a.Tips.Add(panel.NewRect(a.Tips.X, a.Tips.Y, 1, 1), s.tip(a.Words, at, a.lessons.Hides()))
	}
}

// tip tells what happened at an instant.
func (s *scrubber) tip(lang *words.Language, i int, blind bool) string {
	text := clockText(lang, s.marks[i].at) + ":"
	for k := i; k < len(s.marks) && s.marks[k].at == s.marks[i].at; k++ {
		text += " " + panel.EventText(lang, &s.marks[k].event, blind) + "."
	}
	return text
}

// clockText writes an instant, such as "12.3 s" or "2:05.0 min".
func clockText(lang *words.Language, at netsim.Time) string {
	if at < 120*1e9 {
		return lang.Decimal(fmt.Sprintf("%.1f s", time.Duration(at).Seconds()))
	}
	tenths := at / 1e8
	return lang.Decimal(fmt.Sprintf("%d:%02d.%d min", tenths/600, tenths/10%60, tenths%10))
}
