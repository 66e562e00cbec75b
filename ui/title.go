package ui

import (
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// drawTitle writes the experiment's title from left on, up to right, and returns where what follows it may begin. It is whole
// in smaller letters before it is the name alone, and that before it is cut, and comes before the note about the machine.
func (a *App) drawTitle(c *draw.Canvas, t *panel.Tips, left, right float32, r panel.Rect) float32 {
	all := right - left - 10
	room := all
	if a.Lag.Speed != "" {
		room -= layout.Fit(c.Fonts(), a.Lag.Speed, all, 0, draw.Small).W + 6
	}
	title := titleIn(c.Fonts(), a.TitleText(), room)
	if whole := titleIn(c.Fonts(), a.TitleText(), all); title.Cut && !whole.Cut {
		title = whole
	}
	if title.Cut {
		title = titleIn(c.Fonts(), named(a.TitleText()), room)
	}
	if title.Cut && room <= 130 {
		return left
	}
	title.Draw(c, panel.NewRect(left, r.Y, 0, r.H), c.Theme.Text, draw.Left|draw.Middle)
	t.Add(panel.NewRect(left, r.Y, title.W, r.H), a.TitleText())
	return left + title.W + 16
}

// named returns what a title calls its experiment, without what it says of it behind a colon.
func named(title string) string {
	name, _, _ := strings.Cut(title, ": ")
	return name
}

// barTitle is the title that the top bar has: a lesson's is in the strip below.
func (a *App) barTitle() string {
	if a.Taught.Lesson != nil {
		return ""
	}
	return a.TitleText()
}

// titleIn fits a title into a room, in letters as large as it has room for.
func titleIn(fonts *draw.Fonts, text string, room float32) layout.Text {
	return layout.Fit(fonts, text, room, 0, draw.Title, draw.Strong, draw.Small)
}
