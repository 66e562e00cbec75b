package netsim

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// drawQueue draws the settings of a bottleneck, sometimes of none.
func drawQueue(t *rapid.T) Settings {
	s := Settings{
		Rate:         rapid.SampledFrom([]int64{0, 1, 9600, megabit, 7_777_777, MaxRate}).Draw(t, "rate"),
		Queue:        rapid.SampledFrom([]int64{0, MinQueue, 9000, 1e6, MaxQueue}).Draw(t, "queue"),
		QueuePackets: rapid.SampledFrom([]int{0, 1, 7, 100, MaxQueuePackets}).Draw(t, "packets"),
		CoDel:        rapid.Bool().Draw(t, "CoDel"),
		Cross:        rapid.SampledFrom([]float64{0, 0.5, 1, 1.0001, 3, MaxCross}).Draw(t, "cross"),
		CrossOn:      time.Duration(rapid.Int64Range(int64(MinPeriod), int64(time.Second)).Draw(t, "on")),
		CrossEvery:   time.Duration(rapid.Int64Range(int64(MinPeriod), int64(2*time.Second)).Draw(t, "every")),
	}
	if rapid.Bool().Draw(t, "traced") {
		s.Trace = drawTrace(t, 20, 2)
	}
	return s
}

func TestQueuesOfTracesAndCoDelDoNotDependOnWhenTheyAreLookedAt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawQueue(t)
		var once, often bottleneck
		once.set(0, s)
		often.set(0, s)
		now := Time(0)
		for range 30 {
			if gap := rapid.Int64Range(0, int64(2*time.Second)).Draw(t, "gap"); rapid.Bool().Draw(t, "soon") {
				now += Time(gap) / 1000
			} else {
				now += Time(gap)
			}
			often.advance(now)
		}
		once.advance(now)
		if once != often {
			t.Fatalf("%+v\n%+v", once, often)
		}
	})
}

func TestAQueueHoldsNoMoreThanItsLimitHoweverSettingsChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b bottleneck
		b.set(0, Settings{})
		now, before := Time(0), Time(0)
		for range 100 {
			if rapid.IntRange(0, 9).Draw(t, "change") == 0 {
				b.set(now, drawQueue(t))
				before = now // those that wait keep their time, so later ones may overtake them
			}
			now += Time(rapid.SampledFrom([]int64{0, 0, 1, 999_999, 20_000_000, 3_000_000_000}).Draw(t, "gap"))
			b.advance(now)
			if !b.limits() {
				continue
			}
			full := max(b.limit, b.backlog)
			wait, cause := b.admit(now, rapid.Int64Range(headerBytes, 9000).Draw(t, "bytes"), rapid.Uint64().Draw(t, "u"))
			if wait <= 0 || b.backlog < 0 || b.backlog > full {
				t.Fatalf("%v behind %+v", wait, b)
			}
			if cause != NotLost {
				continue
			}
			if b.packets > 0 && b.queued.len() > b.packets {
				t.Fatalf("%d packets in a queue of %d", b.queued.len(), b.packets)
			}
			if leaves := now.Add(wait); b.cross.rate <= b.rate && leaves < before {
				t.Fatalf("leaves at %d, before the last at %d", leaves, before)
			} else {
				before = leaves
			}
		}
	})
}

