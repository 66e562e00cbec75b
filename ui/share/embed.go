package share

import (
	"cmp"
	"fmt"
	"html"

	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// embedWidth is the width of the panel in which an embedding is chosen, at scale 1.
const embedWidth = 340

// embedSizes are the sizes in pixels that an iframe may have; a narrower page around has it smaller, in the same shape.
var embedSizes = [...]struct{ width, height int }{{640, 360}, {960, 540}, {1280, 720}}

// An embedding is how another page is to show a session.
type embedding struct {
	size     int // of embedSizes
	bare     bool
	autoplay bool
}

// code returns the HTML that shows an address so. The title says what it shows to whoever does not see it.
func (e embedding) code(address, title string) string {
	s := embedSizes[e.size]
	return fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" style="border:0; max-width:100%%; height:auto; aspect-ratio:%d/%d" allow="fullscreen; clipboard-write; autoplay" loading="lazy" title="Driftlab: %s"></iframe>`,
		html.EscapeString(address), s.width, s.height, s.width, s.height, html.EscapeString(title))
}

// chooseEmbedding asks how another page is to show the session so far, and copies what does.
func (s *Room) chooseEmbedding() {
	e := &s.embedding
	theme := s.panel.theme
	var sizes []string
	for _, one := range embedSizes {
		sizes = append(sizes, fmt.Sprintf("%d × %d", one.width, one.height))
	}
	size, err := theme.Dropdown(widgets.DropdownConfig{Label: s.picture.Words.T("share.embed-size"), Tip: s.picture.Words.T("share.embed-size-tip"), Entries: sizes,
		Selected: e.size, OnSelect: func(i int) { e.size = i }})
	if err != nil {
		s.lines.ShowError(err)
		return
	}
	var board *widgets.Popover
	board = theme.Popover(theme.Column(
		size,
		theme.Checkbox(s.picture.Words.T("share.embed-controls"), s.picture.Words.T("share.embed-controls-tip"), !e.bare, func(on bool) { e.bare = !on }),
		theme.Checkbox(s.picture.Words.T("share.embed-autoplay"), s.picture.Words.T("share.embed-autoplay-tip"), e.autoplay, func(on bool) { e.autoplay = on }),
		theme.Equal(theme.Button(s.picture.Words.T("share.embed-copy"), s.picture.Words.T("share.embed-copy-tip"), func() {
			board.Close()
			s.copyEmbedding()
		})),
	), nil)
	w := min(embedWidth*float32(s.picture.Scale), float32(s.picture.Width))
	_, h := board.PreferredSize()
	board.Open(s.window.Root(), panel.NewRect((float32(s.picture.Width)-w)/2, float32(s.picture.Height-h)/2, w, float32(h)).Pixels())
}

// copyEmbedding puts the HTML of the chosen embedding onto the clipboard.
func (s *Room) copyEmbedding() {
	s.copyAddress(func() (string, error) {
		text, err := s.sessionText()
		if err != nil {
			return "", err
		}
		e, lesson := s.embedding, ""
		if l := s.picture.Taught.Lesson; l != nil && l != s.picture.Taught.Own {
			lesson = l.Name
		}
		return e.code(s.opt.Embed(text, lesson, e.bare, e.autoplay), cmp.Or(s.picture.TitleText(), s.picture.Session.Scenario().Name)), nil
	})
}
