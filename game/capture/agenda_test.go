package capture

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"driftlab/netsim"
)

func TestAgendaGivesWhatIsDueInOrderOfTimeAndThenOfEntry(t *testing.T) {
	t.Parallel()
	type note struct {
		at netsim.Time
		n  int
	}
	rapid.Check(t, func(t *rapid.T) {
		var a agenda[note]
		var model []note
		for n, step := range rapid.SliceOf(rapid.Int64Range(-20, 20)).Draw(t, "steps") {
			if step >= 0 {
				a.add(netsim.Time(step), note{netsim.Time(step), n})
				model = append(model, note{netsim.Time(step), n})
				continue
			}
			slices.SortStableFunc(model, func(a, b note) int { return cmp.Compare(a.at, b.at) })
			got, ok := a.next(netsim.Time(-step))
			if want := len(model) > 0 && model[0].at <= netsim.Time(-step); ok != want {
				t.Fatalf("there is one: %v, want %v", ok, want)
			}
			if ok {
				if got.what != model[0] || got.at != model[0].at {
					t.Fatalf("got %+v, want %+v", got, model[0])
				}
				model = model[1:]
			}
		}
	})
}
