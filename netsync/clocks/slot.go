package clocks

import (
	"cmp"
	"slices"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// SlotConfig holds the constants of [Slot].
type SlotConfig struct {
	// Poll is the time after which a ping is sent in a packet of its own.
	Poll time.Duration
	// Piggyback is the time after which a ping goes with a packet that is sent anyway; see [Slot.Piggyback].
	Piggyback time.Duration
	// Late is the longest round trip that is not discarded: 16-bit stamps cannot tell 33 s from none.
	Late time.Duration
	// Ring is how many round trips the percentiles are taken from.
	Ring int
	// Cut is the percentile up to which a round trip may set the clock.
	Cut int
	// Tolerance is how wrong the clock may be at first.
	Tolerance time.Duration
	// Wide is how wrong the clock may be later.
	Wide time.Duration
	// WidenOver is how long after the first synchronisation the tolerance takes to grow from Tolerance to Wide, in a
	// straight line.
	WidenOver time.Duration
	// Stamps says which stamps pings and answers carry.
	Stamps SlotStamps
	// ExtendAfter is how long an answer waits, with its stamps, until they are extended. The text extends them at once,
	// since a packet may spend half a minute in a queue, and then 16 bits are misread by a whole turn.
	ExtendAfter time.Duration
}

// SlotStamps is the kind of time stamp that [Slot] works with.
type SlotStamps uint8

const (
	// SlotMillis32 is whole milliseconds in 32 bits: [Millis32].
	SlotMillis32 SlotStamps = iota
	// SlotMillis16 is whole milliseconds of which 16 bits are sent: [Millis16]. It halves the bytes. The price is that the
	// clock stays wrong by a multiple of 65.536 s once either machine's clock is set by more than 32 s. With 32 bits that
	// takes 24.8 days.
	SlotMillis16
	// SlotNanos is the stamps of an [netsync.Event] unchanged. The published text does not have this; it shows what the
	// filter alone can do.
	SlotNanos
)

// DefaultSlot returns the constants of Slot's text: "every 3 or 5 seconds", 10 s, "32 or 64" round trips, 20th percentile, 3
// to 7 ms. The text leaves some choices, made here for these reasons: 5 s for a packet of its own and 3 s on a packet that
// is sent anyway, since that ping costs next to nothing; and 32 round trips, since the ring must turn over before a slower
// route is believed.
//
// The text does not say how fast the tolerance widens. Here it takes as long as the ring takes to fill for the first time,
// 32 × 5 s: "well synchronized at start" applies while the percentiles are still rough.
func DefaultSlot() SlotConfig {
	return param.Defaults(SlotConstants)
}

// SlotConstants are what can be set of the clock. They must not be changed.
var SlotConstants = []netsync.Constant[SlotConfig]{
	gear.With("piggyback", gear.Span("poll", "time after which a ping gets a packet of its own", 100*time.Millisecond, time.Minute, 5*time.Second,
		func(c *SlotConfig) *time.Duration { return &c.Poll })),
	gear.With("poll", gear.Span("piggyback", "time after which a ping goes along with a packet that is sent anyway; no longer than poll", 100*time.Millisecond, time.Minute, 3*time.Second,
		func(c *SlotConfig) *time.Duration { return &c.Piggyback })),
	gear.Span("late", "longest round trip that is still used", 100*time.Millisecond, 30*time.Second, 10*time.Second,
		func(c *SlotConfig) *time.Duration { return &c.Late }),
	gear.Count("ring", "how many round trips the percentiles come from", 1, 64, 32,
		func(c *SlotConfig) *int { return &c.Ring }),
	gear.Count("cut", "percentile up to which a round trip may set the clock", 1, 100, 20,
		func(c *SlotConfig) *int { return &c.Cut }),
	gear.With("wide", gear.Span("tolerance", "how far the clock may be wrong at first", 0, time.Second, 3*time.Millisecond,
		func(c *SlotConfig) *time.Duration { return &c.Tolerance })),
	gear.With("tolerance", gear.Span("wide", "how far the clock may be wrong later; no less than tolerance", 0, time.Second, 7*time.Millisecond,
		func(c *SlotConfig) *time.Duration { return &c.Wide })),
	gear.Span("widen-over", "time from the first synchronisation on in which the tolerance widens", 0, time.Hour, 160*time.Second,
		func(c *SlotConfig) *time.Duration { return &c.WidenOver }),
	param.Int(param.Param{Name: "stamps", Unit: param.Choice, Choices: []string{"millis32", "millis16", "nanos"},
		Help: "what pings carry: milliseconds in 32 bits or in 16, or nanoseconds, which no text has"},
		func(c *SlotConfig) *SlotStamps { return &c.Stamps }),
	gear.Span("extend-after", "how long answers wait until their stamps of 16 bits are extended; above 32.7s less the round trip they are misread", 0, 10*time.Minute, 0,
		func(c *SlotConfig) *time.Duration { return &c.ExtendAfter }),
}

// Validate reports the first constant out of range.
func (c SlotConfig) Validate() error {
	return cmp.Or(
		param.Validate(SlotConstants, &c),
		gear.InPair("piggyback", c.Piggyback, 100*time.Millisecond, c.Poll, "poll"),
		gear.InPair("wide", c.Wide, c.Tolerance, time.Second, "tolerance"))
}

// LongestTrip returns how long the clock waits for an answer.
func (c SlotConfig) LongestTrip() time.Duration { return c.Late }

// Slot is Matt Slot's algorithm (Slot): ping the host every few seconds, keep the latest round trips, and set the clock from
// an answer only if its round trip is among the fastest fifth of them and the clock is wrong by more than a tolerance. The
// first answer sets the clock whatever it shows.
//
// A percentile is the nearest rank: the smallest round trip that at least that percentage of the kept ones do not exceed.
// The text names no convention; with this one it is always a round trip that was measured. The latest round trip is among
// those kept. Until the ring is full, percentiles are taken from the round trips so far, so that up to the fifth answer only
// the fastest one so far may set the clock.
//
// When the path gets slower for good, no answer passes until four fifths of the ring are from the slower path: 26 of 32
// pings, more than two minutes in which the clock drifts freely. Half of (up − down) stays in the offset, as with any round
// trip.
//
// Whole milliseconds round each stamp down, on both machines alike: that moves an answer's offset by less than 1 ms either
// way, 0 on average. The first answer must carry the host's clock in full, like a packet that tells a client about the
// session. After that, stamps are extended from the clock's own reading.
type Slot struct {
	offsetClock
	cfg     SlotConfig
	asker   gear.Asker
	trips   trips
	since   netsync.Local // time of the first synchronisation
	allowed time.Duration
}

// NewSlot returns an unsynchronised clock, or an error that names the constant out of range.
func NewSlot(cfg SlotConfig) (*Slot, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Slot{cfg: cfg, trips: newTrips(cfg.Ring), allowed: cfg.Tolerance}, nil
}

// Wake pings at once, and then whenever Poll has passed since the last ping. A lost ping is not repeated.
func (s *Slot) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if s.asker.Due(now, s.cfg.Poll) {
		probes = s.asker.Ask(now, probes)
	}
	return probes, s.asker.Last.Add(s.cfg.Poll)
}