func TestAHeedfulFloodIsHeldNearCoDelsTarget(t *testing.T) {
	t.Parallel()
	bloated := Settings{Rate: 10 * megabit, Queue: 1_000_000, Cross: 1.5}
	heedful := bloated
	heedful.CoDel = true
	traced := heedful
	traced.Rate, traced.Trace = 0, mustTrace(t, 1)
	for _, c := range []struct {
		name     string
		settings Settings
		from, to time.Duration // of the wait after half a second
		loss     float64       // at most
	}{
		// A queue of 1 MB is 800 ms long, and a third of what comes finds no room.
		{"drop-tail", bloated, 800 * time.Millisecond, 801 * time.Millisecond, 0.4},
		{"CoDel", heedful, 4900 * time.Microsecond, 5200 * time.Microsecond, 0},
		{"CoDel over a trace", traced, 3 * time.Millisecond, 6 * time.Millisecond, 0},
	} {
		l := mustLink(t, 1, 1, c.settings)
		now, lost, n := Time(0), 0, 0
		for ; now < 20_000*ms; now += Time(time.Second / 60) {
			p := l.pass(now, 0, 100)
			if wait := p.due.Sub(now); c.settings.CoDel && wait > 70*time.Millisecond {
				t.Fatalf("%s: at %v a packet waits for %v", c.name, time.Duration(now), wait)
			} else if now > 2000*ms {
				if wait < c.from || wait > c.to {
					t.Fatalf("%s: at %v a packet waits for %v, not %v..%v", c.name, time.Duration(now), wait, c.from, c.to)
				}
				n++
				if p.cause != NotLost {
					lost++
				}
			}
		}
		if share := float64(lost) / float64(n); share > c.loss {
			t.Errorf("%s: a share of %v is lost", c.name, share)
		}
	}
}

func TestEachLongBurstRisesForAnIntervalAboveTheTarget(t *testing.T) {
	t.Parallel()
	// 10 Mbit/s too much fill 1 ms a millisecond. At 5 ms the queue has risen to the target, 100 ms
	// later the transfers heed that, and at 1 ms a millisecond it sinks to the target again.
	s := Settings{Rate: 10 * megabit, Queue: MaxQueue, Cross: 2, CrossOn: time.Second, CrossEvery: 2 * time.Second, CoDel: true}
	for _, begin := range []Time{0, 2000, 40_000} {
		for _, c := range []struct{ at, backlog Time }{{1, 1}, {50, 50}, {104, 104}, {106, 104}, {150, 60}, {200, 10}, {210, 5}, {999, 5}, {1010, 0}} {
			delay, _ := mustLink(t, 1, 1, s).Fate((begin+c.at)*ms, 0)
			if want := time.Duration(c.backlog * ms); (delay - want).Abs() > 100*time.Microsecond {
				t.Errorf("%d ms after %v ms a packet waits for %v, want %v", c.at, begin, delay, want)
			}
		}
	}
	// Bursts shorter than an interval count too when the queue has no time to drain between them.
	s.CrossOn, s.CrossEvery = 50*time.Millisecond, 60*time.Millisecond
	for at := Time(0); at < 3000*ms; at += 7 * ms {
		if delay, _ := mustLink(t, 1, 1, s).Fate(at, 0); delay > 110*time.Millisecond {
			t.Errorf("%v after short bursts began a packet waits for %v", time.Duration(at), delay)
		}
	}
}

func TestEvenTheSmallestQueueHasRoomForAPacketUnderCoDel(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: megabit, Queue: MinQueue, QueuePackets: 1, Cross: 1.5, CoDel: true})
	for k := range Time(100) {
		if p := l.pass(1000*ms+k*50*ms, 0, 1200); p.cause != NotLost {
			t.Fatalf("packet %d is lost: %v", k, p.cause)
		}
	}
}

func TestCrossTrafficCountsAsAPacketForEach1500Bytes(t *testing.T) {
	t.Parallel()
	// At a share of 2 it gains a full packet every 12 ms.
	s := Settings{Rate: megabit, Queue: MaxQueue, QueuePackets: 10, Cross: 2, CrossOn: time.Second, CrossEvery: time.Minute}
	b := bottleneck{}
	b.set(0, s)
	for k := range Time(9) { // 252 bytes
		if _, cause := b.admit(k*6*ms, headerBytes, ^uint64(0)); cause != NotLost {
			t.Errorf("packet %d is dropped", k)
		}
	}
	b.advance(107 * ms)
	if !b.countAllows() {
		t.Error("there is no room beside 9 packets")
	}
	b.advance(119 * ms)
	if b.countAllows() {
		t.Error("there is room beside 10 packets")
	}
	b.advance(500 * ms)
	if b.backlog != 10*opportunity {
		t.Errorf("it fills the queue to %d nanobits", b.backlog)
	}
	// What was in the queue before packets were counted counts likewise.
	s.QueuePackets = 0
	b.set(1000*ms, s)
	s.QueuePackets = 10
	b.set(1000*ms, s)
	if b.countAllows() {
		t.Error("there is room in a full queue")
	}
}

