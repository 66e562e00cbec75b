package widgets

import (
	"image"
)

// Targets returns where the controls are that can be pressed now, in device pixels.
func (r *Root) Targets() (all []image.Rectangle) {
	for _, f := range r.GetFocusers() {
		w := f.GetWidget()
		at := w.Rect
		if l := w.EffectiveInputLayer(); l.RectFunc != nil { // the part of a scroll that is in view
			at = at.Intersect(l.RectFunc())
		}
		if !at.Empty() {
			all = append(all, at)
		}
	}
	return all
}

// Grab takes hold of what scrolls at a point, and reports whether there is such a thing.
func (r *Root) Grab(p image.Point) bool {
	r.grabbed, r.turned = nil, 0
	if d := r.theme.open; d != nil {
		r.listed = p.In(d.list.GetWidget().Rect)
		return r.listed
	}
	r.listed = false
	var of interface{ Children() []Child } = r
	if r.Covered() {
		of = r.theme.popover
	}
	if r.grabbed = scrollAt(of, p); r.grabbed != nil {
		r.moved = 0
		r.began = r.grabbed.bar.Current
	}
	return r.grabbed != nil
}

// ScrollBy moves what has been taken hold of with a finger that has gone down by so many pixels.
func (r *Root) ScrollBy(down float32) {
	if s := r.grabbed; s != nil && s.room() > 0 {
		r.moved -= float64(down)
		s.bar.Current = min(max(r.began+int(r.moved*scrollRange/float64(s.room())), 0), scrollRange)
		return
	}
	if d := r.theme.open; d != nil && r.listed { // a list has no other way than from entry to entry
		entry := r.theme.sizes.entry * r.theme.scale
		for r.turned += float64(down); r.turned <= -entry; r.turned += entry {
			d.list.FocusNext()
		}
		for ; r.turned >= entry; r.turned -= entry {
			d.list.FocusPrevious()
		}
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
