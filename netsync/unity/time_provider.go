package unity

import (
	"time"

	"driftlab/netsync"
)

// A TimeProvider decides what time it is in a client's game: the root of all network time (MLAPI,
// "INetworkTimeProvider"). Everything that a client plays, sends or shows takes its time from the two that a
// provider keeps. Server time is behind the host: that of the others' states as they are shown. Predicted time is
// ahead: that of the own player, so that its inputs reach the host in time.
//
// It is a pure state machine, as an [netsync.Estimator] is, and keeps nothing that it is given. [TimeSystem] holds it to what is promised here.
type TimeProvider interface {
	// Start begins at the first frame in which there is something to go by, and again after each join. The
	// times to begin with are what Times then says.
	Start(in *TimeInput)
	// Advance goes on by a frame, which took in.Delta. Ok is false if it was a hard correction. If it is true, each of the
	// two times has gone on by nothing to twice what passed.
	Advance(in *TimeInput) (ok bool)
	// Follow returns by how much the times can follow a change of a buffer in d of real time; d if at once.
	Follow(d time.Duration) time.Duration
	// Times returns both times at in.Now, which is at the latest frame or after it, up to the next. It changes nothing.
	Times(in *TimeInput) WorldTimes
}

// Settling says which of the two times is on its way to where it is to be, after a start or a change that was far from it.
type Settling struct {
	Predicted, Server bool
}

// A Settler is a [TimeProvider] whose times can be on their way for seconds.
type Settler interface {
	Settling() Settling // in the latest frame
}

// WorldTimes are a client's two times in the host's world time.
type WorldTimes struct {
	Predicted, Server netsync.World
}

// A TimeInput is what a client knows when a [TimeProvider] is asked. Lengths are of real time unless they say otherwise.
type TimeInput struct {
	Now   netsync.Local
	Delta time.Duration // since the latest frame, ≥ 0

	// Here is the host's world time now as the driving clock has it; Behind, that when what arrives now was
	// sent; Ahead, that when what is sent now arrives. The delays are those that the clock
	// itself saw in the latest frame, or half of the latest round trip each where it knows none.
	Here, Behind, Ahead netsync.World
	// Dilation is what the host has announced of its world time, by which its clock turns into it.
	Dilation *netsync.Dilation

	// Snapshot is the host's clock at the tick of the latest snapshot, SnapshotAge how long ago that arrived.
	Snapshot    netsync.Server
	SnapshotAge time.Duration
	// RTT is the round trip of the game's own datagrams, the latest or a smoothed one, as is set; HasRTT is
	// false before the first.
	RTT    time.Duration
	HasRTT bool
	// Early is by how much the input of tick EarlyTick reached the host before that was played; negative is late.
	// It is the latest word of the host's; EarlyTick is −1 before the first.
	Early     time.Duration
	EarlyTick int64

	// Kept are the two times that the client's clock of the provider's algorithm keeps itself, where that is a
	// [Timekeeper].
	Kept WorldTimes

	// ClientBuffer and ServerBuffer are in world time: by how much later than received the others are
	// shown, and by how much earlier than needed inputs are sent.
	ClientBuffer, ServerBuffer time.Duration

	// PublishedStart asks for the times that the published code starts with, of the provider whose own start differs: unity.
	PublishedStart bool
}

// A TimeDesign is one entry of the list of providers.
type TimeDesign struct {
	Name string // as settings have it
	Help string // what it does, for a newcomer
	// Clock is the algorithm by whose constants it goes, and it begins anew where they become others; "" for none.
	Clock string
	// Frames says that it goes by a [FramesConfig].
	Frames bool
	// New returns a provider for a game of so many ticks a second. Config has the constants of the client's clock of
	// that algorithm, as [registry.Algorithm.Config] has them, or a [FramesConfig], for a provider that goes by them.
	New func(rate int, config any) TimeProvider
}

// A Timekeeper is an [netsync.Estimator] that keeps two times of its own for a game, as the engine that it is of does: that of the
// own player, and that of the others as they are shown. Ok is false before it has them.
type Timekeeper interface {
	Times(now netsync.Local) (predicted, server netsync.Server, ok bool)
}

// TimeDesigns returns the providers that go by no engine's clock, one line for each, in the order in which settings list them.
func TimeDesigns() []TimeDesign {
	return []TimeDesign{
		directDesign,
		unityDesign,
		sampleDesign,
		hostDesign,
		framesDesign,
	}
}
