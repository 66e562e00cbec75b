package lesson

import (
	"math"

	"driftlab/game/session"
)

// How wrong one clock is on all clients: of all joins of a run, and now.

func pooledOver(s *session.Session, f *Figure) (v float64, ok bool) {
	all := pool(s, f)
	for _, off := range all {
		if off > f.Measure.limit {
			v++
		}
	}
	return v, len(all) > 0
}

// crowd returns how far the clients' clocks are off now, of those that are set.
func crowd(s *session.Session, f *Figure) (all []float64) {
	for client := 1; client <= s.Clients(); client++ {
		if err, ok := s.ClockError(client, f.Algorithm); ok {
			all = append(all, math.Abs(milliseconds(err)))
		}
	}
	return all
}

func crowdOver(s *session.Session, f *Figure) (float64, bool) {
	near := 0
	for _, off := range crowd(s, f) {
		if off <= f.Measure.limit {
			near++
		}
	}
	return float64(s.Clients() - near), true
}

// lossUp is a condition of the link rather than a measurement: a goal may ask that it stays.
func lossUp(s *session.Session, f *Figure) (float64, bool) {
	const percent = 1e7 // of a share as it is kept
	return float64(s.Value(f.Client, "link.up.loss")) / percent, true
}

// whoIsRight tells which of the first clients go by a clock within 5 ms: the first is 1, the second 2, the third 4.
func whoIsRight(s *session.Session, f *Figure) (v float64, ok bool) {
	for client := 1; client <= min(s.Clients(), 3); client++ {
		if off, set := drivingError(s, &Figure{Client: client}); set && math.Abs(off) <= 5 {
			v += float64(int(1) << (client - 1))
		}
	}
	return v, true
}
