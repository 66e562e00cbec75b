package netsim

import (
	"cmp"
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

func compareEvents(a, b event) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.seq, b.seq)) }

func TestArrivalsComeOutByTimeThenSequence(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := arrivalQueue{first: nothing, free: noBlock}
		var want []event // in the order in which they are to come out
		var now Time
		var seq uint64
		// Near times meet in a bucket of exact times, far ones in all rows.
		reach := rapid.SampledFrom([]Time{0, 3, 100, 1 << 20, lastTime / 1000}).Draw(t, "reach")
		pop := func() {
			if first := q.first; first != want[0] {
				t.Fatalf("first is %v, want %v", first, want[0])
			}
			if got := q.pop(); got != want[0] {
				t.Fatalf("popped %v, want %v", got, want[0])
			}
			now, want = want[0].at, want[1:]
		}
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			switch {
			case len(want) > 0 && rapid.IntRange(0, 2).Draw(t, "pop") == 0:
				pop()
			case rapid.IntRange(0, 9).Draw(t, "many") == 0:
				for i := range Time(60) {
					seq++
					want = append(want, event{at: now + (i*i)%(reach+1), seq: seq, ref: int32(seq)})
					q.push(want[len(want)-1])
				}
			default:
				seq++
				want = append(want, event{at: now + Time(rapid.Int64Range(0, int64(reach)).Draw(t, "in")), seq: seq, ref: int32(seq)})
				q.push(want[len(want)-1])
			}
			slices.SortFunc(want, compareEvents)
			if listed := slices.Collect(q.all); q.size != len(want) || !slices.Equal(slices.SortedFunc(slices.Values(listed), compareEvents), want) {
				t.Fatalf("holds %d events, %v, want %v", q.size, listed, want)
			}
		}
		for len(want) > 0 {
			pop()
		}
		if q.size != 0 || q.rows != 0 || q.first != nothing {
			t.Fatalf("%d events are left in rows %b, first %v", q.size, q.rows, q.first)
		}
	})
}
