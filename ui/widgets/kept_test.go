package widgets

import (
	"bytes"
	"image"
	"testing"
)

// Whatever changes is seen at once, though a picture of the controls was drawn until then.
func TestAControlThatChangesIsSeenAtOnce(t *testing.T) {
	th := theme(t)
	label, button := th.Label("before", "", 0), th.Button("before", "", nil)
	toggle, box := th.Toggle("toggle", "", false, nil), th.Switch("checkbox", "", false, nil)
	slider := must(th.Slider(SliderConfig{Label: "slider", Max: 100, Step: 1, Value: 50}))
	drop := must(th.Dropdown(DropdownConfig{Label: "dropdown", Entries: many(4)}))
	field, icon := th.Field(FieldConfig{Label: "field", Text: "before"}), th.Icon(Icon{{{0, 0}, {1, 1}}}, "", nil)
	section := th.Section(SectionConfig{Title: "section"}, th.Label("inside", "", 0))
	column := th.Column(label, button, toggle, box, slider, drop, field, icon, section)
	at := image.Rect(0, 0, 300, 400)
	b := newBench(t, th, th.Scroll(column), at)
	b.move(390, 390)
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"a label", func() { label.Label = "after" }},
		{"a button", func() { button.SetText("after") }},
		{"a toggle", func() { toggle.Set(true) }},
		{"a checkbox", func() { box.Set(true) }},
		{"a slider", func() { slider.SetValue(70) }},
		{"a dropdown", func() { drop.Select(2) }},
		{"a field", func() { field.Set("after") }},
		{"an icon", func() { icon.SetIcon(Icon{{{1, 0}, {0, 1}}}) }},
		{"a section", func() { section.SetOpen(true) }},
		{"a mouse", func() { b.move(20, button.GetWidget().Rect.Min.Y+5) }},
		{"a control that is off", func() { button.GetWidget().Disabled = true }},
	} {
		b.move(390, 390)
		if b.frames(4); !b.root.kept.valid {
			t.Fatalf("before %s no picture of them is drawn", c.what)
		}
		before := b.pixels(at)
		c.change()
		if b.frames(2); bytes.Equal(before, b.pixels(at)) {
			t.Errorf("%s has changed, and nobody sees it", c.what)
		}
	}
}
