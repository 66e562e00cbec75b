package ui

import (
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
)

// Error and InSync as text: what [draw.Use] makes of them, again after each change of theme.
var errorText, inSyncText = draw.ErrorText, draw.InSyncText

// useTheme makes a theme's colours those of the window. The widgets have to be built anew.
func useTheme(t draw.Theme) {
	draw.Use(t)
	errorText, inSyncText = draw.ErrorText, draw.InSyncText
}

// palette is what the widgets' theme is mixed from.
func palette() widgets.Palette {
	return widgets.Palette{
		Panel: draw.Panel, Edge: draw.PanelEdge, Text: draw.Text, TextDim: draw.TextDim,
		Accent: draw.Accent, Chosen: draw.Chosen, OnChosen: draw.OnChosen,
	}
}
