package unity

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
)

// FromGame is the value of a constant that has no number of its own: it uses the value of the client's game, see
// [GameBasis].
const FromGame = param.Worded

// A GameBasis is the settings that drive the times of a client's game, for estimators that can use the same.
type GameBasis struct {
	TickRate int // ticks in a thousand seconds, 1000 to 1,000,000
	// FrameRate is how many times in a thousand seconds the game's times are advanced, 1000 to 1,000,000.
	FrameRate int
	// ReceiveBuffer is how much later than received the other players are shown, SendBuffer how much earlier than needed
	// inputs are sent: both in real time, ≥ 0.
	ReceiveBuffer, SendBuffer time.Duration
	// StartsOnTarget says that the game's server time starts a receive buffer before the latest snapshot. If not, it starts
	// a buffer after it, as in Unity's published code.
	StartsOnTarget bool

	// Measures says whether the game measures round trips. RTT is the one that it uses, smoothed or not; HasRTT is false
	// before the first.
	Measures bool
	RTT      time.Duration
	HasRTT   bool
}

// DefaultGame returns the settings that an estimator uses if it was told of no game: 60 ticks and frames a second, buffers
// of one tick when receiving and two when sending, as in the text of Unity's network time, the published start, and no round
// trips from the game.
func DefaultGame() GameBasis {
	return GameBasis{TickRate: 60_000, FrameRate: 60_000, ReceiveBuffer: (time.Second + 30) / 60, SendBuffer: (2*time.Second + 30) / 60}
}

// SetBuffers sets the buffers, which are given in world time, for world time that runs at rate, in millionths. During a
// pause they keep their lengths.
func (g *GameBasis) SetBuffers(receive, send time.Duration, rate int64) {
	if rate > 0 {
		real := func(d time.Duration) time.Duration { return d * netsync.Normal / time.Duration(rate) }
		g.ReceiveBuffer, g.SendBuffer = real(receive), real(send)
	}
}

// An Adopter is an [netsync.Estimator] that has constants which can be [FromGame].
type Adopter interface {
	// Adopt passes on the game's settings from now on. It may be called at any time and restarts nothing. Until it is
	// called, an estimator uses [DefaultGame].
	Adopt(g GameBasis)
}
