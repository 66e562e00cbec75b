package widgets

// Focus gives the field the keyboard.
func (f *Field) Focus() { f.input.Focus(true) }

// Focused reports whether the field has the keyboard.
func (f *Field) Focused() bool { return f.input.IsFocused() }
