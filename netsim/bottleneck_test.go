package netsim

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

// A datagram of 97 bytes is 1000 bits on the wire: 1 ms at 1 Mbit/s.
const (
	kilobit = 97
	megabit = 1_000_000
)

func wantFate(t *testing.T, l *Link, now Time, size int, delay time.Duration, lost bool) {
	t.Helper()
	if gotDelay, gotLost := l.Fate(now, size); gotDelay != delay || gotLost != lost {
		t.Errorf("at %v: %v, lost %v; want %v, %v", time.Duration(now), gotDelay, gotLost, delay, lost)
	}
}

func TestDatagramsLeaveOneAfterTheOther(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Delay: 10 * time.Millisecond, Rate: megabit})
	wantFate(t, l, 0, kilobit, 11*time.Millisecond, false)
	wantFate(t, l, 0, kilobit, 12*time.Millisecond, false)
	wantFate(t, l, ms/2, kilobit, 12500*time.Microsecond, false)
	wantFate(t, l, 3*ms, kilobit, 11*time.Millisecond, false)
	wantFate(t, l, 3*ms, 0, 11224*time.Microsecond, false)
	// 1.224 ms are left less 1.2, and 28 bytes take 0.224 ms.
	wantFate(t, l, 4200*ms/1000, 0, 10248*time.Microsecond, false)
}

func TestWaitingTimesAreRoundedUpToANanosecond(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: 3 * megabit})
	wantFate(t, l, 0, kilobit, 333334, false)
	wantFate(t, l, 0, kilobit, 666667, false)
	wantFate(t, l, 0, kilobit, 1000000, false)
}

func TestAFullQueueDropsWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: megabit, Queue: 1500}) // 12,000 bits
	for k := range time.Duration(12) {
		wantFate(t, l, 0, kilobit, (k+1)*time.Millisecond, false)
	}
	wantFate(t, l, 0, kilobit, 13*time.Millisecond, true)
	wantFate(t, l, ms-1, kilobit, 12*time.Millisecond+1, true)
	wantFate(t, l, ms, kilobit, 12*time.Millisecond, false)
	wantFate(t, l, ms, 0, 12224*time.Microsecond, true)
	// By 2 ms there is room for 1000 bits again, and the small one takes 224 of them.
	wantFate(t, l, 2*ms, 0, 11224*time.Microsecond, false)
	wantFate(t, l, 2*ms, kilobit, 12224*time.Microsecond, true)
}

func TestBurstsOfCrossTrafficMakeASawtooth(t *testing.T) {
	t.Parallel()
	// For 100 ms of every 400 it fills at 2 − 1 Mbit/s, then it drains at 1 Mbit/s.
	s := Settings{Rate: megabit, Queue: 1e6, Cross: 2, CrossOn: 100 * time.Millisecond, CrossEvery: 400 * time.Millisecond}
	for _, c := range []struct{ at, backlog Time }{
		{0, 0}, {1, 1}, {50, 50}, {100, 100}, {101, 99}, {150, 50}, {200, 0}, {399, 0},
		{400, 0}, {430, 30}, {500, 100}, {560, 40}, {3_600_000 * 24 * 365, 0}, {3_600_000*24*365 + 120, 80},
	} {
		wantFate(t, mustLink(t, 1, 1, s), c.at*ms, kilobit, time.Duration(c.backlog+1)*time.Millisecond, false)
	}
	// A queue that never empties rises from burst to burst: +100 and −50 ms.
	s.CrossEvery = 150 * time.Millisecond
	wantFate(t, mustLink(t, 1, 1, s), 1500*ms, kilobit, 501*time.Millisecond, false)
	wantFate(t, mustLink(t, 1, 1, s), 1600*ms, kilobit, 601*time.Millisecond, false)
	// Until it is full: 1 MB is 8 s.
	if delay, _ := mustLink(t, 1, 1, s).Fate(3600*1000*ms+100*ms, 0); delay != 8000224*time.Microsecond {
		t.Errorf("behind a full queue it takes %v", delay)
	}
	// Bursts without a pause, and weaker than the rate.
	s.CrossEvery = s.CrossOn
	wantFate(t, mustLink(t, 1, 1, s), 1500*ms, kilobit, 1501*time.Millisecond, false)
	s.Cross = 0.75
	l := mustLink(t, 1, 1, s)
	wantFate(t, l, 1500*ms, kilobit, 1*time.Millisecond, false)
	wantFate(t, l, 1501*ms, kilobit, 1750*time.Microsecond, false) // a quarter of it has drained
}

