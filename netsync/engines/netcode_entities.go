package engines

import (
	"math"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// EntitiesConfig holds the constants of [Entities].
type EntitiesConfig struct {
	// TickRate is the ticks in a thousand seconds, and SendEvery how many ticks there are from one snapshot to the next.
	TickRate, SendEvery int
	// Slack is how many ticks early commands are to arrive (TargetCommandSlack).
	Slack int
	// Gain is how much of an error in ticks goes into the rate of predicted time (CommandAgeCorrectionFraction), and Most
	// how much faster or slower than normal that may be, in millionths.
	Gain, Most int
	// Ignore leaves those corrections in the host's report that it cannot have seen yet; as shipped, they are subtracted.
	Ignore bool
	// Blind is the error in ticks from which on the host's report is ignored.
	Blind int
	// Interpolation is how many snapshots interpolated time is behind at least (InterpolationTimeNetTicks).
	Interpolation int
	// Race says which of its times takes part in the race of clocks.
	Race EntitiesRace
	// FrameRate is the client's frames in a thousand seconds.
	FrameRate int
}

// EntitiesRace is which of the times stands for the host's clock.
type EntitiesRace int

const (
	EntitiesHost         EntitiesRace = iota // predicted time less its intended lead
	EntitiesPredicted                        // predicted time
	EntitiesInterpolated                     // interpolated time
)

// EntitiesConstants are what can be set of the clock. They must not be changed.
var EntitiesConstants = []netsync.Constant[EntitiesConfig]{
	rate("tick-rate", "ticks per second of its game", 60_000, func(c *EntitiesConfig) *int { return &c.TickRate }),
	gear.Count("send-every", "ticks from one of its host's snapshots to the next", 1, 60, 1,
		func(c *EntitiesConfig) *int { return &c.SendEvery }),
	gear.Count("slack", "ticks by which commands are to be early", 0, 100, 2,
		func(c *EntitiesConfig) *int { return &c.Slack }),
	param.Scaled(param.Param{Name: "gain", Unit: param.Share, Max: 2_000_000 * gear.PPM, Default: 100_000 * gear.PPM,
		Help: "how much of an error in ticks goes into the speed"}, gear.PPM,
		func(c *EntitiesConfig) *int { return &c.Gain }),
	param.Scaled(param.Param{Name: "most", Unit: param.Share, Max: 900_000 * gear.PPM, Default: 100_000 * gear.PPM,
		Help: "how much faster or slower predicted time may run"}, gear.PPM,
		func(c *EntitiesConfig) *int { return &c.Most }),
	param.Bool(param.Param{Name: "in-flight", Unit: param.Choice, Choices: []string{"subtracted", "ignored"},
		Help: "whether corrections that the host cannot have seen yet are subtracted from what it says"},
		func(c *EntitiesConfig) *bool { return &c.Ignore }),
	gear.Count("blind", "error in ticks above which it follows the latest snapshot instead of the host's report", 1, 1000, 10,
		func(c *EntitiesConfig) *int { return &c.Blind }),
	gear.Count("interpolation", "how many snapshots interpolated time is behind at least", 0, 60, 2,
		func(c *EntitiesConfig) *int { return &c.Interpolation }),
	param.Int(param.Param{Name: "race", Unit: param.Choice, Choices: []string{"host", "predicted", "interpolated"},
		Help: "which of its times stands for the host's in the race of clocks: predicted time less half of the round trip and the slack, predicted time as it is, or interpolated time"},
		func(c *EntitiesConfig) *EntitiesRace { return &c.Race }),
	rate("frame-rate", "frames per second of its client", 60_000, func(c *EntitiesConfig) *int { return &c.FrameRate }),
}

// entitiesLongest is the longest time that counts for one frame: Unity's Time.maximumDeltaTime.
const entitiesLongest = time.Second / 3

// entitiesAhead is how far predicted time may run ahead of the latest snapshot (MaxPredictAheadTimeMS). Where the way and the
// slack need more, commands are for later ticks than those that are predicted: the game's input waits (forced input latency).
const entitiesAhead = 500 * time.Millisecond

// corrections is how many slots there are for corrections in flight.
const corrections = 64

// Entities is the clock of Unity's Netcode for Entities 1.13 (needle-mirror/com.unity.netcode, e470af1:
// NetworkTimeSystem.cs, CommandReceiveSystem.cs, NetworkSnapshotAck.cs).
//
// It has no offset, only a control loop. In each tick the host averages how late the newest command was, and sends that with
// its snapshots. The client runs predicted time faster or slower by a tenth of the error in ticks, so that commands arrive
// two ticks early. The host's report is a round trip old, so the client subtracts the corrections that it has made during as
// many of the latest snapshots. Without that the loop oscillates if gain times delay is too large. Beyond ten ticks the
// client uses the latest snapshot and the round trip instead.
//
// Interpolated time follows an estimate of the latest snapshot's tick, and stays behind it by as much as the arrival of
// snapshots needs. Where commands have to be more than half a second ahead of the latest snapshot they wait for their tick, and
// predicted time stays where it may be.
//
// Predicted time less half of the round trip and the slack takes part in the race of clocks, unless the settings say
// otherwise. Its commands and snapshots are messages of its own, one a tick each way.
type Entities struct {
	cfg      EntitiesConfig
	frames   gear.FrameLoop
	asker    gear.Asker
	answered bool
	newestQ  uint16  // the latest question whose answer was accepted
	rtt, dev float64 // ms

	inbox    []netsync.Event
	received int64 // tick of the latest snapshot that arrived
	any      bool  // a snapshot has arrived
	command  int64 // the host's report on the age of commands, 1/256 ticks

	begun     bool
	snapshot  int64 // the latest snapshot taken into account
	estimate  int64 // of the tick of the latest snapshot now
	age       int64 // how much too large that estimate is, 1/256 ticks
	predicted tickTime
	shown     tickTime // interpolated
	behind    float64  // interpolated time, in ticks
	gap       float64  // ticks between snapshots, average
	gapDev    float64
	arrival   float64 // ms between snapshots, average
	lastMs    int64
	made      [corrections]float64 // by snapshot
	slot      int64
	pace      float64 // rate of predicted time in the latest frame, minus 1
	shownPace float64
	sent      int64 // tick of the latest command
	status    netsync.Status
	samples   gear.SampleRing
}

// tickTime is a tick and the part of it that has passed.
type tickTime struct {
	tick int64
	sub  float64
}

func (t *tickTime) add(ticks float64) {
	t.sub += ticks
	whole := math.Floor(t.sub)
	t.sub -= whole
	t.tick += int64(whole)
}

// NewEntities returns an unsynchronised clock, or an error that names the constant out of range.
func NewEntities(cfg EntitiesConfig) (*Entities, error) {
	if err := param.Validate(EntitiesConstants, &cfg); err != nil {
		return nil, err
	}
	return &Entities{cfg: cfg, frames: gear.NewFrameLoop(cfg.FrameRate)}, nil
}

// Wake runs the frames, and sends a command for the tick that predicted time has reached. Before the first snapshot it sends
// only questions, so that a round trip is known by then.
func (e *Entities) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	passed, ok := e.frames.Due(now)
	if !ok {
		return probes, e.frames.Next()
	}
	for _, ev := range e.inbox {
		if tick := tickAt(e.cfg.TickRate, ev.T3); !e.any || tick > e.received {
			e.any, e.received = true, tick
			e.command = arith.Bits24.Signed(uint64(ev.Value))
		}
	}
	e.inbox = e.inbox[:0]
	ticks := float64(min(passed, entitiesLongest).Seconds() * e.hz())
	e.frame(ticks, arith.WholeMillis(int64(now)))
	if !e.begun {
		if e.asker.Due(now, 100*time.Millisecond) {
			probes = e.asker.Ask(now, probes)
		}
	} else if e.predicted.tick != e.sent {
		e.sent = e.predicted.tick
		probes = append(probes, netsync.Probe{Kind: netsync.Report, Value: uint32(e.sent+e.waits()) & (1<<arith.Bits24 - 1)})
		probes = e.asker.Ask(now, probes)
	}
	return probes, e.frames.Next()
}

