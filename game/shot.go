package game

import (
	"time"

	"driftlab/netsync"
)

// How fast a projectile flies.
const (
	DefaultShotSpeed = 40 * MetreASecond
	MinShotSpeed     = 10 * MetreASecond
	MaxShotSpeed     = 60 * MetreASecond
)

// ShotRadius is the size of a projectile.
const ShotRadius = 15 * Metre / 100

// A Shot is a projectile: it flies straight at constant speed from its spawn, so that a single
// message tells a client all of its path (Sutphin).
type Shot struct {
	ID     uint32 // from 1; 0 is no shot
	Owner  uint8
	Origin Point
	Dir    int8          // −1 left, +1 right
	Speed  Speed         // the level's
	Spawn  netsync.World // when it left Origin, on the host's world time
	End    netsync.World // when it stops: at the wall, or at what it hit
}

// newShot returns the shot that p fires at world time w.
func (l *Level) newShot(id uint32, owner int, p Player, w netsync.World) Shot {
	origin := Point{p.Pos.X + Length(p.Facing)*PlayerWidth/2, p.Pos.Y + muzzle}
	return Shot{ID: id, Owner: uint8(owner), Origin: origin, Dir: p.Facing, Speed: l.ShotSpeed, Spawn: w, End: w.Add(l.flightTime(origin, p.Facing))}
}

// flightTime returns how long a projectile flies from a place to the wall, or to a bell in its way.
func (l *Level) flightTime(origin Point, dir int8) time.Duration {
	way := origin.X
	if dir > 0 {
		way = l.Width - origin.X
	}
	for _, b := range l.Bells {
		if d := (b.X - origin.X) * Length(dir); d >= 0 && origin.Y >= b.Bottom && origin.Y <= b.Top {
			way = min(way, d)
		}
	}
	return l.ShotSpeed.takes(way)
}

// At returns the projectile's place at a world time; ok is false before its spawn and after its end.
func (s Shot) At(w netsync.World) (p Point, ok bool) {
	if s.ID == 0 || w < s.Spawn || w > s.End {
		return s.Origin, false
	}
	return s.along(w), true
}

// object is the projectile as a scene has it.
func (s *Shot) object(id int, pos Point, w netsync.World) Object {
	way := (pos.X - s.Origin.X) * Length(s.Dir)
	return Object{ID: id, Pos: pos, Facing: s.Dir, Vel: Point{X: Length(s.Speed) * Length(s.Dir)}, Time: w, Pose: Pose{Walked: max(way, 0)}}
}

// along returns the point of its path for a world time, whether it is there then or not.
func (s *Shot) along(w netsync.World) Point {
	return Point{s.Origin.X + Length(s.Dir)*s.Speed.Over(w.Sub(s.Spawn)), s.Origin.Y}
}

// hits says whether the projectile's way between two world times touches a player whose feet are there.
func (s Shot) hits(feet Point, from, to netsync.World) bool {
	a, okA := s.At(max(from, s.Spawn))
	b, okB := s.At(min(to, s.End))
	return okA && okB && touches(a, b, feet)
}

// touches says whether a projectile that goes from a to b touches a player whose feet are there.
func touches(a, b, feet Point) bool {
	left, right := min(a.X, b.X)-ShotRadius, max(a.X, b.X)+ShotRadius
	return right >= feet.X-PlayerWidth/2 && left <= feet.X+PlayerWidth/2 &&
		b.Y >= feet.Y && b.Y <= feet.Y+PlayerHeight
}

const (
	// shotsKept is how many shots a machine keeps.
	shotsKept = 256
	// shotsTogether is of how many the last end is kept.
	shotsTogether = 16
)

// shotRing holds the latest shots by their number, and when the last of each few ends: few fly at a time, and who looks for
// them passes over the others.
type shotRing struct {
	list [shotsKept]Shot
	last [shotsKept / shotsTogether]netsync.World
}

// at returns the shot of a number, or another one in its place.
func (r *shotRing) at(id uint32) *Shot { return &r.list[id%shotsKept] }

func (r *shotRing) put(s Shot) {
	*r.at(s.ID) = s
	r.ends(s.ID)
}

// end stops shot id at w, if it is still known.
func (r *shotRing) end(id uint32, w netsync.World) {
	if s := r.at(id); s.ID == id {
		s.End = w
		r.ends(id)
	}
}

// ends looks for the last end of those together with a shot that has changed.
func (r *shotRing) ends(id uint32) {
	group := id % shotsKept / shotsTogether
	last := netsync.World(0)
	for i := range r.list[group*shotsTogether:][:shotsTogether] {
		last = max(last, r.list[int(group*shotsTogether)+i].End)
	}
	r.last[group] = last
}

// from calls show with each shot that does not end before a world time.
func (r *shotRing) from(w netsync.World, show func(*Shot)) {
	for group, last := range r.last {
		if last < w {
			continue
		}
		for i := group * shotsTogether; i < (group+1)*shotsTogether; i++ {
			if s := &r.list[i]; s.ID != 0 && s.End >= w {
				show(s)
			}
		}
	}
}
