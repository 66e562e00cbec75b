package widgets

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ebitenui/ebitenui/event"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"pgregory.net/rapid"

	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestSliderValuesAreWholeStepsWithinTheRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := float64(rapid.IntRange(-1000, 1000).Draw(t, "min"))
		hi := lo + float64(rapid.IntRange(1, 5000).Draw(t, "span"))/10
		step := rapid.SampledFrom([]float64{0.1, 0.25, 1, 7}).Draw(t, "step")
		v := rapid.Float64Range(-2000, 3000).Draw(t, "value")
		s := steps{lo, hi, step}
		i := s.nearest(v)
		got := s.at(i)
		if got < lo || got > hi || i < 0 || i > s.count() {
			t.Fatalf("step %d, %v, is outside %v..%v", i, got, lo, hi)
		}
		if want := min(max(v, lo), hi); math.Abs(got-want) > step/2+1e-9 {
			t.Fatalf("%v is more than half a step of %v from %v", got, step, want)
		}
		if s.nearest(got) != i {
			t.Fatalf("setting %v again gives step %d, not %d", got, s.nearest(got), i)
		}
	})
}

// at returns where a slider's knob is for a value, of those up to 100.
func at(s *Slider, v int) int {
	r := s.track.GetWidget().Rect
	return r.Min.X + s.knob/2 + (v*(r.Dx()-s.knob)+50)/100
}

func TestASliderFollowsTheMouseAndCallsBack(t *testing.T) {
	th := theme(t)
	var heard []float64
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50, Unit: "ms",
		OnChange: func(v float64) { heard = append(heard, v) }}))
	b := newBench(t, th, s, image.Rect(100, 100, 332, 124))
	const y = 112

	b.press(at(s, 50), y)
	if b.frames(1); s.Value() != 50 || !s.Dragging() {
		t.Errorf("taking the knob makes %v, dragging %v", s.Value(), s.Dragging())
	}
	b.move(at(s, 100), 300)
	if b.move(900, y); s.Value() != 100 {
		t.Errorf("dragging it to the end makes %v", s.Value())
	}
	s.SetValue(7)
	if b.frames(2); s.Value() != 100 {
		t.Error("SetValue tears the knob out of the hand")
	}
	b.move(-50, y)
	if b.release(); s.Value() != 0 || s.Dragging() {
		t.Errorf("dragging it to the start makes %v, dragging %v", s.Value(), s.Dragging())
	}
	if want := []float64{100, 0}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

func TestAPressOnTheTrackTakesTheKnobThere(t *testing.T) {
	th := theme(t)
	var heard []float64
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50,
		OnChange: func(v float64) { heard = append(heard, v) }}))
	b := newBench(t, th, s, image.Rect(100, 100, 332, 124))
	b.press(at(s, 75), 112)
	b.frames(1)
	s.SetValue(7) // the program has not heard of it yet
	if b.frames(1); s.Value() != 75 || !s.Dragging() {
		t.Errorf("a press on the track makes %v, dragging %v", s.Value(), s.Dragging())
	}
	b.move(at(s, 80), 112)
	if b.release(); s.Value() != 80 || s.Dragging() || !slices.Equal(heard, []float64{75, 80}) {
		t.Errorf("moving on from there makes %v, heard %v", s.Value(), heard)
	}
}

func TestTheProgramSetsASliderSilently(t *testing.T) {
	th := theme(t)
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50, Unit: "ms",
		OnChange: func(v float64) { t.Errorf("called back with %v", v) }}))
	b := newBench(t, th, s, image.Rect(100, 100, 308, 138))
	s.SetValue(12)
	s.SetValue(33.4)
	s.SetValue(math.NaN())
	if b.frames(3); s.Value() != 33.4 || s.value.Label != "33.4 ms" {
		t.Errorf("SetValue makes %v, %q", s.Value(), s.value.Label)
	}
}

func TestALabelIsNotPartOfTheTrack(t *testing.T) {
	th := theme(t)
	s := must(th.Slider(SliderConfig{Label: "Label", Max: 100, Step: 1, Value: 50}))
	b := newBench(t, th, s, image.Rect(100, 100, 356, 124))
	b.click(105, 112)
	if b.click(350, 112); s.Value() != 50 {
		t.Errorf("a click on a text makes %v", s.Value())
	}
}

func TestStepsGoToTheNextValueOfTheirOwn(t *testing.T) {
	s := steps{0, 100, 1}
	for _, c := range []struct {
		from float64
		by   int
		want float64
	}{{50, 1, 51}, {50, -1, 49}, {33.4, 1, 34}, {33.4, -1, 33}, {100, 1, 100}, {0, -1, 0}, {400, -1, 99}, {-7, 1, 1}, {95, 10, 100}} {
		if got := s.next(c.from, c.by); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v by %d is %v, want %v", c.from, c.by, got, c.want)
		}
	}
}

