package draw

// A Color is premultiplied: R, G and B are in 0..A, A is in 0..1. It goes into vertices as it is.
// It implements [image/color.Color].
type Color struct{ R, G, B, A float32 }

// Hex returns the opaque colour 0xRRGGBB.
func Hex(rgb uint32) Color {
	return Color{
		R: float32(rgb>>16&0xff) / 255,
		G: float32(rgb>>8&0xff) / 255,
		B: float32(rgb&0xff) / 255,
		A: 1,
	}
}

// Fade returns c with its opacity multiplied by a, 0..1.
func (c Color) Fade(a float32) Color { return Color{c.R * a, c.G * a, c.B * a, c.A * a} }

// Mix returns the colour at t between c (t = 0) and d (t = 1).
func (c Color) Mix(d Color, t float32) Color {
	return Color{
		c.R + (d.R-c.R)*t,
		c.G + (d.G-c.G)*t,
		c.B + (d.B-c.B)*t,
		c.A + (d.A-c.A)*t,
	}
}

// RGBA implements [image/color.Color].
func (c Color) RGBA() (r, g, b, a uint32) {
	to16 := func(v float32) uint32 { return uint32(min(max(v, 0), 1)*0xffff + 0.5) }
	return to16(c.R), to16(c.G), to16(c.B), to16(c.A)
}

// The ground that everything stands on, and the text on it. Like all colours of this file they are
// those of the theme in use: read them when drawing.
var (
	Ground    Color
	Panel     Color
	PanelEdge Color
	Grid      Color // lines behind plots and worlds
	Solid     Color // platforms: inanimate, and no client's colour
	Text      Color
	TextDim   Color
	Accent    Color // what can be moved or has the keyboard
	Chosen    Color // the ground of what is switched on or chosen
	OnChosen  Color // text on Chosen
)

// The palette of Okabe and Ito, "Color Universal Design" (2008), without its black: it stays apart
// for all common kinds of colour blindness. Blue is the palette's only colour that is dark on a dark
// ground. On a light ground all are darkened, each as far as it must be to stand off by 3 : 1, and Blue
// farther, so that it stays apart from SkyBlue.
var (
	SkyBlue       Color
	Orange        Color
	BluishGreen   Color
	Vermillion    Color
	ReddishPurple Color
	Yellow        Color
	Blue          Color
)

// What a colour means wherever it is used for time. Each has a line style too.
var (
	Truth         Color // solid, with a badge: only a simulator knows it
	ServerTime    Color // dashed: ServerTimeDash
	PredictedTime Color // dotted: PredictedTimeDash
	Error         Color // hatched bracket with its length
	InSync        Color

	// As text, the two stand off any ground by 4.5 : 1 and more (WCAG AA).
	ErrorText, InSyncText Color
)

// A Dash is a line style: pixels on, off, on, off, and from the start again, measured along the
// line and with the round ends of the dashes inside "on". The zero Dash is a solid line. An "on" no
// longer than the line is wide is a dot.
type Dash [4]float32

// Scale returns d with all lengths multiplied by s.
func (d Dash) Scale(s float32) Dash { return Dash{d[0] * s, d[1] * s, d[2] * s, d[3] * s} }

// The line styles of the roles, in pixels at scale 1 for lines 1.5 to 2 wide.
var (
	Unbroken          = Dash{}
	ServerTimeDash    = Dash{8, 5, 8, 5}
	PredictedTimeDash = Dash{1, 4, 1, 4}
)

// A LineStyle is a colour and the dash that doubles it.
type LineStyle struct {
	Color Color
	Dash  Dash
}

// Algorithm returns the line style of the i-th clock algorithm of a table, i ≥ 0. Nine styles differ
// in colour and in dash; from the tenth on they repeat.
func Algorithm(i int) LineStyle { return algorithms[i%len(algorithms)] }

var algorithms [9]LineStyle

// A Shape is the outline of a [Batch.Marker].
type Shape uint8

// The shapes, of about equal area at equal radius.
const (
	Disc Shape = iota
	TriangleUp
	Square
	Diamond
	TriangleDown
	Plus
	numShapes
)

// A MarkerStyle is a shape and the colour that doubles it.
type MarkerStyle struct {
	Shape Shape
	Color Color
}

// Client returns the marker of the i-th client, i ≥ 0: told apart by shape first, then by colour.
// 36 clients differ; each six have six shapes and six colours.
func Client(i int) MarkerStyle {
	return MarkerStyle{
		Shape: Shape(i % int(numShapes)),
		Color: clientColors[(i+i/int(numShapes))%len(clientColors)],
	}
}

var clientColors [numShapes]Color
