package ui

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/ui/keys"
	"driftlab/ui/panel"
)

// finder is the palette over the window that finds settings, commands, lessons, scenarios and clients by their words.
// While it is open it has all input; the session goes on below.
type finder struct {
	open    bool
	text    []rune
	typed   []rune       // in this update
	all     []findable   // what there is, listed as the palette opens
	found   []findable   // the best first
	chosen  int          // of found
	first   int          // of found, in the first row
	pulled  float32      // by a finger, in rows, as far as that is not a whole one yet
	rows    []panel.Rect // where they were drawn last
	box     panel.Rect
	pointer [2]float32 // where the mouse was: only one that moves chooses
}

// finderRows is how many rows there are at most.
const finderRows = 10

// finderKeys are the keys that the palette takes besides what is typed.
var finderKeys = []ebiten.Key{ebiten.KeyArrowDown, ebiten.KeyArrowUp, ebiten.KeyPageDown, ebiten.KeyPageUp, ebiten.KeyHome, ebiten.KeyEnd,
	ebiten.KeyBackspace, ebiten.KeyTab, ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeyEscape}

// toggleFinder opens the palette with nothing typed, or closes it.
func (a *App) toggleFinder() {
	a.finder = finder{open: !a.finder.open}
	if a.finder.open {
		a.finder.pointer[0], a.finder.pointer[1] = a.mouse()
		a.finder.all = a.findables()
		a.finder.search()
	}
}

// update acts on keys and mouse while the palette is open. It reports whether this update's input has been used up.
func (f *finder) update(a *App) bool {
	for _, key := range keys.JustPressed() {
		if keys.Letter(key) == "k" && (ebiten.IsKeyPressed(ebiten.KeyControl) || ebiten.IsKeyPressed(ebiten.KeyMeta)) {
			a.toggleFinder()
			return true
		}
	}
	if !f.open {
		return false
	}
	f.typed = ebiten.AppendInputChars(f.typed[:0])
	f.write(f.typed)
	for _, key := range finderKeys {
		if f.open && (inpututil.IsKeyJustPressed(key) || key != ebiten.KeyEnter && keys.Repeats(key)) {
			f.press(a, key)
		}
	}
	if f.open {
		f.point(a)
	}
	return true
}

// write adds to what is sought.
func (f *finder) write(typed []rune) {
	if len(typed) > 0 && len(f.text) < 100 {
		f.text = append(f.text, typed...)
		f.search()
	}
}

// search finds anew.
func (f *finder) search() { f.found, f.chosen, f.first = matching(f.all, string(f.text)), 0, 0 }

// press acts on a key.
func (f *finder) press(a *App, key ebiten.Key) {
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
		a.toggleFinder()
	default:
		f.take(a, f.chosen)
	}
}

// choose chooses one of what is found, as far as there are any.
func (f *finder) choose(i int) { f.chosen = max(min(i, len(f.found)-1), 0) }

// scroll moves the list under a finger, by pixels. What is chosen stays in sight.
func (f *finder) scroll(by, row float32) {
	f.pulled -= by / row
	rows := int(f.pulled)
	f.pulled -= float32(rows)
	f.first = max(min(f.first+rows, len(f.found)-len(f.rows)), 0)
	f.choose(max(min(f.chosen, f.first+len(f.rows)-1), f.first))
}

// take closes the palette and does what stands in a row. The keyboard is nobody's then, but a setting's.
func (f *finder) take(a *App, i int) {
	if i >= len(f.found) {
		return
	}
	do := f.found[i].do
	a.toggleFinder()
	a.ui.ClearFocus()
	do(a)
}

// point acts on the mouse: what it moves over is chosen, a press takes it, and one beside the palette closes that.
func (f *finder) point(a *App) {
	x, y := a.mouse()
	if _, wheel := ebiten.Wheel(); wheel != 0 {
		by := 1
		if wheel > 0 {
			by = -1
		}
		f.choose(f.chosen + by)
	}
	if by := a.hand.Scroll; by != 0 && len(f.rows) > 0 {
		f.scroll(by, finderRow*float32(a.Scale))
	}
	pressed := a.clicked()
	over := slices.IndexFunc(f.rows, func(r panel.Rect) bool { return r.Contains(x, y) })
	if now := [2]float32{x, y}; over >= 0 && (now != f.pointer || pressed) {
		f.pointer = now
		f.choose(f.first + over)
	}
	switch {
	case pressed && over >= 0:
		f.take(a, f.chosen)
	case pressed && !f.box.Contains(x, y):
		a.toggleFinder()
	}
}
