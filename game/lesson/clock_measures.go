package lesson

import (
	"cmp"
	"math"
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
)

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

func inMilliseconds(d time.Duration, ok bool) (float64, bool) { return milliseconds(d), ok }

func inSeconds(d time.Duration, ok bool) (float64, bool) { return d.Seconds(), ok }

func mean(of insight.Trips) (float64, bool) { return milliseconds(of.Mean), of.Count > 0 }

func clockErrors(part func(session.ErrorMS) float64) reading {
	return func(s *session.Session, f *Figure) (float64, bool) {
		e, ok := s.Clock(f.Client, f.Algorithm).Errors()
		return part(e), ok
	}
}

// A point is one row of a session's history: the error of one clock in ms.
type point struct {
	at  netsim.Time
	err float64
}

// points returns the errors that the session remembers of a client in a figure's span.
func points(s *session.Session, f *Figure, client int) (all []point) {
	h := s.History(client)
	next := netsim.Time(-1)
	for n, end := h.Span(); n < end; n++ {
		at, errors := h.Row(n)
		if at < f.Span.After || f.Span.Before > 0 && at > f.Span.Before || math.IsNaN(float64(errors[f.Algorithm])) || at < next {
			continue
		}
		if f.Span.Every > 0 {
			next = (at/f.Span.Every + 1) * f.Span.Every
		}
		all = append(all, point{at, float64(errors[f.Algorithm])})
	}
	return all
}

func errorAt(s *session.Session, f *Figure) (float64, bool) {
	all := points(s, f, f.Client)
	if len(all) == 0 || all[0].at > f.Span.After.Add(time.Second) {
		return 0, false // not yet, or forgotten
	}
	return all[0].err, true
}

// pool returns the absolute errors of one client or of all in a figure's span.
func pool(s *session.Session, f *Figure) (all []float64) {
	first, last := f.Client, f.Client
	if f.Client == 0 {
		first, last = 1, s.Clients()
	}
	for client := first; client <= last; client++ {
		for _, p := range points(s, f, client) {
			all = append(all, math.Abs(p.err))
		}
	}
	return all
}

// quantile sorts errors and returns their q quantile.
func quantile(all []float64, q float64) (float64, bool) {
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return all[int(math.Ceil(q*float64(len(all))))-1], true
}

// drift fits a straight line by least squares.
func drift(s *session.Session, f *Figure) (float64, bool) {
	all := points(s, f, f.Client)
	if len(all) < 20 { // a second
		return 0, false
	}
	var t, e float64
	for _, p := range all {
		t += time.Duration(p.at).Seconds()
		e += p.err
	}
	t, e = t/float64(len(all)), e/float64(len(all))
	var above, below float64
	for _, p := range all {
		dt := time.Duration(p.at).Seconds() - t
		above += dt * (p.err - e)
		below += dt * dt
	}
	return above / below, true
}

func gateClosed(s *session.Session, f *Figure) (float64, bool) {
	var d insight.Detail
	s.Clocks(f.Client).Explain(f.Algorithm, &d)
	from := netsync.Local(s.ClockAt(netsim.NodeID(f.Client), f.Span.After))
	all := slices.DeleteFunc(d.Samples, func(a insight.Sample) bool { return f.Span.After > 0 && a.At < from })
	if len(all) == 0 {
		return 0, false
	}
	longest, set := time.Duration(0), all[0].At
	for _, sample := range all {
		longest = max(longest, sample.At.Sub(set))
		if open(sample) {
			set = sample.At
		}
	}
	return longest.Seconds(), true
}

// open reports whether an answer came through Slot's gate.
func open(a insight.Sample) bool {
	return a.Reason == insight.Accepted || a.Reason == insight.InTolerance
}

// steady is the change of an error in ms from one row of the history to the next that is none: rows are
// kept in single precision.
const steady = 0.05

func slew(s *session.Session, f *Figure) (float64, bool) {
	all := points(s, f, f.Client)
	running := time.Duration(0)
	for i := 1; i < len(all); i++ {
		step := math.Abs(all[i].err - all[i-1].err)
		// What is more than two per cent of the time that has passed is a jump.
		if passed := all[i].at.Sub(all[i-1].at); step > steady && step < milliseconds(passed)/50 {
			running += passed
		}
	}
	return running.Seconds(), len(all) > 1
}

func snap(s *session.Session, f *Figure) (v float64, ok bool) {
	all := points(s, f, f.Client)
	for i := 1; i < len(all); i++ {
		if step := all[i].err - all[i-1].err; math.Abs(step) > math.Abs(v) {
			v = step
		}
	}
	return v, len(all) > 1
}

// swing is the clock's greatest error less its least one.
func swing(s *session.Session, f *Figure) (v float64, ok bool) {
	recent := *f
	recent.Span = Span{After: max(0, s.Now().Add(-observe.TallySpan))}
	all := points(s, &recent, f.Client)
	if len(all) == 0 || s.Now().Sub(all[0].at) < observe.TallySpan-time.Second {
		return 0, false
	}
	least, most := all[0].err, all[0].err
	for _, p := range all {
		least, most = min(least, p.err), max(most, p.err)
	}
	return most - least, true
}

// Beat is the time between two beats of the lessons' metronome: 120 a minute.
const Beat = 500 * time.Millisecond

func beatsOff(s *session.Session, f *Figure) (float64, bool) {
	const enough = 1 // ms
	all := points(s, f, f.Client)
	beats, off := 0, 0
	from := 0
	for i := range all {
		if all[i].at.Sub(all[from].at) < Beat {
			continue
		}
		beats++
		if math.Abs(all[i].err-all[from].err) >= enough {
			off++
		}
		from = i
	}
	return 100 * float64(off) / float64(max(beats, 1)), beats > 0
}

