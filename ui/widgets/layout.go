package widgets

import (
	"cmp"
	"image"
	"slices"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/layout"
)

// A Child is anything that can be in a column, a row or a root.
type Child = widget.PreferredSizeLocateableWidget

// Size returns a child's preferred width and height, in points.
func (r *Root) Size(child Child) (w, h float32) {
	pw, ph := child.PreferredSize()
	return float32(float64(pw) / r.theme.scale), float32(float64(ph) / r.theme.scale)
}

// At returns where a widget was drawn last, in points.
func (r *Root) At(of widget.HasWidget) layout.Rect {
	return layout.OfPixels(of.GetWidget().Rect, r.theme.scale)
}

// Column returns the widgets below each other, each as wide as the column.
func (t *Theme) Column(children ...Child) *widget.Container {
	return t.line(widget.DirectionVertical, 6, children)
}

// Row returns the widgets beside each other, each as high as the row, with its preferred width.
func (t *Theme) Row(children ...Child) *widget.Container {
	return t.line(widget.DirectionHorizontal, 6, children)
}

// Joined is a [Theme.Row] of what belongs together.
func (t *Theme) Joined(children ...Child) *widget.Container {
	return t.line(widget.DirectionHorizontal, 1, children)
}

func (t *Theme) line(d widget.Direction, spacing float64, children []Child, opts ...widget.RowLayoutOpt) *widget.Container {
	c := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewRowLayout(append(opts,
		widget.RowLayoutOpts.Direction(d), widget.RowLayoutOpts.Spacing(t.Px(spacing)))...)))
	fill(c, children)
	return c
}

// fill puts widgets into a column or a row.
func fill(c *widget.Container, children []Child) {
	for _, ch := range children {
		ch.GetWidget().LayoutData = widget.RowLayoutData{Stretch: true}
		c.AddChild(ch)
	}
}

// Equal returns the widgets beside each other, all equally wide, over the whole width that there is:
// tabs, or a few buttons.
func (t *Theme) Equal(children ...Child) *widget.Container {
	stretch := make([]bool, len(children))
	for i := range stretch {
		stretch[i] = true
	}
	return t.grid(3, stretch, children...)
}

// Lead returns the widgets beside each other, the first as wide as the others leave room for.
func (t *Theme) Lead(first Child, others ...Child) *widget.Container {
	stretch := make([]bool, 1+len(others))
	stretch[0] = true
	return t.grid(3, stretch, append([]Child{first}, others...)...)
}

// Trail returns two widgets beside each other, the second as wide as the first leaves room for.
func (t *Theme) Trail(first, second Child) *widget.Container {
	return t.grid(8, []bool{false, true}, first, second)
}

// grid returns the widgets beside each other, some of them taking the width that is left.
func (t *Theme) grid(spacing float64, stretch []bool, children ...Child) *widget.Container {
	c := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewGridLayout(
		widget.GridLayoutOpts.Columns(max(len(children), 1)),
		widget.GridLayoutOpts.Stretch(stretch, []bool{true}),
		widget.GridLayoutOpts.Spacing(t.Px(spacing), 0),
	)))
	c.AddChild(children...)
	return c
}

// stack returns the widgets on top of each other, each filling the whole place unless it says otherwise.
func (t *Theme) stack(children ...Child) *widget.Container {
	c := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewAnchorLayout()))
	for _, ch := range children {
		if w := ch.GetWidget(); w.LayoutData == nil {
			w.LayoutData = widget.AnchorLayoutData{StretchHorizontal: true, StretchVertical: true}
		}
		c.AddChild(ch)
	}
	return c
}

// Panel returns a container with the panel's colour and edge around a child, and room inside.
func (t *Theme) Panel(child Child, padding float64) *widget.Container {
	c := widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(t.art.panel),
		widget.ContainerOpts.Layout(widget.NewAnchorLayout(
			widget.AnchorLayoutOpts.Padding(widget.NewInsetsSimple(t.Px(padding))))),
	)
	child.GetWidget().LayoutData = widget.AnchorLayoutData{StretchHorizontal: true, StretchVertical: true}
	c.AddChild(child)
	return c
}

// A Root holds the areas of the window that have widgets. It must be ebitenui.UI.Container: Tab finds the
// controls only through it, and it draws the ring around the control that has the keyboard.
type Root struct {
	*widget.Container
	theme   *Theme
	places  places
	asleep  map[Child]bool // those out of sight that know it
	closed  bool           // a child was removed, and its tooltip must go too
	focused widget.Focuser // nil for none
	over    Child          // what gets all keys while it covers the other controls, nil for nothing
	from    widget.Focuser // what had the keyboard when over or a popover opened
	kept    kept

	grabbed scrollable // by a finger; nil for nothing
	began   int        // where its bar was
	moved   float64    // how far its content has been moved up since, in pixels
}

// Root returns an empty root.
func (t *Theme) Root() *Root {
	input.CursorManagementEnabled = false // the cursor has one shape, and setting it would wait for the window's thread in each frame
	p := places{}
	r := &Root{Container: widget.NewContainer(widget.ContainerOpts.Layout(p)), theme: t, places: p, asleep: map[Child]bool{}}
	r.GetWidget().FocusEvent.AddHandler(func(args any) {
		if a := args.(*widget.WidgetFocusEventArgs); a.Focused {
			r.focused = a.Widget
		} else if a.Widget == r.focused {
			r.focused = nil
		}
	})
	return r
}

