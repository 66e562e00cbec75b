package netsync

import (
	"cmp"
	"time"
)

// unityTimeout is the round trip beyond which an answer is not believed: Unity's transport gives a
// connection up after as long (its disconnect timeout).
const unityTimeout = 30 * time.Second

// Unity is the network time system of Unity's Netcode (MLAPI), made comparable with the others.
//
// It was not made to estimate the host's clock. It keeps a server time, which is behind, and a
// predicted time, which is ahead, and has them follow the latest snapshot and the round trip by
// running up to one per cent faster or slower; beyond 200 ms it sets both. What the system needs it
// gets here thus:
//   - lastReceivedSnapshotTime is the host's clock T3 in the answer to a question asked once a
//     second (the shipped host sends as much unasked, once a second, in whole ticks: WholeTicks).
//     It counts from the answer's arrival, and is carried on by the local clock between answers;
//   - rtt is the exponential average of the round trips of those answers, as the transport's is.
//     The transport counts in whole milliseconds; here it is exact. In a game that measures round trips
//     it is the one that the game goes by, unless Smoothing is a number;
//   - each wake-up that is a frame after the last one is a frame.
//
// The host's clock is then what predicted time would be without what was added to it. With HalfRTT
// that is predicted − SendBuffer. With a full round trip it is predicted − SendBuffer − rtt/2, where
// rtt is the round trip that the two times contain as they stand, predicted − server − SendBuffer −
// ReceiveBuffer, and not the latest measured: so the clock follows the slow catching up of both,
// and steps only when they are set. A buffer that becomes another one, since it is the game's, counts
// as it is taken up: as fast as the times run after it. Half of (up − down) stays in it.
//
// Unity advances by unscaled frame time, so its base is [BaseReal]; ticks are counted in the host's
// undilated clock.
type Unity struct {
	cfg    UnityConfig
	game   GameBasis // what holds of it: the constants that are numbers have their say
	client unityClient
	times  UnityTimes // at frameAt, a frame or the start
	frames frameLoop
	status Status

	asks      asker
	taken     uint16        // number of the latest question that was answered
	average   time.Duration // of the round trips of its own questions,
	smoothing int           // in which a new one is one part in so many
	snapshot  Server        // the host's clock in the latest answer,
	arrived   Local         // which arrived then

	frameAt Local
	hostAt  Server        // estimate of the host's clock at frameAt
	gain    int64         // what it gains on the local clock from there on, in half millionths
	receive time.Duration // the buffers that the two times contain
	send    time.Duration
	samples sampleRing
}

// A unityClient is a client's provider, and what the estimator reads of it.
type unityClient interface {
	UnityProvider
	// startOnTarget is InitializeClient with server time where it is to be, a receive buffer before t.
	startOnTarget(t UnityTimes) UnityTimes
	// follow does a frame's work, in the order in which the provider's design has it.
	follow(t UnityTimes, delta time.Duration, snapshot World, rtt time.Duration) (UnityTimes, bool)
	// next returns the scale of the next frame and the present target.
	next() (unityScale, unityTarget)
	// adopt takes the ticks and the buffers of a game for the advances to come.
	adopt(g GameBasis)
}

func newUnityClient(cfg UnityConfig) unityClient {
	if cfg.Merged {
		return newUnityMergedProvider(cfg)
	}
	return newUnityClientProvider(cfg)
}

// startUnity starts both times at the tick of the latest snapshot, with server time where the game has it start.
func startUnity(c unityClient, g *GameBasis, snapshot World) UnityTimes {
	tick := NetworkTimeAt(g.TickRate, snapshot)
	if g.StartsOnTarget {
		return c.startOnTarget(UnityTimes{tick, tick})
	}
	return c.InitializeClient(UnityTimes{tick, tick})
}

// NewUnity returns an unsynchronised clock, or which constant is out of range.
func NewUnity(cfg UnityConfig) (*Unity, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	u := &Unity{cfg: cfg, client: newUnityClient(cfg), smoothing: cfg.Smoothing}
	if u.smoothing == FromGame {
		u.smoothing = unitySmoothing
	}
	u.Adopt(DefaultGame())
	return u, nil
}

// Adopt implements [Adopter]: the two times run after what has changed as after anything else.
func (u *Unity) Adopt(g GameBasis) {
	u.game = u.cfg.of(g)
	u.client.adopt(u.game)
	rate := time.Duration(u.game.FrameRate)
	u.frames.every = (time.Second + rate - 1) / rate // rounded up: not before what the game's frame tells
	u.times.Predicted = NetworkTimeAt(u.game.TickRate, u.times.Predicted.World())
	u.times.Server = NetworkTimeAt(u.game.TickRate, u.times.Server.World())
	u.takeRTT()
}

