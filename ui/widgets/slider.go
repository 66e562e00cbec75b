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
	Default  float64 // what a double click and Backspace go back to; marked on the track

	// Format makes the text of a value, in place of Decimals and Unit.
	Format func(v float64) string

	// Inline puts label, track and value on one line. Otherwise the track has a line of its own.
	Inline bool

	// OnChange is called for each new value that a person chooses, in the same update, while
	// dragging too.
	OnChange func(v float64)
}

// A Slider is a row with a label, a value with its unit, and a track to drag on. A press anywhere on
// the track takes the knob there; arrows move it by one step, with Shift by ten; a double click or
// Backspace restores the default. The mouse wheel scrolls what the row stands in, and leaves it alone.
type Slider struct {
	control
	config   SliderConfig
	label    caption
	value    caption
	step     int // the value, in steps from Min
	steps    int
	dragging bool
	grip     int // from the knob's middle to where it is held
	now      int // updates so far
	lastDown int // the update at which the track was pressed last
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
	s := &Slider{
		config: c, label: caption{full: c.Label},
		steps: int(math.Ceil((c.Max-c.Min)/c.Step - 1e-9)), lastDown: -doubleClick - 1,
	}
	s.init(t, s, c.Tip, func() {
		if c.OnChange != nil {
			c.OnChange(s.Value())
		}
	}, widget.WidgetOpts.MouseButtonPressedHandler(s.press))
	s.SetValue(c.Value)
	return s, nil
}

// doubleClick is how many updates apart the presses of a double click are at most.
const doubleClick = 24

// Value returns the value, Min ≤ v ≤ Max.
func (s *Slider) Value() float64 { return s.at(s.step) }

// at returns the value at a step. The last step is Max, even if it is a short one.
func (s *Slider) at(step int) float64 {
	if step >= s.steps {
		return s.config.Max
	}
	return s.config.Min + float64(step)*s.config.Step
}

// nearest returns the step nearest to a value.
func (s *Slider) nearest(v float64) int {
	v = min(max(v, s.config.Min), s.config.Max)
	step := int(math.Round((v - s.config.Min) / s.config.Step))
	if step < s.steps && s.config.Max-v < math.Abs(v-s.at(step)) {
		step = s.steps
	}
	return min(step, s.steps)
}

// SetValue moves the knob to the step nearest to v, without a callback. While a person drags the
// knob it does nothing.
func (s *Slider) SetValue(v float64) {
	if s.dragging || math.IsNaN(v) {
		return
	}
	s.step = s.nearest(v)
	s.value.set(s.format(s.Value()))
}

// Dragging reports whether a person holds the knob.
func (s *Slider) Dragging() bool { return s.dragging }

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

// choose goes to a step as a person's choice.
func (s *Slider) choose(step int) {
	step = min(max(step, 0), s.steps)
	if step == s.step {
		return
	}
	s.step = step
	s.value.set(s.format(s.Value()))
	s.acted.Fire(nil)
}

// press starts a drag, or restores the default.
func (s *Slider) press(a *widget.WidgetMouseButtonPressedEventArgs) {
	p := image.Pt(a.OffsetX, a.OffsetY).Add(s.widget.Rect.Min)
	if a.Button != ebiten.MouseButtonLeft || s.widget.Disabled || !p.In(s.zone()) {
		return
	}
	again := s.now-s.lastDown <= doubleClick
	s.lastDown = s.now
	if again {
		s.lastDown = -doubleClick - 1
		s.dragging = false
		s.choose(s.nearest(s.config.Default))
		return
	}
	s.dragging = true
	if knob := s.knob(s.step); p.In(knob) {
		s.grip = p.X - (knob.Min.X+knob.Max.X)/2
	} else {
		s.grip = 0
		s.choose(s.under(p.X))
	}
}

// Update implements ebitenui's widgets.
func (s *Slider) Update(u *widget.UpdateObject) {
	s.now++
	s.control.Update(u)
	if s.dragging {
		x, _ := input.CursorPosition()
		if !input.MouseButtonPressed(ebiten.MouseButtonLeft) || s.widget.Disabled {
			s.dragging = false
		} else if x-s.grip != (s.knob(s.step).Min.X+s.knob(s.step).Max.X)/2 {
			s.choose(s.under(x - s.grip))
		}
	}
	if s.focused && !s.widget.Disabled {
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
		s.choose(s.nearest(s.config.Default))
	}
}

