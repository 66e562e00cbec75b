package lesson

import (
	"cmp"
	"slices"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
)

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

// delayChange compares both minima together, which a clock that is off has no part in, at the begin of a span and at
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