// Observe takes round trips, and keeps snapshots until the next frame.
func (e *Entities) Observe(ev netsync.Event) {
	switch {
	case ev.Kind == netsync.Push && ev.Stated:
		e.inbox = append(e.inbox, ev)
	case ev.Kind == netsync.Answer:
		s := insight.Sample{At: ev.T4, RTT: ev.RTT(), Offset: ev.Offset(), Clock: e.status.Offset}
		switch {
		case !e.asker.Answered(ev):
			s.Reason = insight.NotAsked
		case s.RTT < 0:
			s.Reason = insight.Impossible
		case e.answered && int16(ev.Seq-e.newestQ) < 0:
			s.Reason = insight.NotBest
		default:
			e.answered, e.newestQ = true, ev.Seq
			ms := float64(s.RTT.Milliseconds())
			if e.rtt == 0 {
				e.rtt = ms
			} else {
				e.rtt = float64(e.rtt*0.875) + float64(ms*0.125)
			}
			e.dev = float64(e.dev*0.75) + float64(math.Abs(ms-e.rtt)*0.25)
			e.status.Used++
			e.status.RTT = time.Duration(e.rtt * 1e6)
			e.status.HasOWD, e.status.OWDUp, e.status.OWDDown = true, e.status.RTT/2, e.status.RTT-e.status.RTT/2
		}
		if s.Reason != insight.Accepted {
			e.status.Rejected++
		}
		e.samples.Add(s)
	}
}

