package ui

import (
	"strings"

	"driftlab/ui/draw"
)

// wrap breaks a text into lines no wider than width pixels.
func wrap(fonts *draw.Fonts, text string, class draw.Class, width float32) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if line != "" && fonts.Measure(longer, class) > width {
			lines = append(lines, line)
			longer = word
			if word == "·" { // what stands between two items begins no line
				longer = ""
			}
		}
		line = longer
	}
	return append(lines, line)
}

// cut returns as much of a text as fits into a width.
func cut(fonts *draw.Fonts, text string, class draw.Class, width float32) string {
	if fonts.Measure(text, class) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 1 && fonts.Measure(string(r)+"…", class) > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ·") + "…"
}

// badge draws the letter of a world.
func badge(c *draw.Canvas, x, y float32, side string, z float32) {
	c.Box(x, y-9*z, 20*z, 18*z, 4*z, c.Theme.PanelEdge)
	if side == "b" {
		c.BoxOutline(x, y-9*z, 20*z, 18*z, 4*z, 1.5*z, c.Theme.Accent)
	}
	c.Text(x+10*z, y, c.Words.T("ab."+side), draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
}

// cover hides what a panel would tell of the truth, and says why.
func cover(c *draw.Canvas, t *tips, r rect, text string) {
	z := float32(c.Fonts().Scale())
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	c.Hatch(r.x+4*z, r.y+4*z, r.w-8*z, r.h-8*z, 14*z, c.Theme.Grid)
	lines := wrap(c.Fonts(), text, draw.Small, min(r.w-28*z, 340*z))
	row := c.Fonts().LineHeight(draw.Small)
	if room := int((r.h - 8*z) / row); len(lines) > room {
		lines = lines[:0]
		t.add(r, text)
	}
	y := r.y + (r.h-row*float32(len(lines)))/2
	for i, line := range lines {
		at := y + (float32(i)+0.5)*row
		w := c.Fonts().Measure(line, draw.Small)
		c.Box(r.x+(r.w-w)/2-6*z, at-row/2, w+12*z, row, 0, c.Theme.Panel)
		c.Text(r.x+r.w/2, at, line, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// covered hides what would tell the truth in r, where that is hidden, and returns whether it has. Nothing of r is to be
// drawn then, nor to act on the pointer.
func (v *view) covered(c *draw.Canvas, r rect) bool {
	if v.frame.blind && r.w > 0 && r.h > 0 {
		cover(c, v.tips, r, v.words.T("blind.hidden-tab"))
	}
	return v.frame.blind
}
