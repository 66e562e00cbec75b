package lesson

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/session"
)

// share returns so many of all in percent; ok is false where there are none.
func share(some, all uint64) (float64, bool) {
	return 100 * float64(some) / float64(max(all, 1)), all > 0
}

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

func clientBuffer(s *session.Session, f *Figure) (float64, bool) {
	b := s.Facts(f.Client).Buffers
	return milliseconds(b.Client), b.Frames > 0
}

func serverBuffer(s *session.Session, f *Figure) (float64, bool) {
	b := s.Facts(f.Client).Buffers
	return milliseconds(b.Server), b.Frames > 0
}

func starved(s *session.Session, f *Figure) (float64, bool) {
	b := s.Facts(f.Client).Buffers
	return share(b.Starved, b.Frames)
}

func inputsLate(s *session.Session, f *Figure) (float64, bool) {
	inputs := s.Facts(f.Client).Inputs
	return share(inputs.Late, inputs.Late+inputs.OnTime)
}

func inputsMissing(s *session.Session, f *Figure) (float64, bool) {
	return float64(s.Facts(f.Client).Inputs.Missing), true
}

// inTime and inSpace say which part of an alignment is meant.
func inTime(r session.Rode) float64  { return milliseconds(r.Time) }
func inSpace(r session.Rode) float64 { return r.Distance.Metres() }

func riding(class session.RiderClass, part func(session.Rode) float64) func(*session.Session, *Figure) (float64, bool) {
	return func(s *session.Session, f *Figure) (float64, bool) {
		r := s.Rode(f.Client, class)
		return part(r), r.OK
	}
}

func hostRiding(class session.RiderClass, part func(session.Rode) float64) func(*session.Session, *Figure) (float64, bool) {
	return func(s *session.Session, _ *Figure) (float64, bool) {
		r := s.Rode(0, class)
		return part(r), r.OK
	}
}

func platformPace(s *session.Session, f *Figure) (float64, bool) {
	pace := s.PlatformPace(f.Client)
	return float64(pace), pace > 0
}

func corrections(s *session.Session, f *Figure) (float64, bool) {
	facts := s.Facts(f.Client)
	return float64(facts.Corrected), facts.Joined
}

func recentCorrections(s *session.Session, f *Figure) (float64, bool) {
	return float64(s.RecentCorrections(f.Client)), s.Facts(f.Client).Joined
}

func correctionOff(s *session.Session, f *Figure) (float64, bool) {
	off := s.Facts(f.Client).Screen.Corrections
	return game.Length(off.Mean()).Metres(), off.Count > 0
}

func othersOff(s *session.Session, f *Figure) (float64, bool) {
	off, ok := s.RecentOthers(f.Client)
	return off.Metres(), ok
}

// others is what is known of how far off a client has shown the other players in its present way.
func others(s *session.Session, f *Figure) (session.Spread, bool) {
	off := s.Facts(f.Client).Screen.Others[s.Value(f.Client, "others.show")]
	return off, off.Count > 0
}

func othersMean(s *session.Session, f *Figure) (float64, bool) {
	off, ok := others(s, f)
	return game.Length(off.Mean()).Metres(), ok
}

func othersWorst(s *session.Session, f *Figure) (float64, bool) {
	off, ok := others(s, f)
	return game.Length(off.Worst).Metres(), ok
}

func projectilesOff(s *session.Session, f *Figure) (float64, bool) {
	off, ok := s.RecentShots(f.Client)
	return off.Metres(), ok
}

func projectileBytes(s *session.Session, f *Figure) (float64, bool) {
	sent := s.Facts(f.Client).Screen.ShotsSent[s.Value(f.Client, "projectile.spawn")]
	return float64(sent.Bytes) / max(sent.Over.Seconds(), 1), sent.Over >= time.Second
}

func chatLate(s *session.Session, f *Figure) (float64, bool) {
	return latestLine(s.ClientChat(f.Client, nil), f.Client)
}

func hostChatLate(s *session.Session, _ *Figure) (float64, bool) {
	return latestLine(s.HostChat(nil), 0)
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
