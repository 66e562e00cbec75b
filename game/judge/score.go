package judge

import (
	"math"
	"slices"
	"time"

	"driftlab/game/judge/draw"
	"driftlab/game/observe"
	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A Score is how one clock did on one link, on all its clients, with one seed or several.
type Score struct {
	Clock string
	// Known is whether it gave a time after the warm-up. RMS and Worst, in ms, are of its error then.
	Known      bool
	RMS, Worst float64
	// Within is how many seconds it took from joining until it was within 5 ms of the truth, to stay there for 10 s; meaningful if
	// Came. What it did after these counts in Worst.
	Within float64
	Came   bool
	Back   uint64  // readings earlier than that of the tick before
	Bytes  float64 // a second, both directions together, without headers
	// Unheard is how many questions it asked without hearing answers.
	Unheard int64
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
	own     int              // place of the clock that is judged
	fair    *fair            // on a link that was drawn, else nil,
	thrifty *thrifty         // and so is this
	clients [][]tallied      // by client, from 1 on, and by clock
	errors  []ranking.Record // by client, since the warm-up
}

// tallied is what is counted of one clock on one client.
type tallied struct {
	latest          netsync.Server
	any             bool
	back            uint64
	stated, covered uint64
}

// init begins for a built-in clock that is judged, "" for the guest, which is behind all clocks.
func (t *tally) init(s *session.Session, clock string, drawn *draw.Link) {
	t.own = len(s.Algorithms()) - 1
	if clock != "" {
		t.own = slices.IndexFunc(s.Algorithms(), func(of registry.Algorithm) bool { return of.Name == clock })
	}
	if drawn != nil {
		t.fair = newFair(drawn, s.Algorithms())
	}
	t.session, t.clients = s, make([][]tallied, s.Clients())
	for i := range t.clients {
		t.clients[i] = make([]tallied, len(s.Algorithms()))
		t.errors = append(t.errors, ranking.NewRecord(len(s.Algorithms())))
	}
}

// Record implements observe.Recorder.
func (t *tally) Record(e observe.Entry) {
	if t.fair != nil {
		t.fair.Record(e)
	}
	if d, is := e.(*observe.Departure); is && t.thrifty != nil {
		t.thrifty.sent(d)
	}
	sample, is := e.(*observe.ClockSample)
	if !is || t.session == nil {
		return
	}
	c := &t.clients[sample.Client-1][sample.Algorithm]
	if c.any && sample.Estimated < c.latest {
		c.back++
	}
	c.any, c.latest = true, sample.Estimated
	if since := time.Duration(sample.Time) - observe.Warmup; since >= 0 {
		t.errors[sample.Client-1].Add(sample.Algorithm, since, sample.Error().Seconds()*1000)
	}
	if st := t.session.Clock(sample.Client, sample.Algorithm).Status(); st.HasUncertainty {
		c.stated++
		if sample.Error().Abs() <= st.Uncertainty {
			c.covered++
		}
	}
}

// scores returns the scores so far, that of the clock that is judged first, and on a link that was drawn those beside them.
func (t *tally) scores() (scores, beside []Score, err error) {
	summary := t.session.Summary()
	var all [][]Score
	for i := range summary.Clients {
		all = append(all, t.of(&summary.Clients[i], summary.DurationS))
	}
	joined := slices.DeleteFunc(slices.Clone(all), func(scores []Score) bool {
		return !slices.ContainsFunc(scores, func(s Score) bool { return s.Known })
	})
	if len(joined) > 0 {
		all = joined
	}
	scores = over(all)
	if t.fair == nil {
		return ownFirst(scores, t.own), nil, nil
	}
	oracle, err := t.fair.even(scores)
	scores = ownFirst(scores, t.own)
	last := len(scores) - 1 // of which there is one more than clocks that are rivals
	scores[last].Bytes -= float64(t.thrifty.less) / max(summary.DurationS, 1e-9)
	return scores[:last], []Score{oracle, scores[last]}, err
}

// byClock returns each clock's errors on all clients, in blocks of seconds, those of the judged clock first.
func (t *tally) byClock(blocks int) (errors []ranking.Errors) {
	for a := range t.session.Algorithms() {
		var clients []ranking.Errors
		for i := range t.errors {
			clients = append(clients, t.errors[i].Errors(a))
		}
		errors = append(errors, ranking.Join(clients, blocks))
	}
	return ownFirst(errors, t.own)
}

// maxBlocks is how many blocks of seconds are kept of each clock's errors on a link, over all seeds.
const maxBlocks = 4096

// ownFirst puts what there is of one clock before all others.
func ownFirst[T any](all []T, own int) []T {
	one := all[own]
	return slices.Insert(slices.Delete(all, own, own+1), 0, one)
}

// of returns the scores on one client.
func (t *tally) of(client *session.ClientSummary, seconds float64) (scores []Score) {
	for i, a := range client.Algorithms {
		c := &t.clients[client.Client-1][i]
		one := Score{Clock: a.Algorithm, Back: c.back, Stated: c.stated, Covered: c.covered, Bytes: float64(a.BytesSent) / max(seconds, 1e-9)}
		if e := a.ErrorMS; e != nil {
			one.Known, one.RMS, one.Worst = true, e.RMS, e.Worst
		}
		if a.ConvergedS != nil && t.session.Clock(client.Client, i).Stayed() {
			one.Came, one.Within = true, *a.ConvergedS
		}
		scores = append(scores, one)
	}
	return scores
}

// over returns the scores of several clients, or of one link with several seeds, as one: the root mean square (RMS), the worst, the
// slowest convergence, the sum of the steps back, the mean of the bytes. A clock that failed once has failed.
func over(runs [][]Score) []Score {
	sum := make([]Score, len(runs[0]))
	for i := range sum {
		one := &sum[i]
		*one = Score{Clock: runs[0][i].Clock, Known: true, Came: true}
		for r := range runs {
			s := &runs[r][i]
			one.Known, one.Came = one.Known && s.Known, one.Came && s.Came
			one.RMS += float64(s.RMS * s.RMS)
			one.Worst, one.Within = max(one.Worst, s.Worst), max(one.Within, s.Within)
			one.Back, one.Stated, one.Covered = one.Back+s.Back, one.Stated+s.Stated, one.Covered+s.Covered
			one.Bytes += s.Bytes
			one.Unheard += s.Unheard
		}
		one.RMS = math.Sqrt(one.RMS / float64(len(runs)))
		one.Bytes /= float64(len(runs))
	}
	return sum
}
