package ui

import (
	"math"

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
	pinch    pinch
	finger   bool // a finger is on the screen
	held     bool // and went down over a panel
	lastX    float32
	lastY    float32
}

// A pinch is two fingers on a touch screen.
type pinch struct {
	apart  float32 // pixels; 0 without two fingers
	grown  float32 // how many times as far as an update ago; 0 when it has just begun
	dx, dy float32 // what their middle has moved by since
	x, y   float32 // of their middle
}

// hold takes in where two fingers are.
func (p *pinch) hold(x0, y0, x1, y1 float32) {
	now := pinch{x: (x0 + x1) / 2, y: (y0 + y1) / 2, apart: max(float32(math.Hypot(float64(x1-x0), float64(y1-y0))), 1)}
	if p.apart > 0 {
		now.grown, now.dx, now.dy = now.apart/p.apart, now.x-p.x, now.y-p.y
	}
	*p = now
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
	p.touch(hovered)
}

// touch has one finger do what the left button does, and two pinch.
func (p *pointer) touch(hovered bool) {
	var room [8]ebiten.TouchID
	ids := ebiten.AppendTouchIDs(room[:0])
	if len(ids) == 2 {
		x0, y0 := ebiten.TouchPosition(ids[0])
		x1, y1 := ebiten.TouchPosition(ids[1])
		p.pinch.hold(float32(x0), float32(y0), float32(x1), float32(y1))
		p.pressed, p.released, p.down = false, false, false
		return
	}
	p.pinch = pinch{}
	switch {
	case len(ids) == 1:
		x, y := ebiten.TouchPosition(ids[0])
		p.x, p.y = float32(x), float32(y)
		p.pressed = inpututil.TouchPressDuration(ids[0]) == 1 && !hovered
		p.released, p.down, p.finger = false, p.pressed || p.finger && p.held, true
	case p.finger:
		p.x, p.y = p.lastX, p.lastY
		p.released, p.down, p.finger = p.held, false, false
	}
	p.held, p.lastX, p.lastY = p.down, p.x, p.y
}

// over reports whether the pointer is in r.
func (p *pointer) over(r rect) bool { return r.contains(p.x, p.y) }

// dragFrom is by how many pixels the pointer moves while the button is held where it drags, at scale 1.
const dragFrom = 4
