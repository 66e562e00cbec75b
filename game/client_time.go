package game

import (
	"cmp"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// TimeSettings say by what a client's game goes.
type TimeSettings struct {
	Provider  int  // counted from 1 in [registry.TimeDesigns]; 0 is the one that goes with the driving clock
	SmoothRTT bool // providers are given the smoothed round trip instead of the latest
	// PublishedStart has server time start where the published code has it, from the next start of the provider on.
	PublishedStart bool
	// SnapshotNow has targets run on from the latest snapshot with the time that has passed since it arrived.
	SnapshotNow bool
	// Frames is what the provider "frames" goes by; the zero one stands for [unity.DefaultFrames].
	Frames unity.FramesConfig
}

// TimeFields are the settings of a client's time.
var TimeFields = append([]param.Field[TimeSettings]{
	param.Int(param.Param{Name: "time.provider", Label: "Time provider", Called: "time provider", Unit: param.Choice, Choices: timeChoices(),
		Help: timeHelp()},
		func(t *TimeSettings) *int { return &t.Provider }),
	param.Bool(param.Param{Name: "time.rtt", Label: "Round trip used", Called: "round trip taken", Unit: param.Choice, Choices: []string{"latest", "smoothed"},
		Help: "which round trip of the game's datagrams the time provider uses: the latest, as in the published text, or a moving average, which that text plans for later"},
		func(t *TimeSettings) *bool { return &t.SmoothRTT }),
	param.Bool(param.Param{Name: "time.start", Label: "Time starts", Called: "start of server time", Unit: param.Choice, Choices: []string{"target", "published"},
		Help: "where the time provider unity starts server time, from the next join on: at its target, a client buffer before the latest snapshot, or a buffer after it, as in the published code, which then slows down by 1 % and has no new snapshot to show until it gets there"},
		func(t *TimeSettings) *bool { return &t.PublishedStart }),
	param.Bool(param.Param{Name: "time.snapshot", Label: "Snapshot time", Called: "time of the latest snapshot", Unit: param.Choice, Choices: []string{"tick", "now"},
		Help: "what the time provider unity takes as the time of the latest snapshot: its tick, as in the published text, or its tick plus how long ago it arrived; then fewer inputs are late if snapshots are rare, but others are shown at a later time, for which a snapshot is missing more often"},
		func(t *TimeSettings) *bool { return &t.SnapshotNow }),
}, framesFields()...)

// framesFields are the constants of the provider "frames".
func framesFields() (all []param.Field[TimeSettings]) {
	for _, f := range unity.FramesConstants {
		all = append(all, param.Part(f, "frames.", "frames", func(t *TimeSettings) *unity.FramesConfig { return &t.Frames }))
	}
	return all
}

func timeChoices() []string {
	names := []string{"by-clock"}
	for _, d := range registry.TimeDesigns() {
		names = append(names, d.Name)
	}
	return names
}

func timeHelp() string {
	help := "what decides server time and predicted time of the client's game; by-clock: the driving clock's own times if it keeps any, else direct"
	for _, d := range registry.TimeDesigns() {
		help += "; " + d.Name + ": " + d.Help
	}
	return help
}

// SetTime chooses what the client's game goes by.
func (c *Client) SetTime(t TimeSettings) error {
	t.Frames = cmp.Or(t.Frames, unity.DefaultFrames())
	if err := param.Validate(TimeFields, &t); err != nil {
		return err
	}
	c.cfg.Time = t
	c.chooseTime()
	return nil
}

// chooseTime has the chosen provider at work, or the one that goes with the driving clock.
func (c *Client) chooseTime() {
	design := c.Clocks.runners[c.Clocks.Driving].TimeDesign()
	if chosen := c.cfg.Time.Provider; chosen > 0 {
		design = registry.TimeDesigns()[chosen-1]
	}
	config := c.Clocks.configOf(design.Clock)
	if design.Frames {
		config = cmp.Or(c.cfg.Time.Frames, unity.DefaultFrames())
	}
	c.keeper = ""
	if r := c.Clocks.of(design.Clock); r != nil {
		if _, is := r.estimator.(unity.Timekeeper); is {
			c.keeper = design.Clock
		}
	}
	if design.Name != c.times.Chosen() || config != c.timesOf {
		c.times.Use(design.Name, design.New(c.cfg.Rate, config))
		c.timesOf = config
	}
}

// configOf returns the constants of the client's clock of an algorithm. A client that has none gets the registry's; no
// algorithm has none.
func (c *Clocks) configOf(design string) any {
	if design == "" {
		return nil
	}
	if r := c.of(design); r != nil {
		return r.Config
	}
	a, err := registry.Lookup(design)
	if err != nil {
		panic(err) // a provider goes by a clock of the registry
	}
	return a.Config
}

// of returns the client's clock of an algorithm: the driving one where it is one of that design. It is nil where the client
// has none.
func (c *Clocks) of(design string) *runner {
	if r := &c.runners[c.Driving]; r.Design() == design {
		return r
	}
	for i := range c.runners {
		if r := &c.runners[i]; r.Name == design {
			return r
		}
	}
	return nil
}

// Moment is one instant as a client takes it to be (MLAPI).
type Moment struct {
	OK bool // false until the driving clock is synchronised and the first snapshot is there
	// Clock is the shared time: what the driving clock says that the host's world time is now.
	Clock unity.NetworkTime
	// Server is the time of the others' states as they are shown, and Predicted that of the own player: as the
	// time provider has them.
	Server, Predicted unity.NetworkTime
	// RTT is the smoothed round trip of the game's own datagrams. It is 0 before the first input has
	// been answered.
	RTT time.Duration
}

// FrameMoment is Moment right after the frame at now: that of the frame, but for what buffers that adapt have moved in it.
func (c *Client) FrameMoment(now netsync.Local) Moment {
	if !c.joined || c.cfg.Buffers.Adaptive || c.cfg.Level.Empty() {
		return c.Moment(now)
	}
	return c.moment
}

// Moment returns the instant at which the client's clock reads now, in its latest frame or after it.
func (c *Client) Moment(now netsync.Local) (m Moment) {
	if !c.cfg.Level.Empty() {
		return c.momentOf(c.timeInput(now))
	}
	// Without a world all times are one.
	estimate, set := c.Clocks.Estimate(c.Clocks.Driving, now)
	var in unity.TimeInput
	c.worlds(estimate, &in)
	m.Clock = unity.NetworkTimeAt(c.cfg.Rate, in.Here)
	m.OK, m.Server, m.Predicted = set && c.joined, m.Clock, m.Clock
	return m
}

// advanceTime brings the client's times to a frame, and returns the moment of that.
func (c *Client) advanceTime(now netsync.Local) Moment {
	// Where the driving clock knows no one-way delays, each is half of the latest round trip of the game's.
	c.delays = seenDelays{up: c.rtt.latest / 2, down: c.rtt.latest / 2}
	if s := c.Clocks.Status(c.Clocks.Driving, now); s.HasOWD {
		c.delays = seenDelays{min(max(s.OWDUp, 0), maxRoundTrip), min(max(s.OWDDown, 0), maxRoundTrip), c.Clocks.runners[c.Clocks.Driving].Base}
	}
	ok := c.timeInput(now)
	if ok {
		c.times.Advance(&c.asked)
		c.timed = now
	}
	return c.momentOf(ok)
}

// momentOf returns the moment of what timeInput has gathered; ok is false where that is too little.
func (c *Client) momentOf(ok bool) (m Moment) {
	in, rate := &c.asked, c.cfg.Rate
	m.RTT, m.OK = c.rtt.smooth, ok && c.times.Started()
	m.Clock = unity.NetworkTimeAt(rate, in.Here)
	if m.OK {
		t := c.times.Times(in)
		m.Server, m.Predicted = unity.NetworkTimeAt(rate, t.Server), unity.NetworkTimeAt(rate, t.Predicted)
	}
	in.Dilation = nil // copies of a client have one of their own
	return m
}

// timeInput gathers what a time provider goes by; ok is false while there is too little.
func (c *Client) timeInput(now netsync.Local) (ok bool) {
	in := &c.asked
	*in = unity.TimeInput{Now: now, Dilation: &c.dilation}
	if c.times.Started() {
		in.Delta = max(now.Sub(c.timed), 0)
	}
	estimate, set := c.Clocks.Estimate(c.Clocks.Driving, now)
	c.worlds(estimate, in)
	in.Snapshot, in.SnapshotAge = c.latest.host, now.Sub(c.latest.arrived)
	in.RTT, in.HasRTT = c.rtt.used(&c.cfg.Time), c.rtt.known
	in.Early, in.EarlyTick = c.adapt.margin, c.adapt.reported
	in.ClientBuffer, in.ServerBuffer = c.inUse()
	in.PublishedStart, in.SnapshotNow = c.cfg.Time.PublishedStart, c.cfg.Time.SnapshotNow
	ok = set && c.joined && c.latest.known
	if c.keeper != "" && ok { // an engine's clock keeps these times itself
		r := c.Clocks.of(c.keeper)
		predicted, server, known := r.estimator.(unity.Timekeeper).Times(c.Clocks.base(r.Base, now))
		in.Kept = unity.WorldTimes{Predicted: c.dilation.At(predicted), Server: c.dilation.At(server)}
		ok = known
	}
	return ok
}

// tellClocks tells the clocks that may go by it what the game goes by at now.
func (c *Client) tellClocks(now netsync.Local) {
	g := c.Clocks.game
	g.TickRate, g.FrameRate = 1000*c.cfg.Rate, 1000*c.cfg.Rate
	g.Measures, g.RTT, g.HasRTT = !c.cfg.Level.Empty(), c.rtt.used(&c.cfg.Time), c.rtt.known
	g.StartsOnTarget = !c.cfg.Time.PublishedStart
	receive, send := c.inUse()
	g.SetBuffers(receive, send, c.dilation.Rate(c.latest.host.Add(now.Sub(c.latest.arrived))))
	if g == c.Clocks.game {
		return
	}
	c.Clocks.game = g
	for _, i := range c.Clocks.adopters {
		c.Clocks.runners[i].estimator.(unity.Adopter).Adopt(g)
	}
}

// seenDelays are one-way delays as the driving clock saw them in the latest frame.
type seenDelays struct {
	up, down time.Duration
	base     netsync.Base // of the clock that they were measured by
}

// worlds turns what the driving algorithm estimates into the host's world time one way ago, now, and one way ahead. An
// algorithm on real time gets it from what the host has announced of its dilation; one on world time has it already, and
// can but guess that the rate stays.
func (c *Client) worlds(estimate netsync.Server, in *unity.TimeInput) {
	up, down := c.delays.up, c.delays.down
	if c.Clocks.runners[c.Clocks.Driving].Base == netsync.BaseReal {
		in.Behind, in.Here, in.Ahead = c.dilation.At(estimate.Add(-down)), c.dilation.At(estimate), c.dilation.At(estimate.Add(up))
		return
	}
	if c.delays.base == netsync.BaseReal {
		lines := c.dilation.Lines()
		rate := lines[len(lines)-1]
		up, down = time.Duration(rate.Scale(int64(up))), time.Duration(rate.Scale(int64(down)))
	}
	in.Here = netsync.World(estimate)
	in.Behind, in.Ahead = in.Here.Add(-down), in.Here.Add(up)
}

// latestSnapshot is what times go by of the snapshot of the latest tick.
type latestSnapshot struct {
	tick    int64
	host    netsync.Server // the host's clock at that tick
	arrived netsync.Local
	known   bool
}

// TimeState is how a client's times stand.
type TimeState struct {
	Provider string // that is at work
	Pace     unity.Pace
	Settling unity.Settling
	Faults   uint64 // providers that were stopped since they broke their promise
	Fault    error  // why the latest was
	// ByClock says that both times follow the driving clock, as in "direct" and in the provider of an engine whose clock
	// drives. The others follow snapshots and round trips.
	ByClock bool
	// PlatformPace is how far a platform under [NearTime] has been shown to move in a frame at most, in percent of the distance
	// at its own speed: at most [MaxPlatformPace].
	PlatformPace int64
}

// Time returns how the client's times stand.
func (c *Client) Time() TimeState {
	s := TimeState{PlatformPace: c.spaces.pace, Provider: c.times.AtWork(), Pace: c.times.Pace(), Settling: c.times.Settling()}
	s.Faults, s.Fault = c.times.Faults()
	s.ByClock = s.Provider == registry.TimeDesigns()[0].Name || c.keeper != "" && c.keeper == c.Clocks.runners[c.Clocks.Driving].Design()
	return s
}

// roundTrip is that of the game's own datagrams: the latest, and smoothed as RFC 6298 has it, section 2 (alpha 1/8).
type roundTrip struct {
	latest, smooth time.Duration
	known          bool
}

// used returns the round trip that the game's times use.
func (r *roundTrip) used(set *TimeSettings) time.Duration {
	if set.SmoothRTT {
		return r.smooth
	}
	return r.latest
}

// maxRoundTrip is the longest that is believed. Two ways of the longest delay that a link can be set to are below.
const maxRoundTrip = 30 * time.Second

func (r *roundTrip) observe(d time.Duration) {
	if d < 0 || d > maxRoundTrip {
		return
	}
	if !r.known {
		r.smooth, r.known = d, true
	}
	r.latest = d
	r.smooth += (d - r.smooth) / 8
}

// wireMicros is a clock reading in µs, wrapping at 32 bits, for round trips.
func wireMicros(now netsync.Local) uint32 { return uint32(int64(now) / 1000) }
