package clocks

import (
	"cmp"
	"math"
	"slices"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/gear"
)

const (
	// sntpStages is the most stages that the clock filter of an [SNTP] may have.
	sntpStages = 32
)

// SNTPConfig holds the constants of [SNTP].
type SNTPConfig struct {
	// Poll is the time between two questions.
	Poll time.Duration
	// Burst is how many of the first questions are asked BurstPoll apart.
	Burst int
	// BurstPoll is the time between two of those.
	BurstPoll time.Duration
	// Stages is how many samples the clock filter chooses from.
	Stages int
	// Unknown is the delay and the dispersion of an empty stage: an answer that took as long is no better than none.
	Unknown time.Duration
	// Drift is how fast a sample's error bound grows, in thousandths of a ppm.
	Drift int64
}

// DefaultSNTP returns the constants of RFC 5905: MINPOLL, 16 s, MAXDISP, 16 s, and PHI,
// 15 ppm, of section 7.2; a register of 8 stages, of section 10; and BCOUNT and BTIME, a burst of 8 questions at 2 s, of
// appendix A.1.1.
func DefaultSNTP() SNTPConfig {
	return param.Defaults(SNTPConstants)
}

// SNTPConstants are what can be set of the clock. They must not be changed.
var SNTPConstants = []netsync.Constant[SNTPConfig]{
	gear.With("burst-poll", gear.Span("poll", "time between two questions", 100*time.Millisecond, time.Hour, 16*time.Second,
		func(c *SNTPConfig) *time.Duration { return &c.Poll })),
	gear.Count("burst", "how many of the first questions are asked faster", 0, 64, 8,
		func(c *SNTPConfig) *int { return &c.Burst }),
	gear.With("poll", gear.Span("burst-poll", "time between two of those; no longer than poll", 100*time.Millisecond, time.Hour, 2*time.Second,
		func(c *SNTPConfig) *time.Duration { return &c.BurstPoll })),
	gear.Count("stages", "how many samples the clock filter chooses from", 1, sntpStages, 8,
		func(c *SNTPConfig) *int { return &c.Stages }),
	gear.Span("unknown", "delay and dispersion of an empty stage of the clock filter: answers that take as long are no better than none", 100*time.Millisecond, time.Minute, 16*time.Second,
		func(c *SNTPConfig) *time.Duration { return &c.Unknown }),
	param.Int(param.Param{Name: "drift", Unit: param.PPM, Max: 500_000, Default: 15_000,
		Help: "how fast the error that a sample may have grows as it ages"},
		func(c *SNTPConfig) *int64 { return &c.Drift }),
}

// Validate reports the first constant out of range.
func (c SNTPConfig) Validate() error {
	return cmp.Or(
		param.Validate(SNTPConstants, &c),
		gear.InPair("burst-poll", c.BurstPoll, 100*time.Millisecond, c.Poll, "poll"))
}

// SNTP is the simple client of the Network Time Protocol (RFC 5905, section 14) with the full protocol's clock filter
// (section 10): the one with the least delay among the last eight answers gives the offset. NTP goes further: it weighs
// several servers and steers the clock's frequency. Here there is one server, and its offset sets the clock unchanged.
//
// A sample is used only once, and never after one that arrived later. So while an earlier sample is the best, nothing
// happens, for seven polls at most; the drift during these stays in the clock. Half of (up − down) of the best sample always
// stays in it.
//
// The first answer sets the clock. The precision of both clocks, a nanosecond, is left out of the dispersion. The popcorn
// spike suppressor, which only the code in the appendix has, is left out too.
type SNTP struct {
	offsetClock
	cfg     SNTPConfig
	asker   gear.Asker
	burst   int                    // questions of the burst still to be asked
	reach   uint8                  // bit i: the question before the last i was answered (RFC 5905 section 13)
	now     netsync.Local          // latest local time seen
	shifted netsync.Local          // when the filter was last shifted
	used    netsync.Local          // arrival of the sample that set the clock
	filter  [sntpStages]sntpSample // newest first
	weights sntpWeights            // computed from the filter
}

// sntpSample is one stage of the clock filter. The zero value's fields are not those of an empty
// stage; see [SNTP.clear].
type sntpSample struct {
	offset, delay, dispersion time.Duration
	at                        netsync.Local
	number                    int // in SNTP.samples
	valid                     bool
}

// NewSNTP returns an unsynchronised clock, or an error that names the constant out of range.
func NewSNTP(cfg SNTPConfig) (*SNTP, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &SNTP{cfg: cfg, burst: cfg.Burst}
	s.clear()
	return s, nil
}

// clear empties the filter.
func (s *SNTP) clear() {
	for i := range s.filter {
		s.filter[i] = sntpSample{delay: s.cfg.Unknown, dispersion: s.cfg.Unknown}
	}
	s.weights = sntpWeights{}
	s.reach = 0
}

// Wake asks: at first a burst, then every Poll. After three questions without an answer, each further one pushes an empty
// stage into the filter, so that samples from before an outage fade out.
func (s *SNTP) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if now < s.now { // the clock was set back: all samples are of another clock
		s.clear()
		s.used, s.shifted = now-1, now
	}
	s.now = now
	if s.asker.Due(now, s.period()) {
		if s.reach&7 == 0 {
			s.shift(sntpSample{delay: s.cfg.Unknown, dispersion: s.cfg.Unknown, at: now})
		}
		s.reach <<= 1
		s.burst = max(s.burst-1, 0)
		probes = s.asker.Ask(now, probes)
	}
	return probes, s.asker.Last.Add(s.period())
}

