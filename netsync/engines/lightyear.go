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

// LightyearConfig holds the constants of [Lightyear].
type LightyearConfig struct {
	// Ping is the time between two pings.
	Ping time.Duration
	// TickRate is the ticks in a thousand seconds, and SendEvery how many ticks there are from one of the host's packets to the next.
	TickRate, SendEvery int
	// JitterMultiple and Margin are the distance that the two times keep from the host's on top of the trip times:
	// JitterMultiple times the jitter, plus Margin ticks.
	JitterMultiple, Margin int
	// DeadZone is the error in ticks up to which a time is left alone, and MostError the one above which it is set.
	DeadZone, MostError int
	// Count is how many errors in a row it takes before a time runs faster or slower.
	Count int
	// SpeedUp is how much faster a time runs at half of the greatest error, in millionths; at the greatest error it is twice
	// that.
	SpeedUp int
	// InputDelay is how many ticks late inputs are played on purpose. The lead is shorter by as much.
	InputDelay int
	// FrameRate is the client's frames in a thousand seconds.
	FrameRate int
}

// LightyearConstants are what can be set of the clock. They must not be changed.
var LightyearConstants = []netsync.Constant[LightyearConfig]{
	gear.Span("ping", "time between two pings", 10*time.Millisecond, time.Minute, 100*time.Millisecond,
		func(c *LightyearConfig) *time.Duration { return &c.Ping }),
	rate("tick-rate", "ticks per second of its game", 60_000, func(c *LightyearConfig) *int { return &c.TickRate }),
	gear.Count("send-every", "ticks from one of its host's packets to the next", 1, 100, 1,
		func(c *LightyearConfig) *int { return &c.SendEvery }),
	gear.Count("jitter-multiple", "how many times the jitter its two times stay away from the host's", 0, 100, 4,
		func(c *LightyearConfig) *int { return &c.JitterMultiple }),
	gear.Count("margin", "how many more ticks they stay away from it", 0, 100, 1,
		func(c *LightyearConfig) *int { return &c.Margin }),
	gear.Count("dead-zone", "error in ticks up to which a time is left alone", 0, 100, 1,
		func(c *LightyearConfig) *int { return &c.DeadZone }),
	gear.Count("most-error", "error in ticks above which a time is set", 1, 1000, 10,
		func(c *LightyearConfig) *int { return &c.MostError }),
	gear.Count("count", "how many errors in a row make a time run faster or slower", 1, 255, 3,
		func(c *LightyearConfig) *int { return &c.Count }),
	param.Scaled(param.Param{Name: "speed-up", Unit: param.Share, Min: gear.PPM, Max: 500_000 * gear.PPM, Default: 50_000 * gear.PPM,
		Help: "how much faster a time runs at half of the greatest error"}, gear.PPM,
		func(c *LightyearConfig) *int { return &c.SpeedUp }),
	gear.Count("input-delay", "ticks by which inputs are played late by design, which shortens the lead", 0, 100, 0,
		func(c *LightyearConfig) *int { return &c.InputDelay }),
	rate("frame-rate", "frames per second of its client", 60_000, func(c *LightyearConfig) *int { return &c.FrameRate }),
}

// Half implements [netsync.Halved].
func (c LightyearConfig) Half(netsync.Server) (netsync.Half, error) {
	if err := param.Validate(LightyearConstants, &c); err != nil {
		return nil, err
	}
	return &tickPush{rate: c.TickRate, every: c.SendEvery}, nil
}

const (
	// lightyearHandshake is how many round trips it takes before anything is estimated.
	lightyearHandshake = 3
	// Interpolated time is lightyearIntervals tenths of a send interval behind the host's, but no less than lightyearLeast.
	lightyearIntervals, lightyearLeast = 17, 5 * time.Millisecond
	// The weight of a new offset: lightyearCalm up to a jitter of 1 ms, lightyearRough from 10 ms on.
	lightyearCalm, lightyearRough float32 = 0.10, 0.02
)

