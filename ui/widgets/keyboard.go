package widgets

import (
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// KeyHeld reports whether one of some keys is down.
func KeyHeld(keys ...ebiten.Key) bool { return slices.ContainsFunc(keys, ebiten.IsKeyPressed) }

// ControlDown reports whether Ctrl, or on a Mac Cmd, is down.
func ControlDown() bool { return KeyHeld(ebiten.KeyControl, ebiten.KeyMeta) }

// When a key that is held down repeats, in updates.
const (
	repeatAfter = 24
	repeatEvery = 3
)

// KeyRepeats reports whether a key that is held down repeats in this update.
func KeyRepeats(key ebiten.Key) bool {
	held := inpututil.KeyPressDuration(key)
	return held >= repeatAfter && held%repeatEvery == 0
}

// KeyLetter returns the letter that a key has on this keyboard, in lower case.
func KeyLetter(key ebiten.Key) string {
	name := ebiten.KeyName(key)
	if name == "" {
		name = key.String()
	}
	return strings.ToLower(name)
}

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
