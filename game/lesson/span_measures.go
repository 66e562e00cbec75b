package lesson

import (
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
