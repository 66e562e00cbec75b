package unity

import (
	"time"

	"driftlab/netsync"
	"driftlab/param"
)

// FromGame is what a constant is that has no number of its own: it is what the client's game goes by, see [GameBasis].
const FromGame = param.Worded

// A GameBasis is what the times of a client's game go by, for estimators that can go by the same.
type GameBasis struct {
	TickRate int // ticks a second, 1 to 1000
	// FrameRate is how often a second the game's times are advanced, 1 to 1000.
	FrameRate int
	// ReceiveBuffer is how much later than received the others are shown, SendBuffer how much earlier than needed inputs
	// are sent: of real time, ≥ 0.
	ReceiveBuffer, SendBuffer time.Duration
	// StartsOnTarget says that the game's server time starts a receive buffer before the latest snapshot; if not, it starts a
	// buffer after it, as in Unity's published code.
	StartsOnTarget bool

	// Measures says whether the game measures round trips. RTT is the one that it goes by, smoothed or not; HasRTT is false
	// before the first.
	Measures bool
	RTT      time.Duration
	HasRTT   bool
}

// DefaultGame returns what an estimator goes by that nobody has told of a game: 60 ticks and frames a second, buffers of one
// tick when receiving and two when sending, as the text of Unity's network time has them, the published start, and no round
// trips but its own.
func DefaultGame() GameBasis {
	return GameBasis{TickRate: 60, FrameRate: 60, ReceiveBuffer: (time.Second + 30) / 60, SendBuffer: (2*time.Second + 30) / 60}
}

// SetBuffers sets the buffers, which are given in world time, for the rate at which that runs, in millionths. In a pause they
// stay as long as they were.
func (g *GameBasis) SetBuffers(receive, send time.Duration, rate int64) {
	if rate > 0 {
		real := func(d time.Duration) time.Duration { return d * netsync.Normal / time.Duration(rate) }
		g.ReceiveBuffer, g.SendBuffer = real(receive), real(send)
	}
}

// An Adopter is an [netsync.Estimator] some of whose constants can be [FromGame].
type Adopter interface {
	// Adopt tells what the game goes by from now on. It may be told at any time, and starts nothing anew. An estimator that
	// nobody has told goes by [DefaultGame].
	Adopt(g GameBasis)
}
