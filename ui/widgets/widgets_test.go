package widgets

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"pgregory.net/rapid"
)

func theme(t *testing.T) *Theme {
	t.Helper()
	needLoop(t)
	return must(New(1, dark))
}

func TestAThemeRefusesNonsense(t *testing.T) {
	for _, s := range []float64{0, -1, 100, math.NaN()} {
		if _, err := New(s, dark); err == nil {
			t.Errorf("scale %v is accepted", s)
		}
	}
	if _, err := New(1, Palette{}); err == nil {
		t.Error("a palette without colours is accepted")
	}
}

func TestABadSliderOrDropdownIsAnError(t *testing.T) {
	th := &Theme{scale: 1}
	nan := math.NaN()
	for _, c := range []SliderConfig{
		{Min: 1, Max: 1, Step: 1}, {Max: nan, Step: 1}, {Max: 1}, {Max: 1, Step: -1}, {Max: 1e9, Step: 1e-9},
		{Max: 1, Step: 1, Decimals: -1}, {Max: 1, Step: 1, Value: nan}, {Max: math.Inf(1), Step: 1},
	} {
		if _, err := th.Slider(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	for _, c := range []DropdownConfig{{}, {Entries: []string{"a"}, Selected: 1}, {Entries: []string{"a"}, Selected: -1}} {
		if _, err := th.Dropdown(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

func TestSliderValuesAreWholeStepsWithinTheRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := float64(rapid.IntRange(-1000, 1000).Draw(t, "min"))
		hi := lo + float64(rapid.IntRange(1, 5000).Draw(t, "span"))/10
		step := rapid.SampledFrom([]float64{0.1, 0.25, 1, 7}).Draw(t, "step")
		v := rapid.Float64Range(-2000, 3000).Draw(t, "value")
		s := &Slider{config: SliderConfig{Min: lo, Max: hi, Step: step}, steps: int(math.Ceil((hi-lo)/step - 1e-9))}
		s.SetValue(v)
		got := s.Value()
		if got < lo || got > hi {
			t.Fatalf("%v is outside %v..%v", got, lo, hi)
		}
		if want := min(max(v, lo), hi); math.Abs(got-want) > step/2+1e-9 {
			t.Fatalf("%v is more than half a step of %v from %v", got, step, want)
		}
		s.SetValue(got)
		if s.Value() != got {
			t.Fatalf("setting %v again gives %v", got, s.Value())
		}
	})
}

func TestASliderFollowsTheMouseAndCallsBackAtOnce(t *testing.T) {
	th := theme(t)
	var heard []float64
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50, Default: 20, Unit: "ms",
		OnChange: func(v float64) { heard = append(heard, v) }}))
	b := newBench(t, th, s, image.Rect(100, 100, 308, 138)) // 200 px between the knob's ends
	const y = 130

	b.press(204, y)
	if s.Value() != 50 || !s.Dragging() {
		t.Errorf("taking the knob makes %v", s.Value())
	}
	b.move(304, 300)
	b.move(900, y)
	if s.Value() != 100 {
		t.Errorf("dragging it to the end makes %v", s.Value())
	}
	s.SetValue(7)
	if s.Value() != 100 {
		t.Error("SetValue tears the knob out of the hand")
	}
	b.move(-50, y)
	b.release()
	if s.Value() != 0 || s.Dragging() {
		t.Errorf("dragging it to the start makes %v", s.Value())
	}
	b.wait()
	b.click(254, y)
	if s.Value() != 75 {
		t.Errorf("a press on the track makes %v, want 75", s.Value())
	}
	b.click(254, y)
	if s.Value() != 20 {
		t.Errorf("a double click makes %v, want the default, 20", s.Value())
	}
	b.frames(1)
	if want := []float64{100, 0, 75, 20}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}

	heard = nil
	s.SetValue(33.4)
	b.frames(3)
	if s.Value() != 33 || s.value.full != "33 ms" || len(heard) != 0 {
		t.Errorf("SetValue makes %v, %q, and calls back %v", s.Value(), s.value.full, heard)
	}
	s.SetDisabled(true)
	b.wait()
	b.click(254, y)
	if s.Value() != 33 {
		t.Error("a disabled slider moves")
	}
}

func TestALabelIsNotPartOfTheTrack(t *testing.T) {
	th := theme(t)
	for _, inline := range []bool{false, true} {
		s := must(th.Slider(SliderConfig{Label: "Label", Max: 100, Step: 1, Value: 50, Inline: inline}))
		b := newBench(t, th, s, image.Rect(100, 100, 356, 138))
		b.click(105, 108)
		b.click(350, 108)
		if s.Value() != 50 {
			t.Errorf("inline %v: a click on a text makes %v", inline, s.Value())
		}
	}
}

func TestButtonsTogglesAndCheckboxesAreClickedOn(t *testing.T) {
	th := theme(t)
	clicks, toggled, ticked := 0, []bool{}, []bool{}
	button := th.Button("Button", "", func() { clicks++ })
	toggle := th.Toggle("Toggle", "", false, func(on bool) { toggled = append(toggled, on) })
	check := th.Checkbox("Check", "", true, func(on bool) { ticked = append(ticked, on) })
	b := newBench(t, th, th.Column(button, toggle, check), image.Rect(10, 10, 200, 200))
	for _, r := range []image.Rectangle{button.widget.Rect, toggle.widget.Rect, check.widget.Rect} {
		b.click(r.Min.X+5, r.Min.Y+5)
		b.click(r.Max.X-5, r.Max.Y-5)
		b.press(r.Min.X+5, r.Min.Y+5)
		b.move(300, 300)
		b.release() // outside: not a click
	}
	b.frames(1)
	if clicks != 2 || !slices.Equal(toggled, []bool{true, false}) || !slices.Equal(ticked, []bool{false, true}) {
		t.Errorf("%d clicks, toggled %v, ticked %v", clicks, toggled, ticked)
	}
	toggle.Set(true)
	check.Set(false)
	button.SetDisabled(true)
	b.click(button.widget.Rect.Min.X+5, button.widget.Rect.Min.Y+5)
	b.frames(2)
	if !toggle.On() || check.On() || clicks != 2 || len(toggled) != 2 || len(ticked) != 2 {
		t.Error("Set calls back, or a disabled button is clicked on")
	}
}

