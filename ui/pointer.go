package ui

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// pointer is the mouse as the panels see it during one update, in device pixels of the window. While it
// is over a control it presses nothing here.
type pointer struct {
	x, y     float32
	pressed  bool    // the left button went down
	down     bool    // the left button is held, and went down over a panel
	released bool    // the left button went up that had gone down over a panel
	wheel    float32 // notches, up is positive
	shift    bool
}

// read takes in the mouse; hovered says that it is over a control.
func (p *pointer) read(hovered bool) {
	x, y := ebiten.CursorPosition()
	p.x, p.y = float32(x), float32(y)
	p.shift = ebiten.IsKeyPressed(ebiten.KeyShift)
	p.wheel = 0
	if !hovered {
		_, dy := ebiten.Wheel()
		p.wheel = float32(dy)
	}
	p.pressed = inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) && !hovered
	p.released = p.down && !ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	p.down = p.pressed || p.down && !p.released
}

// over reports whether the pointer is in r.
func (p *pointer) over(r rect) bool { return r.contains(p.x, p.y) }
