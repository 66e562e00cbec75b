package widgets

import (
	"image"
	"slices"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/ui/layout"
)

// A Popover is a panel on top of everything else, which gets all mouse and keyboard input while it is open.
// Escape, or a press beside it, closes it.
type Popover struct {
	*widget.Container
	theme  *Theme
	root   *Root // where it is open, nil for nowhere
	closes func()
}

// Popover returns a popover with a child, closed. onClose, which may be nil, is called when a person
// closes it.
func (t *Theme) Popover(child Child, onClose func()) *Popover {
	return t.Over(t.Panel(child, 10), onClose)
}

// Over is [Theme.Popover] in a panel.
func (t *Theme) Over(panel *widget.Container, onClose func()) *Popover {
	return &Popover{Container: panel, theme: t, closes: onClose}
}

// Open shows the popover at a place of the window, or moves it there. It closes another one that is
// open.
func (p *Popover) Open(root *Root, at layout.Rect) {
	if other := p.theme.popover; other != nil && other != p {
		other.Close()
	}
	if p.root == nil {
		root.lift()
	}
	p.root, p.theme.popover = root, p
	root.Place(p, at)
}

// IsOpen reports whether it is shown.
func (p *Popover) IsOpen() bool { return p.root != nil }

// Close closes the popover. Nothing has the keyboard then.
func (p *Popover) Close() {
	if p.root == nil {
		return
	}
	p.root.Remove(p)
	p.root = nil
	if p.theme.popover == p {
		p.theme.popover = nil
	}
}

// SetupInputLayer implements [input.Layerer]: everything below gets no mouse.
func (p *Popover) SetupInputLayer(def input.DeferredSetupInputLayerFunc) {
	def(func(def input.DeferredSetupInputLayerFunc) {
		p.GetWidget().ElevateToNewInputLayer(&input.Layer{
			DebugLabel: "popover", EventTypes: input.LayerEventTypeAll, BlockLower: true, FullScreen: true,
		})
		p.Container.SetupInputLayer(def)
	})
}

func (p *Popover) Update(u *widget.UpdateObject) {
	// What is open in the popover gets Escape and the press before the popover itself.
	inner := p.theme.open != nil || p.theme.typing != nil
	p.Container.Update(u)
	if inner || p.root == nil {
		return
	}
	x, y := input.CursorPosition()
	beside := input.MouseButtonJustPressed(ebiten.MouseButtonLeft) && !image.Pt(x, y).In(p.GetWidget().Rect)
	if escape := inpututil.IsKeyJustPressed(ebiten.KeyEscape); beside || escape {
		root := p.root
		if p.Close(); escape {
			root.GiveBack()
		}
		if p.closes != nil {
			p.closes()
		}
	}
}

// holds reports whether a widget is another one, or is in it.
func holds(in widget.HasWidget, w *widget.Widget) bool {
	for ; w != nil; w = w.Parent() {
		if w == in.GetWidget() {
			return true
		}
	}
	return false
}

// Covered reports whether a popover is open, which then gets all input.
func (r *Root) Covered() bool {
	p := r.theme.popover
	return p != nil && p.root == r
}

// Hovered reports whether the mouse is over a control in sight. ebitenui also counts controls that are scrolled out
// of their frame.
func (r *Root) Hovered() bool {
	if !input.UIHovered || r.theme.popover != nil || r.theme.open != nil { // these may reach beyond their places
		return input.UIHovered
	}
	x, y := input.CursorPosition()
	for _, at := range r.places {
		if image.Pt(x, y).In(at) {
			return true
		}
	}
	return false
}

// OverList reports whether an open list lies over a place of the window, in points.
func (r *Root) OverList(x, y float32) bool {
	d := r.theme.open
	return d != nil && r.At(&d.list).Contains(x, y)
}

// Unfolded reports whether a list is open or a value is being typed, which then gets Escape.
func (r *Root) Unfolded() bool { return r.theme.open != nil || r.theme.typing != nil }

// Over makes Tab go only through the controls of a child that has opened on top of the others, until it is removed.
func (r *Root) Over(child Child) {
	if r.over != child {
		r.lift()
		r.over = child
	}
}

// lift takes the keyboard for something that opens, and notes what had it.
func (r *Root) lift() {
	r.from = r.focused
	r.unfocus()
}

// GiveBack gives the keyboard back to what had it before something opened that Escape has now closed, if that can still be reached.
func (r *Root) GiveBack() {
	if r.from != nil && slices.Contains(r.GetFocusers(), r.from) {
		r.from.Focus(true)
	}
	r.from = nil
}

// unfocus takes the keyboard from the control that has it.
func (r *Root) unfocus() {
	if r.focused != nil {
		r.focused.Focus(false)
	}
}

// Remove removes a child from the root. Nothing has the keyboard then.
func (r *Root) Remove(child Child) {
	r.unfocus()
	if r.over == child {
		r.over = nil
	}
	delete(r.places, child)
	delete(r.asleep, child)
	r.RemoveChild(child)
	r.closed = true
	r.RequestRelayout()
}

// Fill replaces the widgets of a column or a row in the root. Old ones that were open are closed, and lose the keyboard.
func (r *Root) Fill(c *widget.Container, others ...Child) {
	t := r.theme
	if r.focused != nil && holds(c, r.focused.GetWidget()) {
		r.unfocus()
	}
	if t.open != nil && holds(c, t.open.GetWidget()) {
		t.open = nil
	}
	if t.typing != nil && holds(c, t.typing.input.GetWidget()) {
		t.typing = nil
	}
	c.RemoveChildren()
	fill(c, others)
	r.closed = true
	r.RequestRelayout()
}
