package widgets

import (
	"image"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/layout"
)

// A SectionConfig describes a section.
type SectionConfig struct {
	Title, Tip string
	Part       bool  // it is a part of a column, whose name is a heading
	Open       bool  // at the start
	Beside     Child // at the right of the title, may be nil
}

// A Section is rows under a title that opens and closes them, with a note at its right. A part's title does so only if it is asked to.
type Section struct {
	*widget.Container
	theme       *Theme
	config      SectionConfig
	button      *widget.Button
	title, note *widget.Text
	mark        *widget.Graphic
	body        *widget.Container
	open, fixed bool
	asleep      bool // the controls are put away, and have been told so
}

// Section returns a section with some rows.
func (t *Theme) Section(c SectionConfig, children ...Child) *Section {
	s := &Section{theme: t, config: c, fixed: c.Part, body: t.Rows(children...)}
	s.button = t.button("", c.Tip, t.art.flat, widget.ButtonOpts.ClickedHandler(func(*widget.ButtonClickedEventArgs) { s.SetOpen(!s.open) }))
	s.button.GetWidget().MinHeight = 0
	s.button.GetWidget().CustomData = func() Said {
		if s.open {
			return Said{Name: s.title.Label, Role: "open"}
		}
		return Said{Name: s.title.Label, Role: "closed"}
	}
	face, ink := &t.face, t.palette.TextDim
	if c.Part {
		face, ink = &t.strong, t.palette.Text
	}
	at := func(p widget.TextPosition) widget.TextOpt {
		return widget.TextOpts.Position(p, widget.TextPositionCenter)
	}
	s.title, s.note = t.words(c.Title, "", face, ink, at(widget.TextPositionStart)), t.words("", "", &t.face, t.palette.TextDim, at(widget.TextPositionEnd))
	s.mark = widget.NewGraphic(widget.GraphicOpts.Image(t.art.shut))
	head := widget.NewContainer(widget.ContainerOpts.Layout(sectionHead{s}))
	head.AddChild(s.button, s.title, s.note, s.mark)
	if c.Part { // its title is no button where it does not open
		t.tip(c.Tip)(head.GetWidget())
	}
	if c.Beside != nil {
		head.AddChild(c.Beside)
	}
	s.Container = t.Rows(head, s.body)
	s.SetOpen(c.Open || s.fixed)
	return s
}

// sectionHead lays out a section's title.
type sectionHead struct{ of *Section }

func (h sectionHead) PreferredSize([]Child) (wide, high int) {
	t := h.of.theme
	if h.of.config.Part {
		return 1, t.Px(max(headHeight, t.sizes.box)) // without a width it would have no height either
	}
	return 1, t.Px(t.sizes.line)
}

// Layout implements [widget.Layouter]: a part's mark is at its right end, another section's at its left.
func (h sectionHead) Layout(_ []Child, at image.Rectangle) {
	s, t, in := h.of, h.of.theme, layout.OfPixels(at, h.of.theme.scale)
	t.put(s.button, layout.Rect{X: in.X - 4, Y: in.Y, W: in.W + 8, H: in.H})
	mark, left, right := in.X, in.X, in.X+in.W
	if !s.config.Part {
		left += arrowSize + 4
	} else if mark = right - arrowSize; !s.fixed {
		right -= arrowSize + 6
	}
	t.put(s.mark, layout.Rect{X: mark, Y: in.Y + (in.H-arrowSize)/2, W: arrowSize, H: arrowSize})
	name := min(t.wide(s.title), right-left)
	t.put(s.title, layout.Rect{X: left, Y: in.Y, W: name, H: in.H})
	left = min(left+name+gap, right)
	t.put(s.note, layout.Rect{X: left, Y: in.Y, W: right - left, H: in.H})
	if b := s.config.Beside; b != nil {
		wide, high := min(t.wide(b), right-left), float32(t.sizes.box)
		t.put(b, layout.Rect{X: right - wide, Y: in.Y + (in.H-high)/2, W: wide, H: high})
	}
}

// Open reports whether the section shows its controls.
func (s *Section) Open() bool { return s.open }

// Say changes the title and the note.
func (s *Section) Say(title, note string) {
	if s.title.Label != title || s.note.Label != note {
		s.title.Label, s.note.Label = title, note
		s.RequestRelayout()
	}
}

// Title returns what the title says.
func (s *Section) Title() string { return s.title.Label }

// Head returns the row of the title.
func (s *Section) Head() widget.HasWidget { return s.Container.Children()[0] }

// Fold says of a part whether it can be shut, and whether it is open then.
func (s *Section) Fold(can, open bool) {
	s.fixed = !can
	s.SetOpen(open || s.fixed)
}

// Rows returns the rows.
func (s *Section) Rows() []Child { return s.body.Children() }

// Fill gives the section other rows in place of those that it has.
func (s *Section) Fill(children ...Child) {
	s.body.RemoveChildren()
	fill(s.body, children)
	s.RequestRelayout()
}

// Update implements ebitenui's widgets. Controls that are put away are left alone, as what is out of sight is in [Root.Update]:
// they get one more update, to close their tooltips.
func (s *Section) Update(u *widget.UpdateObject) {
	s.GetWidget().Update(u)
	s.Container.Children()[0].(widget.Updater).Update(u)
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
	s.mark.Image = s.theme.art.shut
	if open {
		s.mark.Image = s.theme.art.unfolded
	}
	folds := Visibility(!s.fixed)
	s.button.GetWidget().SetVisibility(folds)
	s.mark.GetWidget().SetVisibility(folds)
	s.note.GetWidget().SetVisibility(Visibility(!s.config.Part || !s.fixed && !open))
	s.body.GetWidget().SetVisibility(Visibility(open))
	s.RequestRelayout()
}
