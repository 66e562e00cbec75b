package ui

import (
	"cmp"
	"math"

	"driftlab/game"
	"driftlab/scenario"
)

// A span is a box in the world, in metres.
type span struct{ left, right, bottom, top float64 }

// nothing is the span to which points are added.
func nothing() span { return span{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)} }

func (s span) empty() bool { return s.left > s.right }

// add takes a point in, and one so much higher.
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
	innerPart  = 0.8  // of what is shown, which the subject must leave before the camera moves
	closerFrom = 0.75 // of its width, which is wanted before it comes nearer
)

// aim moves the goal if the subject has left the inner part of what it shows, or wants much less. Without a subject it
// stays as it is, since what is looked for is about to come again.
func (k *camera) aim(box span, ok bool) {
	if k.subject.Kind == scenario.SubjectAll || !ok && k.still {
		k.goal = k.rest()
	}
	if !ok {
		return
	}
	if want := k.frame(box); k.still || !k.inside(box) || want.w < closerFrom*k.goal.w {
		k.goal = want
	}
}

// inside says whether the subject is in the inner part of the goal.
func (k *camera) inside(box span) bool {
	g, edge := &k.goal, (1-innerPart)/2
	low := g.bottom + edge*g.h
	if g.bottom <= k.scope.level.Frame.At.Y.Metres() {
		low = g.bottom // there is nothing lower
	}
	return box.left >= g.x-g.w/2*innerPart && box.right <= g.x+g.w/2*innerPart && box.bottom >= low && box.top <= g.bottom+g.h*(1-edge)
}

// frame returns the sight of a box, with room about it, within the arena.
func (k *camera) frame(box span) sight {
	f, rest, aspect := &k.scope.level.Frame, k.rest(), k.scope.aspect
	low := f.At.Y.Metres()
	bottom := box.bottom + low
	if box.bottom < nearGround {
		bottom = low
	}
	least := cmp.Or(k.scope.least, leastSight)
	if k.subject.Kind == scenario.SubjectLeader {
		least = leadWidth
	}
	w := max(box.right-box.left+2*besides, (box.top+overHeads-bottom)*aspect, least)
	w = min(w, rest.w, k.scope.most)
	h := w / aspect
	room := max(f.W.Metres()-w, 0) / 2
	if box.top+overHeads-low <= h {
		bottom = low // it can stay where it is while somebody jumps
	}
	x := min(max((box.left+box.right)/2, rest.x-room), rest.x+room)
	return sight{x, min(max(bottom, low), max(low+rest.h-h, low)), w, h}
}

// box returns what the camera's subject takes, in the host's world and in a client's; before an answer in the client's
// alone, for then no pixel may depend on the host's.
func (k *camera) box(f *frame, client, who int) (box span, ok bool) {
	box = nothing()
	if !f.blind {
		k.take(&box, &f.host, who)
		if k.subject.Kind == scenario.SubjectDispute && len(f.disputes) > 0 {
			d := &f.disputes[len(f.disputes)-1]
			for _, view := range [...]*game.HitView{&d.ShooterView, &d.HostView} {
				box.add(view.Victim, game.PlayerHeight)
				box.add(view.Projectile, 0)
			}
		}
	}
	k.take(&box, f.machine(client), who)
	return box, !box.empty()
}

// take adds what one machine shows of the subject; leader is who is to be followed.
func (k *camera) take(box *span, s *game.Scene, leader int) {
	id := k.subject.Of
	switch k.subject.Kind {
	case scenario.SubjectLeader:
		id = leader
		fallthrough
	case scenario.SubjectPlayer:
		if o, ok := find(s.Players, id); ok {
			box.add(o.Pos, game.PlayerHeight)
		}
	case scenario.SubjectPlatform:
		if id < len(k.scope.level.Platforms) {
			k.takePlatform(box, s, id)
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

func (k *camera) takePlatform(box *span, s *game.Scene, id int) {
	p := &k.scope.level.Platforms[id]
	for _, end := range [...]game.Point{p.A, p.B} {
		box.add(game.Point{X: end.X - p.HalfWidth, Y: end.Y}, 0)
		box.add(game.Point{X: end.X + p.HalfWidth, Y: end.Y}, game.PlayerHeight)
	}
	for _, r := range s.Riding {
		if r.Platform != id {
			continue
		}
		if o, ok := find(s.Players, r.Rider); ok {
			box.add(o.Pos, game.PlayerHeight)
		} else if r.Rider == game.Character {
			box.add(s.Character.Pos, game.PlayerHeight)
		}
	}
}

// Where a picture is what a view is about nobody in it may be small.
const (
	leastPart   = 0.08 // of a picture's height
	leastFigure = 40   // pixels in a window of the standard size
)
