package widgets

import (
	"image"
	"slices"
	"testing"

	"github.com/ebitenui/ebitenui/widget"
)

func TestAFieldSubmitsOnEnterAloneAndTakesBackWhatWasNot(t *testing.T) {
	th := theme(t)
	var heard []string
	f := th.Field(FieldConfig{Label: "Lost", Text: "none", OnSubmit: func(s string) { heard = append(heard, s) }})
	b := newBench(t, th, f, image.Rect(100, 100, 308, 128))
	b.ui.SetFocusedWidget(f.input.TextInput)
	b.frames(1)
	f.input.SetText("3,7")
	f.Set("9") // the session says something else while a person types
	b.frames(1)
	if got := f.input.GetText(); got != "3,7" {
		t.Errorf("typing was overwritten with %q", got)
	}
	f.Set("none")
	f.input.Submit()
	b.frames(1) // the library calls back at the next update
	if !slices.Equal(heard, []string{"3,7"}) || f.Text() != "3,7" {
		t.Errorf("heard %q, text %q", heard, f.Text())
	}
	f.input.SetText("half")
	b.ui.SetFocusedWidget(nil)
	f.input.Focus(false)
	b.frames(2)
	if got := f.input.GetText(); got != "3,7" {
		t.Errorf("without Enter %q stays", got)
	}
	f.Set("12")
	if b.frames(1); f.input.GetText() != "12" || len(heard) != 1 {
		t.Errorf("setting shows %q and called back %d times", f.input.GetText(), len(heard))
	}
}

func TestAFieldThatIsDoneGivesBackTheKeyboardThatAClickTook(t *testing.T) {
	th := theme(t)
	f := th.Field(FieldConfig{Label: "Lost", Text: "none", OnSubmit: func(string) {}})
	b := newBench(t, th, f, image.Rect(100, 100, 308, 128))
	r := f.input.GetWidget().Rect
	b.click(r.Min.X+20, r.Min.Y+r.Dy()/2)
	if f.Done(); f.Focused() {
		t.Error("after a click it keeps the keyboard")
	}
	b.frames(2)
	b.ui.SetFocusedWidget(f.input.TextInput)
	b.frames(1)
	if f.Done(); !f.Focused() {
		t.Error("Tab came to it, and cannot go on from there")
	}
}

func TestWhoComesToAFieldHasWhatIsThereChosenAndTypesOverIt(t *testing.T) {
	th := theme(t)
	f := th.Field(FieldConfig{Label: "Server buffer", Text: "2 ticks"})
	b := newBench(t, th, th.Column(th.Button("row", "", nil), f), image.Rect(100, 100, 308, 180))
	r := f.input.GetWidget().Rect
	y := r.Min.Y + r.Dy()/2
	all := func(want bool, when string) {
		t.Helper()
		if got := f.input.SelectedText(); f.focused != true || (got == "2 ticks") != want {
			t.Errorf("%s %q is chosen", when, got)
		}
	}
	b.click(r.Min.X+20, y)
	all(true, "after a click")
	b.frames(40)
	b.click(r.Min.X+20, y)
	all(false, "after another, for the caret,")
	b.click(120, 300)
	b.press(r.Min.X+8, y)
	b.frames(2)
	b.move(r.Min.X+20, y)
	b.release()
	if got := f.input.SelectedText(); got == "" || got == "2 ticks" {
		t.Errorf("after a pull %q is chosen", got)
	}
	b.click(120, 300)
	b.ui.ChangeFocus(widget.FOCUS_NEXT)
	b.frames(1)
	b.ui.ChangeFocus(widget.FOCUS_NEXT)
	b.frames(2)
	all(true, "after Tab")
}

func TestAFieldOfAFormSubmitsWhereverAPersonGoes(t *testing.T) {
	th := theme(t)
	var heard []string
	f := th.Field(FieldConfig{Text: "none", Leave: true, OnSubmit: func(s string) { heard = append(heard, s) }})
	b := newBench(t, th, th.Lead(f, th.Button("end", "", nil)), image.Rect(100, 100, 308, 128))
	if w := f.GetWidget().Rect.Dx(); w < 100 {
		t.Errorf("the field is %d pixels wide and leaves room", w)
	}
	b.ui.SetFocusedWidget(f.input.TextInput)
	b.frames(1)
	f.input.SetText("half")
	b.ui.SetFocusedWidget(nil)
	f.input.Focus(false)
	b.frames(2)
	f.Commit() // there is nothing new
	if !slices.Equal(heard, []string{"half"}) || f.Text() != "half" || f.input.GetText() != "half" {
		t.Errorf("heard %q, text %q, shown %q", heard, f.Text(), f.input.GetText())
	}
	f.input.SetText("whole")
	if f.Commit(); len(heard) != 2 || heard[1] != "whole" {
		t.Errorf("heard %q", heard)
	}
}

