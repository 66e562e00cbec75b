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

const ms = Time(time.Millisecond)

// lossyStream returns a stream, losing half of the copies, in which segment k loses its first
// lost[k] copies and not the one after.
func lossyStream(t testing.TB, s Settings, lost ...int) *Link {
	t.Helper()
	s.Loss, s.Stream = 0.5, true
	for seed := range uint64(1 << 22) {
		l := mustLink(t, seed, 0, s)
		if slices.Equal(lostCopies(l, len(lost)), lost) {
			return l
		}
	}
	t.Fatalf("no seed loses %v copies", lost)
	return nil
}

// lostCopies returns how many copies each of the first n datagrams loses before one gets through.
func lostCopies(l *Link, n int) []int {
	lost := make([]int, n)
	for k := range lost {
		for l.loss.hit(alone(l.luck.ofCopy(lost[k]), uint64(k))) {
			lost[k]++
		}
	}
	return lost
}

// carried is what became of one segment.
type carried struct {
	due Time
	Transit
}

func carry(t testing.TB, l *Link, now Time) carried {
	t.Helper()
	p := l.pass(now, 0, 0)
	if p.cause != NotLost {
		t.Fatalf("a stream lost what was sent at %v", now)
	}
	return carried{p.due, p.Transit}
}

func TestStreamHoldsUpEverythingBehindALostSegment(t *testing.T) {
	t.Parallel()
	l := lossyStream(t, Settings{Delay: 100 * time.Millisecond, MinRTO: 200 * time.Millisecond}, 0, 2, 0, 1, 0, 0)
	for _, c := range []struct {
		sent Time
		want carried
	}{
		// The first round trip, 200 ms, makes the timeout 200 + 4·100 = 600 ms.
		{0, carried{100 * ms, Transit{1, 0, 100 * ms}}},
		// Copies at 300, 900 and 2100 ms.
		{300 * ms, carried{2200 * ms, Transit{3, 2100 * ms, 2200 * ms}}},
		// Arrived long ago, held up by the one before.
		{310 * ms, carried{2200 * ms, Transit{1, 310 * ms, 410 * ms}}},
		// Lost too, but sent again beside the other: ready when that one is through.
		{320 * ms, carried{2200 * ms, Transit{2, 920 * ms, 1020 * ms}}},
		{2150 * ms, carried{2250 * ms, Transit{1, 2150 * ms, 2250 * ms}}},
		{2600 * ms, carried{2700 * ms, Transit{1, 2600 * ms, 2700 * ms}}},
	} {
		if got := carry(t, l, c.sent); got != c.want {
			t.Errorf("sent at %v: got %+v, want %+v", time.Duration(c.sent), got, c.want)
		}
	}
}

func TestStreamsTimeoutDoublesUpToAMinute(t *testing.T) {
	t.Parallel()
	l := lossyStream(t, Settings{Delay: 10 * time.Millisecond}, 9)
	// 1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60 s after the first copy.
	want := carried{243*1000*ms + 10*ms, Transit{10, 243 * 1000 * ms, 243*1000*ms + 10*ms}}
	if got := carry(t, l, 0); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestStreamKeepsABackedOffTimeoutUntilASegmentIsSentOnce(t *testing.T) {
	t.Parallel()
	// The round trip, 3 s, is longer than the first timeouts, so segments are sent again for nothing.
	// Karn's rule takes no sample of those, and without the timeout that they have backed off to the
	// stream would never learn better.
	l := mustLink(t, 1, 1, Settings{Delay: 1500 * time.Millisecond, Stream: true})
	got := carry(t, l, 0) // copies at 0 and 1 s; the acknowledgement and the second timer meet at 3 s
	if got.Tries != 2 || got.due != 1500*ms {
		t.Fatalf("first segment: %+v", got)
	}
	if rto := l.stream.timeout(2999*ms, time.Second); rto != time.Second {
		t.Errorf("before its acknowledgement is back the timeout is %v", rto)
	}
	if rto := l.stream.timeout(3000*ms, time.Second); rto != 2*time.Second {
		t.Errorf("after a doubling the timeout is %v", rto)
	}
	if got := carry(t, l, 3000*ms); got.Tries != 2 {
		t.Fatalf("second segment: %+v", got)
	}
	if got := carry(t, l, 7000*ms); got.Tries != 1 {
		t.Fatalf("third segment: %+v", got)
	}
	if rto := l.stream.timeout(10000*ms, time.Second); rto != 9*time.Second {
		t.Errorf("after a sample of 3 s the timeout is %v, want 3 s + 4·1.5 s", rto)
	}
}

func TestRetransmissionTimeoutFollowsRFC6298(t *testing.T) {
	t.Parallel()
	var e rtoEstimator
	for _, c := range []struct {
		sample, srtt, rttvar, timeout time.Duration
	}{
		{800, 800, 400, 2400},
		{1600, 900, 500, 2900}, // ¾·400 + ¼·|800−1600|, ⅞·800 + ⅛·1600
		{900, 900, 375, 2400},
	} {
		e.sample(c.sample)
		if e.srtt != c.srtt || e.rttvar != c.rttvar || e.timeout(1) != c.timeout {
			t.Errorf("after %d: %+v with timeout %d, want %+v", c.sample, e, e.timeout(1), c)
		}
	}
	if got := e.timeout(DefaultMinRTO); got != time.Second {
		t.Errorf("the least timeout is %v", got)
	}
	e.backOff(3)
	if got := e.timeout(1); got != 8*2400 {
		t.Errorf("doubled three times: %v", got)
	}
	e.backOff(1 << 30)
	if got := e.timeout(1); got != 2400<<maxTries {
		t.Errorf("doubled for ever: %v", got)
	}
	if got := e.timeout(time.Second); got != MaxRTO {
		t.Errorf("the largest timeout is %v", got)
	}
	e.sample(900)
	if got := e.timeout(1); got >= 2400 {
		t.Errorf("a sample left the timeout at %v", got)
	}
}

func TestStreamDeliversEverythingInOrderOnlyOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var got []uint64
		e, l := pair(t, drawStream(rt), &testNode{receive: func(now Time, p *Packet) {
			if now != p.Due || p.Arrived > p.Due || p.Left < p.Sent || p.Tries < 1 || p.Fate != Delivered {
				rt.Fatalf("at %v: %+v", now, *p)
			}
			got = append(got, p.ID)
		}})
		for range 40 {
			check(t, e.Send(Datagram{To: 1}))
			check(t, e.Run(e.Now().Add(time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(rt, "gap")))))
			if rapid.IntRange(0, 9).Draw(rt, "change") == 0 {
				check(t, l.Set(e.Now(), drawStream(rt)))
			}
		}
		// 15 timeouts of a minute at most, and the way, whose exponential part is up to 6 minutes.
		check(t, e.Run(e.Now().Add(22*time.Minute)))
		if len(got) != 40 || !slices.IsSorted(got) {
			rt.Fatalf("delivered %v", got)
		}
	})
}

