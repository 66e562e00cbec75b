package widgets

import (
	"image"
	"testing"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/layout"
)

func TestAPopoverHasMouseAndKeyboardToItselfUntilAPressBesideIt(t *testing.T) {
	th := theme(t)
	under, inside, closed := 0, 0, 0
	below := must(th.Slider(SliderConfig{Max: 100, Step: 1, Value: 50}))
	b := newBench(t, th, th.Column(th.Button("under", "", func() { under++ }), below), image.Rect(0, 0, 400, 70))
	button := th.Button("inside", "", func() { inside++ })
	drop := must(th.Dropdown(DropdownConfig{Entries: many(9)}))
	p := th.Popover(th.Column(button, drop), func() { closed++ })
	p.Open(b.root, layout.Rect{X: 100, Y: 20, W: 200, H: 100})
	b.frames(2)
	if b.click(200, 40); inside != 1 || under != 0 || !p.IsOpen() {
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
	if b.click(200, list.Max.Y-15); !p.IsOpen() || drop.Selected() == 0 {
		t.Errorf("choosing beyond the popover's edge: open %v, entry %d", p.IsOpen(), drop.Selected())
	}
	if b.click(350, 60); p.IsOpen() || closed != 1 || under != 0 || below.Value() != 50 {
		t.Errorf("a press beside it: open %v, closed %d, under %d, the slider at %v", p.IsOpen(), closed, under, below.Value())
	}
	if b.click(350, 10); under != 1 {
		t.Error("after it is closed what was below takes no clicks")
	}
}

func TestTheMouseIsOverNoControlThatIsOutOfSight(t *testing.T) {
	th := theme(t)
	var rows []Child
	for range 20 {
		rows = append(rows, th.Button("row", "", nil))
	}
	list := must(th.Dropdown(DropdownConfig{Entries: many(9)}))
	frame := image.Rect(0, 0, 200, 150)
	b := newBench(t, th, th.Scroll(th.Column(append([]Child{list}, rows...)...)), frame)
	for _, c := range []struct {
		y    int
		want bool
	}{{80, true}, {149, true}, {160, false}, {300, false}} {
		if b.move(50, c.y); b.root.Hovered() != c.want {
			t.Errorf("the frame is %v, and at (50, %d) the mouse is over a control: %v", frame, c.y, b.root.Hovered())
		}
	}
	b.click(50, 12)
	open := list.list.GetWidget().Rect
	if b.move(50, open.Max.Y-10); open.Max.Y < 180 || !b.root.Hovered() || !b.root.Unfolded() {
		t.Errorf("at the end of the open list %v the mouse is over a control: %v", open, b.root.Hovered())
	}
}
