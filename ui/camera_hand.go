package ui

import "driftlab/game"

// closest is the least width that a hand can have a camera show, in metres.
const (
	closest    = 4.0
	wheelPower = 1.2 // what a notch enlarges by
)

// zoom enlarges what a viewport shows about a place of it, which stays where it is, for all viewports.
func (k *camera) zoom(v *viewport, x, y, power float32) {
	k.hand = true
	s := &k.shown
	mx, my := float64((x-v.area.x)/v.scale), float64((v.area.y+v.area.h-y)/v.scale)
	bottom := float64((v.area.y + v.area.h - v.picture.y - v.picture.h) / v.scale)
	w := min(max(s.w/float64(power), closest), k.rest().w)
	part := w / s.w
	s.x, s.bottom, s.w = mx+(s.x-mx)*part, my+(bottom-my)*part, w
	k.confine()
}

// drag moves what a viewport shows with the pointer, for all viewports.
func (k *camera) drag(v *viewport, dx, dy float32) {
	k.hand = true
	k.shown.x -= float64(dx / v.scale)
	k.shown.bottom += float64(dy / v.scale)
	k.confine()
}

// confine keeps what is shown within the arena.
func (k *camera) confine() {
	s, rest := &k.shown, k.rest()
	s.h = s.w / k.scope.aspect
	room := max(k.scope.level.Frame.W.Metres()-s.w, 0) / 2
	s.x = min(max(s.x, rest.x-room), rest.x+room)
	top := max(k.scope.level.Height.Metres(), rest.bottom+rest.h)
	s.bottom = max(min(s.bottom, top-s.h), rest.bottom)
}

// letGo gives the camera back to its subject, to which it moves.
func (k *camera) letGo() {
	if !k.hand {
		return
	}
	k.hand = false
	k.at = [3]float64{k.shown.x, k.shown.bottom, logWidth(k.shown.w)}
	k.pace = [3]float64{}
}

// sight returns what is shown of a level, all of it before the camera has looked at anything. Two worlds that are compared
// have a level each, and are framed alike.
func (k *camera) sight(l *game.Level) sight {
	if of := k.scope.level; k.shown.w > 0 && (of == l || of.Frame == l.Frame && of.Width == l.Width && of.Height == l.Height) {
		return k.shown
	}
	at := camera{scope: scope{aspect: l.Frame.W.Metres() / l.Frame.H.Metres(), level: l}}
	return at.rest()
}