// Piggyback is [Slot.Wake] for a packet that is about to be sent anyway: a ping goes with it once SlotConfig.Piggyback has
// passed since the last one. Calling it is optional; it postpones the next wake-up that pings.
func (s *Slot) Piggyback(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	if s.asker.Due(now, s.cfg.Piggyback) {
		probes = s.asker.Ask(now, probes)
	}
	return probes
}

// Observe takes the answers to its pings.
func (s *Slot) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	sample := s.measure(ev)
	sample.Reason = s.judge(ev, sample)
	s.samples.Add(sample)
	switch sample.Reason {
	case insight.Accepted:
		if !s.status.Synchronised {
			s.since = ev.T4
		}
		gear.Adopt(&s.status, sample.Offset, sample.Offset-s.offset)
		s.offset = sample.Offset
		s.status.RTT = sample.RTT
		s.status.HasOWD, s.status.OWDUp, s.status.OWDDown = true, sample.RTT/2, sample.RTT-sample.RTT/2
	case insight.InTolerance:
		s.status.Used++
	default:
		s.status.Rejected++
	}
	s.samples.Settle(s.offset)
}

// judge adds the sample to the statistics, and says how it is used. It takes the answer's age from the question's own time,
// since a narrow stamp cannot tell it from the age a whole turn later.
func (s *Slot) judge(ev netsync.Event, sample insight.Sample) insight.Reason {
	wait := ev.T4.Sub(ev.T1)
	switch {
	case !s.asker.Answered(ev):
		return insight.NotAsked
	case wait < 0:
		return insight.Impossible
	case wait > s.cfg.Late:
		return insight.TooLate
	}
	s.trips.add(sample.RTT)
	s.allowed = s.tolerance(ev.T4)
	switch {
	case !s.status.Synchronised:
		return insight.Accepted
	case sample.RTT > s.trips.percentile(s.cfg.Cut):
		return insight.AboveCut
	case (sample.Offset - s.offset).Abs() <= s.allowed:
		return insight.InTolerance
	}
	return insight.Accepted
}

