package widgets

import (
	"image"
	"math"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// A Checkbox is a box to tick, with a text that can be clicked on too.
type Checkbox struct {
	control
	text caption
	on   bool
}

// Checkbox returns a checkbox. tip, its tooltip, may be empty.
func (t *Theme) Checkbox(text, tip string, on bool, onChange func(on bool)) *Checkbox {
	c := &Checkbox{text: caption{full: text}, on: on}
	c.init(t, c, tip, func() {
		if onChange != nil {
			onChange(c.on)
		}
	}, c.clicked(c.flip))
	return c
}

func (c *Checkbox) flip() {
	c.on = !c.on
	c.acted.Fire(nil)
}

// On reports whether the box is ticked.
func (c *Checkbox) On() bool { return c.on }

// Set ticks or clears the box without a callback.
func (c *Checkbox) Set(on bool) { c.on = on }

// PreferredSize implements ebitenui's widgets.
func (c *Checkbox) PreferredSize() (w, h int) {
	t := c.theme
	w = t.Px(boxSize) + t.Px(gap) + int(math.Ceil(t.face.width(c.text.full)))
	return max(w, c.widget.MinWidth), max(t.Px(tickHeight), c.widget.MinHeight)
}

// Update implements ebitenui's widgets.
func (c *Checkbox) Update(u *widget.UpdateObject) {
	c.control.Update(u)
	if c.submitted() {
		c.flip()
	}
}

// Render implements ebitenui's widgets.
func (c *Checkbox) Render(dst *ebiten.Image) {
	c.widget.Render(dst)
	if !c.shows(dst) {
		return
	}
	t, r := c.theme, c.widget.Rect
	size := t.Px(boxSize)
	box := image.Rect(0, 0, size, size).Add(image.Pt(r.Min.X, r.Min.Y+(r.Dy()-size)/2))
	back, ink, mark := t.art.box, t.palette.Text, t.art.check
	switch {
	case c.widget.Disabled:
		ink, mark = mix(t.palette.Panel, t.palette.TextDim, 0.6), t.art.checkOff
	case c.on && c.hot():
		back = t.art.boxOnHover
	case c.on:
		back = t.art.boxOn
	case c.hot():
		back = t.art.boxHover
	}
	t.brush.box(back, box)
	if c.on {
		t.brush.stamp(mark, box)
	}
	c.ring(box)
	t.brush.flush(dst)
	r.Min.X = box.Max.X + t.Px(gap)
	t.face.write(dst, &c.text, r, left, ink)
}
