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

// NetfoxConfig holds the constants of [Netfox].
type NetfoxConfig struct {
	// Interval is the time between two pings. In netfox it is never shorter than 0.1 s.
	Interval time.Duration
	// Samples is how many of the latest answers the mean offset covers.
	Samples int
	// Steps is how many steps a correction takes: each answer moves the clock by 1/Steps of the mean.
	Steps int
	// Panic is the offset above which the clock is set at once.
	Panic time.Duration
	// Weights says how answers are weighted in the average.
	Weights NetfoxWeights
	// Repair is the window of [gear.LateLeg], 0 for none.
	Repair time.Duration
	// Reference enters the reference clock in the race of clocks, instead of the simulation's clock, which the game uses.
	Reference bool
	// TickRate is the ticks in a thousand seconds of the game: the simulation's clock leads by a fraction of a tick.
	TickRate int
	// FrameRate is how many times in a thousand seconds the simulation's clock adjusts its rate.
	FrameRate int
}

// NetfoxWeights says how the mean weights answers.
type NetfoxWeights int

const (
	// NetfoxSlow weighs by ln(1 + round trip in seconds), as shipped: a slow answer more than a fast one.
	NetfoxSlow NetfoxWeights = iota
	// NetfoxEqual weighs all answers alike.
	NetfoxEqual
	// NetfoxFast weighs by the inverse fourth power of the round trip.
	NetfoxFast
)

// NetfoxConstants are what can be set of the clock. They must not be changed.
var NetfoxConstants = []netsync.Constant[NetfoxConfig]{
	gear.Span("interval", "time between two pings", 100*time.Millisecond, time.Minute, 250*time.Millisecond,
		func(c *NetfoxConfig) *time.Duration { return &c.Interval }),
	gear.Count("samples", "how many of the latest answers are averaged into the offset", 1, 64, 8,
		func(c *NetfoxConfig) *int { return &c.Samples }),
	gear.Count("steps", "each answer moves the clock by one part in this many of that average", 1, 1000, 8,
		func(c *NetfoxConfig) *int { return &c.Steps }),
	gear.Span("panic", "offset above which the clock is set at once", time.Millisecond, time.Hour, 8*time.Second,
		func(c *NetfoxConfig) *time.Duration { return &c.Panic }),
	param.Int(param.Param{Name: "weights", Unit: param.Choice, Choices: []string{"slow", "equal", "fast"},
		Help: "whether slow answers count more, as shipped, all the same, or fast ones more"},
		func(c *NetfoxConfig) *NetfoxWeights { return &c.Weights }),
	gear.Repaired(func(c *NetfoxConfig) *time.Duration { return &c.Repair }),
	param.Bool(param.Param{Name: "clock", Unit: param.Choice, Choices: []string{"simulation", "reference"},
		Help: "which of its clocks races: the simulation's, which the game uses and which leads a little, or the reference"},
		func(c *NetfoxConfig) *bool { return &c.Reference }),
	rate("tick-rate", "ticks per second of its game", 30_000, func(c *NetfoxConfig) *int { return &c.TickRate }),
	rate("frame-rate", "how often per second its simulation's clock is stretched again", 60_000, func(c *NetfoxConfig) *int { return &c.FrameRate }),
}

const (
	// netfoxNearZero is Godot's is_zero_approx: a sum of weights below it counts as none.
	netfoxNearZero = 1e-5
	// netfoxDeadZone is the largest difference of the two clocks that is left alone.
	netfoxDeadZone = time.Millisecond
	// netfoxLeast and netfoxMost are how slow and how fast the simulation's clock runs, in millionths: 1/1.25 and 1.25.
	netfoxLeast, netfoxMost = 800_000, 1_250_000
)

