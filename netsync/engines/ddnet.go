package engines

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/gear"
)

// DDNetConfig holds the constants of [DDNet].
type DDNetConfig struct {
	// TickRate is the ticks in a thousand seconds, and SnapshotEvery how many ticks there are from one snapshot to the next.
	TickRate, SnapshotEvery int
	// Margin is how much earlier than needed predicted time makes inputs arrive (cl_prediction_margin).
	Margin time.Duration
	// Spike is how late something may be before it counts as a spike.
	Spike time.Duration
	// Race says which of its times takes part in the race of clocks.
	Race DDNetRace
	// FrameRate is the client's frames in a thousand seconds.
	FrameRate int
}

// DDNetRace is which of the two times stands for the host's clock.
type DDNetRace int

const (
	DDNetMean      DDNetRace = iota // the mean of both
	DDNetGame                       // the one behind
	DDNetPredicted                  // the one ahead
)

// DDNetConstants are what can be set of the clock. They must not be changed.
var DDNetConstants = []netsync.Constant[DDNetConfig]{
	rate("tick-rate", "ticks per second of its game", 50_000, func(c *DDNetConfig) *int { return &c.TickRate }),
	gear.Count("snapshot-every", "ticks from one of its host's snapshots to the next", 1, 100, 2,
		func(c *DDNetConfig) *int { return &c.SnapshotEvery }),
	gear.Span("margin", "how much earlier than needed inputs should arrive", 0, 300*time.Millisecond, 10*time.Millisecond,
		func(c *DDNetConfig) *time.Duration { return &c.Margin }),
	gear.Span("spike", "how late something may be before it counts as a spike", 0, time.Second, 50*time.Millisecond,
		func(c *DDNetConfig) *time.Duration { return &c.Spike }),
	param.Int(param.Param{Name: "race", Unit: param.Choice, Choices: []string{"mean", "game", "predicted"},
		Help: "which of its times stands for the host's in the race of clocks: the mean of both, the one behind, or the one ahead"},
		func(c *DDNetConfig) *DDNetRace { return &c.Race }),
	rate("frame-rate", "frames per second of its client", 60_000, func(c *DDNetConfig) *int { return &c.FrameRate }),
}

// Half implements [netsync.Halved].
func (c DDNetConfig) Half(netsync.Server) (netsync.Half, error) {
	if err := param.Validate(DDNetConstants, &c); err != nil {
		return nil, err
	}
	return &tickPush{rate: c.TickRate, every: c.SnapshotEvery}, nil
}

// DDNet is the clock of DDNet and Teeworlds (ddnet/ddnet, 28baa42: smooth_time.cpp, client.cpp, server.cpp).
//
// It keeps two times. Each approaches its target at its own speed, which is the greater, the more often something was late.
// Game time aims at the tick before that of the latest snapshot; a snapshot is late if game time has passed it. Each of the
// client's inputs names the tick that it is for, and the host answers how early it was. Predicted time aims at the time that
// would have been exactly right, plus a margin. Something late doubles the speed of that direction; something in time lowers
// it by 5 %, down to 2. Something more than 50 ms late is ignored up to twice, as a spike.
//
// Neither time is the host's clock, which lies between them. The mean of both takes part in the race of clocks, unless the
// settings say otherwise. Its snapshots and inputs are messages of its own.
type DDNet struct {
	cfg       DDNetConfig
	frames    gear.FrameLoop
	asker     gear.Asker
	asked     [gear.OpenAsks]ddnetInput // by question, at its number modulo gear.OpenAsks
	answered  bool
	newest    uint16 // the latest question whose answer was accepted
	inbox     []netsync.Event
	snapshots int
	snap      netsync.Server // the start of the latest snapshot's tick
	before    netsync.Server // the start of the tick of the snapshot before it
	sent      int64          // tick of the latest input
	game      smoothTime
	predicted smoothTime
	status    netsync.Status
	samples   gear.SampleRing
}

// ddnetInput is what the client remembers of an input: its tick, and predicted time when it was sent.
type ddnetInput struct {
	tick      int64
	predicted netsync.Server
}

// NewDDNet returns an unsynchronised clock, or an error that names the constant out of range.
func NewDDNet(cfg DDNetConfig) (*DDNet, error) {
	if err := param.Validate(DDNetConstants, &cfg); err != nil {
		return nil, err
	}
	return &DDNet{cfg: cfg, frames: gear.NewFrameLoop(cfg.FrameRate)}, nil
}

// start returns when a tick begins.
func (c *DDNet) start(tick int64) netsync.Server {
	return startOf(c.cfg.TickRate, tick)
}

func (c *DDNet) tickOf(t netsync.Server) int64 {
	return tickAt(c.cfg.TickRate, t)
}

