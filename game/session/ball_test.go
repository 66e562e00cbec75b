package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// playBall plays with the ball for a while.
func playBall(t *testing.T, d time.Duration, set ...string) *Session {
	t.Helper()
	sc := scenariotest.Load(t, "arenas/ball")
	sc.Pin(scenariotest.Set(set...))
	s := newSession(t, sc, nil)
	t.Cleanup(func() { s.Close() })
	advance(t, s, d, d)
	return s
}

// touches sums up what the clients have of touches, on their own screens, by the host, and refused.
func touches(s *Session) (saw, ruled, refused int64) {
	for id := 1; id <= s.Clients(); id++ {
		score := s.Facts(id).Score
		saw, ruled, refused = saw+score.Saw, ruled+score.Ruled, refused+int64(s.Refused(id).Count)
	}
	return saw, ruled, refused
}

func TestBotsKeepTheBallGoing(t *testing.T) {
	t.Parallel()
	for _, arena := range []string{"yard", "relay"} {
		s := playBall(t, time.Minute, "arena="+arena)
		if _, ruled, _ := touches(s); ruled < 20 {
			t.Errorf("%s: in a minute clients touch it %d times", arena, ruled)
		}
	}
}

// Of each touch that a player saw itself have it hears whether the host had it too.
func TestEachTouchThatOneSawIsRuledOrRefused(t *testing.T) {
	t.Parallel()
	for _, delay := range []string{"0ms", "100ms"} {
		s := playBall(t, time.Minute, "link.delay="+delay)
		saw, ruled, refused := touches(s)
		if off := saw - ruled - refused; saw < 20 || refused == 0 || off > 3 || off < -saw/10 {
			t.Errorf("%s: %d touches seen, %d ruled, %d refused", delay, saw, ruled, refused)
		}
	}
}

// In a time that is the host's now, all show the ball where it is, as long as they know of the latest touch.
func TestTheBallIsShownWhereItIsByWhoKnowsTheTime(t *testing.T) {
	t.Parallel()
	s := playBall(t, 2*time.Second, "projectile.spawn=timestamped")
	var host, client game.Scene
	same := 0
	for s.Now() < netsim.Time(20*time.Second) {
		advance(t, s, frame, frame)
		s.Scene(0, &host)
		s.Scene(1, &client)
		if !client.HasBall || client.Ball.ID != host.Ball.ID {
			continue
		}
		off := client.Ball.Pos.Sub(host.Ball.Pos)
		if max(off.X, -off.X, off.Y, -off.Y) < game.Metre/5 {
			same++
		}
	}
	if same < 600 {
		t.Errorf("in %d frames of 1080 it is where it is", same)
	}
}

func TestTheBallCarriedOnToFirstOrderDivesIntoTheFloor(t *testing.T) {
	t.Parallel()
	lowest := map[string]game.Length{}
	for _, others := range []string{"interpolated", "dead-reckoned"} {
		s := playBall(t, time.Second, "others.show="+others, "projectile.spawn=timestamped")
		var scene game.Scene
		lowest[others] = game.Metre
		for s.Now() < netsim.Time(20*time.Second) {
			advance(t, s, frame, frame)
			if s.Scene(1, &scene); scene.HasBall {
				lowest[others] = min(lowest[others], scene.Ball.Pos.Y)
			}
		}
	}
	if lowest["interpolated"] < game.BallRadius || lowest["dead-reckoned"] > 0 {
		t.Errorf("the lowest places are %v", lowest)
	}
}

func TestAWorldWithoutABallShowsNone(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "arenas/yard")
	s := newSession(t, sc, nil)
	defer s.Close()
	advance(t, s, time.Second, time.Second)
	var scene game.Scene
	if s.Scene(0, &scene); scene.HasBall {
		t.Error("there is a ball")
	}
}

// A player who touches the ball on its own screen hears it at once, the others when the message arrives.
func TestTheBallIsHeardWhereItIsTouchedAndWhereItBounces(t *testing.T) {
	t.Parallel()
	s := playBall(t, 2*time.Second, "link.delay=100ms")
	s.Ears().Hear(0, 1)
	cues := heard(t, s, time.Minute)
	_, ruled, _ := touches(s)
	for machine := range 2 {
		kicks, bounces := len(only(cues, machine, observe.CueKick)), len(only(cues, machine, observe.CueBounce))
		if int64(kicks) < ruled/2 || bounces < 20 || bounces > 600 {
			t.Errorf("machine %d: %d touches are heard of %d by clients, and %d bounces", machine, kicks, ruled, bounces)
		}
	}
	for _, c := range cues {
		if c.Kind == observe.CueBounce && (c.Gain <= 0 || c.Gain > observe.FullGain) {
			t.Errorf("a bounce has a gain of %d", c.Gain)
		}
	}
}

// A refused touch is felt as a refused hit is: it is heard, and the player is shocked on its own screen.
func TestARefusedTouchIsHeardAndFelt(t *testing.T) {
	t.Parallel()
	s := playBall(t, 2*time.Second, "link.delay=100ms")
	s.Ears().Hear(1)
	before := s.Refused(1).Count
	cues := heard(t, s, time.Minute)
	count := s.Refused(1).Count - before
	if n := uint64(len(only(cues, 1, observe.CueRefused))); count == 0 || n < count/2 || n > count {
		t.Errorf("of %d refused touches %d are heard", count, n)
	}
	var scene game.Scene
	s.Scene(1, &scene)
	for _, o := range scene.Players {
		if at := s.Refused(1).At; o.ID == 1 && (o.Pose.Refused < at || o.Pose.Refused.Sub(at) > 50*time.Millisecond) {
			t.Errorf("it was refused at %v, and is shocked since %v", at, o.Pose.Refused)
		}
	}
}
