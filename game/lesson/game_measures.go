package lesson

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/netsim"
)

// share returns so many of all in percent; ok is false where there are none.
func share(some, all uint64) (float64, bool) {
	return 100 * float64(some) / float64(max(all, 1)), all > 0
}

func inMetres(off game.Length, ok bool) (float64, bool) { return off.Metres(), ok }

func meanOff(of session.Spread) (float64, bool) { return game.Length(of.Mean()).Metres(), of.Count > 0 }

func worldTimeError(s *session.Session, f *Figure) (float64, bool) {
	m := s.Facts(f.Client).Moment
	return milliseconds(m.Clock.World().Sub(s.HostWorld())), m.OK && s.Now() >= f.Span.After
}

func serverTime(s *session.Session, f *Figure) (float64, bool) {
	m := s.Facts(f.Client).Moment
	return milliseconds(m.Server.World().Sub(s.HostWorld())), m.OK
}

func predictedTime(s *session.Session, f *Figure) (float64, bool) {
	m := s.Facts(f.Client).Moment
	return milliseconds(m.Predicted.World().Sub(s.HostWorld())), m.OK
}

func worldLag(s *session.Session, _ *Figure) (float64, bool) {
	_, behind := s.HostPace()
	return behind.Seconds(), true
}

func worldPace(s *session.Session, _ *Figure) (float64, bool) {
	rate, _ := s.HostPace()
	return float64(rate) / 1e4, true
}

// inTime and inSpace say which part of an alignment is meant.
func inTime(r session.Rode) float64  { return milliseconds(r.Time) }
func inSpace(r session.Rode) float64 { return r.Distance.Metres() }

func riding(class session.RiderClass, part func(session.Rode) float64) reading {
	return func(s *session.Session, f *Figure) (float64, bool) {
		r := s.Rode(f.Client, class)
		return part(r), r.OK
	}
}

func hostRiding(class session.RiderClass, part func(session.Rode) float64) reading {
	return func(s *session.Session, _ *Figure) (float64, bool) {
		r := s.Rode(0, class)
		return part(r), r.OK
	}
}

func platformPace(s *session.Session, f *Figure) (float64, bool) {
	pace := s.PlatformPace(f.Client)
	return float64(pace), pace > 0
}

// others is what is known of how far off a client has shown the other players in its present way.
func others(s *session.Session, f *Figure) session.Spread {
	return s.Facts(f.Client).Screen.Others[s.Value(f.Client, "others.show")]
}

func othersWorst(s *session.Session, f *Figure) (float64, bool) {
	off := others(s, f)
	return game.Length(off.Worst).Metres(), off.Count > 0
}

func projectileBytes(s *session.Session, f *Figure) (float64, bool) {
	sent := s.Facts(f.Client).Screen.ShotsSent[s.Value(f.Client, "projectile.spawn")]
	return float64(sent.Bytes) / max(sent.Over.Seconds(), 1), sent.Over >= time.Second
}

// latestLine says how late the latest line of another client than the listener came.
func latestLine(lines []game.ChatLine, listener int) (v float64, ok bool) {
	for _, l := range lines {
		if from := int(l.From); from > 0 && from != listener {
			v, ok = milliseconds(l.Late), true
		}
	}
	return v, ok
}

func bytesUp(s *session.Session, f *Figure) (float64, bool) {
	up := s.Facts(f.Client).Up
	return float64(up.Total().Bytes), s.Now() >= netsim.Time(time.Second)
}

func bytesDown(s *session.Session, f *Figure) (float64, bool) {
	down := s.Facts(f.Client).Down
	return float64(down.Total().Bytes), s.Now() >= netsim.Time(time.Second)
}
