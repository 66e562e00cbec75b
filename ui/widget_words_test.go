package ui

import (
	"fmt"
	"strings"

	"github.com/ebitenui/ebitenui/widget"
)

// wordFaults reports the words of widgets in sight that have less room than they need, or are cut.
func wordFaults(a *App) (faults []string) {
	var look func(w widget.PreferredSizeLocateableWidget)
	look = func(w widget.PreferredSizeLocateableWidget) {
		if r := w.GetWidget().Rect; !w.GetWidget().IsVisible() || r.Empty() {
			return
		}
		var words *widget.Text
		switch w := w.(type) {
		case *widget.Button:
			words = w.Text()
		case *widget.Text:
			words = w
		case interface {
			Children() []widget.PreferredSizeLocateableWidget
		}:
			for _, inner := range w.Children() {
				look(inner)
			}
		}
		if words == nil || words.Label == "" {
			return
		}
		r := w.GetWidget().Rect
		if wide, _ := words.PreferredSize(); wide > r.Dx()+1 || strings.HasSuffix(words.Label, "…") {
			faults = append(faults, fmt.Sprintf("%q needs %d pixels and has %d", words.Label, wide, r.Dx()))
		}
	}
	for _, w := range a.root.Children() {
		look(w)
	}
	return faults
}