func TestInAQueueThatCrossTrafficFloodsTheShareThatFitsGetsThrough(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for _, cross := range []float64{1.25, 2, 10} {
		l := mustLink(t, 5, 5, Settings{Rate: megabit, Queue: 10_000, Cross: cross})
		passed := 0
		for k := range Time(n) {
			// 10 kB are 80 ms, and more by the datagram that does not quite fit.
			delay, lost := l.Fate(1000*ms+k*16*ms, kilobit)
			if !lost {
				passed++
			}
			if delay < 80*time.Millisecond || delay > 81*time.Millisecond {
				t.Fatalf("datagram %d of a full queue takes %v", k, delay)
			}
		}
		p := 1 / cross
		if math.Abs(float64(passed)-n*p) > 3*math.Sqrt(n*p*(1-p)) {
			t.Errorf("at %v times the rate %d of %d get through", cross, passed, n)
		}
	}
}

func TestTheQueueKeepsWhatIsInItWhenSettingsChange(t *testing.T) {
	t.Parallel()
	s := Settings{Rate: megabit}
	l := mustLink(t, 1, 1, s)
	for range 100 {
		l.Fate(0, kilobit)
	}
	s.Rate = 2 * megabit // at 40 ms, with 60,000 bits left
	check(t, l.Set(40*ms, s))
	wantFate(t, l, 50*ms, kilobit, 20500*time.Microsecond, false) // 40,000 before it
	s.Queue = 1500
	check(t, l.Set(50*ms, s))
	wantFate(t, l, 50*ms, kilobit, 21*time.Millisecond, true)
	s.Cross = 2 // 41,000 bits are more than the queue holds: it neither grows nor shrinks
	check(t, l.Set(50*ms, s))
	if l.Fate(60*ms, kilobit); l.bottleneck.backlog != 41_000*nanobits {
		t.Errorf("%d nanobits in the queue", l.bottleneck.backlog)
	}
	s.Cross = 0
	check(t, l.Set(60*ms, s))
	wantFate(t, l, 80*ms, kilobit, time.Millisecond, false) // 1000 before it
	s.Rate = 0
	check(t, l.Set(80*ms, s))
	wantFate(t, l, 80*ms, kilobit, 0, false)
	s.Rate = megabit
	check(t, l.Set(90*ms, s)) // a new queue
	wantFate(t, l, 90*ms, kilobit, time.Millisecond, false)
}

func TestTheQueueDoesNotDependOnWhenItIsLookedAt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Rate:       rapid.Int64Range(1, MaxRate).Draw(t, "rate"),
			Queue:      rapid.Int64Range(MinQueue, MaxQueue).Draw(t, "queue"),
			Cross:      rapid.Float64Range(0, MaxCross).Draw(t, "cross"),
			CrossOn:    time.Duration(rapid.Int64Range(int64(MinPeriod), int64(time.Second)).Draw(t, "on")),
			CrossEvery: time.Duration(rapid.Int64Range(int64(MinPeriod), int64(2*time.Second)).Draw(t, "every")),
		}
		check(t, s.Validate())
		var once, often bottleneck
		once.set(0, s)
		often.set(0, s)
		now := Time(0)
		for range 30 {
			now += Time(rapid.Int64Range(0, int64(5*time.Second)).Draw(t, "gap"))
			often.advance(now)
		}
		once.advance(now)
		if once != often {
			t.Fatalf("%+v\n%+v", once, often)
		}
		wait, _ := once.admit(now, 1228, 0)
		if once.backlog < 0 || once.backlog > once.limit || wait <= 0 {
			t.Fatalf("%v behind %+v", wait, once)
		}
	})
}

