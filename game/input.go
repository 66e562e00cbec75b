package game

import "time"

// Input is what a player does in one tick.
type Input struct {
	Held Buttons
	Lag  Lag
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
