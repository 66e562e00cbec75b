package lesson

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
)

// gameFigures are measures of a client's game that tables have too.
func gameFigures() (all []Measure) {
	for of := range session.MainGameFigures {
		k := session.GameFigureKinds[of]
		all = append(all, Measure{Name: k.Name, Unit: k.Unit, Help: k.Help, decimals: k.Decimals, Over: Warm,
			of: func(s *session.Session, f *Figure) (float64, bool) {
				figures := s.GameFigures(f.Client)
				return figures.Of(of)
			}})
	}
	return all
}

// share returns some of all in percent; ok is false where there are none.
func share(some, all uint64) (float64, bool) {
	return 100 * float64(some) / float64(max(all, 1)), all > 0
}

func inMetres(off game.Length, ok bool) (float64, bool) { return off.Metres(), ok }

func meanOff(of observe.Spread) (float64, bool) { return game.Length(of.Mean()).Metres(), of.Count > 0 }

// inTime and inSpace say which part of an alignment is meant.
func inTime(r observe.Rode) float64  { return milliseconds(r.Time) }
func inSpace(r observe.Rode) float64 { return r.Distance.Metres() }

func riding(class observe.RiderClass, part func(observe.Rode) float64) reading {
	return func(s *session.Session, f *Figure) (float64, bool) {
		r := s.Screen(f.Client).Rode(class)
		return part(r), r.OK
	}
}

func hostRiding(class observe.RiderClass, part func(observe.Rode) float64) reading {
	return func(s *session.Session, _ *Figure) (float64, bool) {
		r := s.Screen(0).Rode(class)
		return part(r), r.OK
	}
}

// others is what is known of how far off a client has shown the other players in its present way.
func others(s *session.Session, f *Figure) observe.Spread {
	return s.Facts(f.Client).Screen.Others[s.Value(f.Client, "others.show")]
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

// beside is the least time by which a rider counts as off its platform.
const beside = time.Millisecond

// riders are the classes of players whose alignment questions ask for, in the order of their bits.
var riders = [...]observe.RiderClass{observe.OwnPlayer, observe.NPC, observe.OtherPlayer}

// offPlatform says which riders are off their platform on a machine's screen; ok is false where nobody rides.
func offPlatform(s *session.Session, machine int) (bits int, ok bool) {
	for bit, class := range riders {
		r := s.Screen(machine).Rode(class)
		ok = ok || r.OK
		if r.OK && r.Time > beside {
			bits |= 1 << bit
		}
	}
	return bits, ok
}

func whoIsOff(s *session.Session, f *Figure) (float64, bool) {
	bits, ok := offPlatform(s, f.Client)
	return float64(bits), ok
}

func screensRight(s *session.Session, f *Figure) (v float64, ok bool) {
	for bit, machine := range [...]int{f.Client, 0} {
		off, rides := offPlatform(s, machine)
		if !rides {
			return 0, false
		}
		if off == 0 {
			v += float64(int(1) << bit)
		}
	}
	return v, true
}

func rides(s *session.Session, f *Figure) (float64, bool) {
	var scene game.Scene
	s.Scene(f.Client, &scene)
	for _, r := range scene.Riding {
		if r.Rider == f.Client {
			return float64(r.Platform + 1), true
		}
	}
	return 0, false
}

// keyShows is what lies between the time of an input and the time in which the own player is shown: nothing where it is
// predicted, and where it is not the way up, the way down and the buffers of both ends.
func keyShows(s *session.Session, f *Figure) (float64, bool) {
	m := s.Facts(f.Client).Moment
	if game.Authority(s.Value(f.Client, "player.authority")) != game.ServerAuthority {
		return 0, m.OK
	}
	return milliseconds(m.Predicted.World().Sub(m.Server.World())), m.OK
}

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

// wantedRewind is of the latest hit of the client's that the host refused.
func wantedRewind(s *session.Session, f *Figure) (v float64, ok bool) {
	for _, d := range s.Disputes(nil) {
		if int(d.Shooter) == f.Client && d.Verdict == game.Refused {
			v, ok = milliseconds(d.Wanted.Round(time.Microsecond)), true
		}
	}
	return v, ok
}

// hitInCover counts those of the latest hits on the client that it heard of after it had left their path.
func hitInCover(s *session.Session, f *Figure) (n float64, ok bool) {
	for _, in := range s.Instants(nil) {
		if in.Victim == f.Client && in.Felt && in.Told <= s.Now() && in.Told >= f.Span.After {
			n++
		}
	}
	return n, s.Facts(f.Client).Joined
}

// The times that a client shows its world in, and how well its buffers do of late.

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
