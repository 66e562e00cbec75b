package stage

import (
	"cmp"
	"math"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
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

// A span is a box in the world, in metres.
type span struct{ left, right, bottom, top float64 }

// nothing is an empty span, ready for points to be added.
func nothing() span { return span{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)} }

// add extends the span to a point and to another one straight above it.
func (s *span) add(p game.Point, height game.Length) {
	x, y := p.X.Metres(), p.Y.Metres()
	s.left, s.right = min(s.left, x), max(s.right, x)
	s.bottom, s.top = min(s.bottom, y), max(s.top, y+height.Metres())
}

// How a camera frames its subject, in metres.
const (
	besides    = 0.9
	overHeads  = 1.2
	nearGround = 3
	leastSight = 11.2
	leadWidth  = 17.1 // about a player who is followed
	innerPart  = 0.8  // of the view: the camera moves once the subject leaves it
	closerFrom = 0.75 // of the width: the camera comes closer once the subject needs less
)

// aim moves the goal if the subject has left the inner part of the view or needs much less of it. Without a subject the goal
// stays, since the subject will soon be back.
func (k *Camera) aim(box span, ok bool) {
	if k.Subject.Kind == scenario.SubjectAll || !ok && k.Still {
		k.Goal = k.Rest()
	}
	if !ok {
		return
	}
	if want := k.frame(box); k.Still || !k.inside(box) || want.W < closerFrom*k.Goal.W {
		k.Goal = want
	}
}

// inside says whether the subject is in the inner part of the goal.
func (k *Camera) inside(box span) bool {
	g, edge := &k.Goal, (1-innerPart)/2
	low := g.Bottom + edge*g.H
	if g.Bottom <= k.Scope.Level.Frame.At.Y.Metres() {
		low = g.Bottom // there is nothing lower
	}
	return box.left >= g.X-g.W/2*innerPart && box.right <= g.X+g.W/2*innerPart && box.bottom >= low && box.top <= g.Bottom+g.H*(1-edge)
}

// frame returns the sight of a box, with room about it, within the arena.
func (k *Camera) frame(box span) Sight {
	f, rest, aspect := &k.Scope.Level.Frame, k.Rest(), k.Scope.Aspect
	low := f.At.Y.Metres()
	bottom := box.bottom + low
	if box.bottom < nearGround {
		bottom = low
	}
	least := cmp.Or(k.Scope.least, leastSight)
	if k.Subject.Kind == scenario.SubjectLeader {
		least = leadWidth
	}
	w := max(box.right-box.left+2*besides, (box.top+overHeads-bottom)*aspect, least)
	if k.Subject.Kind == scenario.SubjectShot { // it may ring a bell, which should be in view
		for i := range k.Scope.Level.Bells {
			w = max(w, (k.Scope.Level.Bells[i].Top.Metres()+overAll-low)*aspect)
		}
	}
	w = min(w, rest.W, k.Scope.Most)
	h := w / aspect
	room := max(f.W.Metres()-w, 0) / 2
	if box.top+overHeads-low <= h {
		bottom = low // it can stay where it is while somebody jumps
	}
	x := min(max((box.left+box.right)/2, rest.X-room), rest.X+room)
	return Sight{x, min(max(bottom, low), max(low+rest.H-h, low)), w, h}
}

// Box returns the box around the camera's subject, in the host's world and in a client's. While the truth is hidden it
// is the client's alone, since no pixel may then depend on the host's.
func (k *Camera) Box(f *panel.Frame, client, who int) (box span, ok bool) {
	box = nothing()
	if !f.Blind {
		k.take(&box, &f.Host, who)
		if k.Subject.Kind == scenario.SubjectDispute && len(f.Disputes) > 0 {
			d := &f.Disputes[len(f.Disputes)-1]
			for _, view := range [...]*game.HitView{&d.ShooterView, &d.HostView} {
				box.add(view.Victim, game.PlayerHeight)
				box.add(view.Projectile, 0)
			}
		}
	}
	k.take(&box, f.Machine(client), who)
	return box, box.left <= box.right
}

// take adds what one machine shows of the subject; leader is the player to follow.
func (k *Camera) take(box *span, s *game.Scene, leader int) {
	id := k.Subject.Of
	switch k.Subject.Kind {
	case scenario.SubjectLeader:
		id = leader
		fallthrough
	case scenario.SubjectPlayer:
		if o, ok := Find(s.Players, id); ok {
			box.add(o.Pos, game.PlayerHeight)
		}
	case scenario.SubjectPlatform:
		if id >= len(k.Scope.Level.Platforms) {
			return
		}
		p := &k.Scope.Level.Platforms[id]
		for _, end := range [...]game.Point{p.A, p.B} {
			box.add(game.Point{X: end.X - p.HalfWidth, Y: end.Y}, 0)
			box.add(game.Point{X: end.X + p.HalfWidth, Y: end.Y}, game.PlayerHeight)
		}
		for _, r := range s.Riding {
			if r.Platform != id {
				continue
			}
			if o, ok := Find(s.Players, r.Rider); ok {
				box.add(o.Pos, game.PlayerHeight)
			} else if r.Rider == game.Character {
				box.add(s.Character.Pos, game.PlayerHeight)
			}
		}
	case scenario.SubjectShot:
		for _, o := range s.Shots {
			box.add(o.Pos, 0)
		}
		if s.HasBall {
			box.add(s.Ball.Pos, game.BallRadius)
		}
	}
}

// The smallest that a figure may be in a picture that a view is about.
const (
	LeastPart   = 0.08 // of a picture's height
	LeastFigure = 40   // points in a window of the standard size
)
