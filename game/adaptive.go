package game

import (
	"cmp"
	"math"
	"time"

	"driftlab/internal/param"
)

// Buffers are the waits that make up for jitter, in ticks (MLAPI, "Buffering").
type Buffers struct {
	Client float64 // others' states are shown so much later; default 1
	Server float64 // own inputs are sent so much earlier; default 2

	// Adaptive buffers begin as the above and then become as long as they have to be.
	Adaptive bool
	Late     int // the share of late ticks that adaptive ones aim at, per mille, 1..500; 0 stands for DefaultLate
}

// DefaultBuffers are those of MLAPI's text: one tick for the client, two for the server.
var DefaultBuffers = Buffers{Client: 1, Server: 2}

// Adaptive buffers, beside the fixed ones of MLAPI's text. Both ends measure how long a buffer every single
// tick would have needed: the client for each of its frames, how late the snapshot was that the
// frame needed; the host reports by how much each input came before its tick, and what it lacked the
// client adds to the buffer that it had when it sent it. A buffer is to be as long as all but a chosen
// share of the latest ticks needed. It grows fast and shrinks slowly, and never leaps.

// The limits of adaptive buffers.
const (
	// DefaultLate is the share of late ticks aimed at, per mille.
	DefaultLate = 10
	// MaxBuffer is the longest adaptive buffer. What came later than that is an outage, which no
	// buffer bridges.
	MaxBuffer = (needBins - 1) * NeedWidth

	growth    = 8  // a buffer grows by at most a tick in so many
	shrinkage = 64 // and shrinks by at most a tick in so many
)

// permille is a thousandth as a share is kept.
const permille = 1e6

// BufferFields are the settings of buffers.
var BufferFields = []param.Field[Buffers]{
	param.Float(param.Param{Name: "buffer.client", Label: "Client buffer", Called: "client buffer", Unit: param.Ticks, Max: 30e6, Default: 1e6,
		Help: "how long after receiving them the client shows snapshots"},
		func(b *Buffers) *float64 { return &b.Client }),
	param.Float(param.Param{Name: "buffer.server", Label: "Server buffer", Called: "server buffer", Unit: param.Ticks, Max: 30e6, Default: 2e6,
		Help: "how much earlier than needed the client sends its inputs"},
		func(b *Buffers) *float64 { return &b.Server }),
	param.Bool(param.Param{Name: "buffer.mode", Label: "Buffers", Called: "buffers", Unit: param.Choice, Choices: []string{"fixed", "adaptive"},
		Help: "whether buffers stay as set, or follow the latest arrivals, no faster than the time provider can follow"},
		func(b *Buffers) *bool { return &b.Adaptive }),
	param.Scaled(param.Param{Name: "buffer.late", Label: "Late target", Called: "late inputs allowed", Unit: param.Share, Min: permille, Max: 500 * permille, Default: DefaultLate * permille, Unset: true,
		Help: "share of late ticks that adaptive buffers aim at, in steps of 0.1 %"}, permille,
		func(b *Buffers) *int { return &b.Late }),
}

// Validate says what is wrong with the buffers.
func (b Buffers) Validate() error { return param.Validate(BufferFields, &b) }

// adaptive are a client's buffers in use, of world time, and what they go by.
type adaptive struct {
	fixed           struct{ client, server time.Duration } // as long as set
	started         bool                                   // the fixed ones have been taken over
	client, server  time.Duration
	needs           struct{ client, server needs }
	leads           history[lead]
	reported        int64 // newest tick that the host has reported on
	margin          time.Duration
	shown           int64 // world time shown in the latest frame
	frames, starved uint64
}

// lead is the server's buffer that a tick was sent with.
type lead struct {
	tick int64 // noLead once the host has reported on it
	lead time.Duration
}

const noLead = -1

func (a *adaptive) reset() {
	clear(a.leads.ring)
	*a = adaptive{fixed: a.fixed, leads: a.leads, started: a.started, client: a.client, server: a.server, reported: -1, frames: a.frames, starved: a.starved}
}

// inUse returns the buffers in use, of world time. The fixed ones are as long as set, and longer by
// the ticks for which a datagram has to wait where not every tick has one.
func (c *Client) inUse() (client, server time.Duration) {
	a := &c.adapt
	if c.cfg.Buffers.Adaptive && a.started {
		return a.client, a.server
	}
	client = a.fixed.client + c.ticks(max(int(c.every)-1, 0))
	server = a.fixed.server + c.ticks(interval(c.cfg.Rate, c.cfg.InputRate)-1)
	return client, server
}

