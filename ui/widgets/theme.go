// Package widgets is the look of the program's controls: ebitenui's widgets in a palette's colours at one
// scale factor, and constructors for what the window is made of.
//
// Each control is ebitenui's own. What is added to some of them is small: a slider counts in steps
// of a real number and can be typed into, a dropdown opens upwards where there is no room below, a
// popover lies over the rest, a ring shows which control has the keyboard.
//
// The package knows no session. A control calls back only for what a person did, during ebitenui's
// Update; its Set method is silent.
//
// The mouse never takes the keyboard: Tab does. While ebitenui.UI.HasFocus says true, Space, Enter,
// Backspace and the arrows belong to the control that has the ring.
package widgets

import (
	"fmt"
	"math"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"driftlab/internal/palette"
	"driftlab/ui/words"
)

// A Theme makes widgets for one scale, the pixels a point, which ebitenui does not know: for that pictures, letters and places
// are pixels, and for all others points. When the scale changes, make a new Theme and build the widgets again; where
// widgets are built again for another reason, take [Theme.Again].
type Theme struct {
	scale    float64
	palette  *palette.Theme
	language *words.Language
	face     text.Face // labels
	strong   text.Face // headings
	small    text.Face // tooltips
	art      art
	icons    map[*[][2]float64]*ebiten.Image // that have been drawn, by their first line
	open     *Dropdown                       // the one whose list is shown, nil for none
	typing   *entry                          // the slider's that is typed into, nil for none
	popover  *Popover                        // the one that is over all else, nil for none
	shown    tipPicture
	sizes    sizes
}

// sizes are how large controls are, in points.
type sizes struct {
	row    float64 // a button
	line   float64 // a row of a column
	box    float64 // what is pressed in it
	entry  float64 // of a dropdown's list
	most   int     // entries that a list shows without scrolling
	knobW  float64
	knobH  float64 // as it is drawn
	reach  float64 // the height of what answers about a track
	iconW  float64
	iconH  float64
	least  float64 // the width of a button
	finger bool
}

// finger is the least side of what answers to a finger.
const finger = 44.0

// ForFingers returns a theme as [New] does, whose controls are large enough for a finger, in a window of a size in points
// from the top to the bottom.
func ForFingers(scale float64, p *palette.Theme, lang *words.Language, high float32) (*Theme, error) {
	entries := int(high/finger) - 2
	return withSizes(scale, p, lang, sizes{finger, lineHeight - boxHeight + finger, finger, finger, min(max(entries, 2), maxEntries), 20, 24, finger, finger, finger, finger, true})
}

// New returns a theme in a palette's colours and a language, for a scale from 0.5 to 8 pixels a point, 1 being an ordinary screen.
func New(scale float64, p *palette.Theme, lang *words.Language) (*Theme, error) {
	return withSizes(scale, p, lang, sizes{rowHeight, lineHeight, boxHeight, entryHeight, maxEntries, knobWidth, knobHeight, knobHeight, iconWidth, iconHeight, 0, false})
}

func withSizes(scale float64, p *palette.Theme, lang *words.Language, all sizes) (*Theme, error) {
	if !(scale >= 0.5 && scale <= 8) {
		return nil, fmt.Errorf("widget scale %v is outside 0.5..8", scale)
	}
	t := &Theme{scale: scale, palette: p, language: lang, sizes: all, icons: map[*[][2]float64]*ebiten.Image{}}
	for _, f := range []struct {
		to   *text.Face
		ttf  []byte
		size float64
	}{{&t.face, goregular.TTF, 15}, {&t.strong, gobold.TTF, 15}, {&t.small, goregular.TTF, 13}} {
		var err error
		if *f.to, err = newFace(f.ttf, f.size*scale); err != nil {
			return nil, fmt.Errorf("widget font at %v px: %w", f.size*scale, err)
		}
	}
	t.art = newArt(t)
	return t, nil
}

// Again returns the theme for widgets in place of those that it has made, of which nothing is open then. Pictures and
// letters, which take longer to make than widgets, are the same.
func (t *Theme) Again() *Theme {
	again := *t
	again.open, again.typing, again.popover = nil, nil, nil
	return &again
}

func newFace(ttf []byte, size float64) (text.Face, error) {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	return text.NewGoXFace(face), nil
}

// Px returns a length in points as ebitenui has it, in whole pixels.
func (t *Theme) Px(v float64) int { return int(math.Round(v * t.scale)) }

// insets are the room within the edges of a widget, in points.
func (t *Theme) insets(left, top, right, bottom float64) *widget.Insets {
	return &widget.Insets{Left: t.Px(left), Top: t.Px(top), Right: t.Px(right), Bottom: t.Px(bottom)}
}

// atLeast gives a widget a least width and height in points.
func (t *Theme) atLeast(width, height float64) widget.WidgetOpt {
	return widget.WidgetOpts.MinSize(t.Px(width), t.Px(height))
}

// Sizes in points.
const (
	rowHeight   = 28.0 // a button
	lineHeight  = 24.0 // a row of a column
	boxHeight   = 22.0 // what is pressed in it
	entryHeight = 26.0 // in a dropdown's list
	listFrame   = 4.0  // around the entries
	textDrop    = 1.0  // brings letters to the middle, which ebitenui takes with their tails
	valueWidth  = 56.0 // of a field, at least
	gap         = 8.0
	corner      = 4.0
	trackHeight = 4.0
	knobWidth   = 8.0
	knobHeight  = 16.0
	pillWidth   = 28.0 // of a switch
	pillHeight  = 16.0
	arrowSize   = 10.0
	barWidth    = 6.0 // of a scroll bar
	focusReach  = 4.0 // of the focus ring beyond the control
	tipWidth    = 280.0
)

// width returns the length of a label, in device pixels.
func (t *Theme) width(s string) int { return int(math.Ceil(text.AdvanceAt(s, len(s), t.face))) }

// Cut returns as much of a label as fits into a width in points.
func (t *Theme) Cut(s string, width float64) string { return t.cut(s, t.Px(width)) }

func (t *Theme) cut(s string, width int) string {
	shown := s
	for r := []rune(s); t.width(shown) > width && len(r) > 1; {
		r = r[:len(r)-1]
		shown = string(r) + "…"
	}
	return shown
}
