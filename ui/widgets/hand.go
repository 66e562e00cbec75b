package widgets

import (
	"image"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/layout"
)

// Targets returns where the controls are that can be pressed now, and the values that can be typed, in points.
func (r *Root) Targets() (all []layout.Rect) {
	add := func(w *widget.Widget, at image.Rectangle) {
		if l := w.EffectiveInputLayer(); l.RectFunc != nil { // the part of a scroll that is in view
			at = at.Intersect(l.RectFunc())
		}
		if !at.Empty() {
			all = append(all, layout.OfPixels(at, r.theme.scale))
		}
	}
	for _, f := range r.GetFocusers() {
		add(f.GetWidget(), f.GetWidget().Rect)
		if t, ok := f.(*track); ok && t.of.entry != nil {
			w := t.of.value.GetWidget()
			at := w.Rect
			at.Min.X = max(at.Min.X, at.Max.X-t.of.valueWidth())
			add(w, at)
		}
	}
	return all
}

// A scrollable is content that a finger can move, since it is higher than its place. Its bar says in whole parts of
// scrollRange how far it is scrolled.
type scrollable interface {
	handle() *widget.Slider
	room() int // how many pixels it can be moved up
}

func (s *Scroll) handle() *widget.Slider { return s.bar }

func (p *popup) handle() *widget.Slider { return p.parts.Children()[1].(*widget.Slider) }

// room returns how far the list can be moved up: not at all where all of it is in view.
func (p *popup) room() int {
	if len(p.parts.Children()) < 2 {
		return 0
	}
	view := p.parts.Children()[0].(*widget.ScrollContainer)
	return max(view.ContentRect().Dy()-view.ViewRect().Dy(), 0)
}

// Grab takes hold of what scrolls at a place of the window, and reports whether there is anything.
func (r *Root) Grab(x, y float32) bool {
	r.LetGo()
	p := image.Pt(int(float64(x)*r.theme.scale), int(float64(y)*r.theme.scale))
	if d := r.theme.open; d != nil {
		if !p.In(d.list.GetWidget().Rect) {
			return false
		}
		r.grab(&d.list)
		return true
	}
	var of interface{ Children() []Child } = r
	if r.Covered() {
		of = r.theme.popover
	}
	if s := scrollAt(of, p); s != nil {
		r.grab(s)
	}
	return r.grabbed != nil
}

func (r *Root) grab(s scrollable) {
	if s.room() > 0 {
		r.grabbed, r.began, r.moved = s, s.handle().Current, 0
	}
}

// Grabbed reports whether something has been taken hold of.
func (r *Root) Grabbed() bool { return r.grabbed != nil }

// LetGo lets go of what a finger has taken hold of.
func (r *Root) LetGo() { r.grabbed = nil }

// ScrollBy scrolls what has been taken hold of by the distance that the finger has moved down, in points.
func (r *Root) ScrollBy(down float32) {
	if s := r.grabbed; s != nil && s.room() > 0 {
		r.moved -= float64(down) * r.theme.scale
		s.handle().Current = min(max(r.began+int(r.moved*scrollRange/float64(s.room())), 0), scrollRange)
	}
}

// scrollAt returns what scrolls at a point, nil for nothing.
func scrollAt(c interface{ Children() []Child }, p image.Point) *Scroll {
	for _, ch := range c.Children() {
		if !ch.GetWidget().IsVisible() {
			continue
		}
		switch v := ch.(type) {
		case *Scroll:
			if p.In(v.GetWidget().Rect) && v.room() > 0 {
				return v
			}
		case interface{ Children() []Child }:
			if s := scrollAt(v, p); s != nil {
				return s
			}
		}
	}
	return nil
}
