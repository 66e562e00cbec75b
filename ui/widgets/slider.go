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

	"driftlab/ui/words"
)

// A SliderConfig describes a slider row.
type SliderConfig struct {
	Label    string
	Tip      string  // tooltip, may be empty
	Unit     string  // behind the value, may be empty
	Min, Max float64 // the range of the track, Min < Max
	Step     float64 // distance of neighbouring values, > 0; Max need not be a whole number of steps off
	Fine     float64 // the same with Shift, a whole part of Step; 0 is a tenth of Step
	Decimals int     // shown always, 0 to 9; up to two more where the value has them
	Value    float64 // at the start
	Default  float64 // what Backspace and a double click go back to

	// Format makes the text of a value, in place of Decimals and Unit.
	Format func(v float64) string

	// Typing makes the text with which a person begins to type, where that is not the value's text.
	Typing func(v float64) string

	// OnChange is called for each new value that a person chooses, while dragging too.
	OnChange func(v float64)

	// OnType is called with what a person has typed in place of the value. It says whether that was a
	// value; otherwise the person goes on typing. Without it nothing can be typed.
	OnType func(text string) (ok bool)
}

// check says what is wrong with a configuration.
func (c *SliderConfig) check() error {
	switch {
	case !(c.Min < c.Max) || math.IsInf(c.Min, 0) || math.IsInf(c.Max, 0):
		return fmt.Errorf("slider %q: range %v..%v is empty", c.Label, c.Min, c.Max)
	case !(c.Step > 0) || !(c.Fine > 0) || c.Fine > c.Step || (c.Max-c.Min)/c.Fine > 1e7:
		return fmt.Errorf("slider %q: steps %v and %v do not fit %v..%v", c.Label, c.Step, c.Fine, c.Min, c.Max)
	case c.Decimals < 0 || c.Decimals > 9:
		return fmt.Errorf("slider %q: %d decimals are outside 0..9", c.Label, c.Decimals)
	case math.IsNaN(c.Value) || math.IsNaN(c.Default):
		return fmt.Errorf("slider %q: value or default is not a number", c.Label)
	}
	return nil
}

// A Slider is a row with a label, a value with its unit, and a track to drag on: ebitenui's slider,
// which counts in whole steps, over ebitenui's progress bar, which fills the track left of the knob.
//
// A press anywhere on the track takes the knob there, where ebitenui's would go one page; arrows
// move it by one step, repeatedly, PageUp and PageDown by ten, and with Shift all steps are fine ones.
// Backspace and a double click restore the default. Enter, or a click on the value, makes the value a
// field to type into: see entry. The mouse wheel leaves it alone, because it scrolls what the row
// stands in.
//
// The program may set any value. The knob then stands at the fine step that is nearest.
type Slider struct {
	*widget.Container
	theme  *Theme
	config SliderConfig
	coarse steps
	fine   steps // which the track counts
	track  *track
	filled *widget.ProgressBar
	value  *widget.Text
	entry  *entry  // nil where nothing can be typed
	knob   int     // its width
	now    float64 // what is shown
	seen   int     // the track's step that is known; another one is a person's
	held   bool    // the mouse went down on the track and is down still
	aimed  bool    // held beside the knob: the knob follows the mouse
	clicks clicks
}

