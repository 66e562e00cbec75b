package lesson

import "driftlab/game/session"

// The times that a client shows its world in, and how well its buffers do of late.

func starvedNow(s *session.Session, f *Figure) (float64, bool) {
	t, ok := s.RecentTally(f.Client)
	v, any := share(t.Starved, t.Frames)
	return v, ok && any
}

func inputsLateNow(s *session.Session, f *Figure) (float64, bool) {
	t, ok := s.RecentTally(f.Client)
	v, any := share(t.Late, t.Inputs)
	return v, ok && any
}
