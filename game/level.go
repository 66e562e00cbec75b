package game

import (
	"time"

	"driftlab/netsync"
)

// The greatest size of a world, which the wire has room for.
const (
	Width  = 32 * Metre
	Height = 15 * Metre
)

// A Platform moves to and fro between two places at constant speed, as a function of world time
// alone: whoever knows the time knows where it is (MLAPI, "The Elevator Problem").
type Platform struct {
	A, B      Point // centre of its upper side at the two ends; they differ in X or in Y only
	Speed     Speed
	HalfWidth Length
}

// period returns how long the way there and back takes, at least a nanosecond.
func (p *Platform) period() time.Duration { return p.takes(p.way()) }

// Leg returns how often it has turned round since world time 0, with a minus sign before that.
func (p *Platform) Leg(w netsync.World) int64 {
	way := p.way()
	rounds, since := p.gone(w, way)
	if since > way {
		return 2*rounds + 1
	}
	return 2 * rounds
}

// gone returns how often it has come back to A since world time 0, and how far it has gone since it was there last, of a way there
// and back.
func (p *Platform) gone(w netsync.World, way Length) (rounds int64, since Length) {
	period := p.takes(way)
	rounds, phase := int64(w)/int64(period), time.Duration(w)%period
	if phase < 0 {
		rounds, phase = rounds-1, phase+period
	}
	return rounds, p.Speed.Over(phase)
}

// takes returns how long it takes along a way there and back, at least a nanosecond.
func (p *Platform) takes(way Length) time.Duration {
	return max(time.Duration(2*int64(way)*int64(time.Second)/int64(p.Speed)), 1)
}

func (p *Platform) way() Length {
	d := p.B.Sub(p.A)
	return max(d.X, -d.X) + max(d.Y, -d.Y)
}

// At returns the centre of its upper side at a world time.
func (p *Platform) At(w netsync.World) Point {
	way := p.way()
	_, s := p.gone(w, way)
	if s > way {
		s = max(2*way-s, 0)
	}
	switch d := p.B.Sub(p.A); {
	case d.X > 0:
		return Point{p.A.X + s, p.A.Y}
	case d.X < 0:
		return Point{p.A.X - s, p.A.Y}
	case d.Y > 0:
		return Point{p.A.X, p.A.Y + s}
	default:
		return Point{p.A.X, p.A.Y - s}
	}
}

// A Ledge is a platform that does not move.
type Ledge struct {
	Left, Right, Top Length
}

// A Cover is a column in the foreground. Whoever has the middle of its feet in it is behind it: it cannot be hit, and cannot
// fire; projectiles pass in front. (A wall could not be peeked round from the side.)
type Cover struct {
	Left, Right, Bottom, Top Length
}

// A Bell is a post that ends projectiles.
type Bell struct {
	X, Bottom, Top Length
}

// A Box is a region of the world: its left, lower corner and its size.
type Box struct {
	At   Point
	W, H Length
}

// A Level is everything in the world that no one can change.
type Level struct {
	Arena         Arena
	Width, Height Length // of the world, no more than [Width] and [Height]
	Platforms     []Platform
	Ledges        []Ledge
	Covers        []Cover
	Bells         []Bell
	Spawns        []Point // where players begin, in turn; none stands for places along the ground
	ShotSpeed     Speed   // of projectiles
	Pips          uint8   // that a player begins with, 0 where hits cost none
	Goal          Goal
	Ball          bool    // there is one
	Tokens        []Point // where the heart is, or where the baton is taken and brought
	Frame         Box     // what a camera shows at rest
	Follow        bool    // or somebody: it is too long for all in it to be large
	Rope          Length  // how high the wheels are over which platforms 0 and 1 hang on one rope; 0 for none

	// Patroller is the platform on which the server-controlled character walks, and Patrol its walk there, from the
	// platform's middle; or [Solid], and Patrol is its walk in the world.
	Patroller int8
	Patrol    Platform
}

// How fast lifts may be, and are unless it is set.
const (
	MinLiftSpeed = MetreASecond
	MaxLiftSpeed = 10 * MetreASecond
	LiftSpeed    = 4 * MetreASecond
)

// Heads returns how high heads are of who stands on the highest of the platforms and ledges, or the wheels of a rope.
func (l *Level) Heads() (top Length) {
	for _, p := range l.Platforms {
		top = max(top, p.A.Y, p.B.Y)
	}
	for _, k := range l.Ledges {
		top = max(top, k.Top)
	}
	return max(top+PlayerHeight, l.Rope+Metre/10)
}

// PatrollerAt returns where the host puts the server-controlled character's feet at a world time.
func (l *Level) PatrollerAt(w netsync.World) Point {
	feet := l.Patrol.At(w)
	if l.Patroller >= 0 {
		feet = feet.Plus(l.Platforms[l.Patroller].At(w))
	}
	return feet
}

// Covered says whether a player whose feet are there is behind a column.
func (l *Level) Covered(feet Point) bool {
	for _, c := range l.Covers {
		if feet.X >= c.Left && feet.X <= c.Right && feet.Y >= c.Bottom && feet.Y < c.Top {
			return true
		}
	}
	return false
}

// spawn returns a player at its starting place.
func (l *Level) spawn(id int) Player {
	at := Point{X: 3*Metre + Length(id)*6500*Metre/1000%(l.Width-6*Metre)}
	if n := len(l.Spawns); n > 0 {
		at = l.Spawns[id%n]
	}
	return Player{Pos: at, Ride: Solid, Facing: int8(1 - 2*(id%2)), Pips: l.Pips}
}
