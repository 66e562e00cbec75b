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

// shotRing holds the latest shots by their number.
type shotRing [256]Shot

func (r *shotRing) put(s Shot) { r[s.ID%uint32(len(r))] = s }

// end stops shot id at w, if it is still known.
func (r *shotRing) end(id uint32, w netsync.World) {
	if s := &r[id%uint32(len(r))]; s.ID == id {
		s.End = w
	}
}