func TestADropdownIsChosenFromByMouse(t *testing.T) {
	th := theme(t)
	var chosen []int
	d := must(th.Dropdown(DropdownConfig{Label: "Model", Entries: []string{"a", "b", "c"},
		OnSelect: func(i int) { chosen = append(chosen, i) }}))
	below := th.Button("covered by the popup", "", func() { t.Error("a click goes through the popup") })
	b := newBench(t, th, th.Column(d, below), image.Rect(10, 10, 260, 80))
	b.click(200, 24)
	if !d.Open() || d.popup.Rect.Min.Y < 38 {
		t.Fatalf("open %v at %v", d.Open(), d.popup.Rect)
	}
	b.click(200, d.popup.Rect.Min.Y+4+26+13)
	if d.Open() || d.Selected() != 1 {
		t.Errorf("open %v, selected %d, want 1", d.Open(), d.Selected())
	}
	b.click(200, 24)
	b.click(300, 300)
	if d.Open() || d.Selected() != 1 {
		t.Error("a click beside the popup does not just close it")
	}
	d.Select(2)
	d.Select(99)
	b.frames(2)
	if d.Selected() != 2 || !slices.Equal(chosen, []int{1}) {
		t.Errorf("selected %d, heard %v", d.Selected(), chosen)
	}
}

func TestADropdownOpensWhereThereIsRoom(t *testing.T) {
	th := theme(t)
	d := must(th.Dropdown(DropdownConfig{Entries: many(12), Selected: 11}))
	b := newBench(t, th, d, image.Rect(10, 300, 200, 328))
	b.click(50, 310)
	if r := d.popup.Rect; r.Max.Y > 300 || r.Min.Y < 0 {
		t.Errorf("popup at %v", r)
	}
	if d.first+d.count != 12 {
		t.Errorf("entries %d to %d are shown, not the selected one", d.first, d.first+d.count)
	}
}

func TestWhatIsScrolledAwayTakesNoClicksAndTabFindsIt(t *testing.T) {
	th := theme(t)
	var buttons []*Button
	var children []Child
	clicked := -1
	for i := range 20 {
		buttons = append(buttons, th.Button("Button", "", func() { clicked = i }))
		children = append(children, buttons[i])
	}
	s := th.Scroll(th.Column(children...))
	b := newBench(t, th, s, image.Rect(0, 100, 200, 200))
	b.click(50, 250) // below the frame, where the fifth button would be
	if clicked != -1 {
		t.Errorf("button %d is clicked on out of sight", clicked)
	}
	b.click(50, 110)
	if clicked != 0 {
		t.Errorf("button %d is clicked on, want 0", clicked)
	}
	for range 15 {
		b.ui.ChangeFocus(widget.FOCUS_NEXT)
	}
	b.frames(3)
	if r := buttons[14].widget.Rect; !buttons[14].IsFocused() || !r.In(s.GetWidget().Rect) {
		t.Errorf("button 14 is at %v, focused %v", r, buttons[14].IsFocused())
	}
	bar, _ := s.barBox()
	b.press(bar.Min.X+2, bar.Min.Y+5)
	b.move(bar.Min.X+2, -500)
	b.release()
	if s.top != 0 {
		t.Errorf("dragging the bar to the top leaves %d px", s.top)
	}
	b.click(198, 195)
	if s.top == 0 {
		t.Error("a click below the bar does not go down a page")
	}
}

func TestNoTextIsSmallerThan13Pixels(t *testing.T) {
	th := theme(t)
	for _, f := range []*typeface{&th.face, &th.strong, &th.small} {
		if f.line < 13 {
			t.Errorf("a line is %v px high", f.line)
		}
	}
}

func TestACaptionIsCutToItsWidth(t *testing.T) {
	th := theme(t)
	c := caption{full: "A label that is far too long"}
	if c.fit(&th.face, 80); th.face.width(c.shown) > 80 || len(c.shown) < 5 {
		t.Errorf("%q is %v px wide", c.shown, th.face.width(c.shown))
	}
	if c.fit(&th.face, 800); c.shown != c.full {
		t.Errorf("%q is cut", c.shown)
	}
}

func BenchmarkPanelOfForty(b *testing.B) {
	needLoop(b)
	th := must(New(1, dark))
	var children []Child
	for range 40 {
		children = append(children, must(th.Slider(SliderConfig{Label: "Latency", Unit: "ms", Max: 100, Step: 1})))
	}
	ui := &ebitenui.UI{}
	root := th.Root()
	ui.Container = root
	root.Place(th.Scroll(th.Column(children...)), image.Rect(0, 0, 280, 812))
	screen, pixel := ebiten.NewImage(280, 812), make([]byte, 4)
	one := screen.SubImage(image.Rect(0, 0, 1, 1)).(*ebiten.Image)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		ui.Update()
		ui.Draw(screen)
		if n%16 == 15 {
			// Commands gather until a pixel is read. Rastering them is not Go's time.
			b.StopTimer()
			one.ReadPixels(pixel)
			b.StartTimer()
		}
	}
}
