package widgets

import (
	"reflect"
	"unicode/utf8"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

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
