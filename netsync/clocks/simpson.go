package clocks

import (
	"math"
	"slices"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/gear"
)

// SimpsonConfig holds the constants of [Simpson].
type SimpsonConfig struct {
	// Count is how many samples make a round.
	Count int
	// Pause is the time from an answer to the next question.
	Pause time.Duration
	// Cut is how many standard deviations above the median a round trip may be and still be kept, in millionths.
	Cut int64
	// Timeout is how long to wait for an answer before the question is repeated; 0 is for ever. The paper has no time-out,
	// since on a stream every answer arrives. Here datagrams can be lost.
	Timeout time.Duration
	// Repeat is the time from the start of one round to the start of the next; 0 means that there is only one round.
	Repeat time.Duration
	// Package follows the npm package timesync where it differs from the paper; see [NPMSimpson].
	Package bool
}

// DefaultSimpson returns the constants of Simpson's paper: "five or more" samples with a pause of "a few seconds", once, and
// a cut "approximately 1 standard-deviation from the median". The time-out is not the paper's. It is long enough for an
// answer that was retransmitted twice, at 1 and 3 s, since the method exists to recognise such answers.
func DefaultSimpson() SimpsonConfig {
	return param.Defaults(SimpsonConstants)
}

// SimpsonConstants are what can be set of the clock. They must not be changed.
var SimpsonConstants = []netsync.Constant[SimpsonConfig]{
	gear.Count("count", "how many samples make a round", 1, insight.KeptSamples, 5,
		func(c *SimpsonConfig) *int { return &c.Count }),
	gear.Span("pause", "time from an answer to the next question", 10*time.Millisecond, time.Minute, 3*time.Second,
		func(c *SimpsonConfig) *time.Duration { return &c.Pause }),
	param.Int(param.Param{Name: "cut", Unit: param.Factor, Max: 10e6, Default: 1e6,
		Help: "how many standard deviations a round trip may be above the median"},
		func(c *SimpsonConfig) *int64 { return &c.Cut }),
	param.Int(param.Param{Name: "timeout", Unit: param.Duration, Min: int64(100 * time.Millisecond), Max: int64(time.Minute), Default: int64(5 * time.Second), Off: true,
		Help: "how long to wait for an answer before asking again; 0s is forever, as on a stream, where nothing is lost"},
		func(c *SimpsonConfig) *time.Duration { return &c.Timeout }),
	param.Int(param.Param{Name: "repeat", Unit: param.Duration, Min: int64(time.Second), Max: int64(24 * time.Hour), Off: true,
		Help: "time from the start of a round to that of the next; 0s is one round only"},
		func(c *SimpsonConfig) *time.Duration { return &c.Repeat }),
	gear.Flag("package", "whether it follows the npm package timesync where that differs from the paper",
		func(c *SimpsonConfig) *bool { return &c.Package }),
}

// NPMSimpson returns the constants of the npm package timesync 1.0.11, a widely used descendant of the paper. Beside other
// constants there are three differences:
//   - It keeps the round trips strictly below the cut. If all are alike, none is kept and the round changes nothing, where
//     the paper would keep them all.
//   - The median of an even number is the mean of the middle two; the paper picks a sample.
//   - A question that was not answered counts as one of the round's.
//
// Over a user's own transport the package waits for a lost answer for ever. That is not reproduced.
func NPMSimpson() SimpsonConfig {
	return SimpsonConfig{Count: 5, Pause: time.Second, Cut: 1e6, Timeout: 10 * time.Second, Repeat: time.Hour, Package: true}
}

