package widgets

import (
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

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
