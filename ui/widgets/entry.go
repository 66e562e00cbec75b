package widgets

import (
	"strings"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// An entry is the field that replaces a slider's value while a person types one. Enter submits the text, which
// stays for correction if it isn't a value; Escape, or going elsewhere, cancels.
type entry struct {
	input  *widget.TextInput
	typing bool
	handed string // what Enter was pressed on
	enter  bool
	keyed  bool // it was opened with a key: the track had the keyboard
	armed  bool // the Enter that opened it has been released: the next one submits
}

func (s *Slider) newEntry(t *Theme) *entry {
	e := &entry{}
	e.input = widget.NewTextInput(append(t.typed(),
		widget.TextInputOpts.Padding(t.insets(4, 1, 4, 0)),
		widget.TextInputOpts.SubmitHandler(func(a *widget.TextInputChangedEventArgs) {
			if e.enter, e.handed = e.armed, a.InputText; !e.armed {
				e.input.SelectAll() // the Enter that opened it, held down still, has undone that
			}
		}),
	)...)
	e.input.GetWidget().SetVisibility(widget.Visibility_Hide)
	w := s.value.GetWidget()
	w.MouseButtonClickedEvent.AddHandler(func(args any) {
		a := args.(*widget.WidgetMouseButtonClickedEventArgs)
		if a.Button == ebiten.MouseButtonLeft && a.OffsetX >= w.Rect.Dx()-s.valueWidth() {
			e.open(s)
		}
	})
	return e
}

// valueWidth returns the width from the right of a line in which a press goes to the value.
func (s *Slider) valueWidth() int {
	return max(s.theme.width(s.value.Label)+s.theme.Px(gap), s.theme.Px(s.theme.sizes.least))
}

// open starts typing over the value, all of which is selected.
func (e *entry) open(s *Slider) {
	if e.typing {
		return
	}
	e.typing, e.keyed, e.armed, e.enter = true, s.track.IsFocused(), false, false
	s.track.Focus(false)
	s.value.GetWidget().SetVisibility(widget.Visibility_Hide)
	e.input.GetWidget().SetVisibility(widget.Visibility_Show)
	s.RequestRelayout() // what was hidden has no place yet
	text := s.value.Label
	if s.config.Typing != nil {
		text = s.config.Typing(s.now)
	}
	e.input.SetText(strings.ReplaceAll(text, "−", "-"))
	e.input.Focus(true)
	e.input.SelectAll()
	s.theme.typing = e
}

// update submits what was typed, and ends the typing.
func (e *entry) update(s *Slider) {
	if !e.typing {
		return
	}
	if !ebiten.IsKeyPressed(ebiten.KeyEnter) && !ebiten.IsKeyPressed(ebiten.KeyNumpadEnter) {
		e.armed = true
	}
	selectAllByKey(e.input)
	switch {
	case e.enter:
		e.enter = false
		if s.config.OnType(strings.ReplaceAll(e.handed, "−", "-")) {
			e.close(s, true)
		}
	case inpututil.IsKeyJustPressed(ebiten.KeyEscape):
		e.close(s, true)
	case !e.input.IsFocused():
		e.close(s, false)
	}
}

// close shows the value again, and gives the keyboard back to the track if that had it. After a click on the value, the arrow keys
// and Space belong to the window again.
func (e *entry) close(s *Slider, back bool) {
	e.typing = false
	if back {
		e.input.Focus(false)
		if e.keyed {
			s.track.Focus(true)
		}
	}
	e.input.GetWidget().SetVisibility(widget.Visibility_Hide)
	s.value.GetWidget().SetVisibility(widget.Visibility_Show)
	s.RequestRelayout() // what was hidden kept its place while what it stands in scrolled
	if s.theme.typing == e {
		s.theme.typing = nil
	}
}
