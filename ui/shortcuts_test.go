package ui

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

func TestNoTwoShortcutsShareAKey(t *testing.T) {
	type pressed struct {
		key   ebiten.Key
		shift bool
	}
	seen := map[pressed]string{}
	for _, s := range shortcuts {
		if other, ok := seen[pressed{s.key, s.shift}]; ok {
			t.Errorf("%s and %s are both on %s", other, s.name, s.key)
		}
		seen[pressed{s.key, s.shift}] = s.name
	}
}
