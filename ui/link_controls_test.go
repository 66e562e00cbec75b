package ui

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/scenario"
)

func TestTheWindowHasEverySettingOfTheLink(t *testing.T) {
	shown := []string{"jitter", "loss"} // the first sliders
	for _, g := range linkGroups {
		shown = append(shown, g.settings...)
	}
	keys := scenario.LinkKeys()
	for i := range keys {
		name := strings.TrimPrefix(keys[i].Name, "link.")
		at := slices.Index(shown, name)
		if at < 0 {
			t.Errorf("there is no control for %s", keys[i].Name)
			continue
		}
		shown = slices.Delete(shown, at, at+1)
	}
	if len(shown) > 0 {
		t.Errorf("these controls are for no setting, or stand twice: %v", shown)
	}
}

func TestWhatAFieldShowsIsReadAsTheSameValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := scenario.Keys()
		k := &all[rapid.IntRange(0, len(all)-1).Draw(t, "key")]
		lo, hi := k.Bounds()
		if lo == hi || len(k.Choices) > 0 {
			return
		}
		v := rapid.Int64Range(lo, hi).Draw(t, "value")
		text := withUnit(english, k, k.Format(v))
		set, err := scenario.ParseAssignment(k.Name, text)
		if err != nil || len(set) != 1 || set[0].Value != v {
			t.Fatalf("%s: %d is shown as %q and read as %v, %v", k.Name, v, text, set, err)
		}
	})
}
