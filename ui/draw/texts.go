package draw

import (
	"slices"
	"strings"

	"driftlab/internal/palette"
)

// A Text is a line of text as it was drawn: what tests compare with the session that a picture is of.
type Text struct {
	Said  string
	Color palette.Color
	Class Class
	// X0 and Y0 are the corner over the first letter, at the capitals' top, and X1 and Y1 the one under the last, at the foot of
	// letters such as g. They are points, before anything is clipped.
	X0, Y0, X1, Y1 float32
	// Seen is the rectangle in which the text was not clipped, Clipped where there was one.
	Seen    [4]float32 // x0, y0, x1, y1
	Clipped bool
}

// Listen has the canvas keep the texts of each frame from now on, for [Canvas.Texts]. A canvas that isn't asked to keeps none.
func (c *Canvas) Listen() {
	c.Layer.Lettering.heard, c.Overlay.Lettering.heard = &[]Text{}, &[]Text{}
}

// Texts returns what a canvas that listens has written since its Reset, the overlay's last. Clipped away or not, all is there.
func (c *Canvas) Texts() []Text {
	return slices.Concat(*c.Layer.Lettering.heard, *c.Overlay.Lettering.heard)
}

// hear keeps a text that is written with the pen at x on the baseline y, in pixels.
func (l *Lettering) hear(x, y float32, s string, c Class, col palette.Color) {
	if strings.TrimSpace(s) == "" {
		return
	}
	t := &l.fonts.faces[c]
	*l.heard = append(*l.heard, Text{Said: s, Color: col, Class: c,
		X0: l.points(x), Y0: l.points(y - t.caps), X1: l.points(x + measure(t, s)), Y1: l.points(y + t.descent),
		Seen: [4]float32{l.points(l.x0), l.points(l.y0), l.points(l.x1), l.points(l.y1)}, Clipped: l.on})
}
