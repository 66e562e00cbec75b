package widgets

import (
	"fmt"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// A Palette is the colours that a theme is mixed from.
type Palette struct {
	Panel   color.Color // what the controls stand on
	Edge    color.Color // around popups and panels
	Text    color.Color
	TextDim color.Color // values, headings, what is switched off
	Accent  color.Color // what is switched on
}

// A Theme makes widgets for one scale factor. When the scale changes, make a new Theme and build the
// widgets again.
type Theme struct {
	scale   float64
	palette Palette
	face    typeface // labels
	strong  typeface // headings
	small   typeface // tooltips
	art     art
	brush   brush
}

// New returns a theme for a scale factor from 0.5 to 8, 1 being an ordinary screen.
func New(scale float64, p Palette) (*Theme, error) {
	if !(scale >= 0.5 && scale <= 8) {
		return nil, fmt.Errorf("widget scale %v is outside 0.5..8", scale)
	}
	if p.Panel == nil || p.Edge == nil || p.Text == nil || p.TextDim == nil || p.Accent == nil {
		return nil, fmt.Errorf("widget palette %v lacks a colour", p)
	}
	t := &Theme{scale: scale, palette: p}
	for _, f := range []struct {
		to   *typeface
		ttf  []byte
		size float64
	}{{&t.face, goregular.TTF, 14}, {&t.strong, gobold.TTF, 14}, {&t.small, goregular.TTF, 13}} {
		var err error
		if *f.to, err = newTypeface(f.ttf, f.size*scale); err != nil {
			return nil, fmt.Errorf("widget font at %v px: %w", f.size*scale, err)
		}
	}
	var on sheet
	t.art = newArt(t, &on)
	t.brush.sheet = on.image()
	return t, nil
}

// Scale returns the scale factor of [New].
func (t *Theme) Scale() float64 { return t.scale }

// Px returns v, in pixels at scale 1, in device pixels, rounded.
func (t *Theme) Px(v float64) int { return int(math.Round(v * t.scale)) }

// Sizes in pixels at scale 1.
const (
	rowHeight   = 28.0 // a control with one line
	tickHeight  = 24.0 // a checkbox with its text
	textHeight  = 20.0 // the line above a slider's track
	labelWidth  = 104.0
	valueWidth  = 64.0
	gap         = 8.0
	corner      = 4.0
	trackHeight = 4.0
	knobWidth   = 8.0
	knobHeight  = 16.0
	boxSize     = 16.0 // of a checkbox
	arrowSize   = 10.0
	focusReach  = 4.0 // of the focus ring beyond the control
	tipWidth    = 280.0
)

// A typeface is a face with what is needed to set it on whole pixels.
type typeface struct {
	text.Face
	ascent float64
	caps   float64 // height of capitals and figures
	line   float64
}

func newTypeface(ttf []byte, size float64) (typeface, error) {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return typeface{}, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return typeface{}, err
	}
	f := text.NewGoXFace(face)
	m := f.Metrics()
	return typeface{Face: f, ascent: m.HAscent, caps: m.CapHeight, line: math.Ceil(m.HAscent + m.HDescent)}, nil
}

func (f *typeface) width(s string) float64 { return text.Advance(s, f.Face) }
