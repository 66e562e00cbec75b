package draw

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A Class is one of the few sizes and faces that the program writes in.
type Class uint8

// The classes and their sizes in pixels at scale 1. Figures are equally wide in each of them.
const (
	Small     Class = iota // 13, regular
	Body                   // 15, regular
	Strong                 // 15, bold
	Title                  // 18, bold
	Mono                   // 14, fixed width
	MonoSmall              // 13, fixed width
	Lead                   // 20, regular
	Figure                 // 24, bold
	numClasses
)

var classes = [numClasses]struct {
	ttf  []byte
	size float64
	mono bool
}{
	Small:     {ttf: goregular.TTF, size: 13},
	Body:      {ttf: goregular.TTF, size: 15},
	Strong:    {ttf: gobold.TTF, size: 15},
	Title:     {ttf: gobold.TTF, size: 18},
	Mono:      {ttf: gomono.TTF, size: 14, mono: true},
	MonoSmall: {ttf: gomono.TTF, size: 13, mono: true},
	Lead:      {ttf: goregular.TTF, size: 20},
	Figure:    {ttf: gobold.TTF, size: 24},
}

// symbols are the characters beyond Latin-1 that the atlas holds; all are in the Go fonts. Not in
// them, and so never drawn, are ✓ ✕ △ ▽ ◆ ◇ ▶ ◀ ⏸: a [Batch] has shapes for those.
const symbols = "−Δπσ…–—‘’‚“”„•‰‹›Ω∂∆Σ√∞≈≠≤≥←↑→↓↔↕■□▲►▼◄●○"

// unknown stands for a character that the atlas does not hold.
const unknown = '?'

const (
	// phases is the number of positions within a pixel at which each glyph of a proportional face is
	// drawn: letters keep their distances at small sizes. A fixed-width face has whole-pixel steps
	// and needs one.
	phases    = 1 << phaseBits
	phaseBits = 2

	atlasWidth = 1024 // up to scale 2, and more above: no side of a picture may have more than some thousand pixels
	latin1     = 0x100
)

// A glyph is one character's place in the atlas, for each phase, and its metrics.
type glyph struct {
	boxes   [phases]image.Rectangle // in the atlas
	offsets [phases]image.Point     // from the pen to the box's top left corner, in pixels
	advance float32                 // pixels
}

// A typeface is one class at one scale.
type typeface struct {
	glyphs  [latin1]glyph
	others  map[rune]*glyph
	ascent  float32 // baseline to the line's top, whole pixels
	descent float32 // baseline to the line's bottom, whole pixels
	caps    float32 // baseline to the top of capitals and figures
}

// Fonts is the glyph atlas for one scale factor, with the metrics that belong to it. It does not
// change once made, and may be shared.
type Fonts struct {
	scale float64
	faces [numClasses]typeface
	atlas *ebiten.Image
}

// NewFonts rasterises all classes at a scale factor from 0.5 to 8, 1 being an ordinary screen. It
// takes tens of milliseconds: call it at the start, and again when the scale changes.
func NewFonts(scale float64) (*Fonts, error) {
	if !(scale >= 0.5 && scale <= 8) {
		return nil, fmt.Errorf("font scale %v is outside 0.5..8", scale)
	}
	f := &Fonts{scale: scale}
	p := packer{width: atlasWidth * int(math.Ceil(scale/2))}
	for c := range classes {
		if err := f.faces[c].build(Class(c), scale, &p); err != nil {
			return nil, fmt.Errorf("font class %d at scale %v: %w", c, scale, err)
		}
	}
	f.atlas = p.image()
	return f, nil
}

// Scale returns the scale factor of [NewFonts].
func (f *Fonts) Scale() float64 { return f.scale }

// Px returns v, in pixels at scale 1, in device pixels.
func (f *Fonts) Px(v float32) float32 { return v * float32(f.scale) }

// LineHeight returns the distance from one line of text to the next, whole pixels.
func (f *Fonts) LineHeight(c Class) float32 {
	t := &f.faces[c]
	return t.ascent + t.descent
}

