package session

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"driftlab/netsync"
)

// bothUnities returns what the race's clock of Unity's takes the host's clock to be, and what the game's own times do.
func bothUnities(s *Session) (race, game netsync.Server, ok bool) {
	n := s.clients[0]
	now := n.local(s.Now())
	for i, a := range s.Algorithms() {
		if a.Name == "unity" {
			race, ok = n.client.Clocks.Estimate(i, now)
		}
	}
	m, b := n.client.Moment(now), n.client.Buffers()
	behind, ahead := m.Server.World().Add(b.Client), m.Predicted.World().Add(-b.Server)
	return race, netsync.Server(behind.Add(ahead.Sub(behind) / 2)), ok && m.OK
}

// Both are advanced within a nanosecond of each other and stop at the edge of a tick, so that an edge of the dead zone on which
// both lie can part them by a tick, until the link changes.
// The race's clock hears of the host once a second, so it can only go by where the host is by now.
func TestTheRacesUnityAndTheGamesOwnTimesAreOne(t *testing.T) {
	t.Parallel()
	const worlds = 60
	rng := rand.New(rand.NewPCG(31, 1))
	apart := 0
	for range worlds {
		rate := []int{10, 20, 30, 50, 60, 100, 128}[rng.IntN(7)]
		text := fmt.Sprintf("clients = 1\nduration = \"40s\"\nseed = %d\n[set]\ntick.rate = %d\nbuffer.client = %d\nbuffer.server = %d\n"+
			"buffer.mode = %q\ntime.rtt = %q\nclient.skew = %d\nclient.algorithm = \"unity\"\ntime.snapshot = \"now\"\nlink.up.delay = \"%dus\"\nlink.down.delay = \"%dus\"\n"+
			"[[event]]\nat = \"10s\"\n[event.set]\nlink.up.delay = \"%dus\"\nbuffer.server = %d\n",
			rng.IntN(1000), rate, rng.IntN(8), rng.IntN(8),
			[]string{"fixed", "adaptive"}[rng.IntN(2)], []string{"latest", "smoothed"}[rng.IntN(2)], rng.IntN(200)-100,
			rng.IntN(150_000), rng.IntN(150_000), rng.IntN(150_000), rng.IntN(8))
		s := newSession(t, parsed(t, text), nil)
		for _, d := range []time.Duration{3 * time.Second, 6 * time.Second, 30 * time.Second} {
			advance(t, s, d, time.Second)
			race, game, ok := bothUnities(s)
			off := race.Sub(game).Abs()
			if !ok || off > time.Second/time.Duration(rate) {
				t.Errorf("at %v they are %v apart, more than a tick, in\n%s", s.Now(), off, text)
			}
			if off > time.Millisecond {
				t.Logf("%v %v\n%s", s.Now(), race.Sub(game), text)
				apart++
			}
		}
	}
	if apart > worlds*3/20 {
		t.Errorf("they are more than a millisecond apart in %d of %d looks", apart, 3*worlds)
	}
}