func TestSkippedPeriodsOfCrossTrafficChangeNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawQueue(t)
		s.Rate = rapid.SampledFrom([]int64{1, 9600, megabit, 7_777_777}).Draw(t, "rate")
		s.Trace, s.CoDel = nil, false
		s.CrossOn = time.Duration(rapid.Int64Range(int64(MinPeriod), int64(time.Second)).Draw(t, "on"))
		s.CrossEvery = s.CrossOn + time.Duration(rapid.Int64Range(1, int64(time.Second)).Draw(t, "off"))
		if rapid.Bool().Draw(t, "even") { // or nearly so: then it takes long to a bound
			s.Cross = float64(s.CrossEvery)/float64(s.CrossOn) + rapid.Float64Range(-0.01, 0.01).Draw(t, "off even")
			s.Cross = min(max(s.Cross, 0.01), MaxCross)
		}
		var once, often bottleneck
		once.set(0, s)
		often.set(0, s)
		filled := rapid.SampledFrom([]float64{0, 0.001, 0.5, 0.999, 1, 1.01, 3}).Draw(t, "filled")
		once.backlog = int64(float64(once.limit) * filled)
		often.backlog = once.backlog
		end := Time(rapid.Int64Range(0, 1000).Draw(t, "periods"))*Time(s.CrossEvery) + Time(rapid.Int64Range(0, int64(time.Second)).Draw(t, "more"))
		once.at = Time(rapid.Int64Range(0, int64(time.Second)).Draw(t, "begin"))
		for often.at = once.at; often.at < once.at+end; {
			often.flow(min(often.at.Add(s.CrossEvery), once.at+end))
		}
		once.advance(once.at + end)
		if once != often {
			t.Fatalf("%+v\n%+v", once, often)
		}
	})
}

func TestAYearsSilenceTakesFewSteps(t *testing.T) {
	t.Parallel()
	const year = 366 * 24 * time.Hour
	burst := func(share float64, on, every time.Duration) Settings {
		return Settings{Rate: 1, Queue: MaxQueue, Cross: share, CrossOn: on, CrossEvery: every}
	}
	for _, c := range []struct {
		name     string
		settings Settings
		filled   float64 // how full the queue is before, 1 being its end
	}{
		{"a queue that fills for years", burst(10, MinPeriod, 2*MinPeriod), 0},
		{"one that drains for years", burst(1, MinPeriod, 2*MinPeriod), 0.9},
		{"one that has become smaller", burst(10, MinPeriod, 2*MinPeriod), 5},
		{"one that bursts do not fill up", burst(0.5, MinPeriod, 2*MinPeriod), 5},
		{"bursts that it just takes", burst(2, MinPeriod, 2*MinPeriod), 0.5},
		{"one bit a burst", burst(2+1e-8, MinPeriod, 2*MinPeriod), 0},
		{"bursts that fill it at once", Settings{Rate: MaxRate, Queue: MinQueue, Cross: 10, CrossOn: MinPeriod, CrossEvery: MinPeriod + 1}, 0},
		{"long bursts", burst(3, 20*time.Minute, time.Hour), 0},
	} {
		var b bottleneck
		b.set(0, c.settings)
		b.backlog = int64(c.filled * float64(b.limit))
		if n := b.passPeriods(Time(year)); n > 10 || Time(year)-b.at > Time(c.settings.CrossEvery) {
			t.Errorf("%s: it worked through %d periods until %v", c.name, n, time.Duration(b.at))
		}
	}
}