// Measure returns how far the pen moves when s is written, in pixels: less than a pixel from the
// width that is seen.
func (f *Fonts) Measure(s string, c Class) float32 { return measure(&f.faces[c], s) }

// MeasureBytes is [Fonts.Measure] for UTF-8 in a buffer.
func (f *Fonts) MeasureBytes(s []byte, c Class) float32 { return measure(&f.faces[c], s) }

// build rasterises all characters of a class into the packer.
func (t *typeface) build(c Class, scale float64, p *packer) error {
	parsed, err := opentype.Parse(classes[c].ttf)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{
		Size: classes[c].size * scale, DPI: 72, Hinting: font.HintingNone,
	})
	if err != nil {
		return err
	}
	m := face.Metrics()
	t.ascent, t.descent = float32(m.Ascent.Ceil()), float32(m.Descent.Ceil())
	t.caps = float32(m.CapHeight) / 64
	t.others = make(map[rune]*glyph, len(symbols))
	for r := rune(' '); r < latin1; r++ {
		if r < 0x7f || r >= 0xa0 {
			t.glyphs[r] = rasterise(face, r, classes[c].mono, p)
		}
	}
	for _, r := range symbols {
		g := rasterise(face, r, classes[c].mono, p)
		t.others[r] = &g
	}
	return face.Close()
}

// rasterise draws one character into the packer.
func rasterise(face font.Face, r rune, mono bool, p *packer) (g glyph) {
	for i := range phases {
		dot := fixed.Point26_6{X: fixed.Int26_6(i * 64 / phases)}
		box, mask, at, advance, _ := face.Glyph(dot, r)
		if mono {
			advance = fixed.I(advance.Round())
		}
		g.advance = float32(advance) / 64
		g.offsets[i] = box.Min
		g.boxes[i] = p.add(box.Size(), mask, at)
		if mono {
			break // the pen is always on a whole pixel
		}
	}
	return g
}

// glyph returns the glyph of a character.
func (t *typeface) glyph(r rune) *glyph {
	if r < latin1 {
		if g := &t.glyphs[r]; g.advance > 0 {
			return g
		}
	} else if g := t.others[r]; g != nil {
		return g
	}
	return &t.glyphs[unknown]
}

// Lacking returns the characters of a text that are drawn as a question mark, each once. Those that only part
// words are none of them.
func Lacking(text string) (all []rune) {
	for _, r := range text {
		held := r >= ' ' && r < 0x7f || r >= 0xa0 && r < latin1 || strings.ContainsRune(symbols, r)
		if !held && !unicode.IsSpace(r) && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// A packer lays glyphs out in rows.
type packer struct {
	mask  *image.Alpha
	width int
	x, y  int // where the next glyph goes
	row   int // the height of the row
}

// add copies a glyph of the given size from mask at the point at, and returns its place.
func (p *packer) add(size image.Point, mask image.Image, at image.Point) image.Rectangle {
	if size.X <= 0 || size.Y <= 0 {
		return image.Rectangle{}
	}
	if p.x+size.X > p.width {
		p.x, p.y, p.row = 0, p.y+p.row+1, 0
	}
	place := image.Rectangle{Max: size}.Add(image.Pt(p.x, p.y))
	p.grow(place.Max.Y)
	draw.Draw(p.mask, place, mask, at, draw.Src)
	p.x += size.X + 1
	p.row = max(p.row, size.Y)
	return place
}

// grow makes the mask at least height tall.
func (p *packer) grow(height int) {
	if p.mask != nil && p.mask.Rect.Dy() >= height {
		return
	}
	taller := image.NewAlpha(image.Rect(0, 0, p.width, max(2*height, 256)))
	if p.mask != nil {
		copy(taller.Pix, p.mask.Pix)
	}
	p.mask = taller
}

// image returns what was packed, in white.
func (p *packer) image() *ebiten.Image {
	height := p.y + p.row
	pix := make([]byte, 4*p.width*height)
	for i, a := range p.mask.Pix[:p.width*height] {
		pix[4*i], pix[4*i+1], pix[4*i+2], pix[4*i+3] = a, a, a, a
	}
	img := ebiten.NewImage(p.width, height)
	img.WritePixels(pix)
	return img
}
