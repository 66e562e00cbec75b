package netsim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func compareEvents(a, b event) int {
	switch {
	case a.before(b):
		return -1
	case b.before(a):
		return 1
	}
	return 0
}

func TestWakeQueueHasTheEarliestWakeUpOnTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q wakeQueue
		var model []event // by node
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			if len(model) == 0 || rapid.IntRange(0, 9).Draw(t, "add") == 0 {
				q.add()
				model = append(model, event{at: Never, seq: uint64(len(model)), ref: int32(len(model))})
				continue
			}
			ev := event{at: Time(rapid.IntRange(0, 20).Draw(t, "at")), ref: int32(rapid.IntRange(0, len(model)-1).Draw(t, "node"))}
			ev.seq = uint64(ev.ref)
			if rapid.IntRange(0, 3).Draw(t, "never") == 0 {
				ev.at = Never
			}
			q.set(ev)
			model[ev.ref] = ev
			if top, want := q.heap[0], slices.MinFunc(model, compareEvents); top.at != want.at || top.seq != want.seq {
				t.Fatalf("on top is %v, want %v", top, want)
			}
			for node, want := range model {
				if got := q.heap[q.pos[node]]; got != want {
					t.Fatalf("node %d has %v, want %v", node, got, want)
				}
			}
		}
	})
}
