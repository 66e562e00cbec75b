// Package unity has Unity's network time: ticks and offsets within them, a client's two times and the providers that advance
// them, and Unity's system as an estimator, [Clock].
//
// It follows a text (MLAPI) in which a game takes all its times from a provider: [TimeProvider]. [TimeDesigns] lists the
// providers that use no engine's clock. A game tells its clocks its own settings as a [GameBasis].
package unity

import (
	"cmp"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// unityTimeout is the longest round trip that is believed. Unity's transport gives a connection up after as long (its
// disconnect timeout).
const unityTimeout = 30 * time.Second

// Clock is the network time system of Unity's Netcode (MLAPI), made comparable with the other clocks.
//
// It was not made to estimate the host's clock. It keeps a server time, which is behind the host, and a predicted time,
// which is ahead. Both follow the latest snapshot and the round trip by running up to one per cent faster or slower; beyond
// 200 ms it sets both. Its inputs come from these sources:
//   - lastReceivedSnapshotTime is the host's clock T3 in the answer to a question asked once a second (the shipped host
//     sends as much unasked, once a second, in whole ticks: WholeTicks). It counts from the answer's arrival, and the local
//     clock extrapolates it between answers;
//   - rtt is the exponential average of the round trips of those answers, like the transport's. The transport counts in
//     whole milliseconds; here it is exact. In a game that measures round trips it is the game's, unless Smoothing is a
//     number;
//   - each wake-up that comes a frame after the last one is a frame.
//
// The estimate of the host's clock is predicted time without what was added to it. With HalfRTT that is predicted −
// SendBuffer. With a full round trip it is predicted − SendBuffer − rtt/2, where rtt is not the latest measured round trip
// but the one that the two times contain at present, predicted − server − SendBuffer − ReceiveBuffer. So the clock follows
// the slow catching up of both times, and steps only when they are set. If a buffer is the game's and changes, the change
// counts only as fast as the times make it up. Half of (up − down) stays in the estimate.
//
// Unity advances by unscaled frame time, so its base is [netsync.BaseReal]; ticks are counted in the host's undilated clock.
type Clock struct {
	cfg    Config
	game   GameBasis // what is in force: the game's values, except for constants that are numbers
	client unityClient
	times  Times // at frameAt, a frame or the start
	frames gear.FrameLoop
	status netsync.Status

	asks      gear.Asker
	taken     uint16         // number of the latest question that was answered
	average   time.Duration  // of the round trips of its own questions
	smoothing int            // a new round trip counts as one part in this many of the average
	snapshot  netsync.Server // the host's clock in the latest answer
	arrived   netsync.Local  // when that answer arrived

	frameAt netsync.Local
	hostAt  netsync.Server // estimate of the host's clock at frameAt
	gain    int64          // what it gains on the local clock from then on, in half millionths
	receive time.Duration  // the buffers that the two times contain
	send    time.Duration
	samples gear.SampleRing
}

// A unityClient is a client's provider, and what the estimator reads of it.
type unityClient interface {
	Provider
	// startOnTarget is InitializeClient with server time on its target, a receive buffer before t.
	startOnTarget(t Times) Times
	// follow does a frame's work, in the order that the provider's design prescribes.
	follow(t Times, delta time.Duration, snapshot netsync.World, rtt time.Duration) (Times, bool)
	// next returns the scale of the next frame and the present target.
	next() (unityScale, unityTarget)
	// adopt takes the ticks and the buffers of a game for the next advances.
	adopt(g GameBasis)
}

func newUnityClient(cfg Config) unityClient {
	if cfg.Merged {
		return newUnityMergedProvider(cfg)
	}
	return newUnityClientProvider(cfg)
}

// startUnity starts both times at the tick of the latest snapshot, with server time where the game wants it to start.
func startUnity(c unityClient, g *GameBasis, snapshot netsync.World) Times {
	tick := FineTimeAt(g.TickRate, snapshot)
	if g.StartsOnTarget {
		return c.startOnTarget(Times{tick, tick})
	}
	return c.InitializeClient(Times{tick, tick})
}

// New returns an unsynchronised clock, or an error that says which constant is out of range.
func New(cfg Config) (*Clock, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	u := &Clock{cfg: cfg, client: newUnityClient(cfg), smoothing: cfg.Smoothing}
	if u.smoothing == FromGame {
		u.smoothing = unitySmoothing
	}
	u.Adopt(DefaultGame())
	return u, nil
}

// Adopt implements [Adopter]. The two times catch up with the change as they do with any other.
func (u *Clock) Adopt(g GameBasis) {
	u.game = u.cfg.of(g)
	u.client.adopt(u.game)
	rate := time.Duration(u.game.FrameRate)
	u.frames.Every = (1000*time.Second + rate - 1) / rate // rounded up: not before the game's next frame
	u.times.Predicted = FineTimeAt(u.game.TickRate, u.times.Predicted.World())
	u.times.Server = FineTimeAt(u.game.TickRate, u.times.Server.World())
	u.takeRTT()
}

// takeRTT sets the round trip in force: the game's, or the average of the clock's own.
func (u *Clock) takeRTT() {
	rtt := u.average
	if u.game.Measures {
		rtt = u.cfg.StartRTT
		if u.game.HasRTT {
			rtt = u.game.RTT
		}
	}
	u.status.RTT = rtt
	u.status.OWDUp = rtt / 2
	u.status.OWDDown = rtt - u.status.OWDUp
}

// Times returns predicted and server time as the latest frame left them; ok is false before the
// first synchronisation.
func (u *Clock) Times() (t Times, ok bool) { return u.times, u.status.Synchronised }

// Wake asks at once and then at the configured interval. It is due every frame, from the join on. The first
// frame after the first answer starts the two times, and each one after it advances them.
func (u *Clock) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if u.asks.Due(now, u.cfg.Every) {
		probes = u.asks.Ask(now, probes)
	}
	if _, ok := u.frames.Due(now); ok {
		u.advance(now, now.Sub(u.frameAt))
	}
	return probes, min(u.asks.Last.Add(u.cfg.Every), u.frames.Next())
}

