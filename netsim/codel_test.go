package netsim

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A referenceQueue is a queue as it happens, packet by packet, with the pseudocode of RFC 8289,
// section 5.
type referenceQueue struct {
	waiting []queuedPacket
	bytes   int64 // limit, with what is being sent; 0 is none
	packets int   // likewise
	codel   bool
	behind  bool // judge by the bytes behind, as in the RFC, not by those that were ahead

	firstAbove, dropNext Time
	count, lastCount     int
	dropping             bool
}

type queuedPacket struct {
	number      int
	at          Time
	bytes, sent int64 // sent is what the link had sent until it came
}

// come puts a packet into the queue if it has room. left is how many bytes the one on the wire still has.
func (q *referenceQueue) come(number int, a arrival, sent, unsent int64) {
	n, bytes := len(q.waiting), a.bytes+unsent
	if unsent > 0 {
		n++
	}
	for _, p := range q.waiting {
		bytes += p.bytes
	}
	if (q.bytes == 0 || bytes <= q.bytes) && (q.packets == 0 || n < q.packets) {
		q.waiting = append(q.waiting, queuedPacket{number, a.at, a.bytes, sent})
	}
}

func (q *referenceQueue) doDequeue(now Time, sent int64) (p *queuedPacket, okToDrop bool) {
	if len(q.waiting) == 0 {
		q.firstAbove = 0
		return nil, false
	}
	p = &q.waiting[0]
	q.waiting = q.waiting[1:]
	crowd := sent - p.sent
	if q.behind {
		crowd = 0
		for _, p := range q.waiting {
			crowd += p.bytes
		}
	}
	if now.Sub(p.at) < 5*time.Millisecond || crowd <= 1500 {
		q.firstAbove = 0
	} else if q.firstAbove == 0 {
		q.firstAbove = now.Add(100 * time.Millisecond)
	} else if now >= q.firstAbove {
		okToDrop = true
	}
	return p, okToDrop
}

// dequeue returns the packet that is sent next; those that it drops are gone.
func (q *referenceQueue) dequeue(now Time, sent int64) *queuedPacket {
	p, okToDrop := q.doDequeue(now, sent)
	if p == nil {
		q.dropping = false
		return nil
	}
	switch {
	case !q.codel:
	case q.dropping:
		if !okToDrop {
			q.dropping = false
		}
		for q.dropping && now >= q.dropNext {
			q.count++
			if p, okToDrop = q.doDequeue(now, sent); okToDrop {
				q.dropNext = controlLaw(q.dropNext, int64(q.count))
			} else {
				q.dropping = false
			}
		}
	case okToDrop:
		p, _ = q.doDequeue(now, sent)
		q.dropping = true
		delta := q.count - q.lastCount
		q.count = 1
		if delta > 1 && now.Sub(q.dropNext) < 1600*time.Millisecond {
			q.count = delta
		}
		q.dropNext = controlLaw(now, int64(q.count))
		q.lastCount = q.count
	}
	return p
}

// atRate is a link at a rate, event by event: when each packet leaves, [Never] if it was dropped. perByte
// is whole nanoseconds, and the packets come at multiples of it.
func atRate(perByte Time, arrivals []arrival, q *referenceQueue) []Time {
	left := make([]Time, len(arrivals))
	for i := range left {
		left[i] = Never
	}
	var onWire *queuedPacket
	free, sent := Time(0), int64(0) // of all packets that have begun
	for came := 0; came < len(arrivals) || onWire != nil; {
		if came < len(arrivals) && (onWire == nil || arrivals[came].at <= free) {
			now, unsent := arrivals[came].at, int64(0)
			if onWire != nil {
				unsent = int64((free - now) / perByte)
			}
			q.come(came, arrivals[came], sent-unsent, unsent)
			came++
			if onWire != nil {
				continue
			}
			free = now
		}
		if onWire = q.dequeue(free, sent); onWire != nil {
			sent += onWire.bytes
			free += Time(onWire.bytes) * perByte
			left[onWire.number] = free
		}
	}
	return left
}

func TestCoDelDropsWhatItDropsPacketByPacket(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		perByte := rapid.SampledFrom([]Time{1000, 500, 200, 100}).Draw(t, "ns a byte") // 8..80 Mbit/s
		arrivals := drawArrivals(t, 900, 40*1500*time.Duration(perByte)/10)
		l := mustLink(t, 1, 1, Settings{Rate: 8_000_000_000 / int64(perByte), Queue: MaxQueue, CoDel: true})
		got, want := departuresOf(l, arrivals), atRate(perByte, arrivals, &referenceQueue{codel: true})
		if !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
	})
}