// answered returns the latest answer that a clock took.
func answered(s *session.Session, f *Figure) (at insight.Sample, ok bool) {
	var d insight.Detail
	s.Clocks(f.Client).Explain(f.Algorithm, &d)
	if len(d.Samples) == 0 {
		return at, false
	}
	return d.Samples[len(d.Samples)-1], true
}

// stamp returns one of the four stamps of the latest exchange: of the figure's clock, where it has one, or of any. A
// clock keeps the round trip and the offset, from which the stamps follow where the host answers at once.
func stamp(number int) reading {
	return func(s *session.Session, f *Figure) (float64, bool) {
		if f.OfClock {
			a, ok := answered(s, f)
			host := int64(a.At) + int64(a.Offset) - int64(a.RTT)/2
			return float64([...]int64{int64(a.At) - int64(a.RTT), host, host, int64(a.At)}[number-1]) / 1e6, ok
		}
		x := s.Clocks(f.Client).Exchanges
		stamps := [...]int64{int64(x.T1), int64(x.T2), int64(x.T3), int64(x.T4)}
		return float64(stamps[number-1]) / 1e6, x.Count > 0
	}
}

// What a clock's error comes to over a part of a run, and that of whichever clock the client goes by.

func meanBetween(s *session.Session, f *Figure) (v float64, ok bool) {
	all := points(s, f, f.Client)
	for _, p := range all {
		v += p.err / float64(len(all))
	}
	return v, len(all) > 0
}

func worstBetween(s *session.Session, f *Figure) (v float64, ok bool) {
	all := points(s, f, f.Client)
	for _, p := range all {
		v = max(v, math.Abs(p.err))
	}
	return v, len(all) > 0
}

// worstOfLate is of the last minute, which must have passed since the span's begin.
func worstOfLate(s *session.Session, f *Figure) (float64, bool) {
	since := s.Now().Add(-time.Minute)
	if since < f.Span.After {
		return 0, false
	}
	of := *f
	of.Span = Span{After: since}
	return worstBetween(s, &of)
}

// drivingError is of the clock that the client goes by, whichever that is now.
func drivingError(s *session.Session, f *Figure) (float64, bool) {
	driving := s.Facts(f.Client).Driving
	i := slices.IndexFunc(s.Algorithms(), func(a registry.Algorithm) bool { return a.Name == driving })
	if i < 0 {
		return 0, false
	}
	err, ok := s.ClockError(f.Client, i)
	return milliseconds(err), ok
}

// sinceSet is how long ago Slot's clock had an answer that could set it.
func sinceSet(s *session.Session, f *Figure) (float64, bool) {
	var d insight.Detail
	s.Clocks(f.Client).Explain(f.Algorithm, &d)
	now := netsync.Local(s.ClockAt(netsim.NodeID(f.Client), s.Now()))
	for i := len(d.Samples) - 1; i >= 0; i-- {
		if open(d.Samples[i]) {
			return now.Sub(d.Samples[i].At).Seconds(), true
		}
	}
	return 0, false
}

// What asking again and again does give, though no asking tells the two ways apart: by how much the clocks run
// apart, and by how much the ways have changed. Both come from the stamps of datagrams alone.

// rate lays a line under the delays of the fastest datagrams down, through the lowest of the first third of a span and
// of the last: what all ways take more each second is what the client's clock gains.
func rate(s *session.Session, f *Figure) (float64, bool) {
	rows := minimaIn(s, f)
	third := len(rows) / 3
	if third < 10 { // two seconds
		return 0, false
	}
	slope := 0.0
	lowest := func(rows []insight.Minima) (at insight.Minima) {
		above := func(r insight.Minima) float64 { return float64(r.Least) - slope*float64(r.At.Sub(rows[0].At)) }
		return slices.MinFunc(rows, func(a, b insight.Minima) int { return cmp.Compare(above(a), above(b)) })
	}
	for range 10 { // which are lowest depends on how steep the line is
		first, last := lowest(rows[:third]), lowest(rows[len(rows)-third:])
		slope = float64(last.Least-first.Least) / float64(last.At.Sub(first.At))
	}
	return 1e6 * slope, true
}

// delayChange compares both minima together, so that the clock's error cancels out, at the start of a span and at
// its end.
func delayChange(s *session.Session, f *Figure) (float64, bool) {
	rows := minimaIn(s, f)
	if len(rows) == 0 || !rows[0].HasUp {
		return 0, false
	}
	first, last := rows[0], rows[len(rows)-1]
	return milliseconds(last.Down + last.Up - first.Down - first.Up), true
}

// minimaIn returns the minima that TimeSync went by in a figure's span, at most 25.6 s of them. The span is true time,
// theirs is the client's own, as it runs now.
func minimaIn(s *session.Session, f *Figure) []insight.Minima {
	var d insight.Detail
	s.Clocks(f.Client).Explain(f.Algorithm, &d)
	rows := d.Minima
	at := func(t netsim.Time) netsync.Local { return netsync.Local(s.ClockAt(netsim.NodeID(f.Client), t)) }
	for len(rows) > 0 && rows[0].At < at(f.Span.After) {
		rows = rows[1:]
	}
	for len(rows) > 0 && f.Span.Before > 0 && rows[len(rows)-1].At > at(f.Span.Before) {
		rows = rows[:len(rows)-1]
	}
	return rows
}