// Simpson is Zachary Booth Simpson's algorithm for clocks over a stream (Simpson): ask a few times with pauses, leave out
// the answers that took much longer than the median, since those were retransmitted or waited behind something that was, and
// take the mean of the others' offsets. The first answer sets the clock at once, so that it is roughly right during the
// round.
//
// After the round nothing corrects the clock, and it drifts, unless Repeat is set. Half of (up − down) stays in each
// sample's offset.
//
// Where the paper leaves a choice, this one is made: the deviation is the sample deviation (n − 1) about the mean; of an
// even number of samples the faster of the middle two is the mid-point; a sample exactly at the cut is kept; and only
// samples above the cut are dropped, as step 7 says, while a later sentence has "away from the median". The paper works with
// latencies, which are half of the round trips used here: it keeps the same samples.
type Simpson struct {
	offsetClock
	cfg     SimpsonConfig
	asker   gear.Asker
	waiting bool          // for an answer
	first   uint16        // number under which the question now waited for was first asked
	from    netsync.Local // start of the present wait, for an answer or for the next question
	next    netsync.Local // end of the present wait

	began    netsync.Local // start of the round
	attempts int           // attempts of the round that are over
	round    []simpsonSample

	complete          bool          // a round is complete
	median, deviation time.Duration // of the last complete round
}

// simpsonSample is one sample of the round.
type simpsonSample struct {
	rtt, offset time.Duration
	number      int  // in Simpson.samples
	counted     bool // counted in Used already, since it set the clock
}

// NewSimpson returns an unsynchronised clock, or an error that names the constant out of range.
func NewSimpson(cfg SimpsonConfig) (*Simpson, error) {
	if err := param.Validate(SimpsonConstants, &cfg); err != nil {
		return nil, err
	}
	return &Simpson{cfg: cfg, round: make([]simpsonSample, 0, cfg.Count)}, nil
}

// Wake asks at once, and again whenever the pause after an answer or the wait for one is over, until the round is complete.
func (s *Simpson) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if !s.asker.Asked {
		s.began, s.from, s.next = now, now, now
	}
	if now < s.from {
		// The local clock was set back: the samples so far are of another clock, and the schedule must not get stuck. A clock that
		// has finished its rounds is not affected.
		s.from = now
		if s.waiting || s.next != netsync.Never {
			s.next, s.waiting = now, false
			s.attempts = s.cfg.Count
		}
	}
	if now < s.next {
		return probes, s.next
	}
	if s.waiting && s.cfg.Package {
		s.waiting = false
		s.attempted(now)
		return probes, s.next
	}
	if s.attempts == s.cfg.Count {
		s.began, s.attempts, s.round = now, 0, s.round[:0]
	}
	probes = s.asker.Ask(now, probes)
	if !s.waiting {
		s.waiting, s.first = true, s.asker.Seq
	}
	s.from, s.next = now, netsync.Never
	if s.cfg.Timeout > 0 {
		s.next = now.Add(gear.Again(s.cfg.Timeout, s.asker.Seq-s.first+1))
	}
	return probes, s.next
}

// Observe takes the first answer to its question, even if the question was repeated since. So no round trip is too long, and
// a lost answer delays nothing further.
func (s *Simpson) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Answer {
		return
	}
	// Step 3 of the paper: the server's time less the client's, plus half of the round trip.
	rtt := ev.T4.Sub(ev.T1)
	sample := insight.Sample{At: ev.T4, RTT: rtt, Offset: ev.T3.Add(rtt / 2).Offset(ev.T4), Clock: s.offset}
	sample.Reason = s.judge(ev, rtt)
	s.samples.Add(sample)
	if sample.Reason != insight.Accepted && sample.Reason != insight.Kept {
		s.status.Rejected++
		return
	}
	s.round = append(s.round, simpsonSample{rtt, sample.Offset, s.samples.Number(), sample.Reason == insight.Accepted})
	if sample.Reason == insight.Accepted {
		s.set(sample.Offset, rtt)
	}
	s.waiting = false
	s.attempted(ev.T4)
	s.samples.Settle(s.offset)
}

// judge says how an answer is used: the first sets the clock, the others of the round count at its end.
func (s *Simpson) judge(ev netsync.Event, rtt time.Duration) insight.Reason {
	switch {
	case !s.asker.Answered(ev):
		return insight.NotAsked
	case rtt < 0:
		return insight.Impossible
	case !s.waiting || ev.Seq-s.first > s.asker.Seq-s.first || s.cfg.Package && s.cfg.Timeout > 0 && rtt > s.cfg.Timeout:
		return insight.TooLate
	case !s.status.Synchronised:
		return insight.Accepted
	}
	return insight.Kept
}

