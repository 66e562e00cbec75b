package panel

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/ui/layout"
)

// Pointer is the mouse as the panels see it in one update, in points of the window. Presses on a
// control don't count.
type Pointer struct {
	X, Y     float32
	Pressed  bool    // the left button went down
	Down     bool    // the left button is held, and went down over a panel
	Released bool    // the left button went up after going down over a panel
	Wheel    float32 // notches, up is positive
	Shift    bool    // the Shift key is held
	Pinch    Pinch
}

// A Pinch is two fingers on a touch screen.
type Pinch struct {
	apart  float32 // points; 0 without two fingers
	Grown  float32 // by what factor they have moved apart since the last update; 0 at the start
	DX, DY float32 // how far their middle has moved since then
	X, Y   float32 // of their middle
}

// Hold reads the places of two fingers.
func (p *Pinch) Hold(x0, y0, x1, y1 float32) {
	now := Pinch{X: (x0 + x1) / 2, Y: (y0 + y1) / 2, apart: max(float32(math.Hypot(float64(x1-x0), float64(y1-y0))), 1)}
	if p.apart > 0 {
		now.Grown, now.DX, now.DY = now.apart/p.apart, now.X-p.X, now.Y-p.Y
	}
	*p = now
}

// Read reads the mouse, or the hand if that was used last. hovered says that it is over a control.
func (p *Pointer) Read(h *Hand, hovered bool) {
	p.Shift = ebiten.IsKeyPressed(ebiten.KeyShift)
	p.Wheel = 0
	if h.Used {
		p.readHand(h, hovered)
		return
	}
	p.X, p.Y = h.Mouse()
	p.Pinch = Pinch{}
	if !hovered {
		_, dy := ebiten.Wheel()
		p.Wheel = float32(dy)
	}
	p.Pressed = inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) && !hovered
	p.Released = p.Down && !ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	p.Down = p.Pressed || p.Down && !p.Released
}

// readHand reads one finger as the left button, and two as a pinch.
func (p *Pointer) readHand(h *Hand, hovered bool) {
	p.X, p.Y = h.X, h.Y
	if len(h.Fingers) == 2 {
		a, b := h.Fingers[0], h.Fingers[1]
		p.Pinch.Hold(a.X, a.Y, b.X, b.Y)
		p.X, p.Y = p.Pinch.X, p.Pinch.Y
		p.Pressed, p.Released, p.Down = false, false, false
		return
	}
	p.Pinch = Pinch{}
	p.Pressed = h.Pressed() && !hovered
	p.Released = p.Down && !h.Down
	p.Down = p.Pressed || p.Down && !p.Released
}

// Times returns the pointer in points that are smaller by a factor.
func (p Pointer) Times(k float32) Pointer {
	p.X, p.Y = p.X*k, p.Y*k
	f := &p.Pinch
	f.apart, f.DX, f.DY, f.X, f.Y = f.apart*k, f.DX*k, f.DY*k, f.X*k, f.Y*k
	return p
}

// Over reports whether the pointer is in r.
func (p *Pointer) Over(r Rect) bool { return r.Contains(p.X, p.Y) }

// DragFrom is how far the pointer must move with the button held to drag, in points.
const DragFrom = 4

// Rect is an area of the window.
type Rect = layout.Rect

// NewRect returns the area of a width and a height whose upper left corner is at x, y.
func NewRect(x, y, w, h float32) Rect { return Rect{X: x, Y: y, W: w, H: h} }
