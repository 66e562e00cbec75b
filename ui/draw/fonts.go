package draw

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"slices"
	"strings"
	"sync"
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

// The classes and their sizes in points. Figures are equally wide in each of them.
const (
	Small       Class = iota // 13, regular
	Body                     // 15, regular
	Strong                   // 15, bold
	Title                    // 18, bold
	Mono                     // 14, fixed width
	MonoSmall                // 13, fixed width
	Lead                     // 20, regular
	Figure                   // 24, bold
	SmallStrong              // 13, bold
	numClasses
)

var classes = [numClasses]struct {
	font func() *opentype.Font
	size float64
	mono bool
}{
	Small:     {font: regular, size: 13},
	Body:      {font: regular, size: 15},
	Strong:    {font: bold, size: 15},
	Title:     {font: bold, size: 18},
	Mono:      {font: mono, size: 14, mono: true},
	MonoSmall: {font: mono, size: 13, mono: true},
	Lead:      {font: regular, size: 20},
	Figure:    {font: bold, size: 24},

	SmallStrong: {font: bold, size: 13},
}

var regular, bold, mono = parsed(goregular.TTF), parsed(gobold.TTF), parsed(gomono.TTF)

// parsed returns what reads a font, once for all classes. Several goroutines may call it.
func parsed(ttf []byte) func() *opentype.Font {
	return sync.OnceValue(func() *opentype.Font {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic("draw: " + err.Error()) // it is a part of the program
		}
		return f
	})
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

	latin1 = 0x100
)

// A glyph is one character's metrics and, for each phase that has been written so far, its place in the atlas.
type glyph struct {
	char    rune
	placed  uint8                   // a bit for each phase that has its place
	boxes   [phases]image.Rectangle // in the atlas
	offsets [phases]image.Point     // from the pen to the box's top left corner, in pixels
	advance float32                 // pixels
}

// A typeface is one class at one scale.
type typeface struct {
	face    font.Face
	glyphs  [latin1]glyph
	others  map[rune]*glyph
	ascent  float32 // baseline to the line's top, whole pixels
	descent float32 // baseline to the line's bottom, whole pixels
	caps    float32 // baseline to the top of capitals and figures
}

// Fonts is the glyph atlas for one scale, in pixels a point, with its metrics. A glyph is rasterised when it is first written,
// since most never are. Several canvases of one goroutine may share it.
type Fonts struct {
	Kept any // what package layout keeps as long as these fonts exist

	scale float64
	faces [numClasses]typeface
	atlas atlas
}

// NewFonts reads all classes at a scale from 0.5 to 8 pixels a point, 1 being an ordinary screen. When the scale changes, make
// new ones.
func NewFonts(scale float64) (*Fonts, error) { return NewLetters(scale, 1) }

// NewLetters returns fonts as [NewFonts] does, with letters larger by a factor. Scale times factor is from 0.5 to 8.
func NewLetters(scale, times float64) (*Fonts, error) {
	size := scale * times
	if !(size >= 0.5 && size <= 8) {
		return nil, fmt.Errorf("font scale %v is outside 0.5..8", size)
	}
	larger := int(math.Ceil(size / 2))
	f := &Fonts{scale: scale, atlas: atlas{width: atlasWidth * larger, height: atlasHeight * larger}}
	for c := range classes {
		if err := f.faces[c].read(Class(c), size); err != nil {
			return nil, fmt.Errorf("font class %d at scale %v: %w", c, size, err)
		}
	}
	return f, nil
}

// Scale returns the scale of [NewFonts]. It is needed only to make pictures of pixels.
func (f *Fonts) Scale() float64 { return f.scale }

// LineHeight returns the distance from one line of text to the next in points: whole pixels.
func (f *Fonts) LineHeight(c Class) float32 {
	t := &f.faces[c]
	return (t.ascent + t.descent) / float32(f.scale)
}

