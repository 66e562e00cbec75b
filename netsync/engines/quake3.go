package engines

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// Quake3Config holds the constants of [Quake3]. Times are rounded to whole milliseconds, as in the original.
type Quake3Config struct {
	// SnapshotRate is the snapshots a second (sv_fps).
	SnapshotRate int
	// Reset is the difference above which the clock is set, and Fast the one above which half of it is made up.
	Reset, Fast time.Duration
	// Forward is how far the clock moves with each snapshot, and Back how far it moves back if it was too near the latest
	// one.
	Forward, Back time.Duration
	// Near is how near to the latest snapshot the clock may come.
	Near time.Duration
	// Nudge is subtracted from the time (cl_timeNudge).
	Nudge time.Duration
	// Ahead is added to its time in the race of clocks, since it keeps the time of what is shown and not the host's.
	Ahead time.Duration
	// FrameRate is the client's frames in a thousand seconds.
	FrameRate int
}

// Quake3Constants are what can be set of the clock. They must not be changed.
var Quake3Constants = []netsync.Constant[Quake3Config]{
	param.Int(param.Param{Name: "snapshot-rate", Unit: param.Rate, Min: 1, Max: 125, Default: 20,
		Help: "snapshots a second that its host sends (sv_fps)"},
		func(c *Quake3Config) *int { return &c.SnapshotRate }),
	gear.Span("reset", "difference above which it is set to the latest snapshot", time.Millisecond, time.Hour, 500*time.Millisecond,
		func(c *Quake3Config) *time.Duration { return &c.Reset }),
	gear.Span("fast", "difference above which it makes up half of it with each snapshot", time.Millisecond, time.Hour, 100*time.Millisecond,
		func(c *Quake3Config) *time.Duration { return &c.Fast }),
	gear.Span("forward", "how much each snapshot moves it forward", 0, time.Second, time.Millisecond,
		func(c *Quake3Config) *time.Duration { return &c.Forward }),
	gear.Span("back", "by how much a snapshot moves it back after a frame that was too near the latest one", 0, time.Second, 2*time.Millisecond,
		func(c *Quake3Config) *time.Duration { return &c.Back }),
	gear.Span("near", "how close to the latest snapshot a frame may come", 0, time.Second, 5*time.Millisecond,
		func(c *Quake3Config) *time.Duration { return &c.Near }),
	gear.Span("nudge", "what is subtracted from its time (cl_timeNudge)", -30*time.Millisecond, 30*time.Millisecond, 0,
		func(c *Quake3Config) *time.Duration { return &c.Nudge }),
	gear.Span("ahead", "what is added to its time in the race of clocks, because it keeps the time of what is shown", -10*time.Second, 10*time.Second, 0,
		func(c *Quake3Config) *time.Duration { return &c.Ahead }),
	rate("frame-rate", "frames per second of its client", 60_000, func(c *Quake3Config) *int { return &c.FrameRate }),
}

// Half implements [netsync.Halved].
func (c Quake3Config) Half(netsync.Server) (netsync.Half, error) {
	if err := param.Validate(Quake3Constants, &c); err != nil {
		return nil, err
	}
	return &tickPush{rate: 1000 * c.SnapshotRate, every: 1}, nil
}

// Quake3 is the clock of Quake III (ioquake/ioq3, 5956299: cl_cgame.c, CL_SetCGameTime and CL_AdjustTimeDelta).
//
// It asks nothing. Each snapshot has the host's time. The client keeps a difference to its own clock, chosen so that its
// time comes near the latest snapshot but does not pass it. In each frame that brought a snapshot the difference grows by a
// millisecond, or shrinks by two if a frame since the last one came within 5 ms of the snapshot it had: it creeps forward
// until it is too early, and then back. So it is behind the host by the delay down and an interval of snapshots, by design.
// Beyond 100 ms it makes up half of the difference with each snapshot, beyond 500 ms all of it. Only then may its time go
// back.
//
// The snapshots that it uses are messages of its own, one of ten bytes each.
type Quake3 struct {
	cfg     Quake3Config
	frames  gear.FrameLoop
	started bool
	snap    int64 // time of the latest snapshot, ms
	fresh   bool  // it arrived since the latest frame
	delta   int64 // server − local, ms
	time    int64 // at the latest frame, ms
	near    bool  // a frame since the latest snapshot came too near it
	status  netsync.Status
	samples gear.SampleRing
}

