package ui

import (
	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// The size of the panel under the button Share, at scale 1.
const (
	shareWidth  = 380
	shareHeight = 156
)

// buildShare makes the panel for the present scale. What was open stays open.
func (a *App) buildShare(theme *widgets.Theme) {
	p := &a.share.panel
	p.field = theme.Field(widgets.FieldConfig{Label: words.T("share.field"), Hint: words.T("share.field-hint"), Clear: true,
		Tip: words.T("share.field-tip"), OnSubmit: func(text string) {
			a.share.panel.show(false)
			a.openText(text)
		}})
	and := func(do func()) func() {
		return func() {
			p.show(false)
			do()
		}
	}
	note := theme.Note(words.T("share.note"), "", theme.Px(shareWidth-28))
	p.Child = theme.Panel(theme.Column(
		theme.Equal(
			theme.Button(words.T("share.copy"), words.T("share.copy-tip"), and(a.copy)),
			theme.Button(words.T("share.save"), words.T("share.save-tip"), and(a.saveLog)),
			theme.Button(words.T("share.paste"), words.T("share.paste-tip"), and(a.paste)),
		),
		p.field,
		note,
	), 12)
	p.show(p.open)
}

// placeShare puts the panel under the top bar.
func (a *App) placeShare() {
	z := float32(a.scale)
	a.root.Place(a.share.panel.Child, rect{(controlsWidth + gap) * z, (barHeight + 4) * z, shareWidth * z, shareHeight * z}.pixels())
}

// show opens the panel or puts it away.
func (p *sharePanel) show(open bool) {
	p.open = open
	shown := widget.Visibility_Hide
	if open {
		shown = widget.Visibility_Show
	}
	p.GetWidget().SetVisibility(shown)
}

// toggleShare is what the button Share does.
func (a *App) toggleShare() { a.share.panel.show(!a.share.panel.open) }
