package panel

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// A Finger is a finger on the screen, in points of the window; as [Hand.Touches] has it in pixels.
type Finger struct {
	ID   ebiten.TouchID
	X, Y float32
}

// A Hand turns one finger into a mouse, so that nothing else has to know about fingers: a tap is a click, a finger that moves
// holds the button, and a finger that rests is a resting mouse, which shows a tooltip and clicks nothing. What scrolls under a
// finger is not pressed, and keeps gliding when the finger lets go. Two fingers are a [Pinch].
type Hand struct {
	Touches func(dst []Finger) []Finger // reads the fingers that are on the screen
	Scale   float32                     // pixels a point
	Felt    func(n int)                 // gets the number of fingers and left buttons that are down, in each update with some and in the one after; may be nil
	Fingers []Finger
	Used    bool    // a finger was used last, and not the mouse
	X, Y    float32 // where the mouse would be
	Down    bool    // its left button
	Resting bool    // a long press
	Scroll  float32 // how far a scrolling finger has moved down since the last update, in points

	was    bool // Down in the update before
	phase  phase
	from   Finger // where it came
	last   Finger // where it was last
	felt   int    // how many were down
	lastY  float32
	rested int         // updates since then, or since it went
	speed  float32     // of what scrolls, in points an update
	mouse  image.Point // in pixels
}

// A phase is what a finger does.
type phase int

const (
	idle      phase = iota
	waiting         // it is not known yet
	pressing        // it holds the button
	dropping        // it is gone, and the button goes up where it was
	scrolling       // it moves what lies under it
	gliding         // it is gone, and what it moved keeps moving for a while
	resting         // it asks for a tooltip
	tapping         // it is gone, and the button goes up
	several         // there are several, until all are gone
)

const (
	// restsAfter is after how many updates a resting finger is a long press: half a second.
	restsAfter = 30
	// stays is for how many updates the mouse stays where a finger has tapped, since only then a click is recognised.
	stays = 4
	// glideKeeps is the part of its speed that gliding content keeps from one update to the next, and glideEnds the speed at
	// which it stops.
	glideKeeps, glideEnds = 0.95, 0.5
	// away is where the mouse is while no finger is on the screen: over nothing.
	away = -1 << 20
)

// NewHand returns a hand that reads the screen's touches.
func NewHand() Hand {
	return Hand{X: away, Y: away, Scale: 1, Touches: func(dst []Finger) []Finger {
		var room [8]ebiten.TouchID
		for _, id := range ebiten.AppendTouchIDs(room[:0]) {
			x, y := ebiten.TouchPosition(id)
			dst = append(dst, Finger{id, float32(x), float32(y)})
		}
		return dst
	}}
}

// A Ground is what lies under a finger.
type Ground interface {
	// Aim returns where a finger that comes down at a place is meant to be: on a control that is smaller than a finger.
	Aim(x, y float32) (float32, float32)
	// Scrolls reports whether what is at a place scrolls with a finger.
	Scrolls(x, y float32) bool
}

// Update reads the fingers. Slop is by how many points one moves before it drags; hold takes out those that hold something
// else.
func (h *Hand) Update(ground Ground, slop float32, hold func([]Finger) []Finger) {
	h.was, h.Scroll = h.Down, 0
	h.Fingers = h.Touches(h.Fingers[:0])
	for i := range h.Fingers {
		f := &h.Fingers[i]
		f.X, f.Y = f.X/h.Scale, f.Y/h.Scale
	}
	button := ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	h.feel(button)
	if len(h.Fingers) > 0 {
		h.Used = true
	} else if x, y := ebiten.CursorPosition(); h.mouse != image.Pt(x, y) || button {
		h.mouse = image.Pt(x, y)
		h.Used = h.Used && h.phase != idle
	}
	if !h.Used {
		return
	}
	h.Fingers = hold(h.Fingers)
	switch n := len(h.Fingers); {
	case n == 0:
		h.lift()
	case n > 1:
		h.phase, h.Down, h.Resting = several, false, false
	case h.phase != several:
		h.follow(ground, slop)
	}
}

// feel tells how many fingers and buttons are down.
func (h *Hand) feel(button bool) {
	n := len(h.Fingers)
	if button {
		n++
	}
	if h.Felt != nil && n+h.felt > 0 {
		h.felt = n
		h.Felt(n)
	}
}

