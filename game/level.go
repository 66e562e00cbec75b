package game

import (
	"time"

	"driftlab/netsync"
)

// The size of the world.
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
func (p Platform) period() time.Duration {
	way := p.way()
	return max(time.Duration(2*int64(way)*int64(time.Second)/int64(p.Speed)), 1)
}

func (p Platform) way() Length {
	d := p.B.Sub(p.A)
	return max(d.X, -d.X) + max(d.Y, -d.Y)
}

// At returns the centre of its upper side at a world time.
func (p Platform) At(w netsync.World) Point {
	period := p.period()
	phase := time.Duration(w) % period
	if phase < 0 {
		phase += period
	}
	way := p.way()
	s := p.Speed.Over(phase)
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

// A Level is everything in the world that no one can change.
type Level struct {
	Platforms []Platform
	Ledges    []Ledge
	// Patroller is the platform on which the server-controlled character walks.
	Patroller int
}

// LiftSpeed is that of the [DefaultLevel]'s lift.
const LiftSpeed = 4 * MetreASecond

// DefaultLevel has a lift, a platform that goes sideways and three ledges.
func DefaultLevel() *Level { return LevelWithLift(LiftSpeed) }

// LevelWithLift is the [DefaultLevel] with another speed of the lift, above zero.
func LevelWithLift(speed Speed) *Level {
	return &Level{
		Platforms: []Platform{
			{A: Point{8 * Metre, 3 * Metre / 2}, B: Point{8 * Metre, 19 * Metre / 2},
				Speed: speed, HalfWidth: 2 * Metre},
			{A: Point{15 * Metre, 11 * Metre / 2}, B: Point{26 * Metre, 11 * Metre / 2},
				Speed: 5_500_000, HalfWidth: 2 * Metre},
		},
		Ledges: []Ledge{
			{0, 5 * Metre, 9 * Metre / 2},
			{12 * Metre, 20 * Metre, 10 * Metre},
			{28 * Metre, 32 * Metre, 5 * Metre / 2},
		},
		Patroller: 0,
	}
}

// patrol is the server-controlled character's walk along its platform.
var patrol = Platform{A: Point{-3 * Metre / 2, 0}, B: Point{3 * Metre / 2, 0}, Speed: 1_500_000}

// PatrollerAt returns where the host puts the server-controlled character's feet at a world time.
func (l *Level) PatrollerAt(w netsync.World) Point {
	return l.Platforms[l.Patroller].At(w).Plus(patrol.At(w))
}