func TestKeysMoveASliderAndShiftMakesThemFine(t *testing.T) {
	th := theme(t)
	var heard []float64
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50, Default: 7, Unit: "ms",
		OnChange: func(v float64) { heard = append(heard, v) }}))
	for _, k := range []struct {
		key  ebiten.Key
		by   steps
		want float64
	}{
		{ebiten.KeyArrowRight, s.coarse, 51}, {ebiten.KeyArrowRight, s.fine, 51.1}, {ebiten.KeyArrowLeft, s.coarse, 51},
		{ebiten.KeyArrowLeft, s.fine, 50.9}, {ebiten.KeyArrowUp, s.coarse, 51}, {ebiten.KeyArrowDown, s.coarse, 50},
		{ebiten.KeyPageUp, s.coarse, 60}, {ebiten.KeyPageDown, s.fine, 59}, {ebiten.KeyBackspace, s.coarse, 7},
	} {
		if s.press(k.key, k.by); math.Abs(s.Value()-k.want) > 1e-9 {
			t.Errorf("%v makes %v, want %v", k.key, s.Value(), k.want)
		}
	}
	if len(heard) != 9 || s.value.Label != "7 ms" {
		t.Errorf("heard %v, shows %q", heard, s.value.Label)
	}
}

func TestADoubleClickRestoresTheDefault(t *testing.T) {
	th := theme(t)
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50, Default: 7}))
	b := newBench(t, th, s, image.Rect(100, 100, 332, 124))
	b.click(at(s, 75), 112)
	b.frames(40)
	if b.click(at(s, 75), 112); s.Value() != 75 {
		t.Fatalf("two slow clicks make %v, want 75", s.Value())
	}
	b.frames(40)
	b.click(at(s, 25), 112)
	if b.click(at(s, 25), 112); s.Value() != 7 || s.Dragging() {
		t.Errorf("a double click makes %v, want 7", s.Value())
	}
	if b.click(at(s, 25), 112); s.Value() != 25 {
		t.Errorf("a third click makes %v, want 25", s.Value())
	}
}

// typed returns a slider whose values are the letters' number, and what it was given.
func typed(t *testing.T, th *Theme) (*Slider, *[]string) {
	var given []string
	s := must(th.Slider(SliderConfig{Label: "Delay", Max: 100, Step: 1, Value: 50, Unit: "ms",
		OnType: func(text string) bool {
			given = append(given, text)
			return !strings.Contains(text, "bad")
		}}))
	return s, &given
}

func TestAValueIsTypedAfterEnterOnTheTrack(t *testing.T) {
	th := theme(t)
	s, given := typed(t, th)
	b := newBench(t, th, s, image.Rect(100, 100, 308, 138))
	b.ui.SetFocusedWidget(s.track)
	b.frames(1)
	s.press(ebiten.KeyEnter, s.coarse)
	s.entry.input.Submit() // the same Enter, still held down
	event.ExecuteDeferred()
	if b.frames(2); len(*given) != 0 || !s.entry.typing {
		t.Error("the Enter that opens the field hands in at once")
	}
	if got := s.entry.input.GetText(); got != "50 ms" || s.entry.input.SelectedText() != got || b.ui.GetFocusedWidget() != s.entry.input {
		t.Fatalf("Enter opens %q, chosen %q, the keyboard is at %T", got, s.entry.input.SelectedText(), b.ui.GetFocusedWidget())
	}
	if f := b.root.GetFocusers(); len(f) != 1 || f[0] != s.entry.input {
		t.Errorf("Tab goes on from %v", f)
	}
	if r := s.entry.input.GetWidget().Rect; !r.In(s.GetWidget().Rect) || r.Dx() < 60 || r.Max.X != s.GetWidget().Rect.Max.X {
		t.Errorf("the field is at %v in %v", r, s.GetWidget().Rect)
	}
	enter := func(text string) {
		s.entry.input.SetText(text)
		s.entry.input.Submit()
		b.frames(2)
	}
	if enter("bad"); !s.entry.typing || s.Value() != 50 {
		t.Errorf("a bad value: typing %v, value %v", s.entry.typing, s.Value())
	}
	if enter("−120ms"); s.entry.typing || b.ui.GetFocusedWidget() != widget.Focuser(s.track) {
		t.Errorf("after a good one: typing %v, the keyboard is at %T", s.entry.typing, b.ui.GetFocusedWidget())
	}
	if !slices.Equal(*given, []string{"bad", "-120ms"}) {
		t.Errorf("given %q", *given)
	}
}

