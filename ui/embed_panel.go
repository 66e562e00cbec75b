package ui

import (
	"fmt"
	"html"

	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// embedWidth is the width of the panel in which an embedding is chosen, at scale 1.
const embedWidth = 340

// embedSizes are the sizes in pixels that an iframe may have.
var embedSizes = [...]struct{ width, height int }{{640, 360}, {960, 540}, {1280, 720}}

// An embedding is how another page is to show a session.
type embedding struct {
	size     int // of embedSizes
	bare     bool
	autoplay bool
}

// code returns the HTML that shows an address so.
func (e embedding) code(address string) string {
	s := embedSizes[e.size]
	return fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" style="border:0" allow="fullscreen; clipboard-write; autoplay" loading="lazy" title="Driftlab"></iframe>`,
		html.EscapeString(address), s.width, s.height)
}

// chooseEmbedding asks how another page is to show the session so far, and copies what does.
func (a *App) chooseEmbedding() {
	e := &a.share.embedding
	theme := a.share.panel.theme
	var sizes []string
	for _, s := range embedSizes {
		sizes = append(sizes, fmt.Sprintf("%d × %d", s.width, s.height))
	}
	size, err := theme.Dropdown(widgets.DropdownConfig{Label: a.Words.T("share.embed-size"), Tip: a.Words.T("share.embed-size-tip"), Entries: sizes,
		Selected: e.size, OnSelect: func(i int) { e.size = i }})
	if err != nil {
		a.ShowOutcome("", err)
		return
	}
	var board *widgets.Popover
	board = theme.Popover(theme.Column(
		size,
		theme.Checkbox(a.Words.T("share.embed-controls"), a.Words.T("share.embed-controls-tip"), !e.bare, func(on bool) { e.bare = !on }),
		theme.Checkbox(a.Words.T("share.embed-autoplay"), a.Words.T("share.embed-autoplay-tip"), e.autoplay, func(on bool) { e.autoplay = on }),
		theme.Equal(theme.Button(a.Words.T("share.embed-copy"), a.Words.T("share.embed-copy-tip"), func() {
			board.Close()
			a.copyEmbedding()
		})),
	), nil)
	w := min(embedWidth*float32(a.Scale), float32(a.Width))
	_, h := board.PreferredSize()
	board.Open(a.root, panel.NewRect((float32(a.Width)-w)/2, float32(a.Height-h)/2, w, float32(h)).Pixels())
}

// copyEmbedding puts the HTML of the chosen embedding onto the clipboard.
func (a *App) copyEmbedding() {
	a.copyAddress(func() (string, error) {
		text, err := a.sessionText()
		if err != nil {
			return "", err
		}
		e := a.share.embedding
		return e.code(a.opt.Embed(text, e.bare, e.autoplay)), nil
	})
}