// Netfox is the clock of netfox, a networking library for Godot (foxssake/netfox, 1e7281d: network-time-synchronizer.gd,
// network-clock-sample.gd, network-time.gd).
//
// When it joins, the client takes the host's time as it arrives, late by the delay down. Then it pings four times a second,
// and the four stamps of each answer show an offset. The mean of the latest eight weighs each by ln(1 + round trip): so slow
// answers, which are the worse ones, count more. An eighth of the mean moves the reference clock, at once; the samples taken
// before are not corrected for that. Above 8 s the clock is set and all samples are dropped.
//
// The game uses a second clock, the simulation's, which follows the reference by running at 0.8 to 1.25 of the normal rate,
// computed again in each frame. Differences up to 1 ms count as none. The middle of that range of rates is not 1, so the
// clock settles 1 ms and a ninth of a tick ahead. It is never set: wherever the reference goes, it follows at up to a
// quarter of the normal rate.
//
// As in the original, the time for which the host held an answer is not subtracted from the round trip.
type Netfox struct {
	cfg    NetfoxConfig
	asker  gear.Asker
	joined bool
	offset time.Duration                // of the reference clock: server − local
	asked  [gear.OpenAsks]time.Duration // its value when question number seq was asked, at seq modulo gear.OpenAsks
	ring   [64]netfoxSample             // the latest Samples of n
	n      int

	frames  gear.FrameLoop
	ahead   time.Duration // simulation − reference, at the latest frame
	stretch int64         // of the simulation's clock from then on, millionths
	late    gear.LateLeg
	status  netsync.Status
	samples gear.SampleRing
}

// netfoxSample is an answer, by the reference clock as it was then.
type netfoxSample struct{ rtt, offset time.Duration }

// NewNetfox returns an unsynchronised clock, or an error that names the constant out of range.
func NewNetfox(cfg NetfoxConfig) (*Netfox, error) {
	if err := param.Validate(NetfoxConstants, &cfg); err != nil {
		return nil, err
	}
	return &Netfox{cfg: cfg, frames: gear.NewFrameLoop(cfg.FrameRate), stretch: netsync.Normal, late: gear.LateLeg{Window: cfg.Repair}}, nil
}

// Wake asks for the host's time until it has it, then pings, and runs the frames.
func (n *Netfox) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	period := n.cfg.Interval
	if !n.joined {
		period = gear.Again(time.Second, n.asker.Seq)
	}
	if n.asker.Due(now, period) {
		probes = n.asker.Ask(now, probes)
		n.asked[n.asker.Seq%gear.OpenAsks] = n.offset
	}
	next := n.asker.Last.Add(period)
	if n.cfg.Reference || !n.joined {
		return probes, next
	}
	if passed, ok := n.frames.Due(now); ok {
		// The rate of the simulation's clock is adjusted.
		n.ahead += arith.Millionths(passed, n.stretch-netsync.Normal)
		behind := -n.ahead
		switch {
		case behind > netfoxDeadZone:
			behind -= netfoxDeadZone
		case behind < -netfoxDeadZone:
			behind += netfoxDeadZone
		default:
			behind = 0
		}
		tick := 1000 * time.Second / time.Duration(n.cfg.TickRate)
		share := min(max(behind+tick, 0), 2*tick)
		n.stretch = netfoxLeast + int64(share)*(netfoxMost-netfoxLeast)/int64(2*tick)
	}
	return probes, min(next, n.frames.Next())
}

// Observe takes answers in any order, each once.
func (n *Netfox) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	rtt := ev.T4.Sub(ev.T1)
	before := n.asked[ev.Seq%gear.OpenAsks]
	s := insight.Sample{At: ev.T4, RTT: rtt, Offset: ev.Offset(), Clock: n.offset}
	switch {
	case !n.asker.Answered(ev):
		s.Reason = insight.NotAsked
	case rtt < 0:
		s.Reason = insight.Impossible
	}
	n.samples.Add(s)
	switch {
	case s.Reason != insight.Accepted:
		n.status.Rejected++
		return
	case !n.joined: // it takes the host's time as it arrives, and pings at once
		n.joined = true
		n.asker.Asked = false
		n.move(ev.T3.Offset(ev.T4))
		n.ahead = 0
	default:
		// By the reference clock, which read T1 + before at T1 and reads T4 + offset now.
		shown := (ev.T2.Offset(ev.T1) - before + ev.T3.Offset(ev.T4) - n.offset) / 2
		shown += n.late.Repair(ev.T4, rtt, s.Offset) - s.Offset
		n.ring[n.n%n.cfg.Samples] = netfoxSample{rtt + n.offset - before, shown}
		n.n++
		n.discipline()
	}
	n.samples.Settle(n.offset)
}

