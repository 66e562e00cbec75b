package widgets

// Focus gives the field the keyboard.
func (f *Field) Focus() { f.input.Focus(true) }
