package lesson

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
)

// wantedRewind is of the latest hit of the client's that the host refused.
func wantedRewind(s *session.Session, f *Figure) (v float64, ok bool) {
	for _, d := range s.Disputes(nil) {
		if int(d.Shooter) == f.Client && d.Verdict == game.Refused {
			v, ok = milliseconds(d.Wanted.Round(time.Microsecond)), true
		}
	}
	return v, ok
}

// hitInCover counts those of the latest hits on the client that were told after it had been out of the way.
func hitInCover(s *session.Session, f *Figure) (n float64, ok bool) {
	for _, in := range s.Instants(nil) {
		if in.Victim == f.Client && in.Felt && in.Told <= s.Now() && in.Told >= f.Span.After {
			n++
		}
	}
	return n, s.Facts(f.Client).Joined
}