// Lightyear is the clock of lightyear, a networking library for Bevy (cBournhonesque/lightyear, 03c7931:
// crates/core/sync/src, ping/estimator.rs, timeline/remote.rs, timeline/sync.rs, timeline/input.rs).
//
// Each of the host's packets has its tick as a whole number, without the fraction. The tick plus half of the smoothed round
// trip, less the client's clock, goes into an exponential average. A new value counts a tenth while the jitter is low, and a
// fiftieth at 10 ms or more (the comment beside the code says a thirty-third and 5 ms). The average is kept in ticks, and weighted as a
// 32-bit float of 24 bits: with a host that has been up for a day it moves in steps of half a tick, and stays where a step is more than it
// would move. Packets wait for the next frame, and nothing corrects for that wait. From the third sample on, a round trip far above the
// average is cut down.
//
// Two times follow that clock by running faster or slower: one leads by half of the round trip and margins, so that inputs
// are in time, the other trails by 1.7 send intervals and margins. An error of more than a tick has to occur three times in
// a row before it counts; beyond ten ticks a time is set.
//
// The estimate of the host's time itself takes part in the race of clocks. The packets that it uses are messages of its own.
type Lightyear struct {
	cfg    LightyearConfig
	tick   time.Duration
	frames gear.FrameLoop
	asker  gear.Asker
	newest uint16 // the latest question whose answer was accepted
	trips  lightyearTrips

	begun   bool             // there was a frame
	begin   netsync.Local    // when the first one was: the clock's own ticks count from there
	pinged  netsync.Local    // when the timer of pings began
	packets []netsync.Server // those that arrived since the latest frame
	host    netsync.Server   // by the latest packet: the start of its tick
	known   bool             // there is an offset
	seen    bool             // there was a packet
	ahead   lightyearTicks   // the average: the host's ticks − ours
	offset  time.Duration    // by it, host − local
	lead    lightyearTime
	trail   lightyearTime
	status  netsync.Status
	samples gear.SampleRing
}

// lightyearTrips is the smoothed round trip and its deviation.
type lightyearTrips struct {
	n                 int
	smooth, deviation time.Duration
}

// add takes a round trip, and cuts it down if it is far above the others.
func (t *lightyearTrips) add(x time.Duration) {
	t.n++
	if t.n == 1 {
		t.smooth, t.deviation = x, x/2
		return
	}
	if s := t.smooth; t.n > 2 {
		x = min(x, max(s+s/5, min(s+3*t.deviation, 3*s, s+500*time.Millisecond)))
	}
	t.deviation += ((x - t.smooth).Abs() - t.deviation) / 6
	t.smooth += (x - t.smooth) / 12
}

func (t *lightyearTrips) jitter() time.Duration { return t.deviation / 2 }

// share returns the weight of a new offset.
func (t *lightyearTrips) share() float32 {
	rough := min(max(float32(t.jitter().Milliseconds()-1)/9, 0), 1)
	return lightyearCalm - float32(rough*(lightyearCalm-lightyearRough))
}

// lightyearTicks are ticks, in units of 2^-32 (I32F32). They wrap.
type lightyearTicks int64

// times weights ticks as the original does: as a 32-bit float.
func (t lightyearTicks) times(share float32) lightyearTicks {
	return ticksOf(float32(float32(float64(t)*0x1p-32) * share))
}

// ticksOf rounds to the nearest. What is beyond 31 bits of whole ticks wraps.
func ticksOf(ticks float32) lightyearTicks {
	whole := math.Floor(float64(ticks))
	return lightyearTicks(int64(int32(int64(whole)))<<32 + int64(math.RoundToEven((float64(ticks)-whole)*0x1p32)))
}

// ticksIn returns how many ticks a time has, exactly. rate is ticks in a thousand seconds.
func ticksIn(d time.Duration, rate int) lightyearTicks {
	seconds, rest := arith.FloorDiv(int64(d), int64(time.Second))
	ticks, part := arith.FloorDiv(seconds*int64(rate), 1000)
	return lightyearTicks(ticks<<32 + int64((float64(part)*1e6+float64(rest*int64(rate))/1000)/1e9*0x1p32))
}

