package lesson

import (
	"time"

	"driftlab/game"
	"driftlab/session"
)

func worldTimeError(s *session.Session, f *Figure) (float64, bool) {
	m := s.Facts(f.Client).Moment
	return milliseconds(m.Clock.World().Sub(s.HostWorld())), m.OK && s.Now() >= f.Span.After
}

// inTime and inSpace say which part of an alignment is meant.
func inTime(a session.Alignment) float64  { return milliseconds(time.Duration(a.Time.Mean())) }
func inSpace(a session.Alignment) float64 { return game.Length(a.Distance.Mean()).Metres() }

func riding(class session.RiderClass, part func(session.Alignment) float64) func(*session.Session, *Figure) (float64, bool) {
	return func(s *session.Session, f *Figure) (float64, bool) {
		a := s.Facts(f.Client).Screen.Riding[class]
		return part(a), a.Time.Count > 0
	}
}

func hostRiding(class session.RiderClass) func(*session.Session, *Figure) (float64, bool) {
	return func(s *session.Session, f *Figure) (float64, bool) {
		a := s.HostRiding()[class]
		return inTime(a), a.Time.Count > 0
	}
}

func platformPace(s *session.Session, f *Figure) (float64, bool) {
	pace := s.PlatformPace(f.Client)
	return float64(pace), pace > 0
}

func projectilesOff(s *session.Session, f *Figure) (float64, bool) {
	shots := s.Facts(f.Client).Screen.Shots[s.Value(f.Client, "projectile.spawn")]
	return game.Length(shots.Bias()).Metres(), shots.Count > 0
}
