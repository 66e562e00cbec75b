package lesson

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
)

// beside is how far in time a rider is off its platform at least that counts as off it.
const beside = time.Millisecond

// riders are the classes of players whose alignment questions ask for, in the order of their bits.
var riders = [...]session.RiderClass{session.OwnPlayer, session.NPC, session.OtherPlayer}

// offPlatform tells which riders are beside their platform on a machine's screen; ok is false where nobody rides.
func offPlatform(s *session.Session, machine int) (bits int, ok bool) {
	for bit, class := range riders {
		r := s.Rode(machine, class)
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
	s.ClientScene(f.Client, &scene)
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
