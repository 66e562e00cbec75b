package game

import (
	"cmp"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// TimeSettings choose the times that a client's game follows.
type TimeSettings struct {
	Provider  int  // counted from 1 in [registry.TimeDesigns]; 0 is the driving clock's default
	SmoothRTT bool // providers are given the smoothed round trip instead of the latest
	// PublishedStart starts server time where the published code does, from the provider's next start on.
	PublishedStart bool
	// SnapshotNow adds to the latest snapshot's time how long ago it arrived.
	SnapshotNow bool
	// Others is the time in which the client shows what it receives.
	Others OthersTime
	// TimeConfigs are the constants of providers; zero is their defaults.
	unity.TimeConfigs
}

// OthersTime says in which time a client shows what it receives from the host: what [Moment].Server is.
type OthersTime uint8

const (
	// OthersInServerTime is the provider's server time, for which there is a snapshot unless one is late or lost.
	OthersInServerTime OthersTime = iota
	// OthersUnbuffered is a client buffer later: often the snapshot for it has not arrived.
	OthersUnbuffered
	// OthersInPredictedTime is the local player's time: no snapshot for it can have arrived.
	OthersInPredictedTime
)

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
	param.Int(param.Param{Name: "others.time", Label: "Others shown in", Called: "time of the others", Unit: param.Choice, Choices: []string{"server", "unbuffered", "predicted"},
		Help: "in which time the client shows what it receives: server time, a client buffer behind the latest snapshot; unbuffered, without that buffer; or its own player's predicted time, for which no snapshot can have arrived. In a wrong time the others stand where the latest snapshot has them, and jerk to the next"},
		func(t *TimeSettings) *OthersTime { return &t.Others }),
}, providersFields()...)

