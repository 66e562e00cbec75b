package widgets

import "github.com/hajimehoshi/ebiten/v2"

// Focus gives the field the keyboard.
func (f *Field) Focus() { f.input.Focus(true) }

// Focused reports whether the field has the keyboard.
func (f *Field) Focused() bool { return f.input.IsFocused() }

// Focus gives the first control in a widget the keyboard.
func Focus(child Child) {
	if all := focusers(nil, children{child}); len(all) > 0 {
		all[0].Focus(true)
	}
}

// entering says whether a key is held down that presses the control that has the keyboard: it has been pressed for
// something else.
func entering() bool {
	return ebiten.IsKeyPressed(ebiten.KeyEnter) || ebiten.IsKeyPressed(ebiten.KeyNumpadEnter)
}