// hz returns the ticks a second.
func (e *Entities) hz() float64 { return float64(e.cfg.TickRate) / 1000 }

// rttTicks returns the round trip in ticks, rounded up.
func (e *Entities) rttTicks() int64 { return (int64(e.rtt*e.hz()) + 999) / 1000 }

// ahead returns how many ticks ahead of the latest snapshot input has to be, to reach the host early by the slack.
func (e *Entities) ahead() int64 { return e.rttTicks() + int64(e.cfg.Slack) }

// waits returns by how many ticks input is ahead of predicted time.
func (e *Entities) waits() int64 {
	return max(0, e.ahead()-(entitiesAhead.Milliseconds()*int64(e.cfg.TickRate)+999_999)/1_000_000)
}

// frame moves both times forward by this many ticks.
func (e *Entities) frame(ticks float64, ms int64) {
	switch {
	case !e.begun && !e.any:
		return
	case !e.begun:
		e.begin(ms)
	default:
		e.guess(ticks, ms)
	}
	e.predict(ticks)
	e.interpolate(ticks)
}

// guess moves the estimate of the latest snapshot's tick forward.
func (e *Entities) guess(ticks float64, ms int64) {
	if e.received != e.snapshot {
		// A new snapshot is taken into account.
		gap := float64(e.received - e.snapshot)
		e.age = (7*e.age + 256*(e.estimate-e.received)) / 8
		e.gap += float64((gap - e.gap) * 0.25)
		e.gapDev += float64((math.Abs(gap-e.gap) - e.gapDev) * 0.25)
		e.arrival += float64((float64(ms-e.lastMs) - e.arrival) * 0.25)
		e.lastMs, e.snapshot = ms, e.received
	}
	e.age -= int64(ticks * 256)
	if d := e.age / 256; d < 0 {
		e.estimate -= d
		e.age -= d * 256
	} else if d > 0 {
		e.estimate -= d + 1
		e.age -= (d + 1) * 256
	}
}

// begin starts both times at the first snapshot.
func (e *Entities) begin(ms int64) {
	e.begun = true
	e.snapshot, e.estimate, e.lastMs = e.received, e.received, ms
	e.predicted = tickTime{tick: e.received + e.ahead() - e.waits()}
	e.sent = e.predicted.tick
	e.gap, e.gapDev = float64(e.cfg.SendEvery), e.dev*float64(e.cfg.SendEvery)/1000
	e.arrival = 1000 / (float64(e.cfg.SendEvery) * e.hz())
	e.behind = float64(e.cfg.Interpolation*e.cfg.SendEvery) + float64(2*e.gapDev)
	e.shown = tickTime{tick: e.received - int64(e.behind)}
	e.slot = slotOf(e.received)
	e.status.Synchronised = true
	e.status.Steps++
}