// measure reads an answer's three stamps as [SlotConfig.Stamps] prescribes. The two that came over the wire are extended
// from the clock's reading at that moment; the third was never cut. The text's host stamps an answer once, so T2 is not
// used.
func (s *Slot) measure(ev netsync.Event) insight.Sample {
	t1, t3, t4 := int64(ev.T1), int64(ev.T3), int64(ev.T4)
	extended := ev.T4.Add(s.cfg.ExtendAfter)
	pivot := t3
	if s.status.Synchronised {
		pivot = int64(extended.Plus(s.offset))
	}
	switch s.cfg.Stamps {
	case SlotMillis32:
		t1, t3, t4 = ToMillis32(t1).Near(int64(extended)), ToMillis32(t3).Near(pivot), ToMillis32(t4).Near(t4)
	case SlotMillis16:
		t1, t3, t4 = ToMillis16(t1).Near(int64(extended)), ToMillis16(t3).Near(pivot), ToMillis16(t4).Near(t4)
	}
	rtt := t4 - t1
	return insight.Sample{At: ev.T4, RTT: time.Duration(rtt), Offset: time.Duration(t3 + rtt/2 - t4)}
}

// tolerance returns how wrong the clock may be at now.
func (s *Slot) tolerance(now netsync.Local) time.Duration {
	gone := max(now.Sub(s.since), 0) / time.Microsecond
	all := s.cfg.WidenOver / time.Microsecond
	if !s.status.Synchronised {
		return s.cfg.Tolerance
	}
	if gone >= all {
		return s.cfg.Wide
	}
	return s.cfg.Tolerance + (s.cfg.Wide-s.cfg.Tolerance)*gone/all
}

// ResendAfter returns how long to wait for the acknowledgement of a reliable packet before it counts as lost and is sent
// again: twice the 80th percentile of the round trips, as in Slot's article (the list is missing from some copies). It is 0
// before the first answer.
func (s *Slot) ResendAfter() time.Duration { return 2 * s.trips.percentile(80) }

// Status reports the clock. Round trip and one-way delays are those of the answer that set the clock; the uncertainty is the
// tolerance, up to which Slot leaves the clock alone. Used counts the answers that passed the cut, whether or not the clock
// was wrong then. The others count as rejected, although percentiles use those above the cut too.
func (s *Slot) Status(netsync.Local) netsync.Status {
	st := s.status
	st.HasUncertainty, st.Uncertainty = st.Synchronised, s.allowed
	return st
}

