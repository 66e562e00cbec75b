package clocks

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

// A laden is a bucket that datagrams come to every 33 ms, in 50 ms and a little more.
type laden struct {
	floorBucket
	at int64
}

func (b *laden) came(over time.Duration) floorChanged {
	b.at += 33_000_000
	return b.add(newFloorPoint(netsync.Stamp24(b.at-50_000_000-int64(over)), b.at, 0))
}

// newLaden returns a bucket that knows its floor, from buckets of n datagrams.
func newLaden(each int) *laden {
	b := &laden{}
	for i := range 64 * each {
		b.came(time.Duration(i%5) * time.Millisecond)
		if i%each == each-1 {
			b.take()
		}
	}
	return b
}

func TestASlowDatagramOfAShorterPathDoesNotEndTheRunThatShowsIt(t *testing.T) {
	for each, fell := range map[int]bool{60: true, 1: false} { // where few datagrams come a slow one may be of the floor
		b := newLaden(each)
		changed := make([]floorChanged, 0, lowDatagrams)
		for i := range lowDatagrams {
			over := -30 * time.Millisecond
			if i == 6 {
				over = -4 * time.Millisecond
			}
			changed = append(changed, b.came(over))
		}
		if got := slices.Index(changed, floorFell) == lowDatagrams-1; got != fell {
			t.Errorf("buckets of %d: %v", each, changed)
		}
	}
}

// A run counts as many datagrams, and a bucket keeps one of them.
func TestABucketKeepsTheFastestInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deltas := rapid.SliceOfN(rapid.Uint32Range(1, 5000), 1, 30).Draw(t, "deltas")
		var b floorBucket
		if first := (floorPoint{delta: deltas[0]}); rapid.Bool().Draw(t, "after a run") {
			b.only(first, lowDatagrams)
		} else {
			b.keep(first)
		}
		for _, d := range deltas[1:] {
			b.keep(floorPoint{delta: d})
		}
		slices.Sort(deltas)
		want := deltas[:min(len(deltas), leastKept)]
		if !slices.EqualFunc(b.least[:b.kept], want, func(p floorPoint, d uint32) bool { return p.delta == d }) {
			t.Fatalf("kept %v, want %v", b.least[:b.kept], want)
		}
	})
}
