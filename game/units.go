package game

import (
	"math"
	"time"
)

// Length is a distance or a coordinate in micrometres.
type Length int64

// Metre is a metre as a [Length].
const Metre Length = 1_000_000

// Metres returns l in metres, for drawing and for reports.
func (l Length) Metres() float64 { return float64(l) / float64(Metre) }

// Speed is in micrometres a second.
type Speed int64

// MetreASecond is a metre a second as a [Speed].
const MetreASecond Speed = 1_000_000

// Over returns the distance in d, rounded towards zero by at most a micrometre.
func (s Speed) Over(d time.Duration) Length {
	seconds, rest := d/time.Second, d%time.Second
	return Length(int64(s)*int64(seconds) + int64(s)*int64(rest)/int64(time.Second))
}

// takes returns how long a distance takes.
func (s Speed) takes(way Length) time.Duration {
	return time.Duration(int64(way) * int64(time.Second) / int64(s))
}

// Point is a place in the world: X grows to the right, Y grows upwards from the ground.
type Point struct{ X, Y Length }

// Sub returns the vector from q to p.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Plus returns p moved by the vector v.
func (p Point) Plus(v Point) Point { return Point{p.X + v.X, p.Y + v.Y} }

// Length returns the length of a vector within the world, rounded down to 1 µm.
func (p Point) Length() Length {
	return Length(math.Sqrt(float64(int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y))))
}

// between returns the point at parts billionths from a to b.
func between(a, b Point, parts int64) Point {
	mix := func(x, y Length) Length { return x + Length(int64(y-x)*parts/1_000_000_000) }
	return Point{mix(a.X, b.X), mix(a.Y, b.Y)}
}

// share returns l·part/whole.
func (l Length) share(part, whole time.Duration) Length {
	all := max(whole/time.Microsecond, 1)
	return Length(int64(l) * int64(min(part/time.Microsecond, all)) / int64(all))
}

// Lag is how far the platforms that a player sees are behind the player's own tick, in subticks. A player moves with the platform
// that it sees, so that it stands on it on its own screen. Under [ClientAuthority] the host plays the tick with the same lag and
// gets the same state; since it shows the platform in its own time, it shows the player beside it (MLAPI, "The Elevator Problem").
type Lag uint16

const (
	// Subticks are the parts of a tick, 65 µs at 60 Hz: a platform moves a quarter of a millimetre in one.
	Subticks = 256
	// MaxLag is the longest lag in seconds: no client rides a platform of an older past.
	MaxLag = 1
)

// lagOf returns a duration as a lag, clamped to 0..MaxLag.
func lagOf(d time.Duration, rate int) Lag {
	return Lag(subticks(min(max(d, 0), MaxLag*time.Second), rate))
}

// subticks returns a duration in subticks, rounded.
func subticks(d time.Duration, rate int) int64 {
	return int64((d*time.Duration(rate)*Subticks + time.Second/2) / time.Second)
}

// Over returns the lag as a duration.
func (g Lag) Over(rate int) time.Duration {
	return time.Duration(int64(g) * int64(time.Second) / int64(rate*Subticks))
}

// mostLag returns the largest lag at a tick rate.
func mostLag(rate int) Lag { return Lag(MaxLag * rate * Subticks) }
