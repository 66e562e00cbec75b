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

// share returns the part of l that part is of whole.
func (l Length) share(part, whole time.Duration) Length {
	all := max(whole/time.Microsecond, 1)
	return Length(int64(l) * int64(min(part/time.Microsecond, all)) / int64(all))
}

// Lag is by how much the platforms that a player sees are behind the player's own tick, in parts of a
// tick. A player moves with the platform that it sees: on its own screen it stands on it. Under [ClientAuthority] the host
// plays the tick by the same lag, so that it comes to the same state; where it shows the platform in
// its own time, the player is off it by the lag (MLAPI, "The Elevator Problem").
type Lag uint16

const (
	// Subticks are the parts of a tick: 65 µs each at 60 Hz, in which a platform makes a quarter of a
	// millimetre.
	Subticks = 256
	// MaxLag is the longest lag in seconds: no client rides a past that is older.
	MaxLag = 1
)

// lagOf returns a duration as a lag, cut to 0..MaxLag.
func lagOf(d time.Duration, rate int) Lag {
	return Lag(subticks(min(max(d, 0), MaxLag*time.Second), rate))
}

// subticks returns the parts of a tick in a duration, rounded.
func subticks(d time.Duration, rate int) int64 {
	return int64((d*time.Duration(rate)*Subticks + time.Second/2) / time.Second)
}

// Over returns the lag as a duration.
func (g Lag) Over(rate int) time.Duration {
	return time.Duration(int64(g) * int64(time.Second) / int64(rate*Subticks))
}

// mostLag returns the largest lag at a tick rate.
func mostLag(rate int) Lag { return Lag(MaxLag * rate * Subticks) }
