package ui

import (
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

const (
	captionShare = 0.4 // of the bottom bar's width, where no race is over it
	captionEdge  = 2   // about it, in points
	captionPad   = 5   // more left and right of its words
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
		return a.Fault, a.Canvas.Theme.Text
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

// told returns what the session says: no task that a person has begun.
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
	return a.top.low.caption
}

// drawBottomBar writes the caption, what has no room there into a tooltip, and draws the scrubber beside it.
func (a *App) drawBottomBar(c *draw.Canvas) {
	left := a.captionPlace()
	text, col := a.Caption()
	in := left.Inset(captionEdge)
	if a.faultShown() && !a.faultAside() {
		x, y := in.X+10, in.Y+in.H/2
		c.Marker(palette.TriangleUp, x, y+1, 10, c.Theme.Text)
		c.Rect(x-1, y-3, 2, 5, c.Theme.Panel) // an exclamation mark
		c.Rect(x-1, y+4, 2, 2, c.Theme.Panel)
		in = in.After(28)
		a.Tips.Add(left, a.Words.T("bars.dismiss-tip"))
	}
	in.X, in.W = in.X+captionPad, in.W-2*captionPad
	said := captionIn(c.Fonts(), text, panel.NewRect(in.X-captionEdge-captionPad, left.Y, in.W+2*(captionEdge+captionPad), left.H))
	if said.Draw(c, in, col, draw.Left|draw.Middle); said.Cut {
		if text == a.Fault {
			text += "\n" + a.Words.T("bars.dismiss-tip")
		}
		a.Tips.Add(in, text)
	}
	a.scrub.draw(a, c, a.Regions.Line)
}

// captionIn fits a text into its place: a long one in smaller letters.
func captionIn(fonts *draw.Fonts, text string, r panel.Rect) layout.Text {
	return layout.Fit(fonts, text, r.W-2*(captionEdge+captionPad), r.H-2*captionEdge, draw.Body, draw.Small)
}
