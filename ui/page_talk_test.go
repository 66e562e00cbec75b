package ui

import (
	"testing"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/config"
)

func TestTabLeadsOutOfTheWindowAtTheEndsOfItsControls(t *testing.T) {
	for _, view := range config.Views() {
		a := withSettings(t, 1280, 720, config.Settings{View: view})
		if tab, shift := a.tabEnds(); tab || !shift {
			t.Errorf("%s: where nothing has the keyboard Tab leads out: %v, Shift+Tab: %v", view, tab, shift)
		}
		n := 0
		for tab := false; !tab; n++ {
			if n > 300 {
				t.Fatalf("%s: Tab does not lead out", view)
			}
			a.ui.ChangeFocus(widget.FOCUS_NEXT)
			var shift bool
			if tab, shift = a.tabEnds(); shift != (n == 0) {
				t.Errorf("%s: at control %d Shift+Tab leads out: %v", view, n, shift)
			}
		}
		t.Logf("%s: %d controls", view, n)
	}
}
