package unity

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// sourceDesign is the Source engine's interpolation delay and its correction of the client's clock.
var sourceDesign = TimeDesign{Name: "source",
	Help: "the Source engine's: others are shown a fixed delay late, the longer of cl_interp and cl_interp_ratio intervals of snapshots; the client's clock follows the ticks that arrive",
	Own:  func(c *TimeConfigs) any { return c.Source },
	New:  func(rate int, config any) TimeProvider { return &sourceTime{cfg: config.(SourceConfig), rate: rate} }}

// SourceConfig holds the constants of the provider "source", by default those of ValveSoftware/source-sdk-2013 (aea94b3:
// src/game/client/cdll_bounded_cvars.cpp). A server's own bounds for them are not here.
type SourceConfig struct {
	Interp time.Duration // cl_interp
	Ratio  int64         // cl_interp_ratio, in millionths
}

// sourceConstants are the constants of the provider "source".
var sourceConstants = []netsync.Constant[SourceConfig]{
	gear.Span("interp", "how late others are shown at least (cl_interp)", 0, 500*time.Millisecond, 100*time.Millisecond,
		func(c *SourceConfig) *time.Duration { return &c.Interp }),
	factor("interp-ratio", "how many intervals of snapshots late others are shown at least (cl_interp_ratio); with 1, each lost snapshot is missed, with 2 no single one is", 0, 10, 2e6,
		func(c *SourceConfig) *int64 { return &c.Ratio }),
}

// What the console's help says of cl_clockdrift_max_ms and cl_clock_correction_adjustment_min_offset, _max_offset and
// _max_amount, with their defaults. The SDK has not got the code. Nothing says over how many snapshots the offset is averaged,
// nor that the average follows a correction at once; both are of here.
const (
	sourceSnap = 150 * time.Millisecond // beyond which the clock is set
	sourceCalm = 10 * time.Millisecond  // up to which it is left alone
	sourceFull = 90 * time.Millisecond  // from which it is corrected as fast as it ever is
	sourceMost = 200_000                // and how fast that is, in ppm; less in proportion below
	sourceMean = 16
)

// sourceTime keeps a clock of the host's ticks as they arrive: one trip down behind the host. Others are shown a delay behind
// it, in whole ticks and one more (c_baseentity.cpp, GetInterpolationAmount).
//
// Source has ticks and a float for what is beyond; this has nanoseconds. Its host plays inputs when they arrive; here they
// have to arrive in time, and so predicted time is a round trip and the server's buffer ahead of the clock.
type sourceTime struct {
	cfg   SourceConfig
	rate  int
	delay time.Duration
	clock netsync.Server
	at    netsync.Local
	off   average // of how far the clock is behind what arrives
	trip  average
	last  WorldTimes
}

func (s *sourceTime) Start(in *TimeInput) {
	*s = sourceTime{cfg: s.cfg, rate: s.rate, clock: in.Snapshot, at: in.Now}
	s.measure(in)
	s.last = s.Times(in)
}

func (s *sourceTime) Advance(in *TimeInput) bool {
	s.clock, s.at = s.clock.Add(in.Delta), in.Now
	for _, tick := range in.Arrived {
		if off := tick.Sub(s.clock); off.Abs() > sourceSnap {
			s.clock, s.off = tick, average{}
		} else {
			s.off.add(off, sourceMean)
		}
	}
	s.correct(in.Delta)
	if len(in.Arrived) > 0 {
		s.measure(in)
	}
	before := s.last
	s.last = s.Times(in)
	return in.Smooth(before, s.last)
}

// correct moves the clock towards what arrives, for a frame of length d.
func (s *sourceTime) correct(d time.Duration) {
	beyond := min(s.off.value.Abs(), sourceFull) - sourceCalm
	if beyond <= 0 {
		return
	}
	step := min(arith.Millionths(d, sourceMost*int64(beyond)/int64(sourceFull-sourceCalm)), s.off.value.Abs())
	if s.off.value < 0 {
		step = -step
	}
	s.clock, s.off.value = s.clock.Add(step), s.off.value-step
}

// measure takes the round trip, and the delay that the interval of snapshots asks for (cdll_bounded_cvars.cpp,
// GetClientInterpAmount).
func (s *sourceTime) measure(in *TimeInput) {
	if in.HasRTT {
		s.trip.add(in.RTT, sourceMean)
	}
	interp, rate := max(s.cfg.Interp, arith.Millionths(in.Interval, s.cfg.Ratio)), time.Duration(s.rate)
	ticks := (interp*rate+time.Second/2)/time.Second + 1
	s.delay = ticks * time.Second / rate
}

// Follow returns 0: the provider has no buffers except its delay.
func (s *sourceTime) Follow(time.Duration) time.Duration { return 0 }

func (s *sourceTime) Times(in *TimeInput) WorldTimes {
	t := s.clock.Add(in.Now.Sub(s.at))
	return WorldTimes{Predicted: in.Dilation.At(t.Add(s.trip.value)).Add(in.ServerBuffer), Server: in.Dilation.At(t.Add(-s.delay))}
}
