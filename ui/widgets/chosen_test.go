package widgets

import (
	"image"
	"testing"

	"github.com/ebitenui/ebitenui/widget"
)

func TestWhatIsChosenIsReplacedByCharactersAndNotByBytes(t *testing.T) {
	th := theme(t)
	f := th.Field(FieldConfig{Text: "x"})
	b := newBench(t, th, f, image.Rect(100, 100, 308, 128))
	in := f.input.TextInput
	b.ui.SetFocusedWidget(in)
	b.frames(1)
	all := func(in *widget.TextInput) { in.SelectAll() }
	insert := func(text string) func() { return func() { Insert(in, text) } }
	backspace := func() { replaceChosen(in, "x", true); in.Backspace() }
	del := func() { replaceChosen(in, "x", false); in.Delete() }
	for _, c := range []struct {
		text   string
		choose func(*widget.TextInput)
		do     func()
		want   string
		caret  int
	}{
		{"1×", all, insert("0.5"), "0.5", 3},
		{"−20 µs", all, insert("ü"), "ü", 1},
		{"日本語", all, backspace, "", 0},
		{"日本語", all, del, "", 0},
		{"1×", func(*widget.TextInput) {}, insert("5"), "1×5", 3},
		{"1×", func(*widget.TextInput) {}, backspace, "1", 1},
		{"", all, insert("5"), "5", 1},
	} {
		in.SetText(c.text)
		in.CursorMoveEnd()
		c.choose(in)
		c.do()
		if from, to := chosen(in); in.GetText() != c.want || from != c.caret || to != c.caret {
			t.Errorf("of %q comes %q with the caret from %d to %d, want %q and %d", c.text, in.GetText(), from, to, c.want, c.caret)
		}
	}
}