// lasting returns how long ticks last. rate is as in [ticksIn].
func (t lightyearTicks) lasting(rate int) time.Duration {
	part := uint64(uint32(t)) * uint64(time.Second) >> 32
	at := int64(t>>32)*int64(time.Second) + int64(part)
	return time.Duration(at/int64(rate)*1000 + at%int64(rate)*1000/int64(rate))
}

// lightyearTime is a time that follows another one.
type lightyearTime struct {
	at     netsync.Server // at the latest frame
	speed  int64          // from then on, in millionths
	set    bool
	behind bool // the latest error was negative
	errors int  // errors in a row beyond the dead zone
}

// sync makes the time follow its target, want, and says whether it was set. With whole, it is set by whole ticks.
func (l *lightyearTime) sync(want netsync.Server, cfg *LightyearConfig, tick time.Duration, whole bool) (jumped bool) {
	off := l.at.Sub(want)
	if !l.set {
		l.set = true
		l.jump(off, tick, whole)
		return true
	}
	turned := (off < 0) != l.behind
	l.behind = off < 0
	switch {
	case off.Abs() > time.Duration(cfg.MostError)*tick:
		l.errors = 0
		l.jump(off, tick, whole)
		return true
	case off.Abs() <= time.Duration(cfg.DeadZone)*tick:
		l.errors = 0
	default:
		l.errors++
		if !turned && l.errors >= cfg.Count {
			faster := netsync.Normal + 2*int64(cfg.SpeedUp)*int64(off.Abs())/int64(time.Duration(cfg.MostError)*tick)
			if l.speed = faster; off > 0 {
				l.speed = netsync.Normal * netsync.Normal / faster
			}
			return false
		}
	}
	if d := l.speed - netsync.Normal; d > 1000 || d < -1000 {
		l.speed -= d / 10
	}
	return false
}

// jump takes an error back, with whole as many ticks as are nearest to it.
func (l *lightyearTime) jump(off, tick time.Duration, whole bool) {
	if whole {
		off = off.Round(tick)
	}
	l.at = l.at.Add(-off)
}

func (l *lightyearTime) advance(d time.Duration) { l.at = l.after(d) }

func (l *lightyearTime) after(d time.Duration) netsync.Server {
	return l.at.Add(d + arith.Millionths(d, l.speed-netsync.Normal))
}

// NewLightyear returns an unsynchronised clock, or an error that names the constant out of range.
func NewLightyear(cfg LightyearConfig) (*Lightyear, error) {
	if err := param.Validate(LightyearConstants, &cfg); err != nil {
		return nil, err
	}
	still := lightyearTime{speed: netsync.Normal}
	return &Lightyear{cfg: cfg, tick: 1000 * time.Second / time.Duration(cfg.TickRate), frames: gear.NewFrameLoop(cfg.FrameRate), lead: still, trail: still}, nil
}

// Wake runs the frames. A ping leaves at the end of one, the first when the timer has run once.
func (l *Lightyear) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	passed, ok := l.frames.Due(now)
	if !ok {
		return probes, l.frames.Next()
	}
	if !l.begun {
		l.begun, l.begin, l.pinged = true, now, now
	}
	l.frame(now, passed)
	if waited := now.Sub(l.pinged); waited < 0 || waited >= l.cfg.Ping {
		l.pinged = now
		probes = l.asker.Ask(now, probes)
	}
	return probes, l.frames.Next()
}

