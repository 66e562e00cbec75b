package widgets

import (
	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
)

// A Section is a column of controls under a title that opens and closes it.
type Section struct {
	*widget.Container
	title  string
	button *widget.Button
	body   *widget.Container
	open   bool
	asleep bool // the controls are put away, and have been told so
}

// Section returns a section, closed or open. tip, the title's tooltip, may be empty.
func (t *Theme) Section(title, tip string, open bool, children ...Child) *Section {
	s := &Section{title: title, open: open, body: t.Column(children...)}
	s.button = t.button(title, tip, &t.art.button,
		widget.ButtonOpts.TextPosition(widget.TextPositionStart, widget.TextPositionCenter),
		widget.ButtonOpts.TextPadding(t.insets(gap, textDrop, 0, 0)),
		widget.ButtonOpts.ClickedHandler(func(*widget.ButtonClickedEventArgs) { s.SetOpen(!s.open) }))
	s.button.GetWidget().CustomData = func() Said {
		if s.open {
			return Said{Name: title, Role: "open"}
		}
		return Said{Name: title, Role: "closed"}
	}
	s.Container = t.Column(s.button, s.body)
	s.SetOpen(open)
	return s
}

// Open reports whether the section shows its controls.
func (s *Section) Open() bool { return s.open }

// Fill gives the section other controls in place of those that it has.
func (s *Section) Fill(children ...Child) {
	s.body.RemoveChildren()
	fill(s.body, children)
	s.RequestRelayout()
}

// Update implements ebitenui's widgets. Controls that are put away are left alone, as what is out of sight is in [Root.Update]:
// they get one more update, to close their tooltips.
func (s *Section) Update(u *widget.UpdateObject) {
	s.GetWidget().Update(u)
	s.button.Update(u)
	if s.open || !s.asleep {
		s.body.Update(u)
	}
	s.asleep = !s.open
}

// SetupInputLayer implements [input.Layerer]: what is put away takes no part of the mouse's reach.
func (s *Section) SetupInputLayer(def input.DeferredSetupInputLayerFunc) {
	if s.open {
		s.Container.SetupInputLayer(def)
	}
}

// SetOpen shows the section's controls, or puts them away.
func (s *Section) SetOpen(open bool) {
	s.open = open
	mark, shown := "+  ", widget.Visibility_Hide
	if open {
		mark, shown = "–  ", widget.Visibility_Show
	}
	s.button.SetText(mark + s.title)
	s.body.GetWidget().SetVisibility(shown)
	s.RequestRelayout()
}
