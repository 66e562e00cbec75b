package widgets

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// A SliderConfig describes a slider row.
type SliderConfig struct {
	Label    string
	Tip      string  // tooltip, may be empty
	Unit     string  // behind the value, may be empty
	Min, Max float64 // the range, Min < Max
	Step     float64 // distance of neighbouring values, > 0; Max need not be a whole number of steps off
	Decimals int     // shown, 0 to 9
	Value    float64 // at the start
	Default  float64 // what Backspace goes back to

	// Format makes the text of a value, in place of Decimals and Unit.
	Format func(v float64) string

	// Inline puts label, track and value on one line. Otherwise the track has a line of its own.
	Inline bool

	// OnChange is called for each new value that a person chooses, while dragging too.
	OnChange func(v float64)
}

// A Slider is a row with a label, a value with its unit, and a track to drag on: ebitenui's slider,
// which counts in whole steps, over ebitenui's progress bar, which fills the track left of the knob.
//
// A press anywhere on the track takes the knob there, where ebitenui's would go one page; arrows
// move it by one step, repeatedly, with Shift by ten; Backspace restores the default. The mouse wheel
// leaves it alone, because it scrolls what the row stands in.
type Slider struct {
	*widget.Container
	config SliderConfig
	steps  steps
	track  *track
	filled *widget.ProgressBar
	value  *widget.Text
	knob   int  // its width
	step   int  // what the program knows; a person's choice is in the track first
	held   bool // the mouse went down on the track and is down still
	aimed  bool // held beside the knob: the knob follows the mouse
}

// Slider returns a slider row.
func (t *Theme) Slider(c SliderConfig) (*Slider, error) {
	switch {
	case !(c.Min < c.Max) || math.IsInf(c.Min, 0) || math.IsInf(c.Max, 0):
		return nil, fmt.Errorf("slider %q: range %v..%v is empty", c.Label, c.Min, c.Max)
	case !(c.Step > 0) || (c.Max-c.Min)/c.Step > 1e7:
		return nil, fmt.Errorf("slider %q: step %v does not fit %v..%v", c.Label, c.Step, c.Min, c.Max)
	case c.Decimals < 0 || c.Decimals > 9:
		return nil, fmt.Errorf("slider %q: %d decimals are outside 0..9", c.Label, c.Decimals)
	case math.IsNaN(c.Value) || math.IsNaN(c.Default):
		return nil, fmt.Errorf("slider %q: value or default is not a number", c.Label)
	}
	s := &Slider{config: c, steps: steps{c.Min, c.Max, c.Step}, knob: t.Px(knobWidth)}
	s.track = s.newTrack(t)
	s.filled = widget.NewProgressBar(
		widget.ProgressBarOpts.Images(t.art.track, t.art.fill),
		widget.ProgressBarOpts.Values(0, s.steps.count(), 0),
		widget.ProgressBarOpts.WidgetOpts(
			widget.WidgetOpts.MinSize(0, t.Px(trackHeight)),
			widget.WidgetOpts.LayoutData(middle)),
	)
	label := t.words(c.Label, "", &t.face, t.palette.Text,
		widget.TextOpts.Position(widget.TextPositionStart, widget.TextPositionCenter))
	s.value = t.words("", "", &t.face, t.palette.TextDim,
		widget.TextOpts.Position(widget.TextPositionEnd, widget.TextPositionCenter))
	tracks := t.stack(s.filled, s.track)
	tracks.GetWidget().MinHeight = t.Px(knobHeight + 2)
	if c.Inline {
		label.GetWidget().MinWidth = t.Px(labelWidth)
		s.value.GetWidget().MinWidth = t.Px(valueWidth)
		s.Container = t.grid(gap, []bool{false, true, false}, label, tracks, s.value)
		s.GetWidget().MinHeight = t.Px(rowHeight)
	} else {
		line := t.stack(label, s.value)
		line.GetWidget().MinHeight = t.Px(textHeight)
		s.Container = t.line(widget.DirectionVertical, 0, []Child{line, tracks})
	}
	t.tip(c.Tip)(s.GetWidget())
	s.SetValue(c.Value)
	return s, nil
}

// middle is the place of a track: as wide as the row, and in the middle of its height.
var middle = widget.AnchorLayoutData{StretchHorizontal: true, VerticalPosition: widget.AnchorLayoutPositionCenter}

