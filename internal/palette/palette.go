// Package palette has the colours, dashes and shapes in which everything is drawn, as values: a theme is handed to what
// draws, and any number of them can be in use at once.
package palette

import "math"

// A Color is premultiplied: R, G and B are in 0..A, A is in 0..1. It goes into vertices as it is.
// It implements [image/color.Color].
type Color struct{ R, G, B, A float32 }

// Hex returns the opaque colour 0xRRGGBB.
func Hex(rgb uint32) Color {
	return Color{float32(rgb>>16&0xff) / 255, float32(rgb>>8&0xff) / 255, float32(rgb&0xff) / 255, 1}
}

// Fade returns c with its opacity multiplied by a, 0..1.
func (c Color) Fade(a float32) Color { return Color{c.R * a, c.G * a, c.B * a, c.A * a} }

// Mix returns the colour at t between c (t = 0) and d (t = 1).
func (c Color) Mix(d Color, t float32) Color {
	return Color{c.R + (d.R-c.R)*t, c.G + (d.G-c.G)*t, c.B + (d.B-c.B)*t, c.A + (d.A-c.A)*t}
}

// RGBA implements [image/color.Color].
func (c Color) RGBA() (r, g, b, a uint32) {
	to16 := func(v float32) uint32 { return uint32(min(max(v, 0), 1)*0xffff + 0.5) }
	return to16(c.R), to16(c.G), to16(c.B), to16(c.A)
}

// Contrast returns how far two opaque colours stand off each other, 1 to 21 (WCAG 2.2, "contrast
// ratio"). Text needs 4.5, a shape 3 (level AA).
func Contrast(a, b Color) float64 {
	l, k := a.luminance(), b.luminance()
	return (max(l, k) + 0.05) / (min(l, k) + 0.05)
}

// luminance is WCAG's relative luminance, 0 to 1.
func (c Color) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear undoes the transfer function of sRGB (IEC 61966-2-1).
func linear(v float32) float64 {
	if v <= 0.04045 {
		return float64(v) / 12.92
	}
	return math.Pow((float64(v)+0.055)/1.055, 2.4)
}

// A Dash is a line style: pixels on, off, on, off, and from the start again, measured along the
// line and with the round ends of the dashes inside "on". The zero Dash is a solid line. An "on" no
// longer than the line is wide is a dot.
type Dash [4]float32

// Scale returns d with all lengths multiplied by s.
func (d Dash) Scale(s float32) Dash { return Dash{d[0] * s, d[1] * s, d[2] * s, d[3] * s} }

// A LineStyle is a colour and the dash that doubles it.
type LineStyle struct {
	Color Color
	Dash  Dash
}

// A Shape is the outline of a marker.
type Shape uint8

// The shapes, of about equal area at equal radius.
const (
	Disc Shape = iota
	TriangleUp
	Square
	Diamond
	TriangleDown
	Hexagon
	numShapes
	Plus = numShapes // the host's
)

// A MarkerStyle is a shape and the colour that doubles it.
type MarkerStyle struct {
	Shape Shape
	Color Color
}
