// Package keys tells which keys have gone down, which are held, and what letters they have.
package keys

import (
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// JustPressed returns the keys that have gone down in this update.
func JustPressed() []ebiten.Key { return inpututil.AppendJustPressedKeys(nil) }

// Held says whether one of some keys is down.
func Held(keys ...ebiten.Key) bool { return slices.ContainsFunc(keys, ebiten.IsKeyPressed) }

// Control says whether Ctrl, or on a Mac Cmd, is down.
func Control() bool { return Held(ebiten.KeyControl, ebiten.KeyMeta) }

// What a key that is held down does after a while it does again and again, in updates.
const (
	repeatAfter = 24
	repeatEvery = 3
)

// Repeats says whether a key that is held down does again what it does.
func Repeats(key ebiten.Key) bool {
	held := inpututil.KeyPressDuration(key)
	return held >= repeatAfter && held%repeatEvery == 0
}

// Letter returns the letter that a key has on this keyboard, in lower case.
func Letter(key ebiten.Key) string {
	name := ebiten.KeyName(key)
	if name == "" {
		name = key.String()
	}
	return strings.ToLower(name)
}