// SetBuffers changes the buffers.
func (c *Client) SetBuffers(b Buffers) {
	c.cfg.Buffers = b
	// Rounded up, so that a frame at the very beginning of a tick is whole ticks ahead.
	length := func(ticks float64) time.Duration {
		return time.Duration(math.Ceil(ticks * float64(time.Second) / float64(c.cfg.Rate)))
	}
	c.adapt.fixed.client, c.adapt.fixed.server = length(b.Client), length(b.Server)
}

// adjust measures what this frame needed and moves adaptive buffers towards their aims.
func (a *adaptive) adjust(c *Client) {
	m := &c.moment
	client, server := c.inUse()
	newest, shown := c.others.newest(), m.Server.World()
	if c.rtt.known && newest >= 0 && int64(shown) != a.shown { // not in a pause
		a.shown = int64(shown)
		need := shown.Add(client).Sub(c.others.ring[c.others.last].at)
		a.frames++
		if need > client {
			a.starved++
		}
		a.needs.client.add(need, need > client)
	}
	late := cmp.Or(c.cfg.Buffers.Late, DefaultLate)
	if !c.cfg.Buffers.Adaptive {
		a.started, late = false, 0
	}
	a.needs.client.aimAt(late)
	a.needs.server.aimAt(late)
	if late == 0 {
		return
	}
	tick := c.ticks(1)
	most := c.times.Follow(tick)
	a.started = true
	a.client = slew(client, &a.needs.client, tick, most)
	a.server = slew(server, &a.needs.server, tick, most)
}

// slew returns the next length of a buffer. It changes no faster than the client's times follow: what they lack of
// it would be taken for need.
func slew(now time.Duration, n *needs, tick, most time.Duration) time.Duration {
	aim, ok := n.length()
	if !ok {
		return now
	}
	return min(max(aim, now-min(tick/shrinkage, most)), now+min(tick/growth, most))
}

// hear takes the host's report of an input, each once. That of a snapshot that a later one has overtaken counts
// for the buffer, but is no news for the time provider.
func (a *adaptive) hear(r inputReport, tick time.Duration, later bool) {
	margin := time.Duration(r.margin) * time.Microsecond
	if later && r.tick > a.reported {
		a.reported, a.margin = r.tick, margin
	}
	e := a.leads.at(r.tick)
	if e.tick != r.tick {
		return
	}
	e.tick = noLead
	for i := range time.Duration(r.brought) { // the older ones had less time
		a.needs.server.add(e.lead-margin+i*tick, margin < i*tick)
	}
}

// BufferState is how a client's buffers stand.
type BufferState struct {
	Adaptive bool
	// Client and Server are the buffers in use, of world time.
	Client, Server time.Duration
	// ClientFill is how far the latest snapshot lies ahead of what is shown of the others; negative is
	// starved. ServerFill is by how much the latest input that the host has reported came before its
	// tick; negative is late.
	ClientFill, ServerFill time.Duration
	// Frames are those that showed the others, Starved those of them without a snapshot to
	// interpolate to.
	Frames, Starved uint64
}

// Buffers returns how the buffers stood in the latest frame.
func (c *Client) Buffers() BufferState {
	s := BufferState{Adaptive: c.cfg.Buffers.Adaptive, ServerFill: c.adapt.margin, Frames: c.adapt.frames, Starved: c.adapt.starved}
	s.Client, s.Server = c.inUse()
	if newest := c.others.newest(); newest >= 0 && c.moment.OK {
		s.ClientFill = c.worldAt(newest).Sub(c.moment.Server.World())
	}
	return s
}

// BufferNeeds returns how long a client's buffer its latest frames would have had to have, as so many of them in
// each multiple of [NeedWidth], rounded up: the first is of those that needed none. There are at most 512 frames, eight
// seconds at 60 Hz, and none that needed more than [MaxBuffer]. It writes over into and returns it, longer where need be.
func (c *Client) BufferNeeds(into []int) []int {
	into = into[:0]
	for _, n := range c.adapt.needs.client.bins {
		into = append(into, int(n))
	}
	return into
}

// NeedWidth is in what steps needs are counted.
const NeedWidth = 2 * time.Millisecond