func TestCoDelOverATraceDropsWhatItDropsPacketByPacket(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		trace := drawTrace(t, 60, 1)
		l := mustLink(t, 1, 1, Settings{Trace: trace, Queue: MaxQueue, CoDel: true})
		arrivals := drawArrivals(t, 200, 100*time.Millisecond)
		got, want := departuresOf(l, arrivals), mahimahi(trace, arrivals, &referenceQueue{codel: true})
		if !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
	})
}

// steady returns packets of 1000 bytes that come for a time at a multiple of a rate of 10 Mbit/s.
func steady(load float64, n int) []arrival {
	arrivals := make([]arrival, n)
	for i := range arrivals {
		arrivals[i] = arrival{Time(float64(i)*800/load) * 1000, 1000}
	}
	return arrivals
}

func TestInAnOverloadedQueueWhatIsAheadAndBehindAreTheSameToCoDel(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	// They differ only in the last packets, which have nothing behind them.
	for _, load := range []float64{0.9, 1.02, 1.1, 1.5, 2} {
		arrivals := steady(load, 20_000)
		l := mustLink(t, 1, 1, Settings{Rate: 10 * megabit, Queue: MaxQueue, CoDel: true})
		got := departuresOf(l, arrivals)
		want := atRate(800, arrivals, &referenceQueue{codel: true, behind: true})
		dropped, same := 0, 0
		for i := range got {
			if got[i] == Never {
				dropped++
			}
			if got[i] == want[i] && same == i {
				same++
			}
		}
		t.Logf("load %v: %d of %d dropped; the first %d are the same", load, dropped, len(got), same)
		if load > 1 && dropped == 0 || load < 1 && dropped > 0 || same < len(got)-2000 {
			t.Errorf("at a load of %v: %d dropped, the first %d the same", load, dropped, same)
		}
	}
}

func TestCoDelsFirstDropsComeAfterAnIntervalAtShorteningIntervals(t *testing.T) {
	t.Parallel()
	var c codel
	var drops []Time
	for now := Time(0); now < 600*ms; now += ms {
		if c.drops(now, 6*time.Millisecond, 10*opportunity) {
			drops = append(drops, now/ms)
		}
	}
	// 100 ms after the first wait, then 100 ms, 100/√2, 100/√3, …: 200, 270.7, 328.4, 378.4, …
	if want := []Time{100, 200, 271, 329, 379, 424, 464, 502, 538, 571}; !slices.Equal(drops, want) {
		t.Errorf("drops at %v ms, want %v", drops, want)
	}
	// Short waits end it. After little more than an interval it resumes at the rate that was enough.
	c.drops(600*ms, 4*time.Millisecond, 10*opportunity)
	drops = nil
	for now := 601 * ms; now < 800*ms; now += ms {
		if c.drops(now, 6*time.Millisecond, 10*opportunity) {
			drops = append(drops, now/ms)
		}
	}
	if want := []Time{701, 735, 766, 797}; !slices.Equal(drops, want) {
		t.Errorf("then drops at %v ms, want %v", drops, want)
	}
}

func TestCoDelSparesAQueueOfOnePacket(t *testing.T) {
	t.Parallel()
	// At 64 kbit/s a packet of 1000 bytes takes 125 ms, and one waits for as long.
	l := mustLink(t, 1, 1, Settings{Rate: 64_000, CoDel: true})
	for k := range Time(100) {
		now := k * 250 * ms
		for range 2 {
			if p := l.pass(now, 0, 972); p.cause != NotLost {
				t.Fatalf("at %v a packet is lost: %v", time.Duration(now), p.cause)
			}
		}
	}
}

func TestWhatCoDelDropsIsQueueSlowAndTakesNoTime(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: 10 * megabit, Queue: MaxQueue, CoDel: true})
	dropped, due := 0, Time(0)
	for i, a := range steady(1.5, 5000) {
		p := l.pass(a.at, 0, int(a.bytes-headerBytes))
		if want := max(due, a.at) + 800_000; p.due != want {
			t.Fatalf("packet %d is due at %v, want %v", i, p.due, want)
		}
		switch p.cause {
		case QueueSlow:
			dropped++
		case NotLost:
			due = p.due
		default:
			t.Fatalf("packet %d is lost by %v", i, p.cause)
		}
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}

func BenchmarkLinkFateCoDel(b *testing.B) {
	benchmarkFates(b, Settings{Rate: 1e6, CoDel: true, Cross: 1.5, CrossOn: time.Second / 2, CrossEvery: 2 * time.Second})
}
