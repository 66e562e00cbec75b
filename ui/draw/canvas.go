// Package draw puts shapes and text on an Ebitengine image in few draw calls.
//
// It knows the program's colours, one signed-distance shader, and one glyph atlas. It knows nothing
// of clocks, worlds or widgets.
//
// A [Canvas] is refilled in every frame and flushed once: all its shapes are one draw call, all its
// text another, and the overlay above them two more, whatever is clipped to what. Once the slices
// have grown to a frame's size, drawing does not allocate.
//
// All positions and lengths are device pixels. Pixel (0, 0) covers the square from (0, 0) to (1, 1),
// so a line one pixel wide is crisp when it runs along y = 10.5; [Batch.HLine] and [Batch.VLine] see
// to that. Multiply design sizes by [Fonts.Px].
package draw

import (
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/palette"
	"driftlab/ui/words"
)

// A Layer is shapes with text above them: two draw calls. Everything is in points, whose size in pixels its fonts know. Panels
// take colours from its theme and texts from its language.
type Layer struct {
	Batch
	Lettering
	Theme *palette.Theme
	Words *words.Language
}

// Clip confines shapes and text from now on to the pixels that a rectangle touches, until the next Clip,
// Unclip or Reset. It costs no draw call.
func (l *Layer) Clip(x, y, width, height float32) {
	l.Batch.Clip(x, y, width, height)
	l.Lettering.Clip(x, y, width, height)
}

// Unclip ends a [Layer.Clip].
func (l *Layer) Unclip() {
	l.Batch.Unclip()
	l.Lettering.Unclip()
}

// Bound confines shapes and text from now on to the pixels that a rectangle touches, until Unbound or Reset;
// a Clip cuts out a part of it.
func (l *Layer) Bound(x, y, width, height float32) {
	l.Batch.Bound(x, y, width, height)
	l.Lettering.Bound(x, y, width, height)
}

// Unbound ends a [Layer.Bound].
func (l *Layer) Unbound() {
	l.Batch.Unbound()
	l.Lettering.Unbound()
}

// Machine draws a machine's shape, in its colour, of about the area of a circle of radius r, centred at (x, y).
func (l *Layer) Machine(machine int, x, y, r float32) {
	style := l.Theme.Machine(machine)
	l.Marker(style.Shape, x, y, r, style.Color)
}

// Reset empties the layer and ends clipping.
func (l *Layer) Reset() {
	l.Batch.Reset()
	l.Lettering.Reset()
}

// Flush draws the shapes, then the text, and returns the number of draw calls, at most 2.
func (l *Layer) Flush(dst *ebiten.Image) (calls int) {
	return l.Batch.Flush(dst) + l.Lettering.Flush(dst)
}

// A Canvas is a frame's drawing: its own layer, and Overlay above it for tooltips and the like.
// Clips of the two are independent.
type Canvas struct {
	Layer
	Overlay Layer
}

// NewCanvas returns an empty canvas that writes with the given fonts in a theme's colours and a language.
func NewCanvas(fonts *Fonts, theme *palette.Theme, lang *words.Language) *Canvas {
	layer := func() Layer {
		return Layer{Batch: Batch{window: window{unit: float32(fonts.scale)}}, Lettering: *NewLettering(fonts), Theme: theme, Words: lang}
	}
	return &Canvas{Layer: layer(), Overlay: layer()}
}

// Reset empties both layers and ends clipping: the start of a frame.
func (c *Canvas) Reset() {
	c.Layer.Reset()
	c.Overlay.Reset()
}

// Flush draws both layers and returns the number of draw calls, at most 4.
func (c *Canvas) Flush(dst *ebiten.Image) (calls int) {
	return c.Layer.Flush(dst) + c.Overlay.Flush(dst)
}