// Explain shows the latest answers, the percentiles and the tolerance at the last answer.
func (s *Slot) Explain(d *insight.Detail) {
	s.samples.Explain(d, insight.Ring)
	gear.CountLatest(d.Samples, len(s.trips.ring))
	if len(s.trips.sorted) == 0 {
		return
	}
	d.Put(insight.MarkP20, s.trips.percentile(20))
	d.Put(insight.MarkP50, s.trips.percentile(50))
	d.Put(insight.MarkP80, s.trips.percentile(80))
	if s.cfg.Cut != 20 {
		d.Put(insight.MarkCut, s.trips.percentile(s.cfg.Cut))
	}
	d.Put(insight.MarkTolerance, s.allowed)
	d.Put("resend after", s.ResendAfter())
}

// trips keeps the latest round trips, both in order of arrival and sorted. The text sorts a copy each time; keeping one
// sorted gives the same result and moves 64 numbers at most.
type trips struct {
	ring   []time.Duration // its capacity is the ring's size
	oldest int             // index of the oldest, once the ring is full
	sorted []time.Duration
}

func newTrips(size int) trips {
	return trips{ring: make([]time.Duration, 0, size), sorted: make([]time.Duration, 0, size)}
}

// add keeps d, in place of the oldest round trip if the ring is full.
func (t *trips) add(d time.Duration) {
	if len(t.ring) < cap(t.ring) {
		t.ring = append(t.ring, d)
	} else {
		i, _ := slices.BinarySearch(t.sorted, t.ring[t.oldest])
		t.sorted = slices.Delete(t.sorted, i, i+1)
		t.ring[t.oldest] = d
		t.oldest = (t.oldest + 1) % len(t.ring)
	}
	i, _ := slices.BinarySearch(t.sorted, d)
	t.sorted = slices.Insert(t.sorted, i, d)
}

// percentile returns the p-th percentile, 1 ≤ p ≤ 100, by nearest rank: the smallest round trip whose rank is at least p %
// of their number. It is 0 if there is none.
func (t *trips) percentile(p int) time.Duration {
	n := len(t.sorted)
	if n == 0 {
		return 0
	}
	return t.sorted[(p*n+99)/100-1]
}

// bits32 is the width of a full session time stamp of Slot's text, in ms: 49.7 days.
const bits32 arith.Width = 32

// Millis32 is a time stamp of Slot's text: a clock in whole milliseconds, modulo 2^32. It wraps after 49.7 days, and can be
// read correctly within 24.8 days.
type Millis32 uint32

// Millis16 is a [Millis32] without its upper half: it wraps after 65.536 s, and can be read correctly within 32.768 s.
// Extend it at once on arrival, with [Millis16.Near]: once a packet has waited in a queue for half a minute, the upper half
// can no longer be inferred.
type Millis16 uint16

// ToMillis32 returns the stamp of a clock that reads ns nanoseconds, rounded down.
func ToMillis32(ns int64) Millis32 { return Millis32(arith.WholeMillis(ns)) }

// ToMillis16 returns the stamp of a clock that reads ns nanoseconds, rounded down.
func ToMillis16(ns int64) Millis16 { return Millis16(arith.WholeMillis(ns)) }

// Near returns the clock reading in ns that has this stamp and is nearest to pivot.
func (s Millis32) Near(pivot int64) int64 { return nearMillis(bits32, uint64(s), pivot) }

// Near returns the clock reading in ns that has this stamp and is nearest to pivot.
func (s Millis16) Near(pivot int64) int64 { return nearMillis(arith.Bits16, uint64(s), pivot) }

func nearMillis(w arith.Width, stamp uint64, pivot int64) int64 {
	return w.Expand(arith.WholeMillis(pivot), stamp) * int64(time.Millisecond)
}
