package ui

import (
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
)

// The roles' colours as text, lightened until they stand off the panel by 4.5 : 1 and more (WCAG AA).
var (
	errorText  = draw.Error.Mix(draw.Truth, 0.35)
	inSyncText = draw.InSync.Mix(draw.Truth, 0.35)
)

// palette is what the widgets' theme is mixed from.
var palette = widgets.Palette{
	Panel:   draw.Panel,
	Edge:    draw.PanelEdge,
	Text:    draw.Text,
	TextDim: draw.TextDim,
	Accent:  draw.Accent,
}
