package widgets

import (
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// An inputLine is what a field is typed into. ebitenui draws a text input over two pictures as large as the
// window, in three passes over them: a panel of forty fields took half a gigabyte. So it draws the one that
// has the keyboard, and the others are drawn here, as if they were labels.
type inputLine struct {
	*widget.TextInput
	theme *Theme
	hint  string
	inset widget.Insets
}

// newInputLine returns one with room around its text, which an empty one has a hint in place of.
func (t *Theme) newInputLine(hint string, inset widget.Insets, opts ...widget.TextInputOpt) *inputLine {
	all := append(t.typed(), widget.TextInputOpts.Padding(&inset), widget.TextInputOpts.Placeholder(hint))
	return &inputLine{widget.NewTextInput(append(all, opts...)...), t, hint, inset}
}

// Render implements ebitenui's widgets.
func (l *inputLine) Render(screen *ebiten.Image) {
	if l.IsFocused() {
		l.TextInput.Render(screen)
		return
	}
	w := l.GetWidget()
	w.Render(screen)
	r := w.Rect
	l.theme.art.field.Draw(screen, r.Dx(), r.Dy(), func(o *ebiten.DrawImageOptions) {
		o.GeoM.Translate(float64(r.Min.X), float64(r.Min.Y))
	})
	shown, col := l.GetText(), l.theme.palette.Text
	if shown == "" || w.Disabled {
		col = l.theme.palette.TextDim
	}
	if shown == "" {
		shown = l.hint
	}
	inner := r
	inner.Min.X, inner.Min.Y = r.Min.X+l.inset.Left, r.Min.Y+l.inset.Top
	inner.Max.X, inner.Max.Y = r.Max.X-l.inset.Right, r.Max.Y-l.inset.Bottom
	o := &text.DrawOptions{}
	o.GeoM.Translate(float64(inner.Min.X), float64(inner.Min.Y))
	o.ColorScale.ScaleWithColor(col)
	text.Draw(screen.SubImage(inner).(*ebiten.Image), shown, l.theme.face, o)
}