// predict moves predicted time forward.
func (e *Entities) predict(ticks float64) {
	r := e.rttTicks()
	// The slots between the last one and that of the latest snapshot are cleared.
	for to := slotOf(e.snapshot); e.slot != to; {
		e.slot = (e.slot + 1) % corrections
		e.made[e.slot] = 0
	}
	late := float64(e.command)/256 + float64(e.cfg.Slack)
	if !e.cfg.Ignore {
		for i := range min(r, corrections) {
			late -= e.made[(corrections+e.slot-i)%corrections]
		}
	}
	if math.Abs(late) >= float64(e.cfg.Blind) {
		target := e.estimate + e.ahead() - e.waits()
		late = float64(target-e.predicted.tick) - ticks
		if math.Abs(late) > float64(e.cfg.Blind) {
			e.status.Steps++
			e.status.LastStep = time.Duration(late * float64(time.Second) / e.hz())
			e.predicted = tickTime{tick: target}
			e.made, e.pace = [corrections]float64{}, 0
			return
		}
	}
	most := float64(e.cfg.Most) / 1e6
	e.pace = min(max(float64(e.cfg.Gain)/1e6*late, -most), most)
	more := float64(ticks * e.pace)
	e.predicted.add(ticks + more)
	e.made[e.slot] += more
}

// slotOf returns the slot of a snapshot. A host's time may be before zero.
func slotOf(snapshot int64) int64 {
	_, slot := arith.FloorDiv(snapshot, corrections)
	return slot
}

// interpolate moves interpolated time forward.
func (e *Entities) interpolate(ticks float64) {
	every := float64(e.cfg.SendEvery)
	rate := (float64(e.arrival*e.hz()) + 999) / 1000
	want := min(max(rate, e.gap+float64(e.gapDev*1.25)), 6*every)
	want = max(want, float64(e.cfg.Interpolation)*every)
	if off := want - e.behind; math.Abs(off) > 10 {
		e.behind = want
	} else {
		most := ticks * 0.1
		e.behind += min(max(float64(off*ticks)/e.hz(), -most), most)
	}
	target := e.estimate - int64(e.behind)
	if e.waits() > 0 {
		target = min(target, e.predicted.tick)
	}
	off := float64(target-e.shown.tick) - e.shown.sub - ticks
	if off >= 10 {
		e.shown, e.shownPace = tickTime{tick: target}, 0
		return
	}
	e.shownPace = min(max(off*0.1, -0.15), 0.1)
	e.shown.add(ticks + float64(ticks*e.shownPace))
}

// at turns a tick into the host's time, extrapolated from the latest frame.
func (e *Entities) at(t tickTime, pace float64, now netsync.Local) netsync.Server {
	passed := max(now.Sub(e.frames.At), 0)
	start := startOf(e.cfg.TickRate, t.tick)
	return start.Add(time.Duration(t.sub*1e9/e.hz()) + passed + time.Duration(float64(passed)*pace))
}

// ServerTime returns the time that takes part in the race of clocks.
func (e *Entities) ServerTime(now netsync.Local) (netsync.Server, bool) {
	predicted, shown, ok := e.Times(now)
	switch e.cfg.Race {
	case EntitiesPredicted:
		return predicted, ok
	case EntitiesInterpolated:
		return shown, ok
	}
	early := int64(e.cfg.Slack) - e.waits()
	return predicted.Add(-e.status.RTT/2 - 1000*time.Second*time.Duration(early)/time.Duration(e.cfg.TickRate)), ok
}

// Times returns predicted and interpolated time.
func (e *Entities) Times(now netsync.Local) (predicted, server netsync.Server, ok bool) {
	return e.at(e.predicted, e.pace, now), e.at(e.shown, e.shownPace, now), e.begun
}

// Status reports the clock: the average round trip, and half of it for each direction. Slewing is that of predicted time.
func (e *Entities) Status(now netsync.Local) netsync.Status {
	s := e.status
	if t, ok := e.ServerTime(now); ok {
		s.Offset = t.Offset(now)
	}
	switch {
	case e.pace > 0:
		s.Slewing = 1
	case e.pace < 0:
		s.Slewing = -1
	}
	return s
}

// Explain shows the latest round trips, and as offsets from the local clock both times and what predicted time gains.
func (e *Entities) Explain(d *insight.Detail) {
	e.samples.ExplainAccepted(d, insight.TwoTimes)
	if !e.begun {
		return
	}
	at := e.frames.At
	predicted, shown, _ := e.Times(at)
	d.Put(insight.MarkPredicted, predicted.Offset(at))
	d.Put(insight.MarkPredictedGain, time.Duration(e.pace*1e9))
	d.Put(insight.MarkServer, shown.Offset(at))
	d.Put(insight.MarkServerGain, time.Duration(e.shownPace*1e9))
}
