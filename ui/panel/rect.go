package panel

import "driftlab/ui/layout"

// Rect is an area of the window.
type Rect = layout.Rect

// NewRect returns the area of a width and a height whose upper left corner is at x, y.
func NewRect(x, y, w, h float32) Rect { return Rect{X: x, Y: y, W: w, H: h} }
