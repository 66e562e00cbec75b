package widgets

import (
	"bytes"
	"image"
	"math"
	"slices"
	"testing"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"

	"driftlab/ui/layout"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func theme(t *testing.T) *Theme {
	t.Helper()
	uitest.NeedLoop(t)
	return must(New(1, dark, words.English()))
}

func TestAThemeRefusesNonsense(t *testing.T) {
	for _, s := range []float64{0, -1, 100, math.NaN()} {
		if _, err := New(s, dark, words.English()); err == nil {
			t.Errorf("scale %v is accepted", s)
		}
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

func TestButtonsTogglesAndSwitchesAreClickedOn(t *testing.T) {
	th := theme(t)
	clicks, toggled, ticked := 0, []bool{}, []bool{}
	button := th.Button("Button", "", func() { clicks++ })
	toggle := th.Toggle("Toggle", "", false, func(on bool) { toggled = append(toggled, on) })
	check := th.Switch("Check", "", true, func(on bool) { ticked = append(ticked, on) })
	b := newBench(t, th, th.Column(button, toggle, check), image.Rect(10, 10, 200, 200))
	for _, c := range []Child{button, toggle, check} {
		r := c.GetWidget().Rect
		b.click(r.Min.X+5, r.Min.Y+5)
		b.click(r.Max.X-5, r.Max.Y-5)
		b.press(r.Min.X+5, r.Min.Y+5)
		b.move(300, 300)
		b.release() // outside: not a click
	}
	if clicks != 2 || !slices.Equal(toggled, []bool{true, false}) || !slices.Equal(ticked, []bool{false, true}) {
		t.Errorf("%d clicks, toggled %v, ticked %v", clicks, toggled, ticked)
	}
	if b.ui.HasFocus() {
		t.Error("a click takes the keyboard")
	}
	toggle.Set(true)
	check.Set(false)
	if b.frames(2); !toggle.on || check.on || len(toggled) != 2 || len(ticked) != 2 {
		t.Error("Set calls back")
	}
}

func TestADropdownIsChosenFromByMouse(t *testing.T) {
	th := theme(t)
	var chosen []int
	d := must(th.Dropdown(DropdownConfig{Label: "Model", Entries: []string{"a", "b", "c"},
		OnSelect: func(i int) { chosen = append(chosen, i) }}))
	below := th.Button("covered by the list", "", func() { t.Error("a click goes through the list") })
	b := newBench(t, th, th.Column(d, below), image.Rect(10, 10, 260, 80))
	b.click(200, 24)
	list := d.list.GetWidget().Rect
	if !d.combo.ContentVisible || list.Min.Y < 34 || list.Min.X < 90 {
		t.Fatalf("open %v at %v", d.combo.ContentVisible, list)
	}
	if b.click(200, list.Min.Y+4+26+13); d.combo.ContentVisible || d.Selected() != 1 {
		t.Errorf("open %v, selected %d, want 1", d.combo.ContentVisible, d.Selected())
	}
	b.click(200, 24)
	if b.click(300, 300); d.combo.ContentVisible || d.Selected() != 1 {
		t.Error("a click beside the list does not just close it")
	}
	b.click(200, 24)
	if b.click(200, 24); d.combo.ContentVisible {
		t.Error("a click on the box does not close the list")
	}
	if b.ui.HasFocus() {
		t.Error("a click takes the keyboard")
	}
	d.Select(2)
	d.Select(0)
	d.Select(2)
	d.Select(99)
	if b.frames(2); d.Selected() != 2 || !slices.Equal(chosen, []int{1}) {
		t.Errorf("selected %d, heard %v", d.Selected(), chosen)
	}
}

func TestAFingerMovesAnOpenListByAsMuchAsItMoves(t *testing.T) {
	th := theme(t)
	d := must(th.Dropdown(DropdownConfig{Entries: many(40)}))
	b := newBench(t, th, d, image.Rect(10, 10, 260, 40))
	b.click(200, 24)
	view := d.list.parts.Children()[0].(*widget.ScrollContainer)
	at := b.root.At(&d.list)
	if b.root.Grab(399, 399) || !b.root.Grab(at.X+20, at.Y+20) {
		t.Fatal("a finger does not take hold of the list, or one beside it does")
	}
	top := view.ContentRect().Min.Y
	for i, by := range []float32{-7, -20, 9, 400} {
		b.root.ScrollBy(by)
		b.frames(2)
		want := []int{-7, -27, -18, 0}[i]
		if moved := view.ContentRect().Min.Y - top; moved < want-1 || moved > want+1 {
			t.Errorf("after %v the list has moved by %d pixels, want %d", by, moved, want)
		}
	}
	if !d.combo.ContentVisible || d.Selected() != 0 {
		t.Errorf("open %v, selected %d", d.combo.ContentVisible, d.Selected())
	}
	few := must(th.Dropdown(DropdownConfig{Entries: many(3)}))
	b = newBench(t, th, few, image.Rect(10, 10, 260, 40))
	b.click(200, 24)
	if at := b.root.At(&few.list); !b.root.Grab(at.X+20, at.Y+20) {
		t.Error("a finger goes through a list")
	}
	b.root.ScrollBy(-30) // nothing to move
}

func TestADropdownOpensWhereThereIsRoom(t *testing.T) {
	th := theme(t)
	for _, entries := range []int{3, 9, 30} {
		d := must(th.Dropdown(DropdownConfig{Entries: many(entries), Selected: min(entries, maxEntries) - 1}))
		b := newBench(t, th, d, image.Rect(10, 360, 200, 382))
		b.click(50, 370)
		r := d.list.GetWidget().Rect
		if r.Max.Y > 360 || r.Min.Y < 0 || r.Dx() < 190 {
			t.Errorf("%d entries: the list is at %v", entries, r)
		}
		if b.click(50, r.Max.Y-20); d.combo.ContentVisible || d.Selected() != min(entries, maxEntries)-1 {
			t.Errorf("%d entries: the last one in view is %d", entries, d.Selected())
		}
	}
}

func TestATooltipDoesNotCoverAnOpenList(t *testing.T) {
	th := theme(t)
	d := must(th.Dropdown(DropdownConfig{Tip: "what it is for", Entries: many(3)}))
	b := newBench(t, th, d, image.Rect(10, 10, 300, 38))
	d.GetWidget().ToolTips[0].Delay = 0
	below := image.Rect(10, 40, 390, 200)
	empty := b.pixels(below)
	b.move(20, 24)
	if b.frames(4); bytes.Equal(b.pixels(below), empty) {
		t.Error("there is no tooltip")
	}
	b.click(20, 24)
	b.frames(4)
	over := b.pixels(below)
	b.move(390, 390)
	b.frames(4)
	if away := b.pixels(below); !bytes.Equal(over, away) || bytes.Equal(away, empty) {
		t.Error("a tooltip is over the list, or there is no list")
	}
}

// A column's tooltips lay beside it, over the worlds.
func TestATooltipOfARowIsInItsColumnAndGoesWhenItIsReadOrTheRowIsUsed(t *testing.T) {
	th := theme(t)
	const tip = "what it is for"
	for _, y := range []int{150, 370} {
		d := th.Button("row", tip, func() {})
		b := newBench(t, th, d, image.Rect(310, y, 400, y+28))
		d.GetWidget().ToolTips[0].Delay = 0
		column, beside := image.Rect(310, y+30, 400, y+100), image.Rect(0, 0, 300, 400)
		if y > 200 {
			column = image.Rect(310, y-70, 400, y-2)
		}
		empty, free := b.pixels(column), b.pixels(beside)
		seen := func() bool { return !bytes.Equal(b.pixels(column), empty) }
		b.move(320, y+14)
		if b.frames(4); !seen() || !bytes.Equal(b.pixels(beside), free) {
			t.Errorf("at %d: there is a tooltip in its column: %v, and none beside that: %v", y, seen(), bytes.Equal(b.pixels(beside), free))
		}
		if b.frames(TipFrames(tip) + 4); seen() {
			t.Errorf("at %d: its tooltip does not end", y)
		}
		b.move(0, 0)
		b.frames(4)
		b.move(320, y+14)
		if b.frames(4); !seen() {
			t.Errorf("at %d: its tooltip does not come again", y)
		}
		b.click(320, y+14)
		if b.frames(60); seen() {
			t.Errorf("at %d: its tooltip is there after a click on it", y)
		}
	}
}

// ebitenui draws a tooltip's letters one by one.
func TestATooltipIsDrawnOnceAndEachShowsItsOwn(t *testing.T) {
	th := theme(t)
	seen := map[string]bool{}
	for _, tip := range []string{"what it is for", "what is it for"} { // as large
		d := th.Button("row", tip, nil)
		b := newBench(t, th, d, image.Rect(10, 10, 200, 38))
		d.GetWidget().ToolTips[0].Delay = 0
		b.move(20, 24)
		b.frames(4)
		drawn := th.shown.picture
		if b.frames(4); drawn == nil || th.shown.picture != drawn {
			t.Errorf("%s: the tooltip is drawn anew, or not kept", tip)
		}
		seen[string(b.pixels(image.Rect(10, 40, 390, 200)))] = true
	}
	if len(seen) != 2 {
		t.Error("a tooltip shows another one's text")
	}
}

func TestATooltipGoesWhileWhatItsButtonOpensIsOpen(t *testing.T) {
	th := theme(t)
	open := false
	icon := th.Icon(Icon{{{0, 0}, {1, 1}}}, "what it opens", func() { open = true })
	HideTipWhile(icon.Button, func() bool { return open })
	b := newBench(t, th, icon, image.Rect(10, 10, 50, 40))
	icon.Button.GetWidget().ToolTips[0].Delay = 0
	below := image.Rect(60, 42, 390, 200)
	empty := b.pixels(below)
	b.move(20, 24)
	if b.frames(4); bytes.Equal(b.pixels(below), empty) {
		t.Error("there is no tooltip")
	}
	b.click(20, 24)
	if b.frames(4); !open || !bytes.Equal(b.pixels(below), empty) {
		t.Errorf("opened: %v; the tooltip is still there", open)
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
	if b.click(50, 110); clicked != 0 {
		t.Errorf("button %d is clicked on, want 0", clicked)
	}
	for range 15 {
		b.ui.ChangeFocus(widget.FOCUS_NEXT)
		b.frames(3)
	}
	if r := buttons[14].GetWidget().Rect; !buttons[14].IsFocused() || !r.In(s.GetWidget().Rect) {
		t.Errorf("button 14 is at %v, focused %v", r, buttons[14].IsFocused())
	}
	x, y := 197, 100+100*s.bar.Current/scrollRange
	b.press(x, y)
	b.move(x, -500)
	if b.release(); s.view.ScrollTop != 0 {
		t.Errorf("dragging the bar to the top leaves %v", s.view.ScrollTop)
	}
	b.click(198, 195)
	if b.frames(1); s.view.ScrollTop == 0 {
		t.Error("a click below the bar does not go down a page")
	}
}

func TestWhatFitsHasNoBar(t *testing.T) {
	th := theme(t)
	s := th.Scroll(th.Column(th.Button("Button", "", nil)))
	newBench(t, th, s, image.Rect(0, 0, 200, 200))
	if s.bar.GetWidget().IsVisible() {
		t.Error("the bar is there")
	}
}

func TestTabGoesThroughAllControlsAndARingShowsWhere(t *testing.T) {
	th := theme(t)
	slider, drop := must(th.Slider(SliderConfig{Max: 9, Step: 1})), must(th.Dropdown(DropdownConfig{Label: "d", Entries: many(2)}))
	toggle, check := th.Toggle("Toggle", "", true, nil), th.Switch("Check", "", true, nil)
	b := newBench(t, th, th.Scroll(th.Column(slider, drop, th.Equal(toggle, check))), image.Rect(20, 20, 300, 300))
	want := []widget.Focuser{slider.track, drop.button, toggle.button, check.pill, slider.track}
	for i, f := range want {
		b.ui.ChangeFocus(widget.FOCUS_NEXT)
		if b.frames(2); b.ui.GetFocusedWidget() != f || !f.IsFocused() || !b.ui.HasFocus() {
			t.Fatalf("Tab %d goes to %T", i, b.ui.GetFocusedWidget())
		}
		r := f.GetWidget().Rect
		x, y := (r.Min.X+r.Max.X)/2, r.Max.Y+th.Px(focusReach)-1
		if c := b.pixels(image.Rect(x, y, x+1, y+1)); c[2] < 100 {
			t.Errorf("Tab %d: the ring below %v is %v", i, r, c)
		}
	}
	if slider.track.Slider.IsFocused() {
		t.Error("the knob has the keyboard: Enter holds it for ever")
	}
	if b.click(350, 350); b.ui.HasFocus() {
		t.Error("a click into the void leaves the keyboard where it was")
	}
}

func TestTabGoesThroughTheAreasInReadingOrder(t *testing.T) {
	th := theme(t)
	low, left, right := th.Button("low", "", nil), th.Button("left", "", nil), th.Button("right", "", nil)
	b := newBench(t, th, low, image.Rect(0, 200, 100, 230))
	b.root.Place(right, layout.Rect{X: 200, Y: 10, W: 100, H: 30})
	b.root.Place(left, layout.Rect{X: 10, Y: 10, W: 90, H: 30})
	b.frames(1)
	if got := b.root.GetFocusers(); !slices.Equal(got, []widget.Focuser{left, right, low}) {
		t.Errorf("Tab goes through %v, want left %p, right %p, low %p", got, left, right, low)
	}
}

func TestNoTextIsSmallerThan13Pixels(t *testing.T) {
	th := theme(t)
	for _, f := range []text.Face{th.face, th.strong, th.small} {
		if m := f.Metrics(); m.HAscent+m.HDescent < 13 {
			t.Errorf("a line is %v px high", m.HAscent+m.HDescent)
		}
	}
}

func TestAnEntryIsCutToItsBox(t *testing.T) {
	th := theme(t)
	const long = "A label that is far too long"
	if s := th.Cut(long, 80); th.width(s) > 80 || len(s) < 5 {
		t.Errorf("%q is %v px wide", s, th.width(s))
	}
	if s := th.Cut(long, 800); s != long {
		t.Errorf("%q is cut", s)
	}
}

// BenchmarkPanel is Update and Draw of a column as high as the window's, without what the graphics
// card does.
func BenchmarkPanel(b *testing.B) {
	uitest.NeedLoop(b)
	th := must(New(1, dark, words.English()))
	var children []Child
	for range 4 {
		for range 3 {
			children = append(children, must(th.Slider(SliderConfig{Label: "Latency", Unit: "ms", Max: 100, Step: 1, Value: 50})))
		}
		children = append(children, must(th.Dropdown(DropdownConfig{Label: "Client", Entries: many(4)})),
			th.Equal(th.Button("Step −50 ms", "", nil), th.Button("Step +50 ms", "", nil)))
	}
	ui := &ebitenui.UI{}
	root := th.Root()
	ui.Container = root
	root.Place(th.Scroll(th.Column(children...)), layout.Rect{W: 280, H: 812})
	screen, pixel := ebiten.NewImage(1600, 900), make([]byte, 4)
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
