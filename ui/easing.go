package ui

import (
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/widgets"
)

// eases are the times that a change may take, at once first.
var eases = [...]time.Duration{0, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}

// easing returns the picker of how long a change takes that a person makes.
func (c *controls) easing() widgets.Child {
	entries := []string{c.app.Words.T("controls.at-once")}
	for _, d := range eases[1:] {
		entries = append(entries, c.app.Words.F("controls.over", int(d/time.Second)))
	}
	return c.picker(widgets.DropdownConfig{Label: c.app.Words.T("controls.ease"), Entries: entries, Tip: c.app.Words.T("controls.ease-tip"),
		OnSelect: func(i int) { c.ease = eases[i] }, OnReset: func() { c.ease = 0 }},
		func() int { return slices.Index(eases[:], c.ease) })
}

// over returns how long a change of some settings takes: at once where nothing lies between the two values of one, and in the
// Watch view, which has not the picker.
func (c *controls) over(set []scenario.Assignment) time.Duration {
	atOnce := func(a scenario.Assignment) bool {
		k := a.Key()
		return !k.Animatable() || k.Free && (a.Value == 0 || c.app.Value(max(a.Client, 1), k.Name) == 0)
	}
	if c.app.Regions.Watching || slices.ContainsFunc(set, atOnce) {
		return 0
	}
	return c.ease
}
