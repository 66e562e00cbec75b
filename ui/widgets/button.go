package widgets

import (
	"image/color"
	"math"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// A Button is a text to click on.
type Button struct {
	control
	text caption
}

// Button returns a button. tip, its tooltip, may be empty.
func (t *Theme) Button(text, tip string, onClick func()) *Button {
	b := &Button{text: caption{full: text}}
	b.init(t, b, tip, onClick, b.clicked(func() { b.acted.Fire(nil) }))
	return b
}

// SetText changes the button's text, but not the size that it was given.
func (b *Button) SetText(s string) { b.text.set(s) }

// PreferredSize implements ebitenui's widgets.
func (b *Button) PreferredSize() (w, h int) {
	return preferred(&b.control, &b.text)
}

// preferred returns the size of a button with some air beside its text.
func preferred(c *control, text *caption) (w, h int) {
	t := c.theme
	w = int(math.Ceil(t.face.width(text.full))) + t.Px(24)
	return max(w, c.widget.MinWidth), max(t.Px(rowHeight), c.widget.MinHeight)
}

// Update implements ebitenui's widgets.
func (b *Button) Update(u *widget.UpdateObject) {
	b.control.Update(u)
	if b.submitted() {
		b.acted.Fire(nil)
	}
}

// Render implements ebitenui's widgets.
func (b *Button) Render(dst *ebiten.Image) {
	b.widget.Render(dst)
	if b.shows(dst) {
		paintButton(dst, &b.control, &b.text, false)
	}
}

// A Toggle is a button that stays down until it is clicked again.
type Toggle struct {
	control
	text caption
	on   bool
}

// Toggle returns a button that is on or off.
func (t *Theme) Toggle(text, tip string, on bool, onChange func(on bool)) *Toggle {
	b := &Toggle{text: caption{full: text}, on: on}
	b.init(t, b, tip, func() {
		if onChange != nil {
			onChange(b.on)
		}
	}, b.clicked(b.flip))
	return b
}

func (b *Toggle) flip() {
	b.on = !b.on
	b.acted.Fire(nil)
}

// On reports whether the toggle is on.
func (b *Toggle) On() bool { return b.on }

// Set switches the toggle without a callback.
func (b *Toggle) Set(on bool) { b.on = on }

// SetText changes the toggle's text, but not the size that it was given.
func (b *Toggle) SetText(s string) { b.text.set(s) }

// PreferredSize implements ebitenui's widgets.
func (b *Toggle) PreferredSize() (w, h int) { return preferred(&b.control, &b.text) }

// Update implements ebitenui's widgets.
func (b *Toggle) Update(u *widget.UpdateObject) {
	b.control.Update(u)
	if b.submitted() {
		b.flip()
	}
}

// Render implements ebitenui's widgets.
func (b *Toggle) Render(dst *ebiten.Image) {
	b.widget.Render(dst)
	if b.shows(dst) {
		paintButton(dst, &b.control, &b.text, b.on)
	}
}

func paintButton(dst *ebiten.Image, c *control, text *caption, on bool) {
	t, box := c.theme, c.widget.Rect
	back, ink := t.art.button, t.palette.Text
	switch {
	case c.widget.Disabled:
		ink = mix(t.palette.Panel, t.palette.TextDim, 0.6)
	case on:
		back, ink = t.art.buttonOn, color.Color(color.White)
		if c.hot() {
			back = t.art.buttonOnHover
		}
	case c.pressed:
		back = t.art.buttonPressed
	case c.hot():
		back = t.art.buttonHover
	}
	t.brush.box(back, box)
	c.ring(box)
	t.brush.flush(dst)
	t.face.write(dst, text, box.Inset(t.Px(4)), centre, ink)
}
