package ui

import (
	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/widgets"
)

// The size of the panel under the button Share, at scale 1.
const (
	shareWidth = 380
)

// sharePanel is the little window under the button Share.
type sharePanel struct {
	*widgets.Popover
	field *widgets.Field
	under widgets.Child  // the button
	theme *widgets.Theme // of what it opens
}

// buildShare makes the panel for the present scale.
func (a *App) buildShare(theme *widgets.Theme) {
	p := &a.share.panel
	p.theme = theme
	p.field = theme.Field(widgets.FieldConfig{Label: a.Words.T("share.field"), Hint: a.Words.T("share.field-hint"), Clear: true,
		Tip: a.Words.T("share.field-tip"), OnSubmit: func(text string) {
			p.Close()
			a.openText(text)
		}})
	and := func(do func()) func() {
		return func() {
			p.Close()
			do()
		}
	}
	rows := []widget.PreferredSizeLocateableWidget{theme.Equal(
		theme.Button(a.Words.T("share.copy"), a.Words.T("share.copy-tip"), and(a.copy)),
		theme.Button(a.Words.T("share.save"), a.Words.T("share.save-tip"), and(a.saveLog)),
		theme.Button(a.Words.T("share.paste"), a.Words.T("share.paste-tip"), and(a.paste)),
	)}
	if a.opt.Link != nil {
		rows = append(rows, theme.Equal(
			theme.Button(a.Words.T("share.link"), a.Words.T("share.link-tip"), and(a.copyLink)),
			theme.Button(a.Words.T("share.code"), a.Words.T("share.code-tip"), and(a.showCode)),
		))
		pages := []widget.PreferredSizeLocateableWidget{
			theme.Button(a.Words.T("share.embed"), a.Words.T("share.embed-tip"), and(a.chooseEmbedding)),
		}
		if a.opt.Lab != nil {
			pages = append(pages, theme.Button(a.Words.T("share.lab"), a.Words.T("share.lab-tip"), and(a.openLab)))
		}
		rows = append(rows, theme.Equal(pages...))
	}
	rows = append(rows, theme.Equal(theme.Button(a.Words.T("share.browse"), a.Words.T("share.browse-tip"), and(a.browse))), p.field)
	if lately := a.recentRows(theme, p.Close); len(lately) > 0 {
		rows = append(append(rows, theme.Label(a.Words.T("share.recent"), a.Words.T("share.recent-tip"), 0)), lately...)
	}
	rows = append(rows, theme.Note(a.Words.T("share.note"), "", theme.Px(a.roomFor(shareWidth)-28)))
	if a.Regions.Phone {
		p.Popover = theme.Popover(theme.Scroll(theme.Column(rows...)), nil)
		return
	}
	p.Popover = theme.Popover(theme.Column(rows...), nil)
}

// toggleShare is what the button Share does.
func (a *App) toggleShare() {
	if a.refused() {
		return
	}
	p := &a.share.panel
	if p.IsOpen() {
		p.Close()
		return
	}
	a.openShare()
}

// openShare shows the panel under its button, with what has been opened or saved last by now.
func (a *App) openShare() {
	if !a.share.panel.IsOpen() {
		a.buildShare(a.share.panel.theme)
	}
	a.openUnder(a.share.panel.under, a.share.panel.Popover, shareWidth)
}