// PreferredSize implements ebitenui's widgets.
func (s *Slider) PreferredSize() (w, h int) {
	t := s.theme
	w, h = t.Px(labelWidth+valueWidth+gap+64), t.Px(rowHeight)
	if !s.config.Inline {
		h = t.Px(textHeight) + t.Px(18)
	}
	return max(w, s.widget.MinWidth), max(h, s.widget.MinHeight)
}

// text returns the box of label and value.
func (s *Slider) text() image.Rectangle {
	r := s.widget.Rect
	if !s.config.Inline {
		r.Max.Y = r.Min.Y + s.theme.Px(textHeight)
	}
	return r
}

// zone returns the box in which the knob moves and presses count.
func (s *Slider) zone() image.Rectangle {
	t, r := s.theme, s.widget.Rect
	if s.config.Inline {
		r.Min.X += t.Px(labelWidth)
		r.Max.X -= t.Px(valueWidth + gap)
	} else {
		r.Min.Y += t.Px(textHeight)
	}
	return r
}

// knob returns the knob's box at a step.
func (s *Slider) knob(step int) image.Rectangle {
	t, z := s.theme, s.zone()
	w, h := t.Px(knobWidth), t.Px(knobHeight)
	f := (s.at(step) - s.config.Min) / (s.config.Max - s.config.Min)
	x := z.Min.X + int(math.Round(f*float64(z.Dx()-w)))
	return image.Rect(0, 0, w, h).Add(image.Pt(x, z.Min.Y+(z.Dy()-h)/2))
}

// under returns the step whose knob is nearest to x.
func (s *Slider) under(x int) int {
	z, w := s.zone(), s.theme.Px(knobWidth)
	f := (float64(x-z.Min.X) - float64(w)/2) / float64(max(z.Dx()-w, 1))
	return s.nearest(s.config.Min + f*(s.config.Max-s.config.Min))
}

// Render implements ebitenui's widgets.
func (s *Slider) Render(dst *ebiten.Image) {
	s.widget.Render(dst)
	if !s.shows(dst) {
		return
	}
	t := s.theme
	ink, dim, fill, knob := t.palette.Text, t.palette.TextDim, t.art.fill, t.art.knob
	switch {
	case s.widget.Disabled:
		ink = mix(t.palette.Panel, t.palette.TextDim, 0.6)
		dim, fill, knob = ink, t.art.fillOff, t.art.knobOff
	case s.dragging || s.hovered:
		dim, knob = t.palette.Text, t.art.knobHot
	}

	s.paintTrack(fill, knob)
	s.ring(s.widget.Rect)
	t.brush.flush(dst)

	line := s.text()
	words := line
	if s.config.Inline {
		words.Max.X = s.zone().Min.X - t.Px(gap)
		line.Min.X = s.zone().Max.X + t.Px(gap)
	} else {
		words.Max.X -= int(t.face.width(s.value.full)) + t.Px(gap)
	}
	t.face.write(dst, &s.label, words, left, ink)
	t.face.write(dst, &s.value, line, right, dim)
}

// paintTrack adds the track, the mark of the default and the knob to what is being painted.
func (s *Slider) paintTrack(fill, knob patch) {
	t, z, at := s.theme, s.zone(), s.knob(s.step)
	track := image.Rect(z.Min.X, 0, z.Max.X, t.Px(trackHeight)).Add(image.Pt(0, z.Min.Y+(z.Dy()-t.Px(trackHeight))/2))
	t.brush.box(t.art.track, track)
	home := s.knob(s.nearest(s.config.Default))
	notch := image.Rect(0, 0, max(t.Px(1), 1), t.Px(10)).Add(image.Pt((home.Min.X+home.Max.X)/2, home.Min.Y+(home.Dy()-t.Px(10))/2))
	t.brush.box(t.art.notch, notch)
	track.Max.X = max((at.Min.X+at.Max.X)/2, track.Min.X+2*t.Px(trackHeight/2)+1)
	t.brush.box(fill, track)
	t.brush.box(knob, at)
}