// Measure returns how far the pen moves when s is written, in points: less than a pixel from the
// width that is seen.
func (f *Fonts) Measure(s string, c Class) float32 {
	return measure(&f.faces[c], s) / float32(f.scale)
}

// MeasureBytes is [Fonts.Measure] for UTF-8 in a buffer.
func (f *Fonts) MeasureBytes(s []byte, c Class) float32 {
	return measure(&f.faces[c], s) / float32(f.scale)
}

// read reads the metrics of all characters of a class.
func (t *typeface) read(c Class, scale float64) (err error) {
	t.face, err = opentype.NewFace(classes[c].font(), &opentype.FaceOptions{
		Size: classes[c].size * scale, DPI: 72, Hinting: font.HintingNone,
	})
	if err != nil {
		return err
	}
	m := t.face.Metrics()
	t.ascent, t.descent = float32(m.Ascent.Ceil()), float32(m.Descent.Ceil())
	t.caps = float32(m.CapHeight) / 64
	measured := func(r rune) glyph {
		advance, _ := t.face.GlyphAdvance(r)
		if classes[c].mono {
			advance = fixed.I(advance.Round())
		}
		return glyph{char: r, advance: float32(advance) / 64}
	}
	for r := rune(' '); r < latin1; r++ {
		if r < 0x7f || r >= 0xa0 {
			t.glyphs[r] = measured(r)
		}
	}
	t.others = make(map[rune]*glyph, len(symbols))
	for _, r := range symbols {
		g := measured(r)
		t.others[r] = &g
	}
	thin := t.glyphs[' '] // which the fonts have not
	thin.advance *= 0.6
	t.others['\u2009'] = &thin
	return nil
}

// place gives a glyph its place in the atlas in one of its phases. A fixed-width face has the pen always on a whole
// pixel, and needs the first phase alone.
func (f *Fonts) place(t *typeface, g *glyph, phase int) {
	dot := fixed.Point26_6{X: fixed.Int26_6(phase * 64 / phases)}
	box, mask, at, _, _ := t.face.Glyph(dot, g.char)
	g.offsets[phase], g.boxes[phase] = box.Min, f.atlas.add(box.Size(), mask, at)
	g.placed |= 1 << phase
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

// The size of an atlas at first, up to scale 2, and more above: no side of a picture may have more than some thousand
// pixels. It grows in height.
const (
	atlasWidth  = 1024
	atlasHeight = 256
)

// An atlas is a picture in which glyphs are laid out in rows, in white.
type atlas struct {
	picture       *ebiten.Image // nil while it is empty
	width, height int
	x, y          int // where the next glyph goes
	row           int // the height of the row
}

// add copies a glyph of the given size from mask at the point at, and returns its place.
func (a *atlas) add(size image.Point, mask image.Image, at image.Point) image.Rectangle {
	if size.X <= 0 || size.Y <= 0 {
		return image.Rectangle{}
	}
	if a.x+size.X > a.width {
		a.x, a.y, a.row = 0, a.y+a.row+1, 0
	}
	place := image.Rectangle{Max: size}.Add(image.Pt(a.x, a.y))
	a.grow(place.Max.Y)
	white := image.NewRGBA(image.Rectangle{Max: size})
	draw.DrawMask(white, white.Rect, image.White, image.Point{}, mask, at, draw.Over)
	a.picture.SubImage(place).(*ebiten.Image).WritePixels(white.Pix)
	a.x += size.X + 1
	a.row = max(a.row, size.Y)
	return place
}

// grow makes the picture at least height tall. All glyphs keep their places.
func (a *atlas) grow(height int) {
	before := a.picture
	if before != nil && a.height >= height {
		return
	}
	for a.height < height {
		a.height *= 2
	}
	a.picture = ebiten.NewImage(a.width, a.height)
	if before != nil {
		a.picture.DrawImage(before, &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy})
		before.Deallocate()
	}
}
