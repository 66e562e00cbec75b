package stage

import (
	"cmp"
	"math"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/panel"
)

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
