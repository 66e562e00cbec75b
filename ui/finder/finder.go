// Package finder has the palette that finds things by their words. It does not know what there is: its window lists it.
package finder

import (
	"cmp"
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// A Room is the palette over the window that finds settings, commands, lessons, scenarios and clients by their words.
// While it is open it has all input; the session continues below.
type Room struct {
	view   *picture.Picture
	hand   *panel.Hand
	window Window

	open    bool
	text    []rune
	typed   []rune       // in this update
	all     []Thing      // what there is, listed as the palette opens
	found   []Thing      // the best first
	chosen  int          // of found
	first   int          // of found, in the first row
	pulled  float32      // by a finger, in rows, as far as that is not a whole one yet
	rows    []panel.Rect // where they were drawn last
	box     panel.Rect
	line    layout.Line
	pointer [2]float32 // where the mouse was: only one that moves chooses
}

// A Window is what the palette asks of who holds it.
type Window interface {
	Things() []Thing // all that can be found now
	ClearFocus()     // takes the keyboard from the control that has it
}

// New returns a palette that is not open.
func New(p *picture.Picture, hand *panel.Hand, window Window) *Room {
	return &Room{view: p, hand: hand, window: window}
}

// Rows returns where rows of what is found were drawn last, which of it is in the first of them, and which is chosen.
func (f *Room) Rows() (at []panel.Rect, first, chosen int) { return f.rows, f.first, f.chosen }

// Open reports whether the palette has all input.
func (f *Room) Open() bool { return f.open }

// Said says what is typed, and which result is chosen.
func (f *Room) Said() (typed, chosen string) {
	chosen = f.view.Words.T("find.none")
	if len(f.found) > 0 {
		chosen = f.found[f.chosen].Label + ", " + f.view.Words.T("find."+f.found[f.chosen].Kind)
	}
	return cmp.Or(string(f.text), f.view.Words.T("find.hint")), chosen
}

// mostRows is how many rows there are at most.
const mostRows = 10

// ownKeys are the keys that the palette takes besides text.
var ownKeys = []ebiten.Key{ebiten.KeyArrowDown, ebiten.KeyArrowUp, ebiten.KeyPageDown, ebiten.KeyPageUp, ebiten.KeyHome, ebiten.KeyEnd,
	ebiten.KeyBackspace, ebiten.KeyTab, ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeyEscape}

// Toggle opens the palette with nothing typed, or closes it.
func (f *Room) Toggle() {
	*f = Room{view: f.view, hand: f.hand, window: f.window, open: !f.open}
	if f.open {
		f.pointer[0], f.pointer[1] = f.hand.Mouse()
		f.all = f.window.Things()
		f.search()
	}
}

// Update acts on keys and mouse while the palette is open. It reports whether this update's input has been used up.
func (f *Room) Update() bool {
	for _, key := range inpututil.AppendJustPressedKeys(nil) {
		if widgets.KeyLetter(key) == "k" && widgets.ControlDown() {
			f.Toggle()
			return true
		}
	}
	if !f.open {
		return false
	}
	f.typed = ebiten.AppendInputChars(f.typed[:0])
	f.Write(f.typed)
	for _, key := range ownKeys {
		if f.open && (inpututil.IsKeyJustPressed(key) || key != ebiten.KeyEnter && widgets.KeyRepeats(key)) {
			f.Press(key)
		}
	}
	if f.open {
		f.point()
	}
	return true
}

// Write adds to what is sought.
func (f *Room) Write(typed []rune) {
	if len(typed) > 0 && len(f.text) < 100 {
		f.text = append(f.text, typed...)
		f.search()
	}
}

// search finds again.
func (f *Room) search() { f.found, f.chosen, f.first = Matching(f.all, string(f.text)), 0, 0 }

// Press acts on a key.
func (f *Room) Press(key ebiten.Key) {
	switch key {
	case ebiten.KeyArrowDown, ebiten.KeyTab:
		f.choose(f.chosen + 1)
	case ebiten.KeyArrowUp:
		f.choose(f.chosen - 1)
	case ebiten.KeyPageDown:
		f.choose(f.chosen + max(len(f.rows), 1))
	case ebiten.KeyPageUp:
		f.choose(f.chosen - max(len(f.rows), 1))
	case ebiten.KeyHome:
		f.choose(0)
	case ebiten.KeyEnd:
		f.choose(len(f.found) - 1)
	case ebiten.KeyBackspace:
		if n := len(f.text); n > 0 {
			f.text = f.text[:n-1]
			f.search()
		}
	case ebiten.KeyEscape:
		f.Toggle()
	default:
		f.take(f.chosen)
	}
}

// choose chooses one of what is found, as far as there are any.
func (f *Room) choose(i int) { f.chosen = max(min(i, len(f.found)-1), 0) }

// take closes the palette and does what a row says. Then nothing has the keyboard, unless the row is a setting.
func (f *Room) take(i int) {
	if i >= len(f.found) {
		return
	}
	do := f.found[i].Do
	f.Toggle()
	f.window.ClearFocus()
	do()
}

// point acts on the mouse: it chooses the row under it, a press takes the row, and a press outside closes the palette.
func (f *Room) point() {
	x, y := f.hand.Mouse()
	if _, wheel := ebiten.Wheel(); wheel != 0 {
		f.choose(f.chosen - int(math.Copysign(1, wheel)))
	}
	if by := f.hand.Scroll; by != 0 && len(f.rows) > 0 {
		f.pulled -= by / rowHigh
		rows := int(f.pulled)
		f.pulled -= float32(rows)
		f.first = max(min(f.first+rows, len(f.found)-len(f.rows)), 0)
		f.choose(max(min(f.chosen, f.first+len(f.rows)-1), f.first))
	}
	pressed := f.hand.Clicked()
	over := slices.IndexFunc(f.rows, func(r panel.Rect) bool { return r.Contains(x, y) })
	if now := [2]float32{x, y}; over >= 0 && (now != f.pointer || pressed) {
		f.pointer = now
		f.choose(f.first + over)
	}
	switch {
	case pressed && over >= 0:
		f.take(f.chosen)
	case pressed && !f.box.Contains(x, y):
		f.Toggle()
	}
}
