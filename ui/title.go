package ui

import (
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// leastTitle is the room, in points, under which there is no title.
const leastTitle = 80

// drawTitle writes the experiment's title from left on, up to right, and returns where what follows it may begin. It is whole
// in smaller letters before it is cut, and comes before what is told of the machine.
func (a *App) drawTitle(c *draw.Canvas, t *panel.Tips, left, right float32, r panel.Rect) float32 {
	fonts, text := c.Fonts(), a.TitleText()
	all := right - left - 10
	room := all
	if a.Lag.Speed != "" {
		room -= fonts.Measure(a.Lag.Speed, draw.Small) + 6
	}
	class, whole := wholeTitle(fonts, text, room)
	if !whole {
		if class, whole = wholeTitle(fonts, text, all); whole {
			room = all
		}
	}
	if !whole && room <= leastTitle {
		return left
	}
	w := c.Text(left, r.Y+r.H/2, panel.Cut(fonts, text, class, room), class, c.Theme.Text, draw.Left|draw.Middle)
	t.Add(panel.NewRect(left, r.Y, w, r.H), text)
	return left + w + 16
}

// barTitle is the title that the top bar has: a lesson's is in the strip below.
func (a *App) barTitle() string {
	if a.Taught.Lesson != nil {
		return ""
	}
	return a.TitleText()
}

// wholeTitle returns the largest letters in which a title has room, or the smallest there are.
func wholeTitle(fonts *draw.Fonts, text string, room float32) (class draw.Class, whole bool) {
	return panel.Fit(fonts, text, room, draw.Title, draw.Strong, draw.Small)
}
