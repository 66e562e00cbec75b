package session

import (
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/unity"
)

func TestTheVariantUnityPublishedHasThePublishedConstants(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "unity")
	sc.Pin(scenariotest.Set("time.snapshot=now"))
	all := sc.Algorithms()
	if a := all[len(all)-1]; a.Name != "unity-published" || a.Config != any(unity.Text()) {
		t.Errorf("%s has %+v", a.Name, a.Config)
	}
	s := newSession(t, sc, nil)
	advance(t, s, 15*time.Second, time.Second)
	published, _ := s.clients[0].client.Clocks.Estimate(len(all)-1, s.clients[0].local(s.Now()))
	race, game, _ := bothUnities(s)
	if race.Sub(game).Abs() > time.Millisecond || published.Sub(game).Abs() < time.Millisecond {
		t.Errorf("the game's times are %v from unity and %v from what is published", race.Sub(game), published.Sub(game))
	}
}
