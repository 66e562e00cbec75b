package game

import (
	"math"
	"time"
)

// Length is a distance or a coordinate in micrometres.
type Length int64

// Metre is the unit in which people think of a [Length].
const Metre Length = 1_000_000

// Metres returns l in metres, for drawing and for reports.
func (l Length) Metres() float64 { return float64(l) / float64(Metre) }

// Speed is in micrometres a second.
type Speed int64

// MetreASecond is the unit in which people think of a [Speed].
const MetreASecond Speed = 1_000_000

// Over returns the way made in d, rounded towards zero at most a micrometre.
func (s Speed) Over(d time.Duration) Length {
	seconds, rest := d/time.Second, d%time.Second
	return Length(int64(s)*int64(seconds) + int64(s)*int64(rest)/int64(time.Second))
}

// takes returns how long a way takes.
func (s Speed) takes(way Length) time.Duration {
	return time.Duration(int64(way) * int64(time.Second) / int64(s))
}

// Point is a place in the world: X grows to the right, Y grows upwards from the ground.
type Point struct{ X, Y Length }

// Sub returns the vector from q to p.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Plus returns p moved by the vector v.
func (p Point) Plus(v Point) Point { return Point{p.X + v.X, p.Y + v.Y} }

// Length returns how long a way within the world is, straight from its begin to its end, rounded down to 1 µm.
func (p Point) Length() Length {
	return Length(math.Sqrt(float64(int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y))))
}

// between returns the point that lies parts billionths of the way from a to b.
func between(a, b Point, parts int64) Point {
	mix := func(x, y Length) Length { return x + Length(int64(y-x)*parts/1_000_000_000) }
	return Point{mix(a.X, b.X), mix(a.Y, b.Y)}
}