// Observe takes the answers to this join's questions, each once. It rejects an answer that the answer to a later question
// has overtaken; the shipped code would take that one, and duplicates too.
func (u *Clock) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	host := ev.T3
	if u.cfg.WholeTicks {
		host = netsync.Server(FineTimeAt(u.game.TickRate, netsync.World(host)).Start().World())
	}
	rtt := ev.RTT()
	s := insight.Sample{At: ev.T4, RTT: rtt, Offset: host.Add(rtt / 2).Offset(ev.T4), Reason: u.judge(ev, rtt)}
	u.samples.Add(s)
	if s.Reason != insight.Accepted {
		u.status.Rejected++
		u.settled(ev.T4)
		return
	}
	u.taken = ev.Seq
	u.snapshot, u.arrived = host, ev.T4
	if u.status.Used > 0 {
		u.average += (rtt - u.average) / time.Duration(u.smoothing)
	} else {
		u.average = rtt
	}
	u.status.Used++
	u.status.HasOWD = true
	u.takeRTT()
	u.settled(ev.T4)
}

// settled notes the clock's offset at the arrival of the latest sample.
func (u *Clock) settled(now netsync.Local) {
	if t, ok := u.ServerTime(now); ok {
		u.samples.Settle(t.Offset(now))
	}
}

// judge says whether an answer counts, and if not, why.
func (u *Clock) judge(ev netsync.Event, rtt time.Duration) insight.Reason {
	switch {
	case !u.asks.Answered(ev):
		return insight.NotAsked
	case rtt < 0: // the clock was set back meanwhile, or the host's stamps contradict themselves
		return insight.Impossible
	case rtt > unityTimeout:
		return insight.TooLate
	case u.status.Used > 0 && int16(ev.Seq-u.taken) < 0:
		return insight.NotBest
	}
	return insight.Accepted
}

