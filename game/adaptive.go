package game

import (
	"cmp"
	"math"
	"time"

	"driftlab/internal/param"
)

// Buffers are extra waits that absorb jitter, in ticks (MLAPI, "Buffering").
type Buffers struct {
	Client float64 // how much later the others' states are shown; default 1
	Server float64 // how much earlier inputs are sent; default 2

	// Adaptive buffers start at these lengths and follow the latest arrivals.
	Adaptive bool
	Late     int // share of late ticks that adaptive buffers aim at, per mille, 1..500; 0 stands for DefaultLate
}

// DefaultBuffers are those of MLAPI's text: one tick for the client, two for the server.
var DefaultBuffers = Buffers{Client: 1, Server: 2}

// Adaptive buffers, beside the fixed ones of MLAPI's text. For each tick, both ends measure how long a buffer it would have
// needed. The client measures in each frame how late the snapshot for it was. The host reports by how much each input was
// early or late; the client adds that to the buffer it had when it sent the input. An adaptive buffer is as long as all but a
// chosen share of the latest ticks needed. It grows fast, shrinks slowly and never jumps.

// The limits of adaptive buffers.
const (
	// DefaultLate is the wanted share of late ticks, per mille.
	DefaultLate = 10
	// MaxBuffer is the longest adaptive buffer. Anything later is an outage, which no buffer can bridge.
	MaxBuffer = (needBins - 1) * NeedWidth

	growth    = 8  // a buffer grows by at most 1/growth of a tick per tick
	shrinkage = 64 // and shrinks by at most 1/shrinkage
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

// adaptive is the state of a client's buffers; lengths are of world time.
type adaptive struct {
	fixed           struct{ client, server time.Duration } // as long as set
	started         bool                                   // client and server hold adaptive lengths
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

// inUse returns the buffers in use, of world time. Fixed ones are as long as set, plus the ticks that a datagram waits if not
// every tick sends one.
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
	// Rounded up, so that a frame right at the start of a tick is whole ticks ahead.
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

// slew returns the next length of a buffer. It changes no faster than the client's times can follow; the difference would be
// measured as need.
func slew(now time.Duration, n *needs, tick, most time.Duration) time.Duration {
	aim, ok := n.length()
	if !ok {
		return now
	}
	return min(max(aim, now-min(tick/shrinkage, most)), now+min(tick/growth, most))
}

// hear takes the host's report on an input, once. A report in a snapshot that was overtaken counts for the buffer, but is too
// old for the time provider.
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

// BufferState describes a client's buffers.
type BufferState struct {
	Adaptive bool
	// Client and Server are the buffers in use, of world time.
	Client, Server time.Duration
	// ClientFill is how far the latest snapshot is ahead of the time in which the others are shown; negative is starved.
	// ServerFill is how early the latest reported input reached the host, before its tick; negative is late.
	ClientFill, ServerFill time.Duration
	// Frames counts frames that showed the others, Starved those among them that had no snapshot to interpolate to.
	Frames, Starved uint64
}

// Buffers returns the state of the buffers in the latest frame.
func (c *Client) Buffers() BufferState {
	s := BufferState{Adaptive: c.cfg.Buffers.Adaptive, ServerFill: c.adapt.margin, Frames: c.adapt.frames, Starved: c.adapt.starved}
	s.Client, s.Server = c.inUse()
	if newest := c.others.newest(); newest >= 0 && c.moment.OK {
		s.ClientFill = c.worldAt(newest).Sub(c.moment.Server.World())
	}
	return s
}

// BufferNeeds returns a histogram of the client buffer that each of the latest frames needed: the i-th number counts frames
// that needed i·[NeedWidth], rounded up. It covers at most 512 frames (8 s at 60 Hz) and leaves out needs above [MaxBuffer].
// It reuses into.
func (c *Client) BufferNeeds(into []int) []int {
	into = into[:0]
	for _, n := range c.adapt.needs.client.bins {
		into = append(into, int(n))
	}
	return into
}

// NeedWidth is the width of a bin of needs.
const NeedWidth = 2 * time.Millisecond

const (
	needRing  = 512 // samples: eight seconds at 60 Hz
	needBins  = 256
	needLeast = 16 // samples before any count
)

// needs is a histogram of the latest buffer lengths needed, in bins of NeedWidth, and an estimate of their tail.
//
// At an aim of 0.2 %, one of the latest 512 samples may be late, so counting late samples says next to nothing. Instead needs
// measures by how much samples exceed a threshold that one in twenty exceeds, as in peaks over threshold (Pickands, "Statistical
// inference using extreme order statistics", Annals of Statistics 3, 1975). The buffer is the threshold plus a multiple of the
// mean excess, the reach. The right multiple depends on the tail, which 25 samples don't show. So the reach starts at its value
// for an exponential tail and is learnt: each late sample adds a step, each sample takes a little away, and the two cancel once
// the share of late samples is as wanted, whatever the tail (Gibbs and Candès, "Adaptive conformal inference under distribution
// shift", NeurIPS 2021).
type needs struct {
	ring  [needRing]uint8
	bins  [needBins]uint16
	n     int
	next  int
	at    int // a bin
	over  int // samples in the bins above it
	above int // the sum of those bins
	aim   int // wanted share of late samples, per mille; 0 learns nothing
	reach int // mean excesses from the threshold to the buffer, in units of 1/reachUnit
}

const (
	peaks     = 50 // per mille of samples above the threshold, or the share that may be late if that is more
	reachUnit = 1 << 20
	reachStep = reachUnit / 8  // added by a late sample; at 1 % it takes 800 samples to forget it
	reachMost = 32 * reachUnit // far beyond any tail
)

// add takes a sample, and whether it was late for the buffer in use. Outages are ignored.
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

// count adds n samples to a bin.
func (s *needs) count(bin, n int) {
	s.bins[bin] += uint16(n)
	if bin > s.at {
		s.over += n
		s.above += n * bin
	}
}

// aimAt sets the share of late samples, per mille. A new share restarts the reach at its value for an exponential tail, where
// neighbouring samples are a mean excess divided by their rank apart (Rényi, "On the theory of order statistics", 1953).
func (s *needs) aimAt(permille int) {
	if s.aim == permille {
		return
	}
	s.aim, s.reach = permille, 0
	for rank := permille + 1; rank <= peaks; rank++ {
		s.reach += reachUnit / rank
	}
}

// length returns how long the buffer should be; ok is false while there are too few samples. Samples are assumed to be evenly
// spread within their bin.
func (s *needs) length() (d time.Duration, ok bool) {
	share := max(s.aim, peaks)
	edge, ok := s.exceededBy(share)
	if !ok {
		return 0, false
	}
	most := max(1, s.n*share/1000)
	within := NeedWidth * time.Duration(most-s.over) / time.Duration(max(1, s.bins[s.at])) // from the threshold to the bin's upper edge
	excess := NeedWidth*time.Duration(2*(s.above-s.over*s.at)-s.over)/2 +                  // sum over the samples above the bin, from its upper edge
		within*time.Duration(most+s.over)/2
	reach := excess * time.Duration(s.reach) / time.Duration(most) / reachUnit
	return min(max(edge-within+reach, 0), MaxBuffer), true
}

// exceededBy returns the length that at most this share of the samples exceed; ok is false while there are too few samples.
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
