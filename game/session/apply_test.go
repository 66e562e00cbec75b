package session

import (
	"slices"
	"testing"

	"driftlab/game/scenario"
)

func TestEverySettingThatMayChangeHasAnApplier(t *testing.T) {
	for _, k := range scenario.Keys() {
		row := appliers[slices.Index(scenario.Groups(), k.Group())]
		if row.group != k.Group() || (row.apply == nil) != k.Fixed() {
			t.Errorf("%s: fixed %v, has an applier %v", k.Name, k.Fixed(), row.apply != nil)
		}
	}
}
