package judge

import (
	"math"

	"driftlab/netsync"
	"driftlab/session"
)

// A Score is how one clock did on one link, with one seed or several.
type Score struct {
	Clock string
	// Known is whether it told a time after the warm-up. RMS and Worst, in ms, are of its error then.
	Known      bool
	RMS, Worst float64
	// Within is how many seconds it took until it was within 5 ms of the truth to stay there; meaningful if Came.
	Within float64
	Came   bool
	Back   uint64  // readings earlier than that of the tick before
	Bytes  float64 // a second, both directions together
	// Stated is at how many ticks it said how wrong it may be, Covered at how many of these the truth lay within.
	Stated, Covered uint64
}

// Coverage returns the share of the truth that lay within what the clock stated; ok is false for one that states nothing.
func (s *Score) Coverage() (share float64, ok bool) {
	return float64(s.Covered) / float64(max(s.Stated, 1)), s.Stated > 0
}

// worse says whether the clock did worse than another: a clock that knows no time does worst.
func (s *Score) worse(than *Score) bool {
	if s.Known != than.Known {
		return !s.Known
	}
	return s.Known && s.RMS > than.RMS
}

// A tally is the recorder that counts what a summary has not.
type tally struct {
	session *session.Session
	clocks  []tallied
}

// tallied is what is counted of one clock.
type tallied struct {
	latest          netsync.Server
	any             bool
	back            uint64
	stated, covered uint64
}

func (t *tally) init(s *session.Session) {
	t.session, t.clocks = s, make([]tallied, len(s.Algorithms()))
}

// Record implements session.Recorder.
func (t *tally) Record(e session.Entry) {
	sample, is := e.(*session.ClockSample)
	if !is || t.session == nil {
		return
	}
	c := &t.clocks[sample.Algorithm]
	if c.any && sample.Estimated < c.latest {
		c.back++
	}
	c.any, c.latest = true, sample.Estimated
	if st := t.session.ClockStatus(1, sample.Algorithm); st.HasUncertainty {
		c.stated++
		if sample.Error().Abs() <= st.Uncertainty {
			c.covered++
		}
	}
}

// scores returns the scores so far, the guest's first.
func (t *tally) scores() []Score {
	summary := t.session.Summary()
	all := summary.Clients[0].Algorithms
	scores := make([]Score, 0, len(all))
	for i, a := range all {
		c := &t.clocks[i]
		one := Score{Clock: a.Algorithm, Back: c.back, Stated: c.stated, Covered: c.covered, Bytes: float64(a.BytesSent) / max(summary.DurationS, 1e-9)}
		if e := a.ErrorMS; e != nil {
			one.Known, one.RMS, one.Worst = true, e.RMS, e.Worst
		}
		if a.ConvergedS != nil {
			one.Came, one.Within = true, *a.ConvergedS
		}
		scores = append(scores, one)
	}
	guest := len(scores) - 1 // behind all others
	return append(scores[guest:guest:guest], append(scores[guest:], scores[:guest]...)...)
}

// over returns the scores of one link over all its seeds: the root of the mean square, the worst, the slowest to come near, the
// sum of the steps back, the mean of the bytes. A clock that failed once has failed.
func over(runs []Run) []Score {
	sum := make([]Score, len(runs[0].Scores))
	for i := range sum {
		one := &sum[i]
		*one = Score{Clock: runs[0].Scores[i].Clock, Known: true, Came: true}
		for r := range runs {
			s := &runs[r].Scores[i]
			one.Known, one.Came = one.Known && s.Known, one.Came && s.Came
			one.RMS += float64(s.RMS * s.RMS)
			one.Worst, one.Within = max(one.Worst, s.Worst), max(one.Within, s.Within)
			one.Back, one.Stated, one.Covered = one.Back+s.Back, one.Stated+s.Stated, one.Covered+s.Covered
			one.Bytes += s.Bytes
		}
		one.RMS = math.Sqrt(one.RMS / float64(len(runs)))
		one.Bytes /= float64(len(runs))
	}
	return sum
}
