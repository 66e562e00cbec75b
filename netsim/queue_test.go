package netsim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestWakeQueueHasTheEarliestWakeUpFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var q wakeQueue
		var model []Time // by node
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			if len(model) == 0 || rapid.IntRange(0, 9).Draw(t, "add") == 0 {
				q.add()
				model = append(model, Never)
				continue
			}
			node, at := rapid.IntRange(0, len(model)-1).Draw(t, "node"), Time(rapid.IntRange(0, 20).Draw(t, "at"))
			if rapid.IntRange(0, 3).Draw(t, "never") == 0 {
				at = Never
			}
			q.set(int32(node), at)
			model[node] = at
			least := slices.Min(model)
			first, at := q.first()
			if at != least || least != Never && int(first) != slices.Index(model, least) {
				t.Fatalf("node %d is first, at %d, of %v", first, at, model)
			}
			for node, want := range model {
				if got := q.times[node]; got != want {
					t.Fatalf("node %d wakes at %d, want %d", node, got, want)
				}
			}
		}
	})
}
