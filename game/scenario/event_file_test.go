package scenario_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestEventsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Scenario(t)
		text := sc.Text()
		again, err := scenario.Parse("again", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got := again.Text(); got != text {
			t.Errorf("got\n%s\nwant\n%s", got, text)
		}
		if !reflect.DeepEqual(again.Keyframes, sc.Keyframes) {
			t.Errorf("keyframes %+v, want %+v", again.Keyframes, sc.Keyframes)
		}
		for i := range sc.Events {
			a, b := again.Events[i], sc.Events[i]
			if !reflect.DeepEqual(a.Impulse, b.Impulse) || !reflect.DeepEqual(a.Say, b.Say) || !reflect.DeepEqual(a.Move, b.Move) || !reflect.DeepEqual(a.Lose, b.Lose) || a.Continues != b.Continues || a.Over != b.Over || a.Join != b.Join || a.Leave != b.Leave {
				t.Errorf("event %d is read as %+v, written was %+v", i+1, a, b)
			}
		}
	})
}