func (s *Slider) newTrack(t *Theme) *track {
	return &track{Slider: widget.NewSlider(
		widget.SliderOpts.MinMax(0, s.steps.count()),
		widget.SliderOpts.InitialCurrent(0),
		widget.SliderOpts.HandleImage(t.art.knob),
		widget.SliderOpts.FixedHandleSize(s.knob),
		widget.SliderOpts.MinHandleSize(s.knob),
		// ebitenui pages for a press on the track, the wheel and, once, an arrow key. None is wanted.
		widget.SliderOpts.PageSizeFunc(func() int { return 0 }),
		widget.SliderOpts.DisableDefaultKeys(true),
		widget.SliderOpts.ChangedHandler(func(*widget.SliderChangedEventArgs) { s.heed() }),
		widget.SliderOpts.WidgetOpts(
			widget.WidgetOpts.MinSize(0, t.Px(knobHeight)),
			widget.WidgetOpts.LayoutData(middle),
			widget.WidgetOpts.MouseButtonPressedHandler(func(a *widget.WidgetMouseButtonPressedEventArgs) {
				s.aimed = a.Button == ebiten.MouseButtonLeft
			})),
	)}
}

// A track is ebitenui's slider with the keyboard kept from its knob, which takes Enter and Space for
// a press of the mouse and never lets go.
type track struct {
	*widget.Slider
	focused bool
}

// Focus implements [widget.Focuser].
func (t *track) Focus(on bool) {
	t.focused = on
	t.GetWidget().FireFocusEvent(t, on, image.Pt(-1, -1))
}

// IsFocused implements [widget.Focuser].
func (t *track) IsFocused() bool { return t.focused }

// Value returns the value, Min ≤ v ≤ Max.
func (s *Slider) Value() float64 { return s.steps.at(s.step) }

// SetValue moves the knob to the step nearest to v, without a callback. While a person moves the
// knob it does nothing.
func (s *Slider) SetValue(v float64) {
	if s.held || s.track.Current != s.step || math.IsNaN(v) {
		return
	}
	s.step = s.steps.nearest(v)
	s.track.Current = s.step
	s.show()
}

// Dragging reports whether a person holds the knob.
func (s *Slider) Dragging() bool { return s.held }

// heed takes over the track's step. One that the program does not know is a person's.
func (s *Slider) heed() {
	if s.step == s.track.Current {
		return
	}
	s.step = s.track.Current
	s.show()
	if s.config.OnChange != nil {
		s.config.OnChange(s.Value())
	}
}

func (s *Slider) show() {
	s.filled.SetCurrent(s.step)
	s.value.Label = s.format(s.Value())
}

func (s *Slider) format(v float64) string {
	if s.config.Format != nil {
		return s.config.Format(v)
	}
	text := strings.Replace(strconv.FormatFloat(v, 'f', s.config.Decimals, 64), "-", "−", 1)
	if s.config.Unit != "" {
		text += " " + s.config.Unit
	}
	return text
}

// Update implements ebitenui's widgets.
func (s *Slider) Update(u *widget.UpdateObject) {
	s.Container.Update(u)
	r := s.track.GetWidget().Rect
	x, y := input.CursorPosition()
	if input.MouseButtonJustPressed(ebiten.MouseButtonLeft) {
		s.held = image.Pt(x, y).In(r)
	}
	if !input.MouseButtonPressed(ebiten.MouseButtonLeft) {
		s.held, s.aimed = false, false
	}
	if s.aimed {
		f := float64(x-r.Min.X-s.knob/2) / float64(max(r.Dx()-s.knob, 1))
		s.choose(int(math.Round(f * float64(s.steps.count()))))
	}
	if s.track.IsFocused() {
		s.keys()
	}
}

func (s *Slider) keys() {
	by := 1
	if ebiten.IsKeyPressed(ebiten.KeyShift) {
		by = 10
	}
	switch {
	case repeats(ebiten.KeyArrowLeft):
		s.choose(s.step - by)
	case repeats(ebiten.KeyArrowRight):
		s.choose(s.step + by)
	case inpututil.IsKeyJustPressed(ebiten.KeyBackspace):
		s.choose(s.steps.nearest(s.config.Default))
	}
}

// choose puts the knob at a step for a person. ebitenui tells of it when it has drawn it.
func (s *Slider) choose(step int) { s.track.Current = min(max(step, 0), s.steps.count()) }

// repeats reports whether a key went down, or has been held so long that it counts again.
func repeats(k ebiten.Key) bool {
	const delay, interval = 24, 3 // updates
	d := inpututil.KeyPressDuration(k)
	// A key that goes down and up between two updates has no duration.
	return inpututil.IsKeyJustPressed(k) || d > delay && (d-delay)%interval == 0
}

// steps are the values of a slider: min, min+step and so on, and max, even if that is a short step.
type steps struct{ min, max, step float64 }

// count returns the number of the last step. The first is 0.
func (s steps) count() int { return int(math.Ceil((s.max-s.min)/s.step - 1e-9)) }

func (s steps) at(i int) float64 {
	if i >= s.count() {
		return s.max
	}
	return s.min + float64(i)*s.step
}

func (s steps) nearest(v float64) int {
	v = min(max(v, s.min), s.max)
	i := min(int(math.Round((v-s.min)/s.step)), s.count())
	if s.max-v < math.Abs(v-s.at(i)) {
		return s.count()
	}
	return i
}
