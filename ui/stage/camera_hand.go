package stage

import (
	"math"

	"driftlab/game"
)

// closest is the least width that a hand can have a camera show, in metres.
const (
	closest    = 4.0
	WheelPower = 1.2 // what a notch enlarges by
)

// Zoom enlarges what a viewport shows about a place of it, which stays where it is, for all viewports.
func (k *Camera) Zoom(v *Viewport, x, y, power float32) {
	k.Hand = true
	s := &k.Shown
	mx, my := float64((x-v.Area.X)/v.Metre), float64((v.Area.Y+v.Area.H-y)/v.Metre)
	bottom := float64((v.Area.Y + v.Area.H - v.Picture.Y - v.Picture.H) / v.Metre)
	w := min(max(s.W/float64(power), closest), k.Rest().W)
	part := w / s.W
	s.X, s.Bottom, s.W = mx+(s.X-mx)*part, my+(bottom-my)*part, w
	k.confine()
}

// Drag moves what a viewport shows with the pointer, for all viewports.
func (k *Camera) Drag(v *Viewport, dx, dy float32) {
	k.Hand = true
	k.Shown.X -= float64(dx / v.Metre)
	k.Shown.Bottom += float64(dy / v.Metre)
	k.confine()
}

// confine keeps what is shown within the arena.
func (k *Camera) confine() {
	s, rest := &k.Shown, k.Rest()
	s.H = s.W / k.Scope.Aspect
	room := max(k.Scope.Level.Frame.W.Metres()-s.W, 0) / 2
	s.X = min(max(s.X, rest.X-room), rest.X+room)
	top := max(k.Scope.Level.Height.Metres(), rest.Bottom+rest.H)
	s.Bottom = max(min(s.Bottom, top-s.H), rest.Bottom)
}

// LetGo gives the camera back to its subject, to which it moves.
func (k *Camera) LetGo() {
	if !k.Hand {
		return
	}
	k.Hand = false
	k.at = [3]float64{k.Shown.X, k.Shown.Bottom, math.Log(k.Shown.W)}
	k.Pace = [3]float64{}
}

// Sight returns what is shown of a level, all of it before the camera has looked at anything. Two worlds that are compared
// have a level each, and are framed alike.
func (k *Camera) Sight(l *game.Level) Sight {
	if of := k.Scope.Level; k.Shown.W > 0 && (of == l || of.Frame == l.Frame && of.Width == l.Width && of.Height == l.Height) {
		return k.Shown
	}
	at := Camera{Scope: Scope{Aspect: l.Frame.W.Metres() / l.Frame.H.Metres(), Level: l}}
	return at.Rest()
}
