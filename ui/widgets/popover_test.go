package widgets

import (
	"image"
	"testing"

	"github.com/ebitenui/ebitenui/widget"
)

func TestAPopoverHasMouseAndKeyboardToItselfUntilAPressBesideIt(t *testing.T) {
	th := theme(t)
	under, inside, closed := 0, 0, 0
	below := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50}))
	b := newBench(t, th, th.Column(th.Button("under", "", func() { under++ }), below), image.Rect(0, 0, 400, 70))
	button := th.Button("inside", "", func() { inside++ })
	drop := must(th.Dropdown(DropdownConfig{Entries: many(9)}))
	p := th.Popover(th.Column(button, drop), func() { closed++ })
	p.Open(b.root, image.Rect(100, 20, 300, 120))
	b.frames(2)
	b.click(200, 40)
	if inside != 1 || under != 0 || !p.IsOpen() {
		t.Fatalf("a click on the popover: inside %d, under %d, open %v", inside, under, p.IsOpen())
	}
	for range 3 {
		b.ui.ChangeFocus(widget.FOCUS_NEXT)
		b.frames(2)
		if f := b.ui.GetFocusedWidget(); f != widget.Focuser(button) && f != widget.Focuser(drop.button) {
			t.Fatalf("Tab goes out of the popover, to %T", f)
		}
	}
	b.click(200, 80) // opens the list, which reaches beyond the popover
	list := drop.list.GetWidget().Rect
	if list.Max.Y <= 120 {
		t.Fatalf("the list is at %v", list)
	}
	b.click(200, list.Max.Y-15)
	if !p.IsOpen() || drop.Selected() == 0 {
		t.Errorf("choosing beyond the popover's edge: open %v, entry %d", p.IsOpen(), drop.Selected())
	}
	b.click(350, 60)
	if p.IsOpen() || closed != 1 || under != 0 || below.Value() != 50 {
		t.Errorf("a press beside it: open %v, closed %d, under %d, the slider at %v", p.IsOpen(), closed, under, below.Value())
	}
	b.click(350, 10)
	if under != 1 {
		t.Error("after it is closed what was below takes no clicks")
	}
}