// Place puts a child at a rectangle of the window, adding it the first time.
func (r *Root) Place(child Child, where layout.Rect) {
	at := where.Pixels(r.theme.scale)
	old, known := r.places[child]
	if known && old == at {
		return
	}
	r.places[child] = at
	if !known {
		r.AddChild(child)
	}
	r.RequestRelayout()
}

// Update implements ebitenui's widgets. It skips what is out of sight, where ebitenui would close every tooltip in each update, with
// an event to each widget above it. A child that gets out of sight has one more update, to see that it is hidden, and those in
// which the mouse is where the child was, since a tooltip may be open there.
func (r *Root) Update(u *widget.UpdateObject) {
	r.GetWidget().Update(u)
	at := image.Pt(input.CursorPosition())
	for _, ch := range r.Children() {
		idle := !ch.GetWidget().IsVisible() && !at.In(r.places[ch])
		if up, ok := ch.(widget.Updater); ok && !(idle && r.asleep[ch]) {
			up.Update(u)
		}
		r.asleep[ch] = idle
	}
	u.CloseEphemeralWindows = u.CloseEphemeralWindows || r.closed
	r.closed = false
}

// SetupInputLayer implements [input.Layerer]: what is out of sight gets no mouse.
func (r *Root) SetupInputLayer(def input.DeferredSetupInputLayerFunc) {
	for _, ch := range r.Children() {
		if ch.GetWidget().IsVisible() {
			setLayers(ch, def)
		}
	}
}

// setLayers does for the controls in containers what these would, which allocate for each one; none here is lifted above the others.
func setLayers(ch widget.PreferredSizeLocateableWidget, def input.DeferredSetupInputLayerFunc) {
	if c, ok := ch.(*widget.Container); ok {
		for _, of := range c.Children() {
			setLayers(of, def)
		}
	} else if l, ok := ch.(input.Layerer); ok {
		l.SetupInputLayer(def)
	}
}

func (r *Root) Render(dst *ebiten.Image) {
	r.kept.draw(r, dst)
	if r.focused == nil {
		return
	}
	w, reach := r.focused.GetWidget(), r.theme.Px(focusReach)
	if l := w.EffectiveInputLayer(); l.RectFunc != nil { // the part of a scroll in view
		dst = dst.SubImage(l.RectFunc().Inset(-reach)).(*ebiten.Image)
	}
	box := w.Rect.Inset(-reach)
	r.theme.art.ring.Draw(dst, box.Dx(), box.Dy(), func(o *ebiten.DrawImageOptions) {
		o.GeoM.Translate(float64(box.Min.X), float64(box.Min.Y))
	})
}

// GetFocusers implements ebitenui's containers, which go only into types that they know. It returns the
// controls in the order in which the window is read.
func (r *Root) GetFocusers() []widget.Focuser {
	if r.Covered() {
		return focusers(nil, r.theme.popover.Container)
	}
	if r.over != nil {
		return focusers(nil, children{r.over})
	}
	// Areas are read from the top, and from the left where they begin at the same height.
	areas := slices.Clone(r.Children())
	slices.SortStableFunc(areas, func(a, b Child) int {
		p, q := r.places[a].Min, r.places[b].Min
		return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
	})
	return focusers(nil, children(areas))
}

// children makes some widgets a parent.
type children []Child

// Children returns them.
func (c children) Children() []Child { return c }

// focusers appends the controls below c that Tab goes to, in their order.
func focusers(found []widget.Focuser, c interface{ Children() []Child }) []widget.Focuser {
	for _, ch := range c.Children() {
		if !ch.GetWidget().IsVisible() { // put away with its section
			continue
		}
		switch v := ch.(type) {
		case *Dropdown:
			found = append(found, v.button)
		case *Scroll:
			found = focusers(found, v.content)
		case *Slider:
			found = append(found, v.focuser())
		case *inputLine:
			found = append(found, v.TextInput) // what tells ebitenui that it has the keyboard
		case widget.Focuser:
			found = append(found, v)
		case interface{ Children() []Child }:
			found = focusers(found, v)
		}
	}
	return found
}

// places is the layout of a root: everything is where it was placed.
type places map[widget.HasWidget]image.Rectangle

func (p places) PreferredSize([]Child) (w, h int) { return 0, 0 }

func (p places) Layout(children []Child, _ image.Rectangle) {
	for _, ch := range children {
		ch.SetLocation(p[ch])
	}
}

// upTo returns the part of a picture from its origin to the end of r.
func upTo(dst *ebiten.Image, r image.Rectangle) *ebiten.Image {
	return dst.SubImage(image.Rectangle{Max: r.Max}).(*ebiten.Image)
}

// Visibility returns ebitenui's visibility of something that is shown or hidden.
func Visibility(there bool) widget.Visibility {
	if there {
		return widget.Visibility_Show
	}
	return widget.Visibility_Hide
}
