package ui

import (
	"driftlab/ui/draw"
)

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

// tellsOfTruth says whether a tab has anything of the simulator's left where the truth is hidden: those of a clock's own data
// show what the clock itself knows then.
func tellsOfTruth(t tab) bool {
	switch t.(type) {
	case *samplesView, *loneView:
		return false
	}
	return true
}

// covered hides what would tell the truth in r, where that is hidden, and returns whether it has. Nothing of r is to be
// drawn then, nor to act on the pointer.
func (v *view) covered(c *draw.Canvas, r rect) bool {
	if v.frame.blind && r.w > 0 && r.h > 0 {
		cover(c, v.tips, r, v.words.T("blind.hidden-tab"))
	}
	return v.frame.blind
}

// coverTab hides the open tab if it would tell the truth, and returns whether it has.
func coverTab(v *view, c *draw.Canvas, t tab, r rect) bool {
	return tellsOfTruth(t) && v.covered(c, r.inset(6*float32(v.scale)))
}

// tellsTruth has the rows of a card, in the order of rowRanks, whose one number comes from the simulator:
// jitter, the time scale, how full the host's buffer is, riders, and the traffic of a true second.
var tellsTruth = [cardRows]bool{6: true, 10: true, 11: true, 13: true, 14: true}