// providersFields are the constants of the providers that have their own.
func providersFields() (all []param.Field[TimeSettings]) {
	for _, f := range unity.TimeConstants {
		all = append(all, param.Part(f, "", "", func(t *TimeSettings) *unity.TimeConfigs { return &t.TimeConfigs }))
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

// SetTime chooses the times that the client's game follows.
func (c *Client) SetTime(t TimeSettings) error {
	t.TimeConfigs = cmp.Or(t.TimeConfigs, param.Defaults(unity.TimeConstants))
	if err := param.Validate(TimeFields, &t); err != nil {
		return err
	}
	c.cfg.Time = t
	c.chooseTime()
	return nil
}

// chooseTime installs the chosen time provider, or the driving clock's default.
func (c *Client) chooseTime() {
	design := c.Clocks.runners[c.Clocks.Driving].TimeDesign()
	if chosen := c.cfg.Time.Provider; chosen > 0 {
		design = registry.TimeDesigns()[chosen-1]
	}
	config := c.Clocks.configOf(design.Clock)
	if design.Own != nil {
		own := cmp.Or(c.cfg.Time.TimeConfigs, param.Defaults(unity.TimeConstants))
		config = design.Own(&own)
	}
	c.keeper = ""
	if r := c.Clocks.of(design.Clock); r != nil {
		if _, is := r.estimator.(unity.Timekeeper); is {
			c.keeper = design.Clock
		}
	}
	if design.Name != c.times.Chosen || config != c.timesOf {
		c.times.Use(design.Name, design.New(c.cfg.Rate, config))
		c.timesOf = config
	}
}

// configOf returns the constants of the client's clock of a design, or the registry's if the client has none; nil for "".
func (c *Clocks) configOf(design string) any {
	if design == "" {
		return nil
	}
	if r := c.of(design); r != nil {
		return r.Config
	}
	a, err := registry.Lookup(design)
	if err != nil {
		panic(err) // a provider's clock is in the registry
	}
	return a.Config
}

// of returns the client's clock of a design, the driving one if it is of that design; nil if there is none.
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

// Moment is an instant as a client sees it (MLAPI).
type Moment struct {
	OK bool // false until the driving clock is synchronised and a snapshot has arrived
	// Clock is the shared time: the driving clock's estimate of the host's world time now.
	Clock unity.NetworkTime
	// Server is the time in which the others are shown, Predicted that of the client's player. Both come from the time provider.
	Server, Predicted unity.NetworkTime
	// RTT is the smoothed round trip of the game's datagrams, 0 before the first answer to an input.
	RTT time.Duration
}

// FrameMoment is Moment right after the frame at now. It is cheaper: only adaptive buffers change anything within a frame.
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

// advanceTime advances the client's times to a frame, and returns its moment.
func (c *Client) advanceTime(now netsync.Local) Moment {
	// If the driving clock measures no one-way delays, each is half of the game's latest round trip.
	c.delays = seenDelays{up: c.rtt.latest / 2, down: c.rtt.latest / 2}
	if s := c.Clocks.Status(c.Clocks.Driving, now); s.HasOWD {
		c.delays = seenDelays{min(max(s.OWDUp, 0), maxRoundTrip), min(max(s.OWDDown, 0), maxRoundTrip), c.Clocks.runners[c.Clocks.Driving].Base}
	}
	ok := c.timeInput(now)
	if ok {
		c.times.Advance(&c.asked)
		c.timed = now
	}
	c.arrivals = c.arrivals[:0]
	return c.momentOf(ok)
}

// momentOf returns the moment for c.asked; ok is what timeInput returned.
func (c *Client) momentOf(ok bool) (m Moment) {
	in, rate := &c.asked, c.cfg.Rate
	m.RTT, m.OK = c.rtt.smooth, ok && c.times.Started
	m.Clock = unity.NetworkTimeAt(rate, in.Here)
	if m.OK {
		t := c.times.Times(in)
		switch c.cfg.Time.Others {
		case OthersUnbuffered:
			t.Server = t.Server.Add(in.ClientBuffer)
		case OthersInPredictedTime:
			t.Server = t.Predicted
		}
		m.Server, m.Predicted = unity.NetworkTimeAt(rate, t.Server), unity.NetworkTimeAt(rate, t.Predicted).AddTicks(-c.predict.owed)
	}
	in.Dilation, in.Arrived = nil, nil // a copy of the client must not share them
	return m
}

// timeInput gathers the input of a time provider in c.asked; ok is false while some of it is missing.
func (c *Client) timeInput(now netsync.Local) (ok bool) {
	in := &c.asked
	*in = unity.TimeInput{Now: now, Dilation: &c.dilation}
	if c.times.Started {
		in.Delta = max(now.Sub(c.timed), 0)
	}
	estimate, set := c.Clocks.Estimate(c.Clocks.Driving, now)
	c.worlds(estimate, in)
	in.Snapshot, in.SnapshotAge = c.latest.host, now.Sub(c.latest.arrived)
	in.Arrived, in.Interval = c.arrivals, c.ticks(max(int(c.every), 1))
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

// tellClocks gives the game's settings and round trip at now to the clocks that adopt them.
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

// seenDelays are one-way delays as measured by the driving clock in the latest frame.
type seenDelays struct {
	up, down time.Duration
	base     netsync.Base // of the clock that measured them
}

// worlds turns the driving algorithm's estimate into the host's world time now, one OWD ago, and one OWD ahead. For an algorithm
// on real time it applies the announced dilation; one on world time estimates it directly, and assumes that the rate stays.
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

// latestSnapshot is what the times need of the snapshot with the latest tick.
type latestSnapshot struct {
	tick    int64
	host    netsync.Server // the host's clock at that tick
	arrived netsync.Local
	known   bool
}

// TimeState describes a client's times.
type TimeState struct {
	Provider string // the one in use
	Pace     unity.Pace
	Settling unity.Settling
	Faults   uint64 // providers stopped because they broke their contract
	Fault    error  // of the latest one
	// ByClock says that both times follow the driving clock, as in "direct" and in the provider of an engine whose clock
	// drives. The others follow snapshots and round trips.
	ByClock bool
	// PlatformPace is how far a platform under [NearTime] has been shown to move in a frame at most, in percent of the distance
	// at its own speed: at most [MaxPlatformPace].
	PlatformPace int64
}

// Time returns the state of the client's times.
func (c *Client) Time() TimeState {
	s := TimeState{PlatformPace: c.spaces.pace, Provider: c.times.AtWork, Pace: c.times.Pace, Settling: c.times.Settling(),
		Faults: c.times.Faults, Fault: c.times.Fault}
	s.ByClock = s.Provider == registry.TimeDesigns()[0].Name || c.keeper != "" && c.keeper == c.Clocks.runners[c.Clocks.Driving].Design()
	return s
}

// roundTrip is the round trip of the game's datagrams: the latest, and smoothed as in RFC 6298, section 2 (alpha 1/8).
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

// maxRoundTrip is the longest plausible one: more than twice the longest delay that a link can be set to.
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

// wireMicros returns a clock reading in µs, wrapping at 32 bits, for round trips.
func wireMicros(now netsync.Local) uint32 { return uint32(int64(now) / 1000) }