// advance runs one frame, which took d.
func (u *Clock) advance(now netsync.Local, d time.Duration) {
	if !u.status.Synchronised {
		if u.status.Used > 0 {
			// Both times start in the first frame after an answer, when a game's times start too.
			u.times = startUnity(u.client, &u.game, netsync.World(u.snapshot).Add(now.Sub(u.arrived)))
			u.receive, u.send = u.game.ReceiveBuffer, u.game.SendBuffer
			u.status.Synchronised = true
			u.status.Steps++
			u.settle(now)
		}
		return
	}
	snapshot := netsync.World(u.snapshot).Add(now.Sub(u.arrived))
	times, ok := u.client.follow(u.times, d, snapshot, u.status.RTT)
	u.times = times
	if ok {
		// The buffers that the two times contain move towards the game's, by at most what a time can
		// gain in this frame.
		most := time.Duration(0)
		if !u.cfg.HardResetOnly {
			most = u.cfg.nudge(d)
		}
		u.receive += min(max(u.game.ReceiveBuffer-u.receive, -most), most)
		u.send += min(max(u.game.SendBuffer-u.send, -most), most)
		u.settle(now)
		return
	}
	before, _ := u.ServerTime(now)
	u.receive, u.send = u.game.ReceiveBuffer, u.game.SendBuffer
	u.settle(now)
	u.status.Steps++
	u.status.LastStep = u.hostAt.Sub(before)
}

// settle computes from the two times at now what the host's clock is, and how fast the estimate runs until the next frame.
func (u *Clock) settle(now netsync.Local) {
	scale, _ := u.client.next()
	ratio := int64(u.cfg.RatioPPM)
	ahead := netsync.Server(u.times.Predicted.World()).Add(-u.send)
	u.frameAt, u.hostAt, u.gain = now, ahead, 2*scale.predicted*ratio
	if !u.cfg.HalfRTT {
		behind := netsync.Server(u.times.Server.World()).Add(u.receive)
		u.hostAt = behind.Add(ahead.Sub(behind) / 2)
		u.gain = (scale.predicted + scale.server) * ratio
	}
}

// ServerTime extrapolates the estimate of the latest frame, at the rate of that frame's time scale.
func (u *Clock) ServerTime(now netsync.Local) (netsync.Server, bool) {
	d := now.Sub(u.frameAt)
	return u.hostAt.Add(d + arith.Millionths(d, u.gain)/2), u.status.Synchronised
}

func (u *Clock) Glance(now netsync.Local, g *insight.Glance) {
	t, ok := u.ServerTime(now)
	g.Fill(&u.status, t, ok)
}

// Status reports the clock. RTT is the average, and the one-way delays are half of it. Steps counts the start and the hard
// resets; LastStep is how far the latest reset moved the clock. The uncertainty is the dead zone: a time whose error is
// smaller is left alone.
func (u *Clock) Status(now netsync.Local) netsync.Status {
	s := u.status
	if t, ok := u.ServerTime(now); ok {
		s.Offset = t.Offset(now)
		s.Slewing = int8(cmp.Compare(u.gain, 0))
		s.HasUncertainty, s.Uncertainty = u.cfg.DeadZone > 0, u.cfg.DeadZone
	}
	return s
}

// Explain shows the latest answers, and as offsets from the local clock where the two times are and where they ought to be.
// A time scale is shown as what the time gains in a second. The Status has how often both times were set, and by how much
// last.
func (u *Clock) Explain(d *insight.Detail) {
	u.samples.ExplainAccepted(d, insight.TwoTimes)
	d.Put(insight.MarkReceiveBuffer, u.game.ReceiveBuffer)
	d.Put(insight.MarkSendBuffer, u.game.SendBuffer)
	d.Put(insight.MarkHardReset, u.cfg.HardReset)
	d.Put(insight.MarkDeadZone, u.cfg.DeadZone)
	if !u.status.Synchronised {
		return
	}
	scale, target := u.client.next()
	gain := func(scale int64) time.Duration { return time.Duration(scale) * u.cfg.nudge(time.Second) }
	offset := func(w netsync.World) time.Duration { return netsync.Server(w).Offset(u.frameAt) }
	d.Put(insight.MarkPredicted, offset(u.times.Predicted.World()))
	d.Put(insight.MarkPredictedTarget, offset(target.predicted))
	d.Put(insight.MarkPredictedGain, gain(scale.predicted))
	d.Put(insight.MarkServer, offset(u.times.Server.World()))
	d.Put(insight.MarkServerTarget, offset(target.server))
	d.Put(insight.MarkServerGain, gain(scale.server))
}
