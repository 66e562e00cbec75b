package lesson

import (
	"cmp"
	"math"
	"slices"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
)

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
	s.Explain(f.Client, f.Algorithm, &d)
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
	s.Explain(f.Client, f.Algorithm, &d)
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