// period returns the time from the last question to the next.
func (s *SNTP) period() time.Duration {
	if s.burst > 0 {
		return s.cfg.BurstPoll
	}
	return s.cfg.Poll
}

// Observe takes the answer to its latest question; any other is bogus or a duplicate (RFC 5905
// section 8: T1 must be what was sent last).
func (s *SNTP) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	// A local clock that runs fast may make a short delay negative; section 8 has it clamped.
	delay := max(ev.RTT(), 0)
	sample := insight.Sample{At: ev.T4, RTT: delay, Offset: ev.Offset(), Clock: s.offset, Reason: insight.NotBest}
	switch {
	case ev.Seq != s.asker.Seq || !s.asker.Answered(ev):
		sample.Reason = insight.NotAsked
	case ev.T4 < ev.T1 || ev.T3 < ev.T2:
		sample.Reason = insight.Impossible
	}
	s.samples.Add(sample)
	s.status.Rejected++
	if sample.Reason != insight.NotBest {
		return
	}
	s.now = max(s.now, ev.T4) // T4 is earlier if the answer has waited to be read
	s.reach |= 1
	s.shift(sntpSample{sample.Offset, delay, s.drift(ev.T4.Sub(ev.T1)), ev.T4, s.samples.Number(), true})
	s.choose()
	s.samples.Settle(s.offset)
}

// shift ages the filter's samples and puts x in front.
func (s *SNTP) shift(x sntpSample) {
	aged := s.drift(x.at.Sub(s.shifted))
	f := s.filter[:s.cfg.Stages]
	copy(f[1:], f)
	for i := 1; i < len(f); i++ {
		f[i].dispersion = min(f[i].dispersion+aged, s.cfg.Unknown)
	}
	f[0] = x
	s.shifted = x.at
	s.weigh()
}

// choose sets the clock from the sample with the least delay, the newest of several, unless that sample or a newer one has
// been used already.
func (s *SNTP) choose() {
	best := s.filter[0]
	for _, x := range s.filter[1:s.cfg.Stages] {
		if x.delay < best.delay {
			best = x
		}
	}
	if !best.valid || s.status.Synchronised && best.at <= s.used {
		return
	}
	s.used = best.at
	s.status.Rejected-- // it was counted as rejected until now
	gear.Adopt(&s.status, best.offset, best.offset-s.offset)
	s.offset = best.offset
	s.status.RTT = best.delay
	s.status.HasOWD, s.status.OWDUp, s.status.OWDDown = true, best.delay/2, best.delay-best.delay/2
	s.samples.Judge(best.number, insight.Accepted)
}

// drift returns how much a clock may gain or lose in d.
func (s *SNTP) drift(d time.Duration) time.Duration {
	return max(d, 0) / 1_000_000 * time.Duration(s.cfg.Drift) / 1000
}

// Status reports the clock. Round trip and one-way delays are those of the sample that set it. An answer counts as rejected
// until it is the best. The uncertainty is the distance that [SNTP.Explain] shows, plus what the clock may have drifted
// since.
func (s *SNTP) Status(now netsync.Local) netsync.Status {
	st := s.status
	if st.Synchronised && s.weights.valid {
		st.HasUncertainty, st.Uncertainty = true, s.weights.distance()+s.drift(now.Sub(s.shifted))
	}
	return st
}

// sntpWeights is what section 10 computes from the filter.
type sntpWeights struct {
	delay, dispersion, jitter time.Duration
	valid                     bool
}

// distance is the most that the clock could be wrong when the filter was last shifted.
func (w *sntpWeights) distance() time.Duration { return w.delay/2 + w.dispersion }

// weigh recomputes the filter's weights.
func (s *SNTP) weigh() {
	f := s.filter
	sorted := f[:s.cfg.Stages]
	slices.SortStableFunc(sorted, func(a, b sntpSample) int { return cmp.Compare(a.delay, b.delay) })
	s.weights = sntpWeights{delay: sorted[0].delay, valid: sorted[0].valid}
	var squares float64
	others := 0
	for i, x := range sorted {
		s.weights.dispersion += x.dispersion >> (i + 1)
		if i > 0 && x.valid {
			distance := float64(x.offset - sorted[0].offset)
			squares += float64(distance * distance) // the conversion keeps all machines' roundings alike
			others++
		}
	}
	s.weights.jitter = time.Duration(math.Sqrt(squares / float64(max(others, 1))))
}

// Explain shows the latest answers, and what section 10 computes from the present filter: the least delay; the dispersion,
// which is the mean of the samples' error bounds, in which each weighs half as much as the one before; the jitter, which is
// the others' mean distance from the best; and the distance, which is the most that the clock could be wrong when the last
// answer came: half of the delay plus the dispersion.
func (s *SNTP) Explain(d *insight.Detail) {
	s.samples.Explain(d, insight.Filter)
	for _, x := range s.filter[:s.cfg.Stages] {
		if back := s.samples.Number() + 1 - x.number; x.valid && back <= len(d.Samples) {
			d.Samples[len(d.Samples)-back].Counted = true
		}
	}
	w := &s.weights
	if !w.valid {
		return
	}
	d.Put(insight.MarkLeastDelay, w.delay)
	d.Put("dispersion", w.dispersion)
	d.Put("jitter", w.jitter)
	d.Put(insight.MarkDistance, w.distance())
}
