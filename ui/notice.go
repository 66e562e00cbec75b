package ui

import (
	"slices"

	"driftlab/palette"
	"driftlab/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/lessons"
	"driftlab/ui/panel"
)

// expire takes lines away that have been there for long enough.
func (a *App) expire() {
	now := a.Clock()
	a.Lines.Expire(now, a.Travelling())
	a.slow.expire(a, now)
}

// teaches reports whether the caption is a sentence of a lesson or of the opening, whose place nothing takes.
func (a *App) teaches() bool {
	return (a.Taught.Lesson != nil || a.Session.Scenario().Name == scenario.Opening) && !a.blind.Hides() && a.Told() != ""
}

// aside returns the notice whose place something else has, or that the caption is too short for, "" for none: it stands
// above the caption.
func (a *App) aside() string {
	if a.Travelling() || a.Fault == "" && !a.teaches() && a.captionPlace().H > 0 && !a.spills() {
		return ""
	}
	return a.Notice
}

// drawAside draws an error and a notice above the caption where they are not the caption itself. Where there is no room for a
// caption, and on a telephone, there is room for one of them.
func (a *App) drawAside(c *draw.Canvas) {
	a.NoticeAt, a.FaultAt = panel.Rect{}, panel.Rect{}
	over, beside := a.captionPlace(), a.faultAside()
	if a.faultShown() && !beside {
		a.FaultAt = over
	}
	if a.help.open || a.finder.Open() {
		return
	}
	one := over.H == 0 || a.Regions.Phone
	if over.H == 0 {
		over.X, over.Y = a.Regions.Bottom.X, a.Regions.Bottom.Y
	}
	if beside {
		a.FaultAt = a.drawLine(c, over, a.Fault, c.Theme.ErrorText, "bars.dismiss-tip")
		over.Y = a.FaultAt.Y
	}
	if text := a.aside(); text != "" && !(one && beside) {
		a.NoticeAt = a.drawLine(c, over, text, c.Theme.Text, "bars.close-tip")
	}
}

// drawLine writes a line that is told above a place, and returns where it is.
func (a *App) drawLine(c *draw.Canvas, over panel.Rect, text string, col palette.Color, tip string) panel.Rect {
	fonts, on := c.Fonts(), &c.Overlay
	pad, step := fonts.Px(10), fonts.LineHeight(draw.Body)
	lines := panel.Wrap(fonts, text, draw.Body, float32(a.Width)-over.X-4*pad)
	var w float32
	for _, l := range lines {
		w = max(w, fonts.Measure(l, draw.Body))
	}
	h := step*float32(len(lines)) + pad
	r := panel.NewRect(over.X+pad, max(over.Y-h-pad/2, 0), w+2*pad, h)
	on.Box(r.X, r.Y, r.W, r.H, pad/2, c.Theme.PanelEdge)
	on.BoxOutline(r.X, r.Y, r.W, r.H, pad/2, fonts.Px(1), c.Theme.Solid)
	for i, l := range lines {
		on.Text(r.X+pad, r.Y+pad/2+step*float32(i), l, draw.Body, col, draw.Left)
	}
	a.Tips.Add(r, a.Words.T(tip))
	return r
}

// faultShown reports whether an error is to be seen.
func (a *App) faultShown() bool { return a.Fault != "" && !a.Travelling() }

// faultAside reports whether the error stands above the caption, whose place it has else.
func (a *App) faultAside() bool { return a.faultShown() && (a.captionPlace().H == 0 || a.teaches()) }

// escapeFault closes the error that is shown, for Escape, which then has no other effect.
func (a *App) escapeFault(escape bool) bool {
	if !escape || !a.faultShown() {
		return false
	}
	a.CloseFault()
	return true
}

// dismiss closes the error, the notice or the line about a slow machine that is clicked on. That click has no other
// effect; one on a button does what the button does.
func (a *App) dismiss() {
	p := &a.pointer
	if !p.Pressed || slices.ContainsFunc(a.lessons.Spots(), func(s lessons.Spot) bool { return p.Over(s.Rect) }) {
		return
	}
	switch {
	case a.faultShown() && p.Over(a.FaultAt):
		a.CloseFault()
	case a.aside() != "" && p.Over(a.NoticeAt):
		a.Notice = ""
	case a.slow.note != "" && p.Over(a.slow.place):
		a.slow.note = ""
	default:
		return
	}
	p.Pressed = false
}