// lift ends the last finger.
func (h *Hand) lift() {
	switch h.phase {
	case waiting: // a tap: down now, and up in the next update
		h.Down, h.phase, h.rested = true, tapping, 0
		return
	case scrolling, gliding:
		h.phase, h.Scroll, h.speed = gliding, h.speed, h.speed*glideKeeps
		if max(h.speed, -h.speed) < glideEnds {
			h.phase, h.rested = tapping, 0
		}
	case pressing, dropping:
		if h.phase = dropping; h.drag() {
			return
		}
		h.phase, h.rested = tapping, 0
	case resting, several:
		h.phase, h.rested = tapping, 0
	case tapping:
		if h.rested++; h.rested > stays {
			h.phase, h.X, h.Y = idle, away, away
		}
	}
	h.Down, h.Resting = false, false
}

// follow follows the one finger.
func (h *Hand) follow(ground Ground, slop float32) {
	f := h.Fingers[0]
	h.last = f
	dx, dy := f.X-h.from.X, f.Y-h.from.Y
	switch h.phase {
	case gliding: // it stops the glide, and presses nothing
		h.phase, h.from, h.lastY, h.speed = idle, f, f.Y, 0
		if ground.Scrolls(f.X, f.Y) {
			h.phase = scrolling
			break
		}
		fallthrough
	case idle, tapping, dropping:
		h.phase, h.from, h.rested, h.lastY, h.speed, h.Down = waiting, f, 0, f.Y, 0, false
		h.X, h.Y = ground.Aim(f.X, f.Y)
	case waiting:
		h.rested++
		switch {
		case dx*dx+dy*dy > slop*slop && max(dy, -dy) > max(dx, -dx) && ground.Scrolls(h.from.X, h.from.Y):
			h.phase, h.X, h.Y = scrolling, away, away
		case dx*dx+dy*dy > slop*slop:
			h.phase, h.Down = pressing, true // where it came
		case h.rested > restsAfter:
			h.phase, h.Resting = resting, true
		}
	case pressing, resting:
		h.drag()
	}
	if h.phase == scrolling {
		h.Scroll, h.lastY = f.Y-h.lastY, f.Y
		h.speed += (h.Scroll - h.speed) / 2 // a finger that rests before it lifts starts no glide
	}
}

// drag moves the pressed mouse to where the finger was last, and reports whether that was elsewhere.
func (h *Hand) drag() bool {
	moved := h.X != h.last.X || h.Y != h.last.Y
	h.X, h.Y = h.last.X, h.last.Y
	return moved
}

// Pressed reports whether the button went down in this update.
func (h *Hand) Pressed() bool { return h.Down && !h.was }

// A HandCursor is ebitenui's input.CursorUpdater: the mouse that the hand makes. The hand has been read before an update, and
// a finger needs no picture.
type HandCursor struct{ *Hand }

func (HandCursor) Update()                             {}
func (HandCursor) AfterUpdate()                        {}
func (HandCursor) Draw(*ebiten.Image)                  {}
func (HandCursor) AfterDraw(*ebiten.Image)             {}
func (HandCursor) GetCursorImage(string) *ebiten.Image { return nil }
func (HandCursor) GetCursorOffset(string) image.Point  { return image.Point{} }
func (h HandCursor) CursorPosition() (x, y int)        { return int(h.X * h.Scale), int(h.Y * h.Scale) }
func (h HandCursor) MouseButtonPressed(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && h.Down
}
func (h HandCursor) MouseButtonJustPressed(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && h.Pressed()
}
func (h HandCursor) MouseButtonJustReleased(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && !h.Down && h.was
}

// Mouse returns where the mouse is, or the finger that stands for it.
func (h *Hand) Mouse() (x, y float32) {
	if h.Used {
		return h.X, h.Y
	}
	mx, my := ebiten.CursorPosition()
	return float32(mx) / h.Scale, float32(my) / h.Scale
}

// Clicked reports whether the left button has just gone down, or a finger has tapped.
func (h *Hand) Clicked() bool {
	if h.Used {
		return h.Pressed()
	}
	return inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft)
}
