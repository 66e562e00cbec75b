package widgets

import "github.com/ebitenui/ebitenui/widget"

// A Checkbox is a box to tick, with a text that can be clicked on too.
type Checkbox struct {
	*widget.Container
	box *widget.Checkbox
	on  bool // what the program knows
}

// Checkbox returns a checkbox. tip, its tooltip, may be empty.
func (t *Theme) Checkbox(text, tip string, on bool, onChange func(on bool)) *Checkbox {
	c := &Checkbox{on: on}
	c.box = widget.NewCheckbox(
		widget.CheckboxOpts.Image(t.art.checkbox),
		widget.CheckboxOpts.Text(text, &t.face, &widget.LabelColor{Idle: t.palette.Text}),
		widget.CheckboxOpts.Spacing(t.Px(gap)),
		widget.CheckboxOpts.InitialState(state(on)),
		widget.CheckboxOpts.WidgetOpts(t.tip(tip)),
		widget.CheckboxOpts.StateChangedHandler(func(*widget.CheckboxChangedEventArgs) {
			heed(&c.on, c.box.State(), onChange)
		}),
	)
	c.box.GetWidget().CustomData = func() Said { return Said{Name: text, Role: switched(c.on)} }
	c.Container = t.stack(c.box)
	return c
}

// On reports whether the box is ticked.
func (c *Checkbox) On() bool { return c.on }

// Set ticks or clears the box without a callback.
func (c *Checkbox) Set(on bool) {
	c.on = on
	c.box.SetState(state(on))
}
