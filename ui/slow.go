package ui

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
)

// slow is the line that says what a slow machine is spared, beside how fast time passes. Each such line is shown once.
type slow struct {
	note  string // the name of its words; "" for none
	since time.Time
	place panel.Rect // where it was drawn last
	drawn bool       // it has been drawn, or had no room
	told  map[string]bool
}

// tell shows a line that was not shown before.
func (s *slow) tell(note string, now time.Time) {
	if !s.told[note] {
		if s.told == nil {
			s.told = map[string]bool{}
		}
		s.note, s.since, s.drawn, s.told[note] = note, now, false, true
	}
}

// expire takes the line away that has been there for as long as a notice is. One that has no room is a notice.
func (s *slow) expire(a *App, now time.Time) {
	if s.note != "" && s.drawn && s.place.W == 0 && a.Notice == "" {
		a.ShowNotice(a.Words.T("bars." + s.note))
		s.note = ""
	}
	if now.Before(s.since) {
		s.since = now
	}
	if now.Sub(s.since) >= notice.For {
		s.note = ""
	}
}

// drawRate writes how fast time passes where that differs from the chosen speed, and what a slow machine is spared, up to x from
// its left or that of a notice, and returns where it begins.
func (a *App) drawRate(c *draw.Canvas, t *panel.Tips, left, x float32, r panel.Rect) float32 {
	l, s := &a.Lag, &a.slow
	s.place, s.drawn = panel.Rect{}, true
	x = a.noticeInBar(c.Fonts(), left, x, r)
	note, tip, text := "", a.Words.T("bars.slow-tip"), layout.First(c.Fonts(), draw.Small, x-left, l.Text, l.Speed)
	if s.note != "" {
		name, rate := "bars."+s.note, l.Speed
		if rate != "" {
			rate += " · "
		}
		if note = layout.First(c.Fonts(), draw.Small, x-left, rate+a.Words.T(name), rate+a.Words.T(name+"-short")); note != "" {
			tip, text = a.Words.T(name)+"\n"+a.Words.T("bars.close-tip"), note
		}
	}
	if text == "" {
		return x
	}
	w := c.Text(x, r.Y+r.H/2, text, draw.Small, c.Theme.Text, draw.Right|draw.Middle)
	at := panel.NewRect(x-w, r.Y, w, r.H)
	if t.Add(at, tip); note != "" {
		s.place = at
	}
	return x - w - 10
}