// Wake runs the frames: first an input if predicted time has reached a new tick, then everything that has arrived.
func (c *DDNet) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if _, ok := c.frames.Due(now); !ok {
		return probes, c.frames.Next()
	}
	if c.status.Synchronised {
		probes = c.input(now, probes)
	}
	for _, ev := range c.inbox {
		if ev.Kind == netsync.Push {
			// It is later than all before. Both times begin at the second one.
			if c.snapshots == 0 || ev.T3 > c.snap {
				c.snapshots++
				c.before, c.snap = c.snap, ev.T3
				behind := c.start(c.tickOf(ev.T3) - 1)
				switch {
				case c.snapshots == 2:
					c.predicted.begin(now, ev.T3)
					c.predicted.speed[up] = 1000
					c.game.begin(now, behind)
					c.status.Synchronised = true
					c.status.Steps++
				case c.snapshots > 2:
					c.game.update(now, behind, ev.T3.Sub(c.game.get(now)), down, c.cfg.Spike)
				}
			}
		} else {
			// The host's answer to an input says how early that was.
			in := c.asked[ev.Seq%gear.OpenAsks]
			left := c.start(in.tick).Sub(ev.T2).Truncate(time.Millisecond)
			c.predicted.update(now, in.predicted.Add(now.Sub(ev.T1)-left), left, up, c.cfg.Spike)
		}
	}
	c.inbox = c.inbox[:0]
	c.predicted.margin = c.cfg.Margin
	return probes, c.frames.Next()
}

// input sends an input if predicted time has reached a new tick.
func (c *DDNet) input(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	at := c.predicted.get(now)
	next := c.tickOf(at) + 1
	most := int64(time.Second+c.cfg.Margin) * int64(c.cfg.TickRate) / thousand
	if d := next - c.tickOf(c.before); d > most || d < -most {
		c.predicted.begin(now, c.start(c.tickOf(c.snap)+2))
		c.status.Steps++
	}
	if next <= c.sent {
		return probes
	}
	c.sent = next
	probes = c.asker.Ask(now, probes)
	c.asked[c.asker.Seq%gear.OpenAsks] = ddnetInput{next, at}
	return probes
}

// Observe keeps snapshots and answers until the next frame.
func (c *DDNet) Observe(ev netsync.Event) {
	switch ev.Kind {
	case netsync.Push:
		c.inbox = append(c.inbox, ev)
	case netsync.Answer:
		s := insight.Sample{At: ev.T4, RTT: ev.RTT(), Offset: ev.Offset(), Clock: c.status.Offset}
		switch {
		case !c.asker.Answered(ev):
			s.Reason = insight.NotAsked
		case c.answered && int16(ev.Seq-c.newest) < 0: // the host has answered a newer question already
			s.Reason = insight.NotBest
		}
		c.samples.Add(s)
		if s.Reason != insight.Accepted {
			c.status.Rejected++
			return
		}
		c.answered, c.newest = true, ev.Seq
		c.status.Used++
		c.status.RTT = s.RTT
		c.status.HasOWD, c.status.OWDUp, c.status.OWDDown = true, s.RTT/2, s.RTT-s.RTT/2
		c.inbox = append(c.inbox, ev)
	}
}

// ServerTime returns the time that takes part in the race of clocks.
func (c *DDNet) ServerTime(now netsync.Local) (netsync.Server, bool) {
	predicted, game, ok := c.predicted.get(now), c.game.get(now), c.status.Synchronised
	switch c.cfg.Race {
	case DDNetGame:
		return game, ok
	case DDNetPredicted:
		return predicted, ok
	}
	return game.Add(predicted.Sub(game) / 2), ok
}

// Times returns predicted and game time for a game in which an input is for the tick that contains predicted time. In DDNet
// an input is for the tick after that, so predicted time is a tick of DDNet's later here.
func (c *DDNet) Times(now netsync.Local) (predicted, server netsync.Server, ok bool) {
	return c.predicted.get(now).Add(1000 * time.Second / time.Duration(c.cfg.TickRate)), c.game.get(now), c.status.Synchronised
}

// Status reports the clock. The round trip is the latest one, and each one-way delay half of it. Steps counts how often one
// of the times was set.
func (c *DDNet) Status(now netsync.Local) netsync.Status {
	s := c.status
	if t, ok := c.ServerTime(now); ok {
		s.Offset = t.Offset(now)
	}
	return s
}

// Explain shows the latest answers, and as offsets from the local clock both times and their targets.
func (c *DDNet) Explain(d *insight.Detail) {
	c.samples.ExplainAccepted(d, insight.TwoTimes)
	if !c.status.Synchronised {
		return
	}
	at := c.frames.At
	d.Put(insight.MarkPredicted, c.predicted.get(at).Offset(at))
	d.Put(insight.MarkPredictedTarget, c.predicted.target.Offset(c.predicted.snap))
	d.Put(insight.MarkServer, c.game.get(at).Offset(at))
	d.Put(insight.MarkServerTarget, c.game.target.Offset(c.game.snap))
}