// attempted ends one attempt of the round, and the round with the last one.
func (s *Simpson) attempted(now netsync.Local) {
	s.attempts++
	s.from, s.next = now, now.Add(s.cfg.Pause)
	if s.attempts < s.cfg.Count {
		return
	}
	s.finish()
	if s.cfg.Repeat == 0 {
		s.next = netsync.Never
	} else {
		s.next = max(s.next, s.began.Add(s.cfg.Repeat))
	}
}

// finish sets the clock from the round, steps 6 and 7 of the paper.
func (s *Simpson) finish() {
	if len(s.round) == 0 {
		return
	}
	var buf [insight.KeptSamples]time.Duration
	sorted := buf[:0]
	for _, x := range s.round {
		sorted = append(sorted, x.rtt)
	}
	slices.Sort(sorted)
	s.complete = true
	s.median, s.deviation = s.midPoint(sorted), deviation(sorted)

	var sum time.Duration // of the kept samples' distances from the present offset
	kept := 0
	for _, x := range s.round {
		reason := insight.AboveCut
		if x.rtt < s.cut() || x.rtt == s.cut() && !s.cfg.Package {
			reason = insight.Accepted
			sum += x.offset - s.offset
			kept++
		}
		switch {
		case reason == insight.AboveCut:
			s.status.Rejected++
		case !x.counted:
			s.status.Used++
		}
		s.samples.Judge(x.number, reason)
	}
	if kept > 0 {
		s.status.Used-- // the samples are counted, and set counts one more
		s.set(s.offset+sum/time.Duration(kept), s.median)
	}
}

// set sets the clock.
func (s *Simpson) set(offset, rtt time.Duration) {
	gear.Adopt(&s.status, offset, offset-s.offset)
	s.offset = offset
	s.status.RTT = rtt
	s.status.HasOWD, s.status.OWDUp, s.status.OWDDown = true, rtt/2, rtt-rtt/2
}

// cut returns the round trip up to which samples of the last complete round were kept.
func (s *Simpson) cut() time.Duration {
	return s.median + s.deviation/1e6*time.Duration(s.cfg.Cut) + s.deviation%1e6*time.Duration(s.cfg.Cut)/1e6
}

// midPoint returns the median of round trips.
func (s *Simpson) midPoint(sorted []time.Duration) time.Duration {
	low, high := sorted[(len(sorted)-1)/2], sorted[len(sorted)/2]
	if s.cfg.Package {
		return low + (high-low)/2
	}
	return low
}

// Status reports the clock. The round trip is the median of the last complete round, before that the first answer's; the
// one-way delays are half of it. A sample above the cut counts as rejected; if it is the first answer, it counts as used
// too.
func (s *Simpson) Status(netsync.Local) netsync.Status { return s.status }

// Explain shows the latest answers, and what decided the last complete round.
func (s *Simpson) Explain(d *insight.Detail) {
	s.samples.Explain(d, insight.Round)
	for _, x := range s.round {
		if back := s.samples.Number() + 1 - x.number; back <= len(d.Samples) {
			d.Samples[len(d.Samples)-back].Counted = true
		}
	}
	if s.complete {
		d.Put(insight.MarkMedian, s.median)
		d.Put(insight.MarkDeviation, s.deviation)
		d.Put(insight.MarkCut, s.cut())
		d.Put(insight.MarkMean, s.offset)
	}
}

// deviation returns the standard deviation of a sample (with n − 1), 0 for a single value. It is a statistic, so it may be
// in floating point. The conversion of the square keeps the compiler from fusing it with the sum, so that every machine gets
// the same bits.
func deviation(values []time.Duration) time.Duration {
	if len(values) < 2 {
		return 0
	}
	average := mean(values)
	var squares float64
	for _, v := range values {
		distance := float64(v - average)
		squares += float64(distance * distance)
	}
	return time.Duration(math.Round(math.Sqrt(squares / float64(len(values)-1))))
}

// mean returns the arithmetic mean of at least one value.
func mean(values []time.Duration) time.Duration {
	var sum time.Duration // of the distances from the first value, which do not overflow
	for _, v := range values {
		sum += v - values[0]
	}
	return values[0] + sum/time.Duration(len(values))
}
