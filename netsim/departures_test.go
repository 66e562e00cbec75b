package netsim

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

func TestAQueueOfPacketsDropsWhatIsTooMany(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: megabit, QueuePackets: 3})
	wantFate(t, l, 0, kilobit, 1*time.Millisecond, false)
	wantFate(t, l, 0, kilobit, 2*time.Millisecond, false)
	wantFate(t, l, 0, 0, 2224*time.Microsecond, false)
	wantFate(t, l, 0, 0, 2448*time.Microsecond, true)
	wantFate(t, l, ms-1, 0, 1448*time.Microsecond+1, true) // the first counts until it is out
	wantFate(t, l, ms, 0, 1448*time.Microsecond, false)
	wantFate(t, l, ms, 0, 1672*time.Microsecond, true)
	wantFate(t, l, 100*ms, 0, 224*time.Microsecond, false)
}

func TestACopyOfAQueueLeavesTheOriginalAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{Rate: megabit, QueuePackets: rapid.IntRange(1, 60).Draw(t, "packets")}
		var copied, alone bottleneck
		copied.set(0, s)
		alone.set(0, s)
		now := Time(0)
		for range 200 {
			now += Time(rapid.Int64Range(0, int64(2*ms)).Draw(t, "gap"))
			wait, cause := copied.admit(now, 100, 0)
			if w, c := alone.admit(now, 100, 0); w != wait || c != cause {
				t.Fatalf("at %v a packet takes %v, %v, and without copies %v, %v", now, wait, cause, w, c)
			}
			ahead, later := copied, now
			for range rapid.IntRange(0, maxTries-1).Draw(t, "tries") {
				later += Time(rapid.Int64Range(0, int64(20*ms)).Draw(t, "timeout"))
				ahead.admit(later, 1000, 0)
			}
		}
		if copied.queued.len() != alone.queued.len() || copied.queued.bytes != alone.queued.bytes {
			t.Fatalf("%+v, without copies %+v", copied.queued, alone.queued)
		}
	})
}

func TestQueuesOfPacketsDoNotAllocateOnceWarm(t *testing.T) {
	for _, s := range []Settings{
		{Rate: megabit, QueuePackets: 1000, Cross: 0.9},
		{Rate: megabit, QueuePackets: 1000, CoDel: true, Stream: true, Loss: 0.2},
		{Trace: mustTrace(t, 3, 20), QueuePackets: 50, Cross: 1.5, CoDel: true},
	} {
		l := mustLink(t, 1, 1, s)
		now := Time(0)
		send := func() {
			now += ms
			l.Fate(now, 1000)
		}
		for range 10_000 {
			send()
		}
		if n := testkit.AllocsPerRun(10_000, send); n != 0 {
			t.Errorf("%v allocations a packet", n)
		}
	}
}