// NewQuake3 returns an unsynchronised clock, or an error that names the constant out of range.
func NewQuake3(cfg Quake3Config) (*Quake3, error) {
	if err := param.Validate(Quake3Constants, &cfg); err != nil {
		return nil, err
	}
	return &Quake3{cfg: cfg, frames: gear.NewFrameLoop(cfg.FrameRate)}, nil
}

// Wake runs the frames.
func (q *Quake3) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if _, ok := q.frames.Due(now); ok {
		q.frame(arith.WholeMillis(int64(now)))
	}
	return probes, q.frames.Next()
}

// Observe takes snapshots that are later than all before. They wait for the next frame.
func (q *Quake3) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Push {
		return
	}
	s := insight.Sample{At: ev.T4, Offset: ev.T3.Offset(ev.T4)}
	if server := arith.WholeMillis(int64(ev.T3)); (q.started || q.fresh) && server <= q.snap {
		s.Reason = insight.NotBest
		q.status.Rejected++
	} else {
		q.snap, q.fresh = server, true
		q.status.Used++
	}
	q.samples.Add(s)
	q.samples.Settle(q.offset())
}

// frame runs a client's frame in which its clock reads local, in ms.
func (q *Quake3) frame(local int64) {
	if !q.started {
		if !q.fresh {
			return
		}
		q.started, q.fresh = true, false
		q.delta, q.time = q.snap-local, q.snap
		q.status.Synchronised = true
		q.status.Steps++
	}
	q.time = max(q.time, local+q.delta-q.cfg.Nudge.Milliseconds())
	if local+q.delta >= q.snap-q.cfg.Near.Milliseconds() {
		q.near = true
	}
	if q.fresh {
		q.fresh = false
		// A new snapshot corrects the difference.
		before := q.delta
		shown := q.snap - local
		off := max(shown-q.delta, q.delta-shown)
		switch {
		case off > q.cfg.Reset.Milliseconds():
			q.delta, q.time = shown, q.snap
		case off > q.cfg.Fast.Milliseconds():
			q.delta = (q.delta + shown) >> 1
		case q.near:
			q.near = false
			q.delta -= q.cfg.Back.Milliseconds()
		default:
			q.delta += q.cfg.Forward.Milliseconds()
		}
		if q.delta != before {
			q.status.Steps++
			q.status.LastStep = time.Duration(q.delta-before) * time.Millisecond
		}
	}
}

func (q *Quake3) offset() time.Duration {
	return time.Duration(q.time-arith.WholeMillis(int64(q.frames.At))) * time.Millisecond
}

// ServerTime carries the time of the latest frame on.
func (q *Quake3) ServerTime(now netsync.Local) (netsync.Server, bool) {
	return now.Plus(q.offset() + q.cfg.Ahead), q.started
}

// Times has the time of what is shown for both: inputs bear it, and the host plays them whenever they come.
func (q *Quake3) Times(now netsync.Local) (predicted, server netsync.Server, ok bool) {
	at := now.Plus(q.offset())
	return at, at, q.started
}

// Status reports the clock. It knows no round trip and no one-way delay.
func (q *Quake3) Status(netsync.Local) netsync.Status {
	s := q.status
	s.Offset = q.offset() + q.cfg.Ahead
	return s
}

// Explain shows the latest snapshots.
func (q *Quake3) Explain(d *insight.Detail) {
	q.samples.ExplainAccepted(d, insight.Offsets)
}
