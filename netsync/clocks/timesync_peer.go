package clocks

import (
	"fmt"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// TimeSyncConfig holds the constants of [TimeSync] and of its host's half, [TimeSyncPeer].
type TimeSyncConfig struct {
	// Window is how long a minimum is kept. It must stay below half the range of
	// a 24-bit stamp, 67 s.
	Window time.Duration
	// FastReport is the time between two reports in the first FastFor.
	FastReport time.Duration
	// FastFor is how long after the first report FastReport holds.
	FastFor time.Duration
	// SlowReport is the time between two reports after that.
	SlowReport time.Duration
	// AsShipped reproduces the peer library to the bit, with its faults; see [TimeSyncPeer].
	AsShipped bool
}

// DefaultTimeSync returns the constants of Taylor's text and, for the window, of its library.
func DefaultTimeSync() TimeSyncConfig {
	return param.Defaults(TimeSyncConstants)
}

// TimeSyncConstants are what can be set of the clock. They must not be changed.
var TimeSyncConstants = []netsync.Constant[TimeSyncConfig]{
	gear.Span("window", "how long a minimum is kept", 100*time.Millisecond, time.Minute, 10*time.Second,
		func(c *TimeSyncConfig) *time.Duration { return &c.Window }),
	gear.Span("fast-report", "time between two reports at the start", 10*time.Millisecond, time.Minute, 500*time.Millisecond,
		func(c *TimeSyncConfig) *time.Duration { return &c.FastReport }),
	gear.Span("fast-for", "how long after the first report that interval applies", 0, time.Hour, 20*time.Second,
		func(c *TimeSyncConfig) *time.Duration { return &c.FastFor }),
	gear.Span("slow-report", "time between two reports after that", 10*time.Millisecond, time.Minute, 2*time.Second,
		func(c *TimeSyncConfig) *time.Duration { return &c.SlowReport }),
	gear.Flag("as-shipped", "whether it has the faults of its library as shipped",
		func(c *TimeSyncConfig) *bool { return &c.AsShipped }),
}

const (
	coarseUnit = 512 * time.Microsecond // of a 16-bit application timestamp

	// unknownMinOWD is the library's minimum trip time before it is synchronised.
	unknownMinOWD = 200 * time.Millisecond
)

// TimeSyncPeer is one end of TimeSync (Taylor). The algorithm is symmetrical: the client holds one inside its [TimeSync] and
// the host one for each client. Each end stamps every datagram it sends with [netsync.Stamp24] and passes its own clock's
// reading as local nanoseconds; the two clocks need not agree in any way. It is not safe for concurrent use, and no method
// allocates.
//
// Each end keeps the smallest receive − send, and reports it to the other. With the true delays up and down and Δ = remote −
// local clock, the local minimum is down − Δ and the reported one up + Δ ("The (Simple) Math" in the text). So half of the
// difference is Δ + (up − down)/2, and half of the sum is the mean of both delays.
//
// The library as shipped differs in these points, which [TimeSyncConfig.AsShipped] turns on:
//
//   - A minimum of exactly 0 counts as no sample, so an end for which that is the true minimum is never synchronised.
//     Without AsShipped, a flag says whether there is a sample, and 0 is a number.
//   - An end without a sample reports 0, and the other end takes that for a measurement: it is synchronised with a clock
//     wrong by seconds. Without AsShipped, nothing is reported before there is a sample, and a report that comes before the
//     first sample is ignored.
//   - Halves of 8 µs are cut off the clock delta and the minimum trip time, which biases both by −2 µs. Without AsShipped
//     they are kept: both have units of 4 µs.
//   - To make an application timestamp, local time and clock delta are rounded down one by one, and it is decoded to the
//     start of its unit: for 16 bits the mean error is −510 µs, and the largest 1023 µs. Without AsShipped their sum is
//     rounded, and decoded to the unit's middle: no mean error, and the largest is 256 µs.
//   - Before synchronisation the minimum trip time is 200 ms, otherwise 0.
type TimeSyncPeer struct {
	cfg     TimeSyncConfig
	own     windowedMin
	theirs  uint32 // the peer's last report
	told    bool   // there was a report
	synced  bool
	delta   uint32 // remote − local clock, µs modulo 2^26
	minOWD  time.Duration
	trips   insight.TripMeter
	started bool
	start   int64 // of the reports
	next    int64
}

// NewTimeSyncPeer returns an end that has seen nothing yet.
func NewTimeSyncPeer(cfg TimeSyncConfig) (TimeSyncPeer, error) {
	if err := param.Validate(TimeSyncConstants, &cfg); err != nil {
		return TimeSyncPeer{}, fmt.Errorf("timesync: %w", err)
	}
	return newTimeSyncPeer(cfg), nil
}

func newTimeSyncPeer(cfg TimeSyncConfig) TimeSyncPeer {
	p := TimeSyncPeer{cfg: cfg, own: windowedMin{zeroIsEmpty: cfg.AsShipped}}
	if cfg.AsShipped {
		p.minOWD = unknownMinOWD
	}
	return p
}

// OnDatagram takes the send stamp of a datagram received at local time recv, and returns how long its trip took: the
// smallest delay plus what this one took more than the best of the window ("The (Simple) Math for Network Trip Time"). ok is
// false before synchronisation.
//
// Every datagram counts, including those that carry a report: the stamp comes first.
func (p *TimeSyncPeer) OnDatagram(stamp24 uint32, recv int64) (owd time.Duration, ok bool) {
	took := (netsync.Stamp24(recv) - stamp24) & (1<<arith.Bits24 - 1)
	before := p.own.kept[0].value
	p.own.update(took, recv, int64(p.cfg.Window))
	if !p.synced || p.own.kept[0].value != before { // few datagrams bring a new minimum
		p.solve()
	}
	if !p.synced {
		return 0, false
	}
	more := arith.Bits24.Wrap(uint64(took) - uint64(p.own.kept[0].value))
	owd = p.minOWD + time.Duration(more)*netsync.StampUnit
	p.trips.Add(owd)
	return owd, true
}

// Trips returns the trip times of the latest datagrams that [TimeSyncPeer.OnDatagram] has taken.
func (p *TimeSyncPeer) Trips() insight.Trips { return p.trips.Trips() }

// OnPeerMin takes the other end's report; its low 24 bits count. It returns whether the report was used.
func (p *TimeSyncPeer) OnPeerMin(min24 uint32) bool {
	if _, ok := p.own.min(); !ok && !p.cfg.AsShipped {
		return false
	}
	p.theirs, p.told = min24&(1<<arith.Bits24-1), true
	p.solve()
	return true
}

// solve computes the clock delta and the smallest delay from the two minima, if both are known.
func (p *TimeSyncPeer) solve() {
	own, ok := p.own.min()
	if !ok || !p.told {
		return
	}
	p.synced = true
	diff := arith.Bits24.Wrap(uint64(p.theirs) - uint64(own))
	sum := max(0, arith.Bits24.Signed(uint64(p.theirs)+uint64(own)))
	if p.cfg.AsShipped {
		diff, sum = diff&^1, sum&^1
	}
	// Half of a 24-bit number in units of 8 µs has 23 such bits: 2^26 µs.
	p.delta = uint32(diff) * 4
	p.minOWD = time.Duration(sum) * (netsync.StampUnit / 2)
}

// Synchronised says whether the clock delta is known. Once true it stays so.
func (p *TimeSyncPeer) Synchronised() bool { return p.synced }

// MinDelta returns the smallest receive − send of the window in units of 8 µs, modulo 2^24: the number reported to the other
// end. ok is false before the first sample.
func (p *TimeSyncPeer) MinDelta() (min24 uint32, ok bool) { return p.own.min() }

// MinOWD returns the mean of the two directions' smallest delays. A negative mean, which only drift and clock steps can
// cause, reads 0.
func (p *TimeSyncPeer) MinOWD() time.Duration { return p.minOWD }

// ClockDelta returns the remote clock minus the local one in µs, modulo 2^26 (67.108864 s). ok is
// false before synchronisation.
func (p *TimeSyncPeer) ClockDelta() (micros uint32, ok bool) { return p.delta, p.synced }

// ReportDue returns the number to report to the other end if a report is due at now: on the first call, every FastReport for
// the first FastFor from then, every SlowReport after that. A report that falls due before there is a sample is skipped.
func (p *TimeSyncPeer) ReportDue(now int64) (value uint32, ok bool) {
	if !p.started || now < p.start { // before the start: the clock was set back
		p.started, p.start, p.next = true, now, now
	}
	every := p.cfg.SlowReport
	if now-p.start < int64(p.cfg.FastFor) {
		every = p.cfg.FastReport
	}
	if p.next-now > int64(every) {
		p.next = now // this too after the clock was set back
	}
	if now < p.next {
		return 0, false
	}
	p.next += int64(every)
	if p.next <= now {
		p.next = now + int64(every)
	}
	value, ok = p.own.min()
	return value, ok || p.cfg.AsShipped
}

// NextReport returns the local time from which [TimeSyncPeer.ReportDue] will be true; before its
// first call, the earliest time there is.
func (p *TimeSyncPeer) NextReport() int64 {
	if !p.started {
		return -1 << 63
	}
	return p.next
}

// ToRemote23 converts a local time to a 23-bit timestamp in the remote clock, units of 8 µs, for the
// application's own messages. ok is false before synchronisation.
func (p *TimeSyncPeer) ToRemote23(local int64) (stamp uint32, ok bool) {
	return p.toRemote(local, arith.Bits23, netsync.StampUnit)
}

// ToRemote16 is like [TimeSyncPeer.ToRemote23] with 16 bits in units of 512 µs.
func (p *TimeSyncPeer) ToRemote16(local int64) (stamp uint32, ok bool) {
	return p.toRemote(local, arith.Bits16, coarseUnit)
}

func (p *TimeSyncPeer) toRemote(local int64, w arith.Width, unit time.Duration) (uint32, bool) {
	if !p.synced {
		return 0, false
	}
	delta := int64(p.delta) * int64(time.Microsecond)
	at := units(local+delta, unit)
	if p.cfg.AsShipped {
		at = units(local, unit) + units(delta, unit)
	}
	return uint32(w.Wrap(uint64(at))), true
}

// From23 decodes a timestamp that the other end made with [TimeSyncPeer.ToRemote23]: the local time
// meant, given that it is now local. Right for times up to 50.3 s before local and 16.7 s after
// (3/4 and 1/4 of the range, as in the library).
func (p *TimeSyncPeer) From23(local int64, stamp uint32) int64 {
	return p.from(local, stamp, arith.Bits23, netsync.StampUnit)
}

// From16 decodes a timestamp made with [TimeSyncPeer.ToRemote16]. Right for times up to 25.1 s before
// local and 8.3 s after.
func (p *TimeSyncPeer) From16(local int64, stamp uint32) int64 {
	return p.from(local, stamp, arith.Bits16, coarseUnit)
}

func (p *TimeSyncPeer) from(local int64, stamp uint32, w arith.Width, unit time.Duration) int64 {
	quarter := int64(1) << (w - 2)
	at := w.Expand(units(local, unit)-quarter, uint64(stamp)) * int64(unit)
	if p.cfg.AsShipped {
		return at
	}
	return at + int64(unit)/2
}

// units returns v in whole units, rounded down.
func units(v int64, unit time.Duration) int64 {
	q, _ := arith.FloorDiv(v, int64(unit))
	return q
}
