package lesson

import "driftlab/game/session"

// peekersAdvantage is of the client's latest peek that the next client has seen.
func peekersAdvantage(s *session.Session, f *Figure) (float64, bool) {
	p, ok := s.Peek(f.Client)
	return milliseconds(p.Advantage()), ok
}
