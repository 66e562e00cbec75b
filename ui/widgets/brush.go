package widgets

import (
	"image"
	"image/color"
	"math"

	nineslice "github.com/ebitenui/ebitenui/image"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// A tile is a square picture. With a border it can be stretched: the border keeps its width.
type tile struct {
	size, border int
	pix          []byte // premultiplied RGBA
}

// A patch is a tile's place on the sheet.
type patch struct {
	at     image.Rectangle
	border int
}

// A sheet collects the tiles of a theme below each other, a pixel apart.
type sheet struct {
	tiles         []tile
	width, height int
}

func (s *sheet) add(t tile) patch {
	at := image.Rect(0, s.height, t.size, s.height+t.size)
	s.tiles = append(s.tiles, t)
	s.width, s.height = max(s.width, t.size), at.Max.Y+1
	return patch{at, t.border}
}

func (s *sheet) image() *ebiten.Image {
	img := ebiten.NewImage(s.width, s.height)
	y := 0
	for _, t := range s.tiles {
		img.SubImage(image.Rect(0, y, t.size, y+t.size)).(*ebiten.Image).WritePixels(t.pix)
		y += t.size + 1
	}
	return img
}

// A brush draws patches: those of one control with one call, because each call costs more than what
// it draws.
type brush struct {
	sheet    *ebiten.Image
	vertices []ebiten.Vertex
	indices  []uint32
	options  ebiten.DrawTrianglesOptions
}

// box adds a patch, stretched over a box.
func (b *brush) box(p patch, to image.Rectangle) {
	cut := func(r image.Rectangle) (x, y [4]int) {
		return [4]int{r.Min.X, r.Min.X + p.border, r.Max.X - p.border, r.Max.X},
			[4]int{r.Min.Y, r.Min.Y + p.border, r.Max.Y - p.border, r.Max.Y}
	}
	u, v := cut(p.at)
	x, y := cut(to)
	for j := range 3 {
		for i := range 3 {
			b.quad(image.Rect(u[i], v[j], u[i+1], v[j+1]), x[i], y[j], x[i+1], y[j+1])
		}
	}
}

// stamp adds a patch in its own size, in the middle of a box.
func (b *brush) stamp(p patch, box image.Rectangle) {
	size := p.at.Size()
	x, y := box.Min.X+(box.Dx()-size.X)/2, box.Min.Y+(box.Dy()-size.Y)/2
	b.quad(p.at, x, y, x+size.X, y+size.Y)
}

// quad adds the part from of the sheet, stretched over a box, unless the box is empty.
func (b *brush) quad(from image.Rectangle, x0, y0, x1, y1 int) {
	if x0 >= x1 || y0 >= y1 || from.Empty() {
		return
	}
	first := uint32(len(b.vertices))
	vertex := func(x, y, u, v int) ebiten.Vertex {
		return ebiten.Vertex{DstX: float32(x), DstY: float32(y), SrcX: float32(u), SrcY: float32(v),
			ColorR: 1, ColorG: 1, ColorB: 1, ColorA: 1}
	}
	b.vertices = append(b.vertices, vertex(x0, y0, from.Min.X, from.Min.Y), vertex(x1, y0, from.Max.X, from.Min.Y),
		vertex(x1, y1, from.Max.X, from.Max.Y), vertex(x0, y1, from.Min.X, from.Max.Y))
	b.indices = append(b.indices, first, first+1, first+2, first, first+2, first+3)
}

// flush draws what was added.
func (b *brush) flush(dst *ebiten.Image) {
	dst.DrawTriangles32(b.vertices, b.indices, b.sheet, &b.options)
	b.vertices, b.indices = b.vertices[:0], b.indices[:0]
}

// nineSlice returns a patch in the form that ebitenui's containers want.
func (b *brush) nineSlice(p patch) *nineslice.NineSlice {
	img := b.sheet.SubImage(p.at).(*ebiten.Image)
	widths := [3]int{p.border, p.at.Dx() - 2*p.border, p.border}
	return nineslice.NewNineSlice(img, widths, widths)
}

// align is the horizontal alignment of a line of text in its box.
type align uint8

const (
	left align = iota
	centre
	right
)

// A caption is one line of text, cut off with … where it does not fit, and kept as an image: most
// texts stay as they are for a long time.
type caption struct {
	full  string
	shown string // what fits into width
	width int
	image *ebiten.Image // of shown, in white; nil if it is not drawn yet
}

// margin is the room beside a caption's text for letters that reach out of their own width.
const margin = 2

func (c *caption) set(s string) {
	if s != c.full {
		c.full, c.width = s, -1
	}
}

// fit makes the caption show what fits into a width.
func (c *caption) fit(f *typeface, width int) {
	if c.width == width {
		return
	}
	shown := c.full
	for r := []rune(c.full); f.width(shown) > float64(width) && len(r) > 1; {
		r = r[:len(r)-1]
		shown = string(r) + "…"
	}
	c.width = width
	if shown != c.shown {
		c.shown = shown
		if c.image != nil {
			c.image.Deallocate()
			c.image = nil
		}
	}
}

// write draws a caption in the middle of a box's height, on whole pixels.
func (f *typeface) write(dst *ebiten.Image, c *caption, box image.Rectangle, a align, col color.Color) {
	c.fit(f, box.Dx())
	if c.shown == "" {
		return
	}
	width := int(math.Ceil(f.width(c.shown)))
	if c.image == nil {
		c.image = ebiten.NewImage(width+2*margin, int(f.line))
		op := &text.DrawOptions{}
		op.GeoM.Translate(margin, math.Round(f.ascent)-f.ascent)
		text.Draw(c.image, c.shown, f.Face, op)
	}
	x := box.Min.X
	switch a {
	case centre:
		x += (box.Dx() - width) / 2
	case right:
		x = box.Max.X - width
	}
	baseline := math.Round((float64(box.Min.Y+box.Max.Y) + f.caps) / 2)
	op := &ebiten.DrawImageOptions{}
	op.GeoM.Translate(float64(x-margin), baseline-math.Round(f.ascent))
	op.ColorScale.ScaleWithColor(col)
	dst.DrawImage(c.image, op)
}