// takeRTT takes the round trip that counts: the game's, or the average of its own.
func (u *Unity) takeRTT() {
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
func (u *Unity) Times() (t UnityTimes, ok bool) { return u.times, u.status.Synchronised }

// Wake asks at once and then at the configured interval. It is due every frame, from the join on. The first
// frame after the first answer starts the two times, and each one after it advances them.
func (u *Unity) Wake(now Local, probes []Probe) ([]Probe, Local) {
	if u.asks.due(now, u.cfg.Every) {
		probes = u.asks.ask(now, probes)
	}
	if _, ok := u.frames.due(now); ok {
		u.advance(now, now.Sub(u.frameAt))
	}
	return probes, min(u.asks.last.Add(u.cfg.Every), u.frames.next())
}

// Observe takes the answers to this join's questions, each once. One that the answer to a later
// question has overtaken is no news; the shipped code would take it, and second copies too.
func (u *Unity) Observe(ev Event) {
	if ev.Kind != Answer {
		return
	}
	host := ev.T3
	if u.cfg.WholeTicks {
		host = Server(NetworkTimeAt(u.game.TickRate, World(host)).Start().World())
	}
	rtt := ev.RTT()
	s := Sample{At: ev.T4, RTT: rtt, Offset: host.Add(rtt / 2).Offset(ev.T4), Reason: u.judge(ev, rtt)}
	u.samples.add(s)
	if s.Reason != Accepted {
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

// settled notes where the clock stood when the latest sample came.
func (u *Unity) settled(now Local) {
	if t, ok := u.ServerTime(now); ok {
		u.samples.settle(t.Offset(now))
	}
}

// judge says what is to become of an answer.
func (u *Unity) judge(ev Event, rtt time.Duration) Reason {
	switch {
	case !u.asks.answered(ev):
		return NotAsked
	case rtt < 0: // the clock was set back meanwhile, or the host's stamps contradict themselves
		return Impossible
	case rtt > unityTimeout:
		return TooLate
	case u.status.Used > 0 && int16(ev.Seq-u.taken) < 0:
		return NotBest
	}
	return Accepted
}

// begin starts both times in the first frame after an answer, where a game's begin too.
func (u *Unity) begin(now Local) {
	u.times = startUnity(u.client, &u.game, World(u.snapshot).Add(now.Sub(u.arrived)))
	u.receive, u.send = u.game.ReceiveBuffer, u.game.SendBuffer
	u.status.Synchronised = true
	u.status.Steps++
	u.settle(now)
}

// advance is one frame, of d.
func (u *Unity) advance(now Local, d time.Duration) {
	if !u.status.Synchronised {
		if u.status.Used > 0 {
			u.begin(now)
		}
		return
	}
	snapshot := World(u.snapshot).Add(now.Sub(u.arrived))
	times, ok := u.client.follow(u.times, d, snapshot, u.status.RTT)
	u.times = times
	if ok {
		u.takeUp(d)
		u.settle(now)
		return
	}
	before, _ := u.ServerTime(now)
	u.receive, u.send = u.game.ReceiveBuffer, u.game.SendBuffer
	u.settle(now)
	u.status.Steps++
	u.status.LastStep = u.hostAt.Sub(before)
}

// takeUp brings the buffers that the two times contain nearer to those of the game, by what a time gains in a frame of d.
func (u *Unity) takeUp(d time.Duration) {
	most := time.Duration(0)
	if !u.cfg.HardResetOnly {
		most = u.cfg.nudge(d)
	}
	u.receive += min(max(u.game.ReceiveBuffer-u.receive, -most), most)
	u.send += min(max(u.game.SendBuffer-u.send, -most), most)
}

// settle works out from the two times at now what the host's clock is, and how fast it runs until
// the next frame.
func (u *Unity) settle(now Local) {
	scale, _ := u.client.next()
	ratio := int64(u.cfg.RatioPPM)
	ahead := Server(u.times.Predicted.World()).Add(-u.send)
	u.frameAt, u.hostAt, u.gain = now, ahead, 2*scale.predicted*ratio
	if !u.cfg.HalfRTT {
		behind := Server(u.times.Server.World()).Add(u.receive)
		u.hostAt = behind.Add(ahead.Sub(behind) / 2)
		u.gain = (scale.predicted + scale.server) * ratio
	}
}

// ServerTime carries the estimate of the latest frame on, at the pace of that frame's time scale.
func (u *Unity) ServerTime(now Local) (Server, bool) {
	d := now.Sub(u.frameAt)
	return u.hostAt.Add(d + millionths(d, u.gain)/2), u.status.Synchronised
}

// Glance implements [Glancer].
func (u *Unity) Glance(now Local, g *Glance) {
	t, ok := u.ServerTime(now)
	g.fill(&u.status, t, ok)
}

// Status reports the clock. RTT is the average, and the one-way delays are half of it. Steps counts
// the start and the hard resets; LastStep is what the latest reset did to the clock. The uncertainty is
// the dead zone, up to which a time is left alone.
func (u *Unity) Status(now Local) Status {
	s := u.status
	if t, ok := u.ServerTime(now); ok {
		s.Offset = t.Offset(now)
		s.Slewing = int8(cmp.Compare(u.gain, 0))
		s.HasUncertainty, s.Uncertainty = u.cfg.DeadZone > 0, u.cfg.DeadZone
	}
	return s
}

// Explain shows the latest answers, and as offsets from the local clock where the two times are and
// where they ought to be. A time scale is shown as what the time gains in a second. How often both
// were set, and by how much last, is in the Status.
func (u *Unity) Explain(d *Detail) {
	d.reset(TwoTimes)
	d.Samples = u.samples.appendTo(d.Samples)
	countAccepted(d.Samples)
	d.mark(MarkReceiveBuffer, u.game.ReceiveBuffer)
	d.mark(MarkSendBuffer, u.game.SendBuffer)
	d.mark(MarkHardReset, u.cfg.HardReset)
	d.mark(MarkDeadZone, u.cfg.DeadZone)
	if !u.status.Synchronised {
		return
	}
	scale, target := u.client.next()
	gain := func(scale int64) time.Duration { return time.Duration(scale) * u.cfg.nudge(time.Second) }
	offset := func(w World) time.Duration { return Server(w).Offset(u.frameAt) }
	d.mark(MarkPredicted, offset(u.times.Predicted.World()))
	d.mark(MarkPredictedTarget, offset(target.predicted))
	d.mark(MarkPredictedGain, gain(scale.predicted))
	d.mark(MarkServer, offset(u.times.Server.World()))
	d.mark(MarkServerTarget, offset(target.server))
	d.mark(MarkServerGain, gain(scale.server))
}