// counted is a widget that counts its updates.
type counted struct {
	*widget.Container
	updates int
}

func (c *counted) Update(u *widget.UpdateObject) {
	c.updates++
	c.Container.Update(u)
}

func TestWhatIsPutAwayInASectionIsLeftAlone(t *testing.T) {
	th := theme(t)
	inside := &counted{Container: th.Column(th.Button("inside", "tip", nil))}
	s := th.Section(SectionConfig{Title: "More", Open: true}, inside)
	b := newBench(t, th, s, image.Rect(10, 10, 200, 200))
	passes := func(open bool) int {
		s.SetOpen(open)
		before := inside.updates
		b.frames(5)
		return inside.updates - before
	}
	if n := passes(true); n != 5 {
		t.Errorf("in 5 frames what is in sight has %d updates", n)
	}
	if n := passes(false); n != 1 {
		t.Errorf("in 5 frames what is put away has %d updates, and it needs one to close its tooltips", n)
	}
	if n := passes(true); n != 5 {
		t.Errorf("opened again it has %d updates in 5 frames", n)
	}
}

func TestAClosedSectionTakesNoSpaceAndNoKeyboard(t *testing.T) {
	th := theme(t)
	s := th.Section(SectionConfig{Title: "More"}, th.Button("inside", "", nil), th.Button("too", "", nil))
	b := newBench(t, th, s, image.Rect(10, 10, 300, 300))
	_, closed := s.PreferredSize()
	if n := len(b.root.GetFocusers()); n != 1 {
		t.Errorf("closed, %d controls take the keyboard", n)
	}
	b.at = image.Pt(50, 20)
	b.frames(1)
	b.down = true
	b.frames(1)
	b.down = false
	b.frames(2)
	_, open := s.PreferredSize()
	if !s.Open() || len(b.root.GetFocusers()) != 3 || open < closed+2*th.Px(rowHeight) {
		t.Errorf("after a click: open %v, %d controls, %d px high after %d", s.Open(), len(b.root.GetFocusers()), open, closed)
	}
	s.SetOpen(false)
	if _, h := s.PreferredSize(); h != closed {
		t.Errorf("closed again it is %d px high, not %d", h, closed)
	}
}

func TestADoubleClickOnALabelResets(t *testing.T) {
	th := theme(t)
	field, drop := 0, 0
	f := th.Field(FieldConfig{Label: "Field", OnReset: func() { field++ }})
	d := must(th.Dropdown(DropdownConfig{Label: "Drop", Entries: many(2), OnReset: func() { drop++ }}))
	b := newBench(t, th, th.Column(f, d), image.Rect(10, 10, 300, 100))
	for _, c := range []Child{f, d} {
		r := c.GetWidget().Rect
		b.click(r.Min.X+10, r.Min.Y+12)
		b.frames(40)
		b.click(r.Min.X+10, r.Min.Y+12)
		if field+drop > 0 && c == Child(f) {
			t.Error("two slow clicks reset")
		}
		b.click(r.Min.X+10, r.Min.Y+12)
	}
	if field != 1 || drop != 1 {
		t.Errorf("the field is reset %d times, the dropdown %d times, want once each", field, drop)
	}
}

// A field that nobody types in is drawn by us, and looks as ebitenui would draw it.
func TestAFieldLooksAsTheLibraryDrawsIt(t *testing.T) {
	for _, text := range []string{"", "120 ms", "a text that is much longer than the field that it is typed into, so that it is cut"} {
		th := theme(t)
		at := image.Rect(20, 100, 228, 128)
		f := th.Field(FieldConfig{Hint: "a hint", Text: text})
		b := newBench(t, th, f, at)
		b.screen.Clear()
		f.input.Render(b.screen)
		got := b.pixels(at)
		b.screen.Clear()
		f.input.TextInput.Render(b.screen)
		want, off, inked := b.pixels(at), 0, 0
		for i := range want {
			off = max(off, int(got[i])-int(want[i]), int(want[i])-int(got[i]))
			if got[i] > 100 && i%4 < 3 {
				inked++
			}
		}
		if off > 4 || inked < 20 {
			t.Errorf("%.10q: pixels differ by %d of 255, %d are bright", text, off, inked)
		}
	}
}