// Slider returns a slider row.
func (t *Theme) Slider(c SliderConfig) (*Slider, error) {
	if c.Fine == 0 {
		c.Fine = c.Step / 10
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Slider{theme: t, config: c, knob: t.Px(t.sizes.knobW),
		coarse: steps{c.Min, c.Max, c.Step}, fine: steps{c.Min, c.Max, c.Fine}}
	s.track = s.newTrack(t)
	s.filled = widget.NewProgressBar(
		widget.ProgressBarOpts.Images(t.art.track, t.art.fill),
		widget.ProgressBarOpts.Values(0, s.fine.count(), 0),
		widget.ProgressBarOpts.WidgetOpts(
			t.atLeast(0, trackHeight),
			widget.WidgetOpts.LayoutData(middle)),
	)
	s.value = t.words("", "", &t.face, t.palette.Text,
		widget.TextOpts.Position(widget.TextPositionEnd, widget.TextPositionCenter), widget.TextOpts.Padding(t.insets(0, textDrop, 0, 0)))
	values := []Child{s.value}
	if c.OnType != nil {
		s.entry = s.newEntry(t)
		values = append(values, s.entry.input)
	}
	s.Container = t.row(t.rowLabel(c.Label, nil), t.stack(s.filled, s.track), t.stack(values...))
	s.track.GetWidget().CustomData = func() Said { return Said{c.Label, "slider", s.value.Label} }
	if s.entry != nil {
		s.entry.input.GetWidget().CustomData = func() Said { return Said{c.Label, "field", s.entry.input.GetText()} }
	}
	t.tip(c.Tip)(s.GetWidget())
	s.SetValue(c.Value)
	return s, nil
}

// middle is the place of a track: as wide as the row, and in the middle of its height.
var middle = widget.AnchorLayoutData{StretchHorizontal: true, VerticalPosition: widget.AnchorLayoutPositionCenter}

func (s *Slider) newTrack(t *Theme) *track {
	return &track{of: s, Slider: widget.NewSlider(
		widget.SliderOpts.MinMax(0, s.fine.count()),
		widget.SliderOpts.InitialCurrent(0),
		widget.SliderOpts.HandleImage(t.art.knob),
		widget.SliderOpts.FixedHandleSize(s.knob),
		widget.SliderOpts.MinHandleSize(s.knob),
		// ebitenui pages for a press on the track, the wheel and, once, an arrow key. None is wanted.
		widget.SliderOpts.PageSizeFunc(func() int { return 0 }),
		widget.SliderOpts.DisableDefaultKeys(true),
		widget.SliderOpts.ChangedHandler(func(*widget.SliderChangedEventArgs) { s.heed() }),
		widget.SliderOpts.WidgetOpts(
			t.atLeast(0, t.sizes.reach),
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
	of      *Slider
	focused bool
}

// Focus implements [widget.Focuser].
func (t *track) Focus(on bool) {
	t.focused = on
	t.GetWidget().FireFocusEvent(t, on, image.Pt(-1, -1))
}

// IsFocused implements [widget.Focuser].
func (t *track) IsFocused() bool { return t.focused }

// Value returns the value.
func (s *Slider) Value() float64 { return s.now }

// SetValue shows a value, without a callback. While a person moves the knob it does nothing.
func (s *Slider) SetValue(v float64) {
	if s.held || s.track.Current != s.seen || math.IsNaN(v) {
		return
	}
	if v == s.now && s.config.Format == nil && s.value.Label != "" { // its text stays: it is asked for in each frame
		return
	}
	s.now = v
	s.show()
}

// Dragging reports whether a person holds the knob.
func (s *Slider) Dragging() bool { return s.held }

// heed takes over the track's step. One that is not known is a person's, who drags the knob.
func (s *Slider) heed() {
	if s.seen == s.track.Current {
		return
	}
	s.seen = s.track.Current
	v := s.fine.at(s.seen)
	if !ebiten.IsKeyPressed(ebiten.KeyShift) {
		v = s.coarse.at(s.coarse.nearest(v))
	}
	s.change(v)
}

// change takes over a value that a person has chosen.
func (s *Slider) change(v float64) {
	if v == s.now {
		return
	}
	s.now = v
	s.label()
	if s.config.OnChange != nil {
		s.config.OnChange(v)
	}
}

// choose puts the knob at a value for a person.
func (s *Slider) choose(v float64) {
	s.change(v)
	s.show()
}

// show puts the knob where the value is.
func (s *Slider) show() {
	s.seen = s.fine.nearest(s.now)
	s.track.Current = s.seen
	s.label()
}

// label brings the value's text and the filled part of the track up to the value.
func (s *Slider) label() {
	s.filled.SetCurrent(s.fine.nearest(s.now))
	s.value.Label = s.format(s.now)
}

func (s *Slider) format(v float64) string {
	if s.config.Format != nil {
		return s.config.Format(v)
	}
	text := Number(s.theme.language, v, s.config.Decimals, s.config.Decimals+2)
	if s.config.Unit != "" {
		text += " " + s.config.Unit
	}
	return text
}

// Number writes v with at least this number of decimals, more if it has them, as the language writes them, and a
// true minus sign.
func Number(lang *words.Language, v float64, least, most int) string {
	text := strconv.FormatFloat(v, 'f', most, 64)
	for i := most; i > least && strings.HasSuffix(text, "0"); i-- {
		text = text[:len(text)-1]
	}
	text = strings.TrimSuffix(text, ".")
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return lang.Decimal(strings.Replace(text, "-", "−", 1))
}

// SetupInputLayer implements [input.Layerer]: the knob alone has a part of the mouse's reach.
func (s *Slider) SetupInputLayer(def input.DeferredSetupInputLayerFunc) { s.track.SetupInputLayer(def) }

func (s *Slider) Update(u *widget.UpdateObject) {
	if s.entry != nil {
		heedChosen(s.entry.input)
	}
	s.Container.Update(u)
	s.clicks.now++
	x, y := input.CursorPosition()
	at := image.Pt(x, y)
	r := s.track.GetWidget().Rect
	if input.MouseButtonJustPressed(ebiten.MouseButtonLeft) {
		s.held = at.In(r) && !s.theme.covers(at, s)
		if s.clicks.double(at, s.held) {
			s.held, s.aimed = false, false
			s.choose(s.config.Default)
		}
	}
	if s.aimed && s.held {
		f := float64(x-r.Min.X-s.knob/2) / float64(max(r.Dx()-s.knob, 1))
		now := s.stepsNow()
		s.choose(now.at(now.nearest(s.config.Min + f*(s.config.Max-s.config.Min))))
	}
	if !input.MouseButtonPressed(ebiten.MouseButtonLeft) {
		if s.held {
			s.heed()
			s.show() // the knob goes to the step that the value is at
		}
		s.held, s.aimed = false, false
	}
	if s.track.IsFocused() {
		s.keys()
	}
	if s.entry != nil {
		s.entry.update(s)
	}
}

// focuser returns what Tab goes to.
func (s *Slider) focuser() widget.Focuser {
	if s.entry != nil && s.entry.typing {
		return s.entry.input
	}
	return s.track
}

// stepsNow returns the steps that moves go by: fine ones with Shift.
func (s *Slider) stepsNow() steps {
	if ebiten.IsKeyPressed(ebiten.KeyShift) {
		return s.fine
	}
	return s.coarse
}

// sliderKeys are the keys that a slider with the keyboard takes.
var sliderKeys = []ebiten.Key{
	ebiten.KeyArrowLeft, ebiten.KeyArrowDown, ebiten.KeyArrowRight, ebiten.KeyArrowUp,
	ebiten.KeyPageDown, ebiten.KeyPageUp, ebiten.KeyBackspace, ebiten.KeyEnter, ebiten.KeyNumpadEnter,
}

func (s *Slider) keys() {
	for _, k := range sliderKeys {
		if repeats(k) {
			s.press(k, s.stepsNow())
		}
	}
}

// press acts on a key, going by some steps.
func (s *Slider) press(k ebiten.Key, by steps) {
	switch k {
	case ebiten.KeyArrowLeft, ebiten.KeyArrowDown:
		s.choose(by.next(s.now, -1))
	case ebiten.KeyArrowRight, ebiten.KeyArrowUp:
		s.choose(by.next(s.now, 1))
	case ebiten.KeyPageDown:
		s.choose(by.next(s.now, -10))
	case ebiten.KeyPageUp:
		s.choose(by.next(s.now, 10))
	case ebiten.KeyBackspace:
		s.choose(s.config.Default)
	default:
		if s.entry != nil {
			s.entry.open(s)
		}
	}
}

// repeats reports whether a key went down, or has been held so long that it counts again.
func repeats(k ebiten.Key) bool {
	const delay, interval = 24, 3 // updates
	d := inpututil.KeyPressDuration(k)
	// A key that goes down and up between two updates has no duration.
	return inpututil.IsKeyJustPressed(k) || d > delay && (d-delay)%interval == 0
}

// clicks tells a double click by where and when the one before was.
type clicks struct {
	now int // updates so far
	at  image.Point
	on  int // the update of the last press on the control; 0 for none
}

// double reports whether a press ends a double click; inside says that it is on the control.
func (c *clicks) double(at image.Point, inside bool) bool {
	const quick, near = 24, 6 // updates, pixels
	d := at.Sub(c.at)
	twice := inside && c.on > 0 && c.now-c.on <= quick && max(d.X, -d.X) <= near && max(d.Y, -d.Y) <= near
	c.at, c.on = at, c.now
	if twice || !inside {
		c.on = 0 // a third click is a first one
	}
	return twice
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

// next returns the value by steps above v, or below if negative. If v is between two steps, the first is the one beside it.
func (s steps) next(v float64, by int) float64 {
	const rounding = 1e-6 // steps
	f := (min(max(v, s.min), s.max) - s.min) / s.step
	i := int(math.Floor(f + rounding))
	if by < 0 {
		i = int(math.Ceil(f - rounding))
	}
	return s.at(min(max(i+by, 0), s.count()))
}
