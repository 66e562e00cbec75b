package widgets

import (
	"cmp"
	"reflect"
	"unicode/utf8"

	"github.com/ebitenui/ebitenui/image"
	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// A FieldConfig describes a field.
type FieldConfig struct {
	Label string // left of the box; without it the box is as wide as the row
	Tip   string // tooltip, may be empty
	Hint  string // in dim letters while the field is empty
	Text  string // at the start

	Clear bool // Enter empties the field
	Value bool // the box is at the right of its label, as wide as the text needs
	Leave bool // going elsewhere submits what is there, as Enter does

	Width float64 // least width of the box in points; 0 is that of a value

	// OnReset, which may be nil, is called for a double click on the label.
	OnReset func()

	// OnSubmit is called with the text at each Enter.
	OnSubmit func(text string)
}

// A Field is a line to type a text into: a value with its unit, or the name of a file. Enter submits
// it; Escape, or going elsewhere without Enter, puts back what was there, unless leaving submits too.
// Focusing it selects the whole text; a second click places the caret.
type Field struct {
	*widget.Container
	theme   *Theme
	input   *inputLine
	config  FieldConfig
	text    string // what the program knows
	focused bool
	clicked bool // it got the keyboard from a mouse press that is not over yet
	pressed bool // it got the keyboard from a mouse press
}

// Field returns a field.
func (t *Theme) Field(c FieldConfig) *Field {
	if c.Width == 0 {
		c.Width = valueWidth
	}
	f := &Field{theme: t, config: c, text: c.Text}
	high, drop := t.sizes.row, 4.0
	if c.Label != "" {
		high, drop = t.sizes.box, 1
	}
	f.input = t.newInputLine(c.Hint, *t.insets(gap, drop, gap, 0),
		widget.TextInputOpts.WidgetOpts(t.atLeast(c.Width, high)),
		widget.TextInputOpts.SubmitHandler(func(a *widget.TextInputChangedEventArgs) {
			f.text = a.InputText
			if c.Clear {
				f.text = ""
				f.input.SetText("")
			}
			if c.OnSubmit != nil {
				c.OnSubmit(a.InputText)
			}
		}),
	)
	f.input.SetText(c.Text)
	if c.Label == "" {
		f.Container = t.stack(f.input)
	} else {
		f.Container = widget.NewContainer(widget.ContainerOpts.Layout(row{t, c.Value}))
		f.Container.AddChild(t.rowLabel(c.Label, c.OnReset), f.input)
	}
	f.input.GetWidget().CustomData = func() Said { return Said{cmp.Or(c.Label, c.Tip, c.Hint), "field", f.input.GetText()} }
	t.tip(c.Tip)(f.GetWidget())
	f.widen()
	return f
}

// typed returns the look of what a person types into.
func (t *Theme) typed() []widget.TextInputOpt {
	return []widget.TextInputOpt{
		widget.TextInputOpts.Face(&t.face),
		widget.TextInputOpts.Image(&widget.TextInputImage{
			Idle: t.art.field, Highlight: image.NewNineSliceColor(t.shade(0.35)),
		}),
		widget.TextInputOpts.Color(&widget.TextInputColor{
			Idle: t.palette.Text, Disabled: t.palette.TextDim, Caret: t.palette.Text, DisabledCaret: t.palette.TextDim,
		}),
		widget.TextInputOpts.CaretWidth(t.Px(1)),
		widget.TextInputOpts.AllowDuplicateSubmit(true),
	}
}

// Done gives the keyboard back to the window, if a click took it: arrows and Space are the game's again.
func (f *Field) Done() {
	if f.pressed {
		f.input.Focus(false)
	}
}

// Text returns what was submitted last, or set.
func (f *Field) Text() string { return f.text }

// Commit submits what is typed and not submitted yet.
func (f *Field) Commit() {
	if typed := f.input.GetText(); typed != f.text {
		f.text = typed
		f.config.OnSubmit(typed)
	}
}

// Set shows a text without a callback. What a person is typing at the moment stays.
func (f *Field) Set(text string) {
	if text == f.text && (f.focused || f.input.GetText() == text) {
		return
	}
	f.text = text
	if !f.focused {
		f.input.SetText(text)
		f.widen()
	}
}

// widen gives the box room for its text.
func (f *Field) widen() {
	if !f.config.Value {
		return
	}
	f.input.GetWidget().MinWidth = max(f.theme.width(f.text)+f.theme.Px(2*gap+4), f.theme.Px(f.config.Width))
	f.RequestRelayout()
}

func (f *Field) Update(u *widget.UpdateObject) {
	if f.focused && inpututil.IsKeyJustPressed(ebiten.KeyEscape) {
		f.input.SetText(f.text)
	}
	heedChosen(f.input.TextInput)
	f.Container.Update(u)
	selectAllByKey(f.input.TextInput)
	if was := f.focused; was && !f.input.IsFocused() {
		if f.config.Leave {
			f.Commit()
		}
		f.input.SetText(f.text)
	}
	f.chooseAll()
	f.focused = f.input.IsFocused()
}

// chooseAll selects the whole text when the field has just got the keyboard. With a mouse press it waits until that is over,
// since the press sets the caret, and doesn't select all if the mouse was dragged over a part of the text.
func (f *Field) chooseAll() {
	down, came := input.MouseButtonPressed(ebiten.MouseButtonLeft), f.input.IsFocused() && !f.focused
	switch from, to := chosen(f.input.TextInput); {
	case !f.input.IsFocused():
		f.clicked, f.pressed = false, false
	case came && down:
		f.clicked, f.pressed = true, true
	case came, f.clicked && !down && from == to:
		f.clicked = false
		f.input.SelectAll()
	case !down:
		f.clicked = false
	}
}

// selectAllByKey selects the whole text on Ctrl+A, which ebitenui doesn't know.
func selectAllByKey(in *widget.TextInput) {
	control := ebiten.IsKeyPressed(ebiten.KeyControl) || ebiten.IsKeyPressed(ebiten.KeyMeta)
	if in.IsFocused() && control && inpututil.IsKeyJustPressed(ebiten.KeyA) {
		in.SelectAll()
	}
}

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

// ebitenui v0.7.3 counts what is chosen of a text in characters, takes it away by bytes, and looks for it from the front: of
// "1×" half a sign was left, and of "1 of 1" the first digit went in place of the last. So it is taken away here before
// ebitenui comes to it.

// chosen returns the first and the last position of the selection in characters, which are equal if there is none.
func chosen(in *widget.TextInput) (from, to int) {
	v := reflect.ValueOf(in).Elem() // the one way to read these
	from, to = int(v.FieldByName("dragStartIndex").Int()), int(v.FieldByName("cursorPosition").Int())
	if from < 0 {
		return to, to
	}
	return min(from, to), max(from, to)
}

// replaceChosen replaces the selection by a text, with the caret after or before it.
func replaceChosen(in *widget.TextInput, by string, behind bool) {
	from, to := chosen(in)
	r := []rune(in.GetText())
	if from == to || to > len(r) {
		return
	}
	in.SetText(string(r[:from]) + by + string(r[to:]))
	if behind {
		from += utf8.RuneCountInString(by)
	}
	in.CursorMoveStart()
	for range from {
		in.CursorMoveRight()
	}
}

// Insert types a text at the caret, or in place of the selection.
func Insert(in *widget.TextInput, text string) {
	replaceChosen(in, "", true)
	in.Insert(text)
}

// heedChosen removes the selection where ebitenui is about to, except for one character if a key deletes that.
func heedChosen(in *widget.TextInput) {
	control := ebiten.IsKeyPressed(ebiten.KeyControl)
	switch {
	case !in.IsFocused() || in.GetWidget().Disabled:
	case len(input.InputChars()) > 0:
		if !control {
			replaceChosen(in, "", true)
		}
	case input.KeyPressed(ebiten.KeyBackspace):
		replaceChosen(in, "x", true)
	case input.KeyPressed(ebiten.KeyDelete):
		replaceChosen(in, "x", false)
	}
}
