package unity

import (
	"time"

	"driftlab/netsync"
)

// unityDesign is the text's system (MLAPI, ClientNetworkTimeProvider).
var unityDesign = TimeDesign{Name: "unity",
	Help:  "Unity's: both times follow the latest snapshot and the round trip by running 1 % faster or slower, and are set beyond 200 ms",
	Clock: "unity", New: newUnityTime}

// unityTimeProvider makes a client's times follow the latest snapshot and the round trip, as in the text, with the same
// provider that [Clock] uses. The driving clock plays no part in them.
//
// It counts ticks in the host's undilated clock, from which each client can compute world time exactly. A buffer, which is
// given in world time, is stretched by the rate in force; during a pause it keeps its length. Ticks and buffers are always
// the game's, even if those of [Clock] are numbers, since the buffers are a setting of the game already.
type unityTimeProvider struct {
	cfg    Config
	game   GameBasis
	client unityClient
	times  Times
	at     netsync.Local
	// settling is as of the latest snapshot: a target that stands still between two is passed by a time that is where it
	// should be. Away says which times have been away from theirs in each frame since.
	settling, away Settling
	snapshot       netsync.Server
}

// unitySettled is the error, on top of a tick, up to which a time counts as arrived.
const unitySettled = 20 * time.Millisecond

func newUnityTime(rate int, config any) TimeProvider {
	cfg := config.(Config)
	u := &unityTimeProvider{cfg: cfg, game: cfg.of(DefaultGame()), client: newUnityClient(cfg)}
	u.game.TickRate = 1000 * rate
	return u
}

// Start begins at the tick of the latest snapshot, as the text does at the host's first message. Server time starts at its
// target; with the published start it starts two buffers ahead of it, which take time to work off at 1 % a second.
func (u *unityTimeProvider) Start(in *TimeInput) {
	u.setBuffers(in)
	u.game.StartsOnTarget = !in.PublishedStart
	u.times, u.at = startUnity(u.client, &u.game, in.received()), in.Now
	if !in.SnapshotNow && !u.cfg.Merged {
		// Predicted time may start at the edge of a tick. Frames are whole nanoseconds, and none may fall before that edge.
		// The merged clock counts in these anyway, and has its own time, not this one, continue.
		u.times.Predicted = u.times.Predicted.Add(time.Nanosecond)
	}
	u.settling, u.away, u.snapshot = Settling{}, Settling{true, true}, in.Snapshot
}

// received is the text's lastReceivedSnapshotTime: the tick of the latest snapshot. The published code lets it run on
// between snapshots; its host sends one a second.
func (in *TimeInput) received() netsync.World {
	if in.SnapshotNow {
		return netsync.World(in.Snapshot.Add(in.SnapshotAge))
	}
	return netsync.World(in.Snapshot)
}

// Advance runs one frame of the text's system. Until a round trip is known it uses StartRTT.
func (u *unityTimeProvider) Advance(in *TimeInput) (ok bool) {
	u.setBuffers(in)
	rtt := in.RTT
	if !in.HasRTT {
		rtt = u.cfg.StartRTT
	}
	u.times, ok = u.client.follow(u.times, in.Delta, in.received(), rtt)
	u.at = in.Now
	u.settle(in.Snapshot)
	return ok
}

func (u *unityTimeProvider) Settling() Settling { return u.settling }

func (u *unityTimeProvider) settle(snapshot netsync.Server) {
	if u.snapshot != snapshot {
		u.settling, u.away, u.snapshot = u.away, Settling{true, true}, snapshot
	}
	scale, target := u.client.next()
	near := unitySettled + u.times.Server.FixedDelta()
	away := func(scale int64, off time.Duration) bool { return scale != 0 && off.Abs() > near }
	u.away.Predicted = u.away.Predicted && away(scale.predicted, target.predicted.Sub(u.times.Predicted.World()))
	u.away.Server = u.away.Server && away(scale.server, target.server.Sub(u.times.Server.World()))
	u.settling.Predicted = u.settling.Predicted && u.away.Predicted
	u.settling.Server = u.settling.Server && u.away.Server
}

func (u *unityTimeProvider) Follow(d time.Duration) time.Duration {
	if u.cfg.HardResetOnly {
		return 0
	}
	return u.cfg.nudge(d)
}

// Times extrapolates both times from the latest frame, at the rate of the next one.
func (u *unityTimeProvider) Times(in *TimeInput) WorldTimes {
	passed := in.Now.Sub(u.at)
	scale, _ := u.client.next()
	nudge := u.cfg.nudge(passed)
	on := func(t NetworkTime, scale int64) netsync.World {
		return in.Dilation.At(netsync.Server(t.Add(passed + time.Duration(scale)*nudge).World()))
	}
	return WorldTimes{Predicted: on(u.times.Predicted, scale.predicted), Server: on(u.times.Server, scale.server)}
}

func (u *unityTimeProvider) setBuffers(in *TimeInput) {
	u.game.SetBuffers(in.ClientBuffer, in.ServerBuffer, in.Dilation.Rate(in.Snapshot.Add(in.SnapshotAge)))
	u.client.adopt(u.game)
}