// The queue is M/D/1 when datagrams of one size come at random: by Pollaczek and Khinchine the mean
// wait is ρ/(2·(1−ρ)) services.
func TestMeanWaitOfRandomArrivalsIsThatOfMD1(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	const n = 2_000_000
	for _, rho := range []float64{0.3, 0.6, 0.8} {
		l := mustLink(t, 1, 1, Settings{Rate: megabit, Queue: MaxQueue})
		gap := time.Duration(float64(time.Millisecond) / rho)
		luck := newLuck(8, 8)
		now, sum := Time(0), time.Duration(0)
		for k := range uint64(n) {
			now = now.Add(Exponential{}.Delay(gap, [4]uint64{luck.draw(k, laneJitter)}))
			delay, _ := l.Fate(now, kilobit)
			sum += delay - time.Millisecond
		}
		got, want := float64(sum)/n/float64(time.Millisecond), rho/(2*(1-rho))
		if math.Abs(got/want-1) > 0.02 {
			t.Errorf("at a load of %v the mean wait is %v services, want %v", rho, got, want)
		}
		t.Logf("load %v: %.4f services, by the formula %.4f", rho, got, want)
	}
}

func TestARateDoesNotChangeTheLuckOfOthers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := drawSettings(t)
		b := a
		b.Rate, b.Queue, b.Cross = 10*megabit, MaxQueue, rapid.Float64Range(0, 0.9).Draw(t, "cross")
		la, _ := NewLink(1, 2, a)
		lb, _ := NewLink(1, 2, b)
		for k := range Time(50) {
			delay, lost := la.Fate(k*16*ms, 1222) // 10,000 bits: 1 ms
			if got, gotLost := lb.Fate(k*16*ms, 1222); got != delay+time.Millisecond || gotLost != lost {
				t.Fatalf("datagram %d: %v, lost %v became %v, %v", k, delay, lost, got, gotLost)
			}
		}
	})
}

func TestAStreamGetsThroughAQueueThatWasFull(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: megabit, Queue: 1500, Stream: true, MinRTO: 200 * time.Millisecond})
	for k := range 13 {
		p := l.pass(0, 0, kilobit)
		got, want := carried{p.due, p.Transit}, carried{Time(k+1) * ms, Transit{1, 0, Time(k+1) * ms}}
		if k == 12 { // it is dropped, and sent again after a second into an empty queue
			want = carried{1001 * ms, Transit{2, 1000 * ms, 1001 * ms}}
		}
		if got != want {
			t.Errorf("segment %d: got %+v, want %+v", k, got, want)
		}
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestQueuesOfOldSessionsStayTheSame(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 20260101, 7, Settings{Delay: 40 * time.Millisecond, Rate: 700_000, Queue: 3000, Cross: 1.7,
		CrossOn: 150 * time.Millisecond, CrossEvery: 330 * time.Millisecond})
	var got []fate
	for k := range Time(12) {
		delay, lost := l.Fate(k*40*ms, 300)
		got = append(got, fate{delay, lost})
	}
	if got := fmt.Sprint(got); got != goldenQueue {
		t.Errorf("got %s\nwant %s", got, goldenQueue)
	}
}

const goldenQueue = "[{43748572 false} {75497143 false} {78034286 true} {78034286 true} {68034286 false} {43748572 false} {43748572 false} {43748572 false} {43748572 false} {64748572 false} {78034286 false} {78034286 false}]"

func TestTheEngineCountsHeaders(t *testing.T) {
	t.Parallel()
	var got []Time
	e, _ := pair(t, Settings{Rate: megabit}, &testNode{receive: func(now Time, _ *Packet) { got = append(got, now) }})
	check(t, e.Send(Datagram{To: 1, Data: make([]byte, kilobit)}))
	check(t, e.Send(Datagram{To: 1}))
	check(t, e.Run(1000*ms))
	if want := []Time{ms, ms + 224*ms/1000}; !slices.Equal(got, want) {
		t.Errorf("arrived at %v, want %v", got, want)
	}
}

func TestImpairmentsDoNotAllocate(t *testing.T) {
	e, _ := pair(t, Settings{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Distribution: Exponential{},
		Loss: 0.1, LossBurst: 4, Rate: megabit, Cross: 1.5, CrossOn: time.Second, CrossEvery: 3 * time.Second}, &testNode{})
	send := func() {
		check(t, e.Send(Datagram{To: 1}))
		check(t, e.Run(e.Now().Add(time.Second/60)))
	}
	for range 10_000 {
		send()
	}
	if n := testkit.AllocsPerRun(10_000, send); n != 0 {
		t.Errorf("%v allocations a packet", n)
	}
}
