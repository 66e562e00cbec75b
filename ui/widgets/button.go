package widgets

import (
	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// A Button is a text to click on. SetText changes the text; the button never gets narrower than its first
// text.
type Button = widget.Button

// Button returns a button. tip, its tooltip, may be empty.
func (t *Theme) Button(text, tip string, onClick func()) *Button {
	return t.button(text, tip, t.art.button, widget.ButtonOpts.ClickedHandler(func(*widget.ButtonClickedEventArgs) {
		if onClick != nil {
			onClick()
		}
	}))
}

func (t *Theme) button(text, tip string, look *widget.ButtonImage, opts ...widget.ButtonOpt) *widget.Button {
	b := widget.NewButton(append([]widget.ButtonOpt{
		widget.ButtonOpts.Image(look),
		widget.ButtonOpts.Text(text, &t.face, &widget.ButtonTextColor{Idle: t.palette.Text}),
		widget.ButtonOpts.TextPadding(t.insets(0, textDrop, 0, 0)),
		widget.ButtonOpts.WidgetOpts(
			t.atLeast(max(float64(t.width(text))/t.scale+24, t.sizes.least), t.sizes.row),
			t.tip(tip),
		),
	}, opts...)...)
	saysButton(b, tip, alwaysButton)
	return b
}

// A Toggle is a button that stays down until it is clicked again.
type Toggle struct {
	*widget.Container
	button *widget.Button
	on     bool // what the program knows
}

// Toggle returns a button that is on or off.
func (t *Theme) Toggle(text, tip string, on bool, onChange func(on bool)) *Toggle {
	b := &Toggle{}
	b.button = t.button(text, tip, t.art.toggle, widget.ButtonOpts.ToggleMode(),
		widget.ButtonOpts.Text(text, &t.face, &widget.ButtonTextColor{Idle: t.palette.Text, Pressed: t.palette.OnChosen}),
		widget.ButtonOpts.StateChangedHandler(func(*widget.ButtonChangedEventArgs) {
			heed(&b.on, b.button.State(), onChange)
		}))
	saysButton(b.button, tip, func() string { return switched(b.on) })
	b.Container = t.stack(b.button)
	b.Set(on)
	return b
}

// heed reads the state of a control. If it differs from what the program set, a person changed it.
func heed(known *bool, state widget.WidgetState, onChange func(on bool)) {
	if on := state == widget.WidgetChecked; on != *known {
		*known = on
		if onChange != nil {
			onChange(on)
		}
	}
}

func state(on bool) widget.WidgetState {
	if on {
		return widget.WidgetChecked
	}
	return widget.WidgetUnchecked
}

// Set switches the toggle without a callback.
func (b *Toggle) Set(on bool) {
	b.on = on
	b.button.SetState(state(on))
}

// SetText changes the toggle's text.
func (b *Toggle) SetText(s string) { b.button.SetText(s) }

// SetupInputLayer implements [input.Layerer]: it needs no layer of its own.
func (b *Toggle) SetupInputLayer(input.DeferredSetupInputLayerFunc) {}

// A Switch is a row with a text and, at its right, a pill with a knob, whose side says the state too. All of the row answers.
type Switch struct {
	*widget.Container
	pill *widget.Checkbox
	on   bool // what the program knows
}

// Switch returns a switch. tip, its tooltip, may be empty.
func (t *Theme) Switch(text, tip string, on bool, onChange func(on bool)) *Switch {
	s := &Switch{on: on}
	s.pill = widget.NewCheckbox(
		widget.CheckboxOpts.Image(t.art.pill),
		widget.CheckboxOpts.InitialState(state(on)),
		widget.CheckboxOpts.WidgetOpts(t.atLeast(pillWidth, t.sizes.box)),
		widget.CheckboxOpts.StateChangedHandler(func(*widget.CheckboxChangedEventArgs) {
			heed(&s.on, s.pill.State(), onChange)
		}),
	)
	s.pill.GetWidget().CustomData = func() Said { return Said{Name: text, Role: switched(s.on)} }
	label := t.rowLabel(text, nil)
	label.GetWidget().MouseButtonClickedEvent.AddHandler(func(args any) {
		if args.(*widget.WidgetMouseButtonClickedEventArgs).Button == ebiten.MouseButtonLeft {
			s.pill.Click()
		}
	})
	s.Container = t.grid(gap, []bool{true, false}, label, s.pill)
	t.atLeast(0, t.sizes.line)(s.GetWidget())
	t.tip(tip)(s.GetWidget())
	return s
}

// Set switches it without a callback.
func (s *Switch) Set(on bool) {
	if on != s.on { // it is asked for in each frame
		s.on = on
		s.pill.SetState(state(on))
	}
}