func drawStream(t *rapid.T) Settings {
	s := drawSettings(t)
	s.Stream = true
	s.MinRTO = time.Duration(rapid.Int64Range(int64(time.Millisecond), int64(MaxRTO)).Draw(t, "minimum RTO"))
	return s
}

func TestStreamAt30PercentLossDeliversAll(t *testing.T) {
	t.Parallel()
	const n = 100_000
	s := Settings{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.3, Stream: true, MinRTO: 200 * time.Millisecond}
	received := 0
	e, _ := pair(t, s, &testNode{receive: func(Time, *Packet) { received++ }})
	tries, worst := 0, time.Duration(0)
	e.SetTap(tapFunc(func(p *Packet) {
		tries += p.Tries
		worst = max(worst, p.Due.Sub(p.Sent))
	}))
	for range n {
		check(t, e.Send(Datagram{To: 1}))
		check(t, e.Run(e.Now().Add(time.Second/60)))
	}
	check(t, e.Run(e.Now().Add(16*time.Minute)))
	if received != n {
		t.Errorf("%d of %d arrived", received, n)
	}
	// A copy is lost at p = 0.3, so a segment takes 1/(1−p) of them, σ = √p/(1−p).
	if mean, sigma := float64(tries)/n, math.Sqrt(0.3/n)/0.7; math.Abs(mean-1/0.7) > 4*sigma {
		t.Errorf("%v copies a segment, want %v", mean, 1/0.7)
	}
	t.Logf("%.4f copies a segment, the longest wait is %v", float64(tries)/n, worst)
}

func TestStreamAtTotalLossStillEnds(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Loss: 1, Stream: true})
	want := Time((1 + 2 + 4 + 8 + 16 + 32 + 9*60) * time.Second)
	for k := range Time(3) {
		if got := carry(t, l, k); got.Tries != maxTries || got.due != want+k {
			t.Errorf("segment %d: %+v", k, got)
		}
	}
}

func TestDelaysDoNotChangeHowOftenAStreamSendsASegment(t *testing.T) {
	t.Parallel()
	// As long as no timer runs out before an acknowledgement that is on its way.
	rapid.Check(t, func(t *rapid.T) {
		seed, id := rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "id")
		loss := rapid.Float64Range(0, 0.9).Draw(t, "loss")
		draw := func(label string) *Link {
			l := mustLink(t, seed, id, Settings{Loss: loss, Stream: true, MinRTO: MaxRTO,
				Delay:  time.Duration(rapid.Int64Range(0, int64(10*time.Second)).Draw(t, label+" delay")),
				Jitter: time.Duration(rapid.Int64Range(0, int64(5*time.Second)).Draw(t, label+" jitter"))})
			return l
		}
		a, b := draw("one"), draw("other")
		lost := lostCopies(a, 50)
		now := Time(0)
		for k := range lost {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(t, "gap")))
			ta := a.pass(now, 0, 0).Transit
			tb := b.pass(now/3, 0, 0).Transit
			if want := min(lost[k]+1, maxTries); ta.Tries != want || tb.Tries != want {
				t.Fatalf("segment %d loses %d copies and was sent %d and %d times", k, lost[k], ta.Tries, tb.Tries)
			}
		}
	})
}

