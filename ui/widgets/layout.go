package widgets

import (
	"image"

	"github.com/ebitenui/ebitenui/widget"
)

// A Child is anything that can stand in a column, a row or a root.
type Child = widget.PreferredSizeLocateableWidget

// Column returns the widgets below each other, each as wide as the column.
func (t *Theme) Column(children ...Child) *widget.Container {
	return t.line(widget.DirectionVertical, 6, children)
}

// Row returns the widgets beside each other, each as high as the row and as wide as it likes.
func (t *Theme) Row(children ...Child) *widget.Container {
	return t.line(widget.DirectionHorizontal, 6, children)
}

func (t *Theme) line(d widget.Direction, spacing float64, children []Child) *widget.Container {
	c := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewRowLayout(
		widget.RowLayoutOpts.Direction(d),
		widget.RowLayoutOpts.Spacing(t.Px(spacing)),
	)))
	for _, ch := range children {
		ch.GetWidget().LayoutData = widget.RowLayoutData{Stretch: true}
		c.AddChild(ch)
	}
	return c
}

// Equal returns the widgets beside each other, all equally wide, over the whole width that there is:
// tabs, or a few buttons.
func (t *Theme) Equal(children ...Child) *widget.Container {
	stretch := make([]bool, len(children))
	for i := range stretch {
		stretch[i] = true
	}
	c := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewGridLayout(
		widget.GridLayoutOpts.Columns(max(len(children), 1)),
		widget.GridLayoutOpts.Stretch(stretch, []bool{true}),
		widget.GridLayoutOpts.Spacing(t.Px(3), 0),
	)))
	c.AddChild(children...)
	return c
}

// A Root holds the areas of the window that have widgets, each at a place of its own. It is what
// ebitenui.UI.Container has to be: Tab finds the controls within a [Scroll] only through it.
type Root struct {
	*widget.Container
	places *places
}

// Root returns an empty root.
func (t *Theme) Root() *Root {
	p := &places{at: map[widget.HasWidget]image.Rectangle{}}
	return &Root{Container: widget.NewContainer(widget.ContainerOpts.Layout(p)), places: p}
}

// Place puts a child at a rectangle of the window, in device pixels, adding it the first time.
func (r *Root) Place(child Child, at image.Rectangle) {
	old, known := r.places.at[child]
	if known && old == at {
		return
	}
	r.places.at[child] = at
	if !known {
		r.AddChild(child)
	}
	r.RequestRelayout()
}

// Remove takes a child out again.
func (r *Root) Remove(child Child) {
	delete(r.places.at, child)
	r.RemoveChild(child)
}

// GetFocusers implements ebitenui's containers. It goes into containers of any type.
func (r *Root) GetFocusers() []widget.Focuser { return focusers(nil, r.Container) }

// focusers appends the controls below c that Tab goes to, in their order.
func focusers(found []widget.Focuser, c interface{ Children() []Child }) []widget.Focuser {
	for _, ch := range c.Children() {
		switch v := ch.(type) {
		case widget.Focuser:
			if v.TabOrder() >= 0 && !v.GetWidget().Disabled && v.GetWidget().IsVisible() {
				found = append(found, v)
			}
		case interface{ Children() []Child }:
			found = focusers(found, v)
		}
	}
	return found
}

// places is the layout of a root: everything where it was told to be.
type places struct {
	at map[widget.HasWidget]image.Rectangle
}

// PreferredSize implements [widget.Layouter].
func (p *places) PreferredSize([]Child) (w, h int) { return 0, 0 }

// Layout implements [widget.Layouter].
func (p *places) Layout(children []Child, _ image.Rectangle) {
	for _, ch := range children {
		ch.SetLocation(p.at[ch])
	}
}

// Panel returns a container with the panel's colour and edge around a child, and room inside.
func (t *Theme) Panel(child Child, padding float64) *widget.Container {
	p := t.Px(padding)
	c := widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(t.brush.nineSlice(t.art.panel)),
		widget.ContainerOpts.Layout(widget.NewAnchorLayout(widget.AnchorLayoutOpts.Padding(widget.NewInsetsSimple(p)))),
	)
	child.GetWidget().LayoutData = widget.AnchorLayoutData{StretchHorizontal: true, StretchVertical: true}
	c.AddChild(child)
	return c
}
