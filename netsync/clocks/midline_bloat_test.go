package clocks

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"driftlab/netsync/internal/clocktest"
)

// A bloat is a queue that fills at one instant and empties at another.
type bloat struct {
	ms, from, long int // how high, and in s after the join when it begins and how long it lasts
	both           bool
}

// bloats are 96 of them.
func bloats() (all []bloat) {
	for _, ms := range []int{200, 400} {
		for _, from := range []int{2, 5, 9, 14, 19, 25} {
			for _, long := range []int{5, 12, 30, 90} {
				all = append(all, bloat{ms, from, long, false}, bloat{ms, from, long, true})
			}
		}
	}
	return all
}

// run returns how wrong Midline is in ms from 1 s after the join until half a minute after the queue has ended: on 40 ms each way with 2 ms of
// exponential jitter, with 30 datagrams a second.
func (b bloat) run(seed int) rigResult {
	empty := func(_ float64, r *rand.Rand) float64 { return .04 + .002*r.ExpFloat64() }
	full := added(empty, extra(func(t float64) float64 {
		if t >= float64(b.from) && t < float64(b.from+b.long) {
			return float64(b.ms) / 1000
		}
		return 0
	}))
	l := plain(30)
	l.from, l.up, l.down = 1, full, empty
	if b.both {
		l.down = full
	}
	return l.run(uint64(seed), float64(max(b.from, 0)+b.long+30), midClient{clocktest.Made(NewMidline(DefaultMidline()))})
}

// String begins the line of a queue in testdata/bloats.txt.
func (b bloat) String() string {
	ways := "up"
	if b.both {
		ways = "both"
	}
	return fmt.Sprintf("%d ms %2d s %2d s %-4s", b.ms, b.from, b.long, ways)
}

// bloated runs all queues with the seeds 1 to 96, as they are and begun 5 s before the join.
func bloated() (after, before []rigResult) {
	all := bloats()
	after, before = make([]rigResult, len(all)), make([]rigResult, len(all))
	var runs sync.WaitGroup
	busy := make(chan bool, 2)
	for i, b := range all {
		busy <- true
		runs.Go(func() {
			after[i] = b.run(i + 1)
			b.from = -5
			before[i] = b.run(i + 1)
			<-busy
		})
	}
	runs.Wait()
	return after, before
}

// With -v it prints testdata/bloats.txt, which is Midline's of a8dde572.
func TestAQueueThatWasThereAtTheJoinHarmsNoMoreThanItDid(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/bloats.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	after, before := bloated()
	var were, are []float64
	lines := bufio.NewScanner(f)
	for i, b := range bloats() {
		t.Logf("%v: %.4f %.3f, before the join %.4f %.3f", b, after[i].rms, after[i].worst, before[i].rms, before[i].worst)
		if !lines.Scan() {
			t.Fatalf("testdata/bloats.txt ends before %v", b)
		}
		var rms, worst, was float64
		if _, err := fmt.Sscanf(lines.Text(), b.String()+": %f %f, before the join %f", &rms, &worst, &was); err != nil {
			t.Fatalf("%q is not of %v: %v", lines.Text(), b, err)
		}
		were, are = append(were, was), append(are, before[i].rms)
	}
	// Four figures are written.
	if now, was := median(are), median(were); now > was+1e-4 {
		t.Errorf("the median of the root mean squares is %.4f ms, and was %.4f", now, was)
	}
	if now, was := slices.Max(are), slices.Max(were); now > was+1e-4 {
		t.Errorf("the worst root mean square is %.4f ms, and was %.4f", now, was)
	}
}

// A queue that begins once Midline has joined is no route and no time: of 96, two may move it.
func TestAQueueThatBeginsAfterTheJoinMovesTheClockByLessThanFiveMilliseconds(t *testing.T) {
	t.Parallel()
	after, _ := bloated()
	moved := 0
	for i, b := range bloats() {
		if r := after[i]; !(r.worst < 5) {
			t.Logf("%v: %.4f ms, at worst %.3f", b, r.rms, r.worst)
			moved++
		}
	}
	if moved > 2 {
		t.Errorf("%d of %d queues move it by 5 ms", moved, len(after))
	}
}
