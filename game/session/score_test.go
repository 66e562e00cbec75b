package session

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario/scenariotest"
)

func TestScoresAreInFactsAndInTheSummaryWhereTheGoalIsPlayedFor(t *testing.T) {
	t.Parallel()
	for arena, goal := range map[string]game.Goal{"duel": game.Taken, "lift": game.Alone, "relay": game.Brought, "yard": game.NoGoal, "classic": game.NoGoal} {
		sc := scenariotest.Load(t, "arenas/"+arena)
		s := newSession(t, sc, nil)
		advance(t, s, time.Minute, time.Second)
		all := s.Score(0).Ruled
		for id := 1; id <= s.Clients(); id++ {
			score := s.Facts(id).Score
			if score.Goal != goal {
				t.Errorf("%s: the goal is %v", arena, score.Goal)
			}
			all += score.Ruled
			t.Logf("%s: client %d: %+v", arena, id, score)
		}
		if (all > 0) != (goal != game.NoGoal) {
			t.Errorf("%s: the scores add up to %d", arena, all)
		}
		text, err := json.Marshal(s.Summary())
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(text), `"as_you_saw"`); has != (goal != game.NoGoal) {
			t.Errorf("%s: the summary has scores: %v", arena, has)
		}
	}
}

func TestRulesCannotChangeWhileTheyAreGoneBy(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, time.Second)
	s := newSession(t, sc, nil)
	for _, key := range []string{"rules.pips", "rules.goal"} {
		if err := s.Set(key, "off"); err == nil {
			t.Errorf("%s is set", key)
		}
	}
}

// Who rides in the yard once came to stand before the shooter's muzzle.
func TestTheYardsBellIsRungAllTheTime(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "arenas/yard")
	sc.Pin(scenariotest.Set("link.delay=100ms", "rules.goal=on"))
	s := newSession(t, sc, nil)
	advance(t, s, time.Minute, time.Second)
	if got := s.Score(2); got.Ruled < 30 || got.Saw < got.Ruled {
		t.Errorf("in a minute it is rung %+v", got)
	}
}

// Bots that have lost pips go for the heart, and now and then two see themselves take it.
func TestTheHeartIsTakenAndRefused(t *testing.T) {
	t.Parallel()
	s := playDuel(t, 1, 100*time.Millisecond, 5*time.Minute)
	refused := uint64(0)
	for id := 1; id <= s.Clients(); id++ {
		refused += s.Refused(id).Count
	}
	if refused == 0 {
		t.Error("in five minutes none was refused")
	}
}
