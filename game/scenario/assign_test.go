package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/scenario"
)

func TestANumberIsAssignedAsItsTextIs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		keys := scenario.Keys()
		k := &keys[rapid.IntRange(0, len(keys)-1).Draw(t, "key")]
		lo, hi := k.Bounds()
		v := rapid.OneOf(rapid.Int64Range(lo, hi), rapid.SampledFrom([]int64{lo - 1, hi + 1, 0, lo, hi, k.Default})).Draw(t, "value")
		client := rapid.IntRange(0, 3).Draw(t, "client")
		name, text := k.Name, fmt.Sprint(v)
		if client > 0 && !k.World() {
			name = fmt.Sprintf("client%d.%s", client, strings.TrimPrefix(name, "client."))
		}
		if len(k.Choices) == 0 && (k.Text == nil || v == 0) || v >= lo && v <= hi {
			text = k.Format(v)
		}
		got, err := scenario.Assign(client, k.Name, v)
		if k.Text != nil && v != 0 { // no text is written so
			if want := fmt.Sprintf("%s: %d is outside %s", name, v, k.Range()); err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
			return
		}
		if k.Open && (v < lo || v > hi) { // as a text it may be the name of a clock that is declared elsewhere
			if want := fmt.Sprintf("%s: %q is unknown (", name, fmt.Sprint(v)); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
			return
		}
		want, asText := scenario.ParseAssignment(name, text)
		if fmt.Sprint(err) != fmt.Sprint(asText) || len(got) != len(want) {
			t.Fatalf("%s=%s: the number gets %v, %v; the text %v, %v", name, text, got, err, want, asText)
		}
		for i := range got {
			if !got[i].Same(want[i]) {
				t.Errorf("%s=%s: the number is %v, the text %v", name, text, got[i], want[i])
			}
		}
	})
}

func TestANumberOfBothWaysIsAssignedToEach(t *testing.T) {
	t.Parallel()
	got, err := scenario.Assign(2, "link.delay", 80e6)
	if fmt.Sprint(got, err) != "[client2.link.up.delay=80ms client2.link.down.delay=80ms] <nil>" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestANumberIsRefusedWhereItsTextWouldBe(t *testing.T) {
	t.Parallel()
	for want, assign := range map[string]func() ([]scenario.Assignment, error){
		"client2.link.up.delay: 31s is outside 0s..30s": func() ([]scenario.Assignment, error) { return scenario.Assign(2, "link.delay", 31e9) },
		`unknown key "link.delya"`:                      func() ([]scenario.Assignment, error) { return scenario.Assign(0, "link.delya", 0) },
		`client.skew: client: "-1" is outside 1..`:      func() ([]scenario.Assignment, error) { return scenario.Assign(-1, "client.skew", 0) },
		fmt.Sprintf("%q is outside 1..%d", fmt.Sprint(game.MaxPlayers), game.MaxPlayers-1): func() ([]scenario.Assignment, error) {
			return scenario.Assign(game.MaxPlayers, "client.skew", 0)
		},
	} {
		if set, err := assign(); err == nil || set != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v, want %s", set, err, want)
		}
	}
}
