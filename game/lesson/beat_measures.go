package lesson

import "driftlab/game/session"

// whoDrags tells which of the first clients have beats that are off: the first is 1, the second 2, the third 4.
func whoDrags(s *session.Session, f *Figure) (v float64, ok bool) {
	for client := 1; client <= min(s.Clients(), 3); client++ {
		of := *f
		of.Client = client
		off, measured := beatsOff(s, &of)
		ok = ok || measured
		if off > 0 {
			v += float64(int(1) << (client - 1))
		}
	}
	return v, ok
}
