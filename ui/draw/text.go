package draw

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/palette"
)

// Align says which point of a text the given position is: one of Left, Centre and Right, and one of
// Top, Middle, Baseline and Bottom, added with |.
type Align uint8

// The parts of an Align. The zero Align is Left|Top.
const (
	Left Align = iota
	Centre
	Right

	Top      Align = 0
	Middle   Align = 1 << 2 // half way up the capitals and figures
	Baseline Align = 2 << 2
	Bottom   Align = 3 << 2

	horizontal Align = 3
	vertical   Align = 3 << 2
)

// Lettering collects text and draws it with one call. It is not safe for concurrent use.
type Lettering struct {
	window
	fonts    *Fonts
	vertices []ebiten.Vertex
	indices  []uint32
	options  ebiten.DrawTrianglesOptions
	heard    *[]Text // since the latest Reset; nil for none
}

// NewLettering returns an empty Lettering that writes with the given fonts.
func NewLettering(fonts *Fonts) *Lettering {
	return &Lettering{
		window:  window{unit: float32(fonts.scale)},
		fonts:   fonts,
		options: ebiten.DrawTrianglesOptions{ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha},
	}
}

// Fonts returns the fonts that the Lettering writes with.
func (l *Lettering) Fonts() *Fonts { return l.fonts }

// Reset empties the Lettering and ends clipping. The memory is kept.
func (l *Lettering) Reset() {
	l.vertices, l.indices = l.vertices[:0], l.indices[:0]
	if l.heard != nil {
		*l.heard = (*l.heard)[:0]
	}
	l.Unbound()
}

// Flush draws all text onto dst and returns the number of draw calls, 0 or 1.
func (l *Lettering) Flush(dst *ebiten.Image) (calls int) {
	if len(l.indices) == 0 {
		return 0
	}
	dst.DrawTriangles32(l.vertices, l.indices, l.fonts.atlas.picture, &l.options)
	return 1
}

// Text writes one line and returns how far the pen moved, in points. The position, in points, is moved to whole
// pixels, so that the same text always looks the same.
func (l *Lettering) Text(x, y float32, s string, c Class, col palette.Color, align Align) float32 {
	return write(l, x, y, s, c, col, align)
}

// TextBytes is [Lettering.Text] for UTF-8 in a buffer, which it neither keeps nor copies: figures
// are written without allocation from what strconv's Append functions make.
func (l *Lettering) TextBytes(x, y float32, s []byte, c Class, col palette.Color, align Align) float32 {
	return write(l, x, y, s, c, col, align)
}

func write[S string | []byte](l *Lettering, x, y float32, s S, c Class, col palette.Color, align Align) float32 {
	t := &l.fonts.faces[c]
	x, y = l.px(x), l.px(y)
	switch align & horizontal {
	case Centre:
		x -= measure(t, s) / 2
	case Right:
		x -= measure(t, s)
	}
	switch align & vertical {
	case Top:
		y += t.ascent
	case Middle:
		y += t.caps / 2
	case Bottom:
		y -= t.descent
	}
	x, y = round(x), round(y)
	if x != x || y != y {
		return 0
	}
	if l.heard != nil {
		l.hear(x, y, string(s), c, col)
	}
	pen := x
	for i := 0; i < len(s); {
		r, n := decode(s, i)
		i += n
		g := t.glyph(r)
		l.add(t, g, pen, y, col)
		pen += g.advance
	}
	return l.points(pen - x)
}

// measure returns how far the pen moves, in pixels.
func measure[S string | []byte](t *typeface, s S) (width float32) {
	for i := 0; i < len(s); {
		r, n := decode(s, i)
		i += n
		width += t.glyph(r).advance
	}
	return width
}

// decode returns the character at byte i and its length in bytes.
func decode[S string | []byte](s S, i int) (rune, int) {
	if s[i] < utf8.RuneSelf {
		return rune(s[i]), 1
	}
	// A string this short stays on the stack.
	return utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
}

// add adds one glyph with the pen at x on the baseline y, in pixels.
func (l *Lettering) add(t *typeface, g *glyph, x, y float32, col palette.Color) {
	// The nearest place at which the glyph was rasterised.
	place := int(math.Floor(float64(x)*phases + 0.5))
	whole, phase := place>>phaseBits, place&(phases-1)
	if g.placed>>phase&1 == 0 {
		l.fonts.place(t, g, phase)
	}
	box := g.boxes[phase]
	if box.Empty() {
		return
	}
	x0, y0 := float32(whole+g.offsets[phase].X), y+float32(g.offsets[phase].Y)
	x1, y1 := x0+float32(box.Dx()), y0+float32(box.Dy())
	u0, v0 := float32(box.Min.X), float32(box.Min.Y)
	u1, v1 := float32(box.Max.X), float32(box.Max.Y)
	some, all := l.sees(x0, y0, x1, y1)
	if !some {
		return
	}
	if !all {
		// Text is never turned: cutting a glyph is moving its sides.
		cx0, cy0 := max(x0, l.x0), max(y0, l.y0)
		cx1, cy1 := min(x1, l.x1), min(y1, l.y1)
		u0, v0, u1, v1 = u0+cx0-x0, v0+cy0-y0, u1+cx1-x1, v1+cy1-y1
		x0, y0, x1, y1 = cx0, cy0, cx1, cy1
	}
	first := uint32(len(l.vertices))
	vertex := func(x, y, u, v float32) ebiten.Vertex {
		return ebiten.Vertex{DstX: x, DstY: y, SrcX: u, SrcY: v,
			ColorR: col.R, ColorG: col.G, ColorB: col.B, ColorA: col.A}
	}
	l.vertices = append(l.vertices,
		vertex(x0, y0, u0, v0), vertex(x1, y0, u1, v0), vertex(x1, y1, u1, v1), vertex(x0, y1, u0, v1))
	l.indices = append(l.indices, first, first+1, first+2, first, first+2, first+3)
}

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