// Observe takes pongs that are newer than all before, and keeps packets until the next frame.
func (l *Lightyear) Observe(ev netsync.Event) {
	switch ev.Kind {
	case netsync.Push:
		l.packets = append(l.packets, ev.T3)
	case netsync.Answer:
		s := insight.Sample{At: ev.T4, RTT: ev.RTT(), Offset: ev.Offset(), Clock: l.offset, Reason: insight.Kept}
		switch {
		case !l.asker.Answered(ev):
			s.Reason = insight.NotAsked
		case l.trips.n > 0 && int16(ev.Seq-l.newest) < 0:
			s.Reason = insight.NotBest
		default:
			l.newest = ev.Seq
			l.trips.add(max(s.RTT, 0))
			l.status.RTT = l.trips.smooth
			l.status.HasOWD, l.status.OWDUp, l.status.OWDDown = true, l.trips.smooth/2, l.trips.smooth-l.trips.smooth/2
			l.status.HasUncertainty, l.status.Uncertainty = true, l.trips.jitter()
		}
		if s.Reason != insight.Kept {
			l.status.Rejected++
		}
		l.samples.Add(s)
	}
}

// frame runs one frame: first the packets that arrived, then the two times.
func (l *Lightyear) frame(now netsync.Local, passed time.Duration) {
	l.lead.advance(passed)
	l.trail.advance(passed)
	fresh := false
	for _, host := range l.packets {
		if l.trips.n >= lightyearHandshake && (!l.seen || host >= l.host) {
			l.host, l.seen, fresh = host, true, true
			l.follow(now)
		}
	}
	l.packets = l.packets[:0]
	if !fresh {
		return
	}
	host, margin := now.Plus(l.offset), time.Duration(l.cfg.JitterMultiple)*l.trips.jitter()+time.Duration(l.cfg.Margin)*l.tick
	lead := l.trips.smooth/2 + margin + time.Duration(1+l.cfg.DeadZone-l.cfg.InputDelay)*l.tick
	l.lead.sync(host.Add(lead), &l.cfg, l.tick, true)
	delay := max(l.tick*time.Duration(l.cfg.SendEvery)*lightyearIntervals/10, lightyearLeast)
	l.trail.sync(host.Add(-delay-margin), &l.cfg, l.tick, false)
}

// follow adds the offset that the latest packet shows to the average.
func (l *Lightyear) follow(now netsync.Local) {
	tick := tickAt(l.cfg.TickRate, l.host)
	way := ticksOf(float32((l.trips.smooth / 2).Seconds()) / float32(l.tick.Seconds()))
	shown := lightyearTicks(tick<<32) + way - ticksIn(now.Sub(l.begin), l.cfg.TickRate)
	if l.known {
		share := l.trips.share()
		shown = l.ahead.times(1-share) + shown.times(share)
	}
	before := l.offset
	l.known, l.ahead = true, shown
	l.offset = l.ahead.lasting(l.cfg.TickRate) - time.Duration(l.begin)
	gear.Adopt(&l.status, l.offset, l.offset-before)
}

// ServerTime returns the local time plus the averaged offset.
func (l *Lightyear) ServerTime(now netsync.Local) (netsync.Server, bool) {
	return now.Plus(l.offset), l.known
}

// Times extrapolates both times from the latest frame.
func (l *Lightyear) Times(now netsync.Local) (predicted, server netsync.Server, ok bool) {
	d := now.Sub(l.frames.At)
	return l.lead.after(d), l.trail.after(d), l.lead.set && l.trail.set
}

// Status reports the clock: the smoothed round trip, half of it for each way, and the jitter as the uncertainty.
func (l *Lightyear) Status(netsync.Local) netsync.Status { return l.status }

// Explain shows the latest pongs, and as offsets from the local clock the two times.
func (l *Lightyear) Explain(d *insight.Detail) {
	l.samples.Explain(d, insight.Averages)
	gear.CountLatest(d.Samples, insight.KeptSamples)
	if !l.known {
		return
	}
	d.Put(insight.MarkAverageTrip, l.trips.smooth)
	d.Put("round trip deviation", l.trips.deviation)
	d.Put("average offset", l.offset)
	d.Put(insight.MarkPredicted, l.lead.at.Offset(l.frames.At))
	d.Put(insight.MarkServer, l.trail.at.Offset(l.frames.At))
}
