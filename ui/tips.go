package ui

import (
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
)

// tips are the explanations that appear where the pointer rests on something drawn. Panels add them
// while they draw; the last one added under the pointer wins.
type tips struct {
	x, y  float32 // the pointer
	text  string
	about rect       // what the text is about
	only  rect       // where tips are taken, if it has any size
	rests [2]float32 // where the pointer has rested
	shown int        // for how many frames, with something under it
	lines []string   // of the tooltip that is shown, nil for none
	says  string     // the text that these are of
}

// at starts a frame with the pointer at a place.
func (t *tips) at(x, y int) { t.x, t.y, t.text = float32(x), float32(y), "" }

// under reports whether the pointer is in r: worth making a long text for.
func (t *tips) under(r rect) bool {
	return r.contains(t.x, t.y) && (t.only == rect{} || t.only.contains(t.x, t.y))
}

// add explains what is drawn in r.
func (t *tips) add(r rect, text string) {
	if t.under(r) {
		t.text, t.about = text, r
	}
}

const (
	tipWidth = 320 // the longest line of a tooltip, at scale 1
	tipAfter = 20  // frames until it appears: who passes by wants none
	tipSway  = 6   // pixels by which a resting pointer may move
	tipLow   = 60  // the height up to which what it is about is left uncovered, at scale 1
)

// rest counts the frames for which the pointer has rested, and says whether the tooltip is to be seen now.
func (t *tips) rest() bool {
	dx, dy := t.x-t.rests[0], t.y-t.rests[1]
	if t.shown++; t.text == "" || dx*dx+dy*dy > tipSway*tipSway {
		t.rests, t.shown = [2]float32{t.x, t.y}, 0
	}
	return t.text != "" && t.shown >= tipAfter && t.shown < tipAfter+widgets.TipFrames(t.text)
}

// draw shows the tooltip under what it is about, or under the pointer where that is large, inside the window.
func (t *tips) draw(c *draw.Canvas, window rect) {
	if !t.rest() {
		t.lines = nil
		return
	}
	fonts := c.Overlay.Fonts()
	if t.lines == nil || t.says != t.text {
		t.lines, t.says = wrap(fonts, t.text, draw.Small, fonts.Px(tipWidth)), t.text
	}
	lines := t.lines
	pad, step := fonts.Px(8), fonts.LineHeight(draw.Small)
	w := float32(0)
	for _, l := range lines {
		w = max(w, fonts.Measure(l, draw.Small))
	}
	about := rect{t.x, t.y, 0, fonts.Px(12)}
	if t.about.h <= fonts.Px(tipLow) {
		about.y, about.h = t.about.y, t.about.h
	}
	box := rect{t.x + fonts.Px(14), about.y + about.h + fonts.Px(6), w + 2*pad, step*float32(len(lines)) + 2*pad}
	box.x = max(min(box.x, window.w-box.w-pad), 0)
	if box.y+box.h > window.h {
		box.y = about.y - box.h - fonts.Px(6)
	}
	c.Overlay.Box(box.x, box.y, box.w, box.h, fonts.Px(4), c.Theme.PanelEdge)
	c.Overlay.BoxOutline(box.x, box.y, box.w, box.h, fonts.Px(4), fonts.Px(1), c.Theme.Solid)
	for i, l := range lines {
		c.Overlay.Text(box.x+pad, box.y+pad+step*float32(i), l, draw.Small, c.Theme.Text, draw.Left)
	}
}
