package share

import "driftlab/ui/widgets"

// shareWidth is the width of the panel under the button Share, in points.
const shareWidth = 380

// sharePanel is the popover of the button Share.
type sharePanel struct {
	*widgets.Popover
	field *widgets.Field
	theme *widgets.Theme // for the buttons in it
}

// Build makes the panel for the present scale.
func (s *Room) Build(theme *widgets.Theme) {
	p := &s.panel
	p.theme = theme
	p.field = theme.Field(widgets.FieldConfig{Label: s.picture.Words.T("share.field"), Hint: s.picture.Words.T("share.field-hint"), Clear: true,
		Tip: s.picture.Words.T("share.field-tip"), OnSubmit: func(text string) {
			p.Close()
			s.OpenText(text)
		}})
	button := func(name string, do func()) widgets.Child {
		return theme.Button(s.picture.Words.T("share."+name), s.picture.Words.T("share."+name+"-tip"), func() {
			p.Close()
			do()
		})
	}
	rows := []widgets.Child{theme.Equal(button("copy", s.Copy), button("save", s.SaveLog), button("paste", s.Paste))}
	if s.opt.Link != nil {
		rows = append(rows, theme.Equal(button("link", s.copyLink)))
	}
	rows = append(rows, theme.Equal(button("browse", s.browse)), p.field)
	if lately := s.recentRows(theme, p.Close); len(lately) > 0 {
		rows = append(append(rows, theme.Label(s.picture.Words.T("share.recent"), s.picture.Words.T("share.recent-tip"), 0)), lately...)
	}
	rows = append(rows, theme.Note(s.picture.Words.T("share.note"), "", s.picture.RoomFor(shareWidth)-28))
	if s.picture.Regions.Phone {
		p.Popover = theme.Popover(theme.Scroll(theme.Column(rows...)), nil)
		return
	}
	p.Popover = theme.Popover(theme.Column(rows...), nil)
}

// Toggle opens or closes the panel.
func (s *Room) Toggle() {
	if s.teacher.Refused() {
		return
	}
	if s.panel.IsOpen() {
		s.panel.Close()
		return
	}
	s.Show()
}

// Show opens the panel below its button, with the present list of recent files.
func (s *Room) Show() {
	if !s.panel.IsOpen() {
		s.Build(s.panel.theme)
	}
	s.window.OpenUnder(s.Under, s.panel.Popover, shareWidth)
}
