package ui

import (
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

const (
	// captionShare is the caption's share of the bottom bar; the rest is the scrubber's.
	captionShare = 0.58
	captionLines = 2
)

// Caption returns what the bottom bar says, and in which colour: how far a long way has got, what went
// wrong, a lesson's sentence, what was done, or what the session has to tell. What was done stands above the bar
// where something else has its place: see [App.aside].
func (a *App) Caption() (text string, col palette.Color) {
	switch told := a.told(); {
	case a.Travelling():
		share, waits := a.Share()
		said := a.Words.F("scrub.travelling", clockText(a.Words, a.Line.Target()), 100*share)
		if waits {
			said += ". " + a.Words.T("scrub.waiting")
		}
		return said, a.Canvas.Theme.Text
	case a.Fault != "" && !a.teaches():
		return a.Fault, a.Canvas.Theme.ErrorText
	case a.teaches():
		return told, a.Canvas.Theme.Text
	case a.Notice != "" && a.aside() == "":
		return a.Notice, a.Canvas.Theme.Text
	case a.blind.Hides():
		return a.Words.T("blind.caption"), a.Canvas.Theme.Text
	case told != "":
		return told, a.Canvas.Theme.Text
	case a.Regions.Phone:
		return a.Words.T("phone.hint"), a.Canvas.Theme.TextDim
	}
	return a.Words.T("scrub.hint"), a.Canvas.Theme.TextDim
}

// told returns what the session has to tell: no task that a person has gone about.
func (a *App) told() string {
	if a.acted() && a.Session.Scenario().Asks(a.Session.Caption()) {
		return ""
	}
	return a.Told()
}

// captionPlace returns where the caption is written.
func (a *App) captionPlace() panel.Rect {
	if a.Regions.Watching {
		return a.Regions.Watch.Caption
	}
	if a.Regions.Phone {
		return a.Regions.Told
	}
	r := a.Regions.Bottom
	r.W *= captionShare
	return r
}

// drawBottomBar writes the caption and draws the scrubber beside it.
func (a *App) drawBottomBar(c *draw.Canvas, r panel.Rect) {
	left := a.captionPlace()
	text, col := a.Caption()
	in := left.Inset(6)
	if a.faultShown() && !a.faultAside() {
		in = errorSign(c, in)
		a.Tips.Add(left, a.Words.T("bars.dismiss-tip"))
	}
	a.drawCaption(c, in, text, col)
	line := panel.NewRect(r.X+left.W, r.Y, r.W-left.W, r.H)
	if a.Regions.Phone {
		line = a.Regions.Line
	}
	if a.lessons.Hides() {
		panel.Cover(c, a.Tips, line, a.Words.T("blind.hidden-time"))
		return
	}
	a.scrub.draw(a, c, line)
}

// spills reports whether the notice is longer than the caption has lines.
func (a *App) spills() bool {
	const margins = 2 * (6 + 8) // as drawBottomBar and drawCaption have them
	return captionIn(a.Canvas.Fonts(), a.Notice, a.captionPlace().W-margins).Cut
}

// captionIn fits a text into the lines that a bar has room for: a long one in smaller letters.
func captionIn(fonts *draw.Fonts, text string, width float32) layout.Text {
	return layout.Fit(fonts, text, width, captionLines*fonts.LineHeight(draw.Body), draw.Body, draw.Small)
}

// drawCaption writes a text into a bar, and what has no room there into a tooltip.
func (a *App) drawCaption(c *draw.Canvas, r panel.Rect, text string, col palette.Color) {
	r.X, r.W = r.X+8, r.W-2*8
	said := captionIn(c.Fonts(), text, r.W)
	said.Draw(c, r, col, draw.Left|draw.Middle)
	if !said.Cut {
		return
	}
	if text == a.Fault {
		text += "\n" + a.Words.T("bars.dismiss-tip")
	}
	a.Tips.Add(r, text)
}