func TestStreamMeetsTheLuckOfDatagrams(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		s.Delay, s.Jitter = s.Delay/4, s.Jitter/8 // no timer runs out for nothing
		plain, _ := NewLink(3, 4, s)
		s.Stream, s.MinRTO = true, MaxRTO
		carried, _ := NewLink(3, 4, s)
		for k := range 50 {
			delay, lost := plain.Fate(0, 0)
			transit := carried.pass(0, 0, 0).Transit
			if lost != (transit.Tries > 1) || !lost && transit.Arrived != Time(delay) {
				t.Fatalf("datagram %d: delay %v, lost %v; in the stream %+v", k, delay, lost, transit)
			}
		}
		// Switched off again it has left no trace.
		s.Stream = false
		check(t, carried.Set(0, s))
		if got, want := fates(carried, 20), fates(plain, 20); !slices.Equal(got, want) {
			t.Fatalf("after the stream: %v, want %v", got, want)
		}
	})
}

func TestCopiesHaveLuckOfTheirOwn(t *testing.T) {
	t.Parallel()
	l := newLuck(3, 3)
	seen := map[uint64]string{}
	for k := range uint64(500) {
		for n := range maxTries {
			for _, i := range []lane{laneLoss, laneJitter, laneJitter + 3} {
				u, name := l.ofCopy(n).draw(k, i), fmt.Sprintf("copy %d of datagram %d, lane %d", n, k, i)
				if other, ok := seen[u]; ok {
					t.Fatalf("%s has the luck of %s", name, other)
				}
				seen[u] = name
			}
		}
	}
}

func TestSegmentsInFlightKeepTheirFateWhenTheStreamEnds(t *testing.T) {
	t.Parallel()
	var got []string
	e, _ := pair(t, Settings{}, &testNode{receive: func(now Time, p *Packet) {
		got = append(got, fmt.Sprintf("%d at %v", p.ID, time.Duration(now)))
	}})
	s := Settings{Delay: 100 * time.Millisecond, Loss: 0.5, Stream: true}
	l := lossyStream(t, s, 1, 0)
	e.links[0][1] = l
	check(t, e.Send(Datagram{To: 1}))
	check(t, e.Send(Datagram{To: 1}))
	if got := fmt.Sprint(e.AppendInFlight(nil)); got != "[{1 0 0 1 0 1100000000 0 {2 1000000000 1100000000}} {2 0 0 1 0 1100000000 0 {1 0 100000000}}]" {
		t.Errorf("in flight: %v", got)
	}
	s.Stream, s.Loss = false, 0
	check(t, l.Set(e.Now(), s))
	check(t, e.Send(Datagram{To: 1}))
	// A new stream is a new connection: those of the old one do not hold it up.
	s.Stream = true
	check(t, l.Set(e.Now(), s))
	check(t, e.Send(Datagram{To: 1}))
	check(t, e.Run(5000*ms))
	if want := []string{"3 at 100ms", "4 at 100ms", "1 at 1.1s", "2 at 1.1s"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSettingsOfAStreamOutOfRangeAreRefused(t *testing.T) {
	t.Parallel()
	for rto, want := range map[time.Duration]string{
		0: "<nil>", time.Millisecond: "<nil>", MaxRTO: "<nil>",
		-1:         "rto: -1ns is outside 1ms..1m0s",
		1:          "rto: 1ns is outside 1ms..1m0s",
		MaxRTO + 1: "rto: 1m0.000000001s is outside 1ms..1m0s",
	} {
		if got := fmt.Sprint(Settings{Stream: true, MinRTO: rto}.Validate()); got != want {
			t.Errorf("%v: %s, want %s", rto, got, want)
		}
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestStreamsOfOldSessionsStayTheSame(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 20260101, 7, Settings{Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.25, Stream: true, MinRTO: 200 * time.Millisecond})
	var got []carried
	for k := range Time(8) {
		got = append(got, carry(t, l, k*100*ms))
	}
	if got := fmt.Sprint(got); got != goldenStream {
		t.Errorf("got %s\nwant %s", got, goldenStream)
	}
}

const goldenStream = "[{1049528826 {2 1000000000 1049528826}} {1049528826 {1 100000000 143907877}} " +
	"{1049528826 {1 200000000 257248489}} {1049528826 {1 300000000 349816953}} " +
	"{1049528826 {1 400000000 440032659}} {1049528826 {1 500000000 540016050}} " +
	"{1646934375 {2 1600000000 1646934375}} {1646934375 {1 700000000 753040592}}]"

func TestStreamDoesNotAllocate(t *testing.T) {
	e, _ := pair(t, Settings{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.1, Stream: true}, &testNode{})
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
