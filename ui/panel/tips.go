package panel

import (
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/widgets"
)

// Tips are the explanations that appear where the pointer rests on something drawn. Panels add them
// while they draw; the last one added under the pointer wins.
type Tips struct {
	X, Y  float32 // the pointer
	Text  string
	about Rect       // what the text is about
	Only  Rect       // where tips are taken, if it has any size
	used  Rect       // what was clicked and is still under the pointer: it has no tooltip
	rests [2]float32 // where the pointer rests
	shown int        // for how many frames it has rested over something
}

// At starts a frame with the pointer at a place.
func (t *Tips) At(x, y float32) {
	t.X, t.Y, t.Text, t.about = x, y, "", Rect{}
	if !t.used.Contains(t.X, t.Y) {
		t.used = Rect{}
	}
}

// Used notes that what the tooltip is about was clicked. It needs no tooltip until the pointer has left it.
func (t *Tips) Used() { t.used = t.about }

// Under reports whether the pointer is in r, so that it is worth making a long text.
func (t *Tips) Under(r Rect) bool {
	return r.Contains(t.X, t.Y) && (t.Only == Rect{} || t.Only.Contains(t.X, t.Y))
}

// Add explains what is drawn in r.
func (t *Tips) Add(r Rect, text string) {
	if t.Under(r) {
		t.Text, t.about = text, r
	}
}

const (
	tipWidth = 320 // the longest line of a tooltip, in points
	tipAfter = 20  // frames until it appears: a pointer that passes by wants none
	tipSway  = 6   // points by which a resting pointer may move
	tipLow   = 140 // the greatest height of something that its tooltip doesn't cover, in points
)

// rest counts the frames for which the pointer has rested, and reports whether the tooltip is shown now.
func (t *Tips) rest() bool {
	dx, dy := t.X-t.rests[0], t.Y-t.rests[1]
	if t.shown++; t.Text == "" || dx*dx+dy*dy > tipSway*tipSway {
		t.rests, t.shown = [2]float32{t.X, t.Y}, 0
	}
	return t.Text != "" && t.used == Rect{} && t.shown >= tipAfter && t.shown < tipAfter+widgets.TipFrames(t.Text)
}

// Draw shows the tooltip below what it is about, or below the pointer if that is large, inside the window.
func (t *Tips) Draw(c *draw.Canvas, window Rect) {
	if !t.rest() {
		return
	}
	const pad = 8
	text := layout.Fit(c.Fonts(), t.Text, tipWidth, layout.Open, draw.Small)
	about := NewRect(t.X, t.Y, 0, 12)
	if t.about.H <= tipLow {
		about.Y, about.H = t.about.Y, t.about.H
	}
	box := NewRect(t.X+14, about.Y+about.H+6, text.W+2*pad, text.H+2*pad)
	box.X = max(min(box.X, window.W-box.W-pad), 0)
	if box.Y+box.H > window.H {
		box.Y = about.Y - box.H - 6
	}
	c.Overlay.Box(box.X, box.Y, box.W, box.H, 4, c.Theme.PanelEdge)
	c.Overlay.BoxOutline(box.X, box.Y, box.W, box.H, 4, 1, c.Theme.Solid)
	text.Draw(&c.Overlay, box.Inset(pad), c.Theme.Text, draw.Left)
}