const (
	needRing  = 512 // samples: eight seconds at 60 Hz
	needBins  = 256
	needLeast = 16 // samples before any count
)

// needs are the latest lengths that a buffer would have had to have, in bins of NeedWidth, and what they say of the
// longest.
//
// At an aim of 0.2 % one of the latest 512 samples may be late, so counting them says next to nothing. Instead it looks at by how
// much samples exceed a threshold that one in twenty exceeds, as with peaks over a threshold (Pickands, "Statistical
// inference using extreme order statistics", Annals of Statistics 3, 1975): the buffer is the threshold and some mean
// excesses, its reach. How many it takes depends on the tail, which 25 samples do not show. So the reach begins as an
// exponential tail has it and is learnt: each late sample adds a step, each sample takes a little away, and the two
// cancel out where the late ones have their share, whatever the tail is (Gibbs and Candès, "Adaptive conformal inference under
// distribution shift", NeurIPS 2021).
type needs struct {
	ring  [needRing]uint8
	bins  [needBins]uint16
	n     int
	next  int
	at    int // a bin
	over  int // samples in the bins above it
	above int // the sum of those bins
	aim   int // the share of late samples, per mille; 0 learns nothing
	reach int // mean excesses from the threshold to the buffer, in units of 1/reachUnit
}

const (
	peaks     = 50 // per mille of the samples exceed the threshold, or as many as may be late where that is more
	reachUnit = 1 << 20
	reachStep = reachUnit / 8  // what a late sample adds: at 1 % it takes 800 samples to forget it
	reachMost = 32 * reachUnit // far beyond any tail
)

// add takes a sample, and whether it was late for the buffer that there was. An outage says nothing of the buffer.
func (s *needs) add(d time.Duration, late bool) {
	if d > MaxBuffer {
		return
	}
	bin := int((max(d, 0) + NeedWidth - 1) / NeedWidth)
	if s.n == needRing {
		s.count(int(s.ring[s.next]), -1)
	} else {
		s.n++
	}
	s.ring[s.next] = uint8(bin)
	s.next = (s.next + 1) % needRing
	s.count(bin, 1)
	if late {
		s.reach += reachStep
	}
	s.reach = min(max(s.reach-reachStep*s.aim/1000, 0), reachMost) // at least the threshold itself
}

// count adds so many samples to a bin.
func (s *needs) count(bin, n int) {
	s.bins[bin] += uint16(n)
	if bin > s.at {
		s.over += n
		s.above += n * bin
	}
}

// aimAt sets the share of late samples, per mille. With another one the reach begins as an exponential tail has it,
// whose samples lie a mean excess divided by their rank apart (Rényi, "On the theory of order statistics", 1953).
func (s *needs) aimAt(permille int) {
	if s.aim == permille {
		return
	}
	s.aim, s.reach = permille, 0
	for rank := permille + 1; rank <= peaks; rank++ {
		s.reach += reachUnit / rank
	}
}

// length returns how long the buffer is to be; ok is false while there are too few samples. Those of a bin are taken to lie
// evenly in it.
func (s *needs) length() (d time.Duration, ok bool) {
	share := max(s.aim, peaks)
	edge, ok := s.exceededBy(share)
	if !ok {
		return 0, false
	}
	most := max(1, s.n*share/1000)
	within := NeedWidth * time.Duration(most-s.over) / time.Duration(max(1, s.bins[s.at])) // from the threshold to the bin's upper edge
	excess := NeedWidth*time.Duration(2*(s.above-s.over*s.at)-s.over)/2 +                  // of those above the bin, over its upper edge
		within*time.Duration(most+s.over)/2
	reach := excess * time.Duration(s.reach) / time.Duration(most) / reachUnit
	return min(max(edge-within+reach, 0), MaxBuffer), true
}

// exceededBy returns the length that at most so many per mille of the samples are above; ok is false
// while there are too few.
func (s *needs) exceededBy(permille int) (d time.Duration, ok bool) {
	if s.n < needLeast {
		return 0, false
	}
	most := s.n * permille / 1000
	for s.over > most {
		s.at++
		s.over -= int(s.bins[s.at])
		s.above -= int(s.bins[s.at]) * s.at
	}
	for s.at > 0 && s.over+int(s.bins[s.at]) <= most {
		s.over += int(s.bins[s.at])
		s.above += int(s.bins[s.at]) * s.at
		s.at--
	}
	return time.Duration(s.at) * NeedWidth, true
}
