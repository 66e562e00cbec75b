package stage

import (
	"math"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// A Sight is the part of the world that is shown: the middle of its lower edge, its width, and the least height that has to
// be seen, in metres. A picture that is higher shows more sky.
type Sight struct{ X, Bottom, W, H float64 }

// A Camera follows what a session's worlds are about. All viewports share it. It moves in virtual time, so a film shows
// what the window shows at any frame rate. A seek or any other cut puts it at rest.
type Camera struct {
	Asked    scenario.Subject // what the current cut asks for
	Subject  scenario.Subject // what it frames now
	Goal     Sight            // where it moves to
	at, Pace [3]float64       // place, lower edge and the logarithm of the width at the latest step, and how fast they change a second
	step     int64            // the latest step, counted in sixtieths of a virtual second
	Shown    Sight            // what is seen now
	Scope    Scope
	Still    bool // what comes next is a cut
	Hand     bool // a person has moved it
}

// A Scope is the room that a camera has to fill.
type Scope struct {
	Aspect float64 // width over height of the lowest picture
	Most   float64 // metres that may be shown in width; a wider world is followed
	least  float64 // metres of width that are shown at least, 0 for the usual
	Level  *game.Level
}

// How a camera moves: critically damped, as fast as possible without overshooting.
const (
	cameraRate   = 60 // steps a virtual second
	goalEvery    = 2  // steps between two looks at the subject, so that a film of 30 frames a second takes the same looks
	placeRate    = 5  // a second
	widthRate    = 3  // of the logarithm
	mostSpeed    = 14 // metres a second
	longestLapse = netsim.Time(1e9)
	justInTime   = 1000 // ns by which a frame may come before its step, since frame times are rounded to nanoseconds
)

// overAll is the least sky above the highest heads, in metres.
const overAll = 0.3

// Rest returns the view of a camera that has nothing to follow: the whole arena, with as much of its sky as fits.
func (k *Camera) Rest() Sight {
	f := &k.Scope.Level.Frame
	top := min((f.At.Y + f.H).Metres(), k.Scope.Level.Heads().Metres()+overAll)
	h := top - f.At.Y.Metres()
	w := max(f.W.Metres(), h*k.Scope.Aspect)
	return Sight{(f.At.X + f.W/2).Metres(), f.At.Y.Metres(), w, w / k.Scope.Aspect}
}

// Look brings the camera to a virtual instant. The box is that of its subject, ok is false if there is none.
func (k *Camera) Look(now netsim.Time, s Scope, box span, ok bool) {
	step := (int64(now) + justInTime) * cameraRate / 1e9
	if s.Level != k.Scope.Level {
		k.Hand = false
	}
	if s != k.Scope || step < k.step || step-k.step > int64(longestLapse)*cameraRate/1e9 {
		k.Still = true
	}
	k.Scope = s
	if k.Hand {
		k.step, k.Still = step, false
		k.confine()
		return
	}
	due := step/goalEvery > k.step/goalEvery
	if !k.Still {
		for ; k.step < step; k.step++ {
			k.at, k.Pace = k.after(1.0 / cameraRate)
		}
	}
	if due || k.Still {
		k.aim(box, ok)
	}
	if k.Still {
		k.at, k.Pace = [3]float64{k.Goal.X, k.Goal.Bottom, math.Log(k.Goal.W)}, [3]float64{}
		k.step, k.Still = step, false
	}
	part := max(float64(now)/1e9-float64(step)/cameraRate, 0)
	at, _ := k.after(part)
	w := math.Exp(at[2])
	k.Shown = Sight{at[0], at[1], w, w / s.Aspect}
}

// after returns where the camera will be in some seconds, and how fast it will move.
func (k *Camera) after(seconds float64) (at, pace [3]float64) {
	goal := [3]float64{k.Goal.X, k.Goal.Bottom, math.Log(k.Goal.W)}
	for i := range goal {
		rate := float64(placeRate)
		if i == 2 {
			rate = widthRate
		}
		off := k.at[i] - goal[i]
		j := k.Pace[i] + rate*off
		e := math.Exp(-rate * seconds)
		at[i], pace[i] = goal[i]+(off+j*seconds)*e, (k.Pace[i]-rate*j*seconds)*e
		if i < 2 {
			most := mostSpeed * seconds
			at[i] = min(max(at[i], k.at[i]-most), k.at[i]+most)
			pace[i] = min(max(pace[i], -mostSpeed), mostSpeed)
		}
	}
	return at, pace
}

// closest is the smallest width that a person can zoom in to, in metres.
const (
	closest    = 4.0
	WheelPower = 1.2 // what a notch enlarges by
)

// Zoom zooms all viewports around a place of one of them, which stays where it is.
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

// Drag pans all viewports by what the pointer has moved in one of them.
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

// Sight returns what is shown of a level: all of it until the camera has looked at something. Two worlds that are compared
// have a level each but share the frame.
func (k *Camera) Sight(l *game.Level) Sight {
	if of := k.Scope.Level; k.Shown.W > 0 && (of == l || of.Frame == l.Frame && of.Width == l.Width && of.Height == l.Height) {
		return k.Shown
	}
	at := Camera{Scope: Scope{Aspect: l.Frame.W.Metres() / l.Frame.H.Metres(), Level: l}}
	return at.Rest()
}