func TestAClickOnTheValueLetsOneTypeAndGoingElsewhereTakesItBack(t *testing.T) {
	th := theme(t)
	s, given := typed(t, th)
	b := newBench(t, th, s, image.Rect(100, 100, 308, 138))
	if b.click(110, 108); s.entry.typing {
		t.Error("a click on the label opens the value")
	}
	if b.click(300, 108); !s.entry.typing {
		t.Fatal("a click on the value does not open it")
	}
	s.entry.input.SetText("7")
	if b.click(50, 300); s.entry.typing || len(*given) != 0 || s.value.Label != "50 ms" {
		t.Errorf("elsewhere: typing %v, given %q, shows %q", s.entry.typing, *given, s.value.Label)
	}
}

func TestATypedValueIsSeenInAPanelThatScrolls(t *testing.T) {
	for name, end := range map[string]func(b *bench, s *Slider){
		"Enter": func(b *bench, s *Slider) {
			s.entry.armed = true
			s.entry.input.SetText("60")
			s.entry.input.Submit()
			b.frames(3)
		},
		"elsewhere": func(b *bench, s *Slider) { b.click(150, 350) },
	} {
		th := theme(t)
		var rows []Child
		s, _ := typed(t, th)
		for range 20 {
			rows = append(rows, th.Button("row", "", nil))
		}
		rows[15] = s
		scroll := th.Scroll(th.Column(rows...))
		b := newBench(t, th, scroll, image.Rect(20, 20, 300, 200))
		scroll.move(400)
		b.frames(2)
		r := s.value.GetWidget().Rect
		if view := scroll.view.ViewRect(); !r.In(view) || r.Min.Y < view.Min.Y+th.Px(40) {
			t.Fatalf("the value is at %v of %v", r, view)
		}
		if b.click(r.Max.X-4, r.Min.Y+r.Dy()/2); !s.entry.typing {
			t.Fatal("a click on the value does not open it")
		}
		scroll.move(20)
		b.frames(2)
		end(b, s)
		if got := s.value.GetWidget().Rect; s.entry.typing || !got.In(s.GetWidget().Rect) || got.Empty() {
			t.Errorf("after %s the value is at %v, its row at %v", name, got, s.GetWidget().Rect)
		}
	}
}

func TestAValueBesideTheStepsOrOutsideTheTrackIsShownAsItIs(t *testing.T) {
	th := theme(t)
	s := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 33.333, Unit: "ms"}))
	newBench(t, th, s, image.Rect(100, 100, 308, 138))
	if s.value.Label != "33.33 ms" || s.Value() != 33.333 {
		t.Errorf("shows %q", s.value.Label)
	}
	if s.SetValue(1200); s.value.Label != "1200 ms" || s.track.Current != s.fine.count() {
		t.Errorf("shows %q with the knob at %d", s.value.Label, s.track.Current)
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		v           float64
		least, most int
		want        string
	}{{1.5, 0, 2, "1.5"}, {2, 0, 2, "2"}, {2, 1, 3, "2.0"}, {-0.001, 0, 2, "0"}, {-3.25, 0, 1, "−3.2"}, {100, 0, 0, "100"}} {
		if got := Number(words.English(), c.v, c.least, c.most); got != c.want {
			t.Errorf("%v is %q, want %q", c.v, got, c.want)
		}
	}
}

func TestUnderAFingerASlidersValueIsAsLargeAsThat(t *testing.T) {
	uitest.NeedLoop(t)
	th := must(ForFingers(1, dark, words.English(), 844))
	s, _ := typed(t, th)
	b := newBench(t, th, s, image.Rect(20, 100, 380, 164))
	r, track := s.value.GetWidget().Rect, s.track.GetWidget().Rect
	if r.Dx() < finger || r.Dy() < finger || r.Max.X > 380 || track.Dy() < finger || track.Dx() < 130 || r.Overlaps(track) {
		t.Fatalf("the value is %v, the track %v", r, track)
	}
	s.SetValue(100)
	b.frames(2)
	if now := s.track.GetWidget().Rect; now != track {
		t.Errorf("with another value the track is %v, was %v", now, track)
	}
	b.click(r.Max.X-40, r.Max.Y-4)
	b.frames(2)
	if field := s.entry.input.GetWidget().Rect; !s.entry.typing || field.Dy() < finger {
		t.Errorf("typing %v, into %v", s.entry.typing, field)
	}
}

// After a click on a value and typing one, the next arrow moved the slider, and Space paused nothing.
func TestAfterAValueThatWasClickedIsTypedNothingHasTheKeyboard(t *testing.T) {
	th := theme(t)
	s, given := typed(t, th)
	b := newBench(t, th, s, image.Rect(100, 100, 308, 138))
	b.click(300, 108)
	s.entry.armed = true
	s.entry.input.SetText("120ms")
	s.entry.input.Submit()
	b.frames(2)
	if at := b.ui.GetFocusedWidget(); s.entry.typing || len(*given) != 1 || at != nil {
		t.Errorf("typing %v, given %q, the keyboard is at %T", s.entry.typing, *given, at)
	}
}
