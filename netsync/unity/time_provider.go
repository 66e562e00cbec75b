package unity

import (
	"slices"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
)

// A TimeProvider decides what time it is in a client's game: all network time comes from it (MLAPI, "INetworkTimeProvider").
// Everything that a client plays, sends or shows takes its time from the provider's two. Server time is behind the host: it
// is the time of the other players' states as they are shown. Predicted time is ahead: it is the time of the local player,
// so that inputs reach the host in time.
//
// It is a pure state machine, like an [netsync.Estimator], and keeps no reference to its arguments. [TimeSystem] checks that
// it keeps the promises made here.
type TimeProvider interface {
	// Start begins at the first frame in which there is anything to start from, and again after each join. Times then
	// returns the times to begin with.
	Start(in *TimeInput)
	// Advance moves both times forward by a frame, which took in.Delta. Ok is false if it was a hard correction. If it is
	// true, each of the two times has advanced by nothing to twice what passed.
	Advance(in *TimeInput) (ok bool)
	// Follow returns how much of a buffer's change the times can follow in d of real time; d if they follow at once.
	Follow(d time.Duration) time.Duration
	// Times returns both times at in.Now, which lies between the latest frame and the next. It changes nothing.
	Times(in *TimeInput) WorldTimes
}

// Settling says which of the two times is still approaching its target, after a start or a change that left it far away.
type Settling struct {
	Predicted, Server bool
}

// A Settler is a [TimeProvider] whose times may take seconds to reach their targets.
type Settler interface {
	Settling() Settling // as of the latest frame
}

// WorldTimes are a client's two times in the host's world time.
type WorldTimes struct {
	Predicted, Server netsync.World
}

// A TimeInput is what a client knows when it asks a [TimeProvider]. Durations are in real time unless stated otherwise.
type TimeInput struct {
	Now   netsync.Local
	Delta time.Duration // since the latest frame, ≥ 0

	// Here is the host's world time now, by the driving clock. Behind is the world time at which what arrives now was sent;
	// Ahead is the one at which what is sent now arrives. The delays are those that the clock itself measured in the latest
	// frame; if it knows none, each is half of the latest round trip.
	Here, Behind, Ahead netsync.World
	// Dilation is the host's announced time dilation, which turns its clock into world time.
	Dilation *netsync.Dilation

	// Snapshot is the host's clock at the tick of the latest snapshot, and SnapshotAge how long ago that arrived.
	Snapshot    netsync.Server
	SnapshotAge time.Duration
	// SnapshotNow has "unity" go by where the host's clock is now, Snapshot and SnapshotAge, instead of by the tick itself.
	SnapshotNow bool
	// Arrived are the host's clock at the ticks of all snapshots since the frame before that were not overtaken. It is reused.
	Arrived []netsync.Server
	// Interval is how far apart the host sends snapshots, > 0.
	Interval time.Duration
	// RTT is the round trip of the game's own datagrams, either the latest or a smoothed one, by the settings; HasRTT is
	// false before the first.
	RTT    time.Duration
	HasRTT bool
	// Early is how much earlier the input of tick EarlyTick reached the host than it was played; negative is late. It is the
	// host's latest report; EarlyTick is −1 before the first.
	Early     time.Duration
	EarlyTick int64

	// Kept are the two times that the client's clock of the provider's algorithm keeps itself, if that clock is a
	// [Timekeeper].
	Kept WorldTimes

	// ClientBuffer and ServerBuffer are in world time: how much later than received the other players are shown, and how
	// much earlier than needed inputs are sent.
	ClientBuffer, ServerBuffer time.Duration

	// PublishedStart asks for the start of the published code. It matters only to "unity", whose own start differs.
	PublishedStart bool
}

// A TimeDesign is one entry of the list of providers.
type TimeDesign struct {
	Name string // as it is written in settings
	Help string // what it does, for a newcomer
	// Clock is the algorithm whose constants the provider uses, "" for none. The provider restarts when they change.
	Clock string
	// Own returns the provider's own constants among those of all; nil if it has none.
	Own func(*TimeConfigs) any
	// New returns a provider for a game with rate ticks a second. Config is the constants of the client's clock of that
	// algorithm, as in [registry.Algorithm.Config], or what Own returned.
	New func(rate int, config any) TimeProvider
}

// TimeConfigs are the constants of the providers that have their own.
type TimeConfigs struct {
	Frames FramesConfig
	Mirror MirrorTimeConfig
	Source SourceConfig
}

// TimeConstants are the constants of all providers that have their own.
var TimeConstants = slices.Concat(
	parts(FramesConstants, "frames.", "frames", func(c *TimeConfigs) *FramesConfig { return &c.Frames }),
	parts(mirrorTimeConstants, "mirror-time.", "mirror time", func(c *TimeConfigs) *MirrorTimeConfig { return &c.Mirror }),
	parts(sourceConstants, "source.", "source", func(c *TimeConfigs) *SourceConfig { return &c.Source }),
)

func parts[C any](of []netsync.Constant[C], prefix, called string, at func(*TimeConfigs) *C) (all []param.Field[TimeConfigs]) {
	for _, f := range of {
		all = append(all, param.Part(f, prefix, called, at))
	}
	return all
}

// A Timekeeper is an [netsync.Estimator] that keeps two times for a game itself, like the engine that it comes from: that of
// the local player, and that of the other players as they are shown. Ok is false before it has them.
type Timekeeper interface {
	Times(now netsync.Local) (predicted, server netsync.Server, ok bool)
}

// TimeDesigns returns the providers that use no engine's clock, one line for each, in the order in which settings list them.
func TimeDesigns() []TimeDesign {
	return []TimeDesign{
		directDesign,
		unityDesign,
		sampleDesign,
		hostDesign,
		framesDesign,
		mirrorTimeDesign,
		sourceDesign,
	}
}