// discipline moves the reference clock by the mean of the latest answers.
func (n *Netfox) discipline() {
	kept := n.ring[:min(n.n, n.cfg.Samples)]
	least, most := kept[0].rtt, kept[0].rtt
	for _, s := range kept {
		least, most = min(least, s.rtt), max(most, s.rtt)
	}
	n.status.RTT = (most + least) / 2
	n.status.HasUncertainty, n.status.Uncertainty = true, (most-least)/2
	n.status.HasOWD, n.status.OWDUp, n.status.OWDDown = true, n.status.RTT/2, n.status.RTT-n.status.RTT/2
	offset := n.mean(kept)
	if offset.Abs() > n.cfg.Panic {
		n.n, n.asker.Open = 0, 0
		n.move(offset)
		return
	}
	n.move(offset / time.Duration(n.cfg.Steps))
}

// mean returns the weighted mean of the answers' offsets, or the plain one if the weights add up to nothing.
func (n *Netfox) mean(kept []netfoxSample) time.Duration {
	var sum, weights, plain float64
	for _, s := range kept {
		w := n.cfg.Weights.of(s.rtt)
		sum += float64(w * float64(s.offset))
		weights += w
		plain += float64(s.offset)
	}
	if math.Abs(weights) < netfoxNearZero {
		return arith.RoundToDuration(plain / float64(len(kept)))
	}
	return arith.RoundToDuration(sum / weights)
}

// of returns the weight of a round trip.
func (w NetfoxWeights) of(rtt time.Duration) float64 {
	seconds := float64(max(rtt, 0)) / 1e9
	switch w {
	case NetfoxSlow:
		return log1p(seconds)
	case NetfoxFast:
		square := float64(seconds * seconds)
		return 1e-8 / max(float64(square*square), 1e-16)
	}
	return 1
}

// log1p returns ln(1 + x) of x ≥ 0, with the same bits on every machine: 2 artanh(x/(2 + x)) by its series.
func log1p(x float64) float64 {
	y := x / (2 + x)
	square := float64(y * y)
	sum, power := y, y
	for k := 3.0; k < 1000 && power > 1e-18; k += 2 {
		power = float64(power * square)
		sum += float64(power / k)
	}
	return 2 * sum
}

// move moves the reference clock; the simulation's clock stays where it is and follows.
func (n *Netfox) move(by time.Duration) {
	n.offset += by
	n.ahead -= by
	gear.Adopt(&n.status, n.offset, by)
}

// ServerTime returns the time of the clock that takes part in the race; the simulation's is extrapolated at the rate of the
// latest frame.
func (n *Netfox) ServerTime(now netsync.Local) (netsync.Server, bool) {
	if n.cfg.Reference {
		return now.Plus(n.offset), n.joined
	}
	return now.Plus(n.offset + n.ahead + arith.Millionths(now.Sub(n.frames.At), n.stretch-netsync.Normal)), n.joined
}

// Status reports the clock. The round trip is midway between the least and the greatest of the latest answers, and the
// uncertainty is half of the distance between them, as netfox shows them. Each one-way delay is half of the round trip.
func (n *Netfox) Status(now netsync.Local) netsync.Status {
	s := n.status
	if t, ok := n.ServerTime(now); ok {
		s.Offset = t.Offset(now)
	}
	return s
}

// Explain shows the latest answers and the mean of those that count.
func (n *Netfox) Explain(d *insight.Detail) {
	n.samples.Explain(d, insight.Offsets)
	gear.CountLatest(d.Samples, min(n.n, n.cfg.Samples))
	if kept := n.ring[:min(n.n, n.cfg.Samples)]; len(kept) > 0 {
		d.Put(insight.MarkMeanDifference, n.offset+n.mean(kept))
	}
}
