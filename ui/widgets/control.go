package widgets

import (
	"image"

	"github.com/ebitenui/ebitenui/event"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// A control is what all our widgets have in common: it makes them ebitenui widgets that can have the
// keyboard, with a hover state and one callback.
type control struct {
	theme   *Theme
	widget  *widget.Widget
	self    widget.Focuser
	acted   event.Event // fired for what a person did; the callback runs at the end of Update
	focused bool
	hovered bool
	pressed bool // since the mouse button went down inside
	nearby  map[widget.FocusDirection]widget.Focuser
}

// init makes the control ready. callback may be nil.
func (c *control) init(t *Theme, self widget.Focuser, tip string, callback func(), opts ...widget.WidgetOpt) {
	c.theme, c.self = t, self
	c.widget = widget.NewWidget(append([]widget.WidgetOpt{
		widget.WidgetOpts.TrackHover(true),
		widget.WidgetOpts.CursorEnterHandler(func(*widget.WidgetCursorEnterEventArgs) { c.hovered = true }),
		widget.WidgetOpts.CursorExitHandler(func(*widget.WidgetCursorExitEventArgs) { c.hovered = false }),
		widget.WidgetOpts.MouseButtonPressedHandler(func(a *widget.WidgetMouseButtonPressedEventArgs) {
			c.pressed = a.Button == ebiten.MouseButtonLeft && !c.widget.Disabled
		}),
		widget.WidgetOpts.MouseButtonReleasedHandler(func(*widget.WidgetMouseButtonReleasedEventArgs) { c.pressed = false }),
		t.tip(tip),
	}, opts...)...)
	if callback != nil {
		c.acted.AddHandler(func(any) { callback() })
	}
}

// clicked returns an option that calls f for clicks with the left button on an enabled control.
func (c *control) clicked(f func()) widget.WidgetOpt {
	return widget.WidgetOpts.MouseButtonClickedHandler(func(a *widget.WidgetMouseButtonClickedEventArgs) {
		if a.Button == ebiten.MouseButtonLeft && !c.widget.Disabled {
			f()
		}
	})
}

// submitted reports whether a key that stands for a click went down.
func (c *control) submitted() bool {
	return c.focused && !c.widget.Disabled &&
		(inpututil.IsKeyJustPressed(ebiten.KeyEnter) || inpututil.IsKeyJustPressed(ebiten.KeySpace))
}

// hot reports whether the mouse is on the control, or holds it.
func (c *control) hot() bool { return (c.hovered || c.pressed) && !c.widget.Disabled }

// shows reports whether any of the control is on dst. What scrolled away is not worth drawing.
func (c *control) shows(dst *ebiten.Image) bool { return c.widget.Rect.Overlaps(dst.Bounds()) }

// ring adds the focus ring to what is being painted, if the control has the keyboard.
func (c *control) ring(box image.Rectangle) {
	if c.focused {
		c.theme.brush.box(c.theme.art.ring, box.Inset(-c.theme.Px(focusReach)))
	}
}

// repeats reports whether a key went down, or has been held so long that it counts again.
func repeats(k ebiten.Key) bool {
	const delay, interval = 24, 3 // updates
	d := inpututil.KeyPressDuration(k)
	// A key that goes down and up between two updates has no duration.
	return inpututil.IsKeyJustPressed(k) || d > delay && (d-delay)%interval == 0
}

// SetDisabled switches the control off, or on again.
func (c *control) SetDisabled(off bool) { c.widget.Disabled = off }

// GetWidget implements ebitenui's widgets.
func (c *control) GetWidget() *widget.Widget { return c.widget }

// SetLocation implements ebitenui's widgets.
func (c *control) SetLocation(r image.Rectangle) { c.widget.Rect = r }

// Validate implements ebitenui's widgets.
func (c *control) Validate() {}

// Update implements ebitenui's widgets.
func (c *control) Update(u *widget.UpdateObject) { c.widget.Update(u) }

// Focus implements [widget.Focuser].
func (c *control) Focus(on bool) {
	c.widget.FireFocusEvent(c.self, on, image.Pt(-1, -1))
	c.focused = on
}

// IsFocused implements [widget.Focuser].
func (c *control) IsFocused() bool { return c.focused }

// TabOrder implements [widget.Focuser]: Tab goes through the tree in its own order.
func (c *control) TabOrder() int { return 0 }

// GetFocus implements [widget.Focuser].
func (c *control) GetFocus(d widget.FocusDirection) widget.Focuser { return c.nearby[d] }

// AddFocus implements [widget.Focuser].
func (c *control) AddFocus(d widget.FocusDirection, f widget.Focuser) {
	if c.nearby == nil {
		c.nearby = map[widget.FocusDirection]widget.Focuser{}
	}
	c.nearby[d] = f
}
