package netsim

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

func mustTrace(t testing.TB, lines ...int32) *Trace {
	t.Helper()
	var text strings.Builder
	for _, ms := range lines {
		fmt.Fprintln(&text, ms)
	}
	trace, err := ReadTrace("test", strings.NewReader(text.String()))
	check(t, err)
	return trace
}

// drawTrace draws a trace of up to n whole milliseconds, the last of them no less than a time.
func drawTrace(t *rapid.T, n int, last uint32) *Trace {
	lines := rapid.SliceOfN(rapid.Uint32Range(0, 300), 1, n).Draw(t, "trace")
	slices.Sort(lines)
	lines[len(lines)-1] = max(last, lines[len(lines)-1])
	for i := range lines {
		lines[i] *= 1000
	}
	return &Trace{micros: lines, period: int64(lines[len(lines)-1])}
}

// recordedTraces returns Mahimahi's traces. They are in a checkout beside the repository; without it
// the test is skipped, but fails where CI is true.
func recordedTraces(t *testing.T) []*Trace {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "shared", "data", "mahimahi", "*"))
	check(t, err)
	if len(files) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("no Mahimahi traces in ../../shared/data/mahimahi")
		}
		t.Skip("no Mahimahi traces in ../../shared/data/mahimahi")
	}
	var traces []*Trace
	for _, name := range files {
		f, err := os.Open(name)
		check(t, err)
		trace, err := ReadTrace(name, f)
		check(t, err)
		check(t, f.Close())
		traces = append(traces, trace)
	}
	return traces
}

func TestPacketsLeaveAtTheOpportunitiesOfATrace(t *testing.T) {
	t.Parallel()
	// Two at 10 ms, one at 20, and from 20 ms on the same again.
	l := mustLink(t, 1, 1, Settings{Trace: mustTrace(t, 10, 10, 20)})
	wantFate(t, l, 0, 1472, 10*time.Millisecond, false)
	wantFate(t, l, 0, 722, 10*time.Millisecond, false)
	wantFate(t, l, 0, 722, 10*time.Millisecond, false) // the other half of the second
	wantFate(t, l, 1*ms, 3000-28, 29*time.Millisecond, false)
	wantFate(t, l, 10*ms, 722, 20*time.Millisecond, false) // half of it is left; another is at 30 as well
	wantFate(t, l, 30*ms, 0, 10*time.Millisecond, false)   // what comes at the very instant has missed it
	wantFate(t, l, 40*ms, 1473, 10*time.Millisecond, false)
	// After a year, 31,536,000 s, which the trace divides.
	wantFate(t, l, 31_536_000_000*ms+1, 0, 10*time.Millisecond-1, false)
}

func TestATraceMayBeginAtZeroAndRepeatsFromItsLastLine(t *testing.T) {
	t.Parallel()
	trace := mustTrace(t, 0, 3, 5)
	var got []Time
	for i := range int64(8) {
		got = append(got, trace.at(i)/ms)
	}
	if want := []Time{0, 3, 5, 5, 8, 10, 10, 13}; !slices.Equal(got, want) {
		t.Errorf("opportunities at %v, want %v", got, want)
	}
	for now, want := range []int64{1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 7} {
		if got := trace.count(Time(now) * ms); got != want {
			t.Errorf("until %d ms there are %d opportunities, want %d", now, got, want)
		}
		if got := trace.count(Time(now+1)*ms - 1); got != want {
			t.Errorf("just before %d ms there are %d opportunities, want %d", now+1, got, want)
		}
	}
	if trace.Rate() != 7_200_000 || trace.Period() != 5*time.Millisecond || trace.Name() != "test" {
		t.Errorf("%d bit/s over %v in %q", trace.Rate(), trace.Period(), trace.Name())
	}
}

// Mahimahi's traces are of whole milliseconds. Others need not be.
func TestATraceMayHaveTimesBetweenMilliseconds(t *testing.T) {
	t.Parallel()
	trace, err := ReadTrace("test", strings.NewReader("0.25\n1\n2.5\n3.125\n"))
	check(t, err)
	var got []time.Duration
	for i := range int64(6) {
		got = append(got, trace.at(i).Sub(0))
	}
	want := []time.Duration{250 * time.Microsecond, time.Millisecond, 2500 * time.Microsecond, 3125 * time.Microsecond, 3375 * time.Microsecond, 4125 * time.Microsecond}
	if !slices.Equal(got, want) || trace.Period() != want[3] || trace.Rate() != 15_360_000 {
		t.Errorf("opportunities at %v, want %v; %d bit/s over %v", got, want, trace.Rate(), trace.Period())
	}
	for i, at := range want {
		if before, then := trace.count(Time(at)-1), trace.count(Time(at)); before != int64(i) || then != int64(i)+1 {
			t.Errorf("until just before %v there are %d opportunities, then %d", at, before, then)
		}
	}
}

// An arrival is a packet of a test that comes to a queue.
type arrival struct {
	at    Time
	bytes int64
}

// mahimahi is Mahimahi's queue, millisecond by millisecond: when each packet leaves, [Never] if the queue
// had no room for it.
func mahimahi(trace *Trace, arrivals []arrival, q *referenceQueue) []Time {
	left := make([]Time, len(arrivals))
	next, base, sent := 0, int64(0), int64(0)
	var inTransit *queuedPacket
	unsent := int64(0) // bytes of the one in transit
	came := 0
	for now := Time(0); came < len(arrivals) || len(q.waiting) > 0 || inTransit != nil; now += ms {
		for came < len(arrivals) && arrivals[came].at < now {
			left[came] = Never
			q.come(came, arrivals[came], sent, unsent)
			came++
		}
		for base+int64(trace.micros[next])/1000 <= int64(now/ms) {
			if next++; next == len(trace.micros) {
				next, base = 0, base+trace.period/1000
			}
			for bytes := int64(1500); bytes > 0; {
				if inTransit == nil {
					if inTransit = q.dequeue(now, sent); inTransit == nil {
						break
					}
					unsent = inTransit.bytes
				}
				n := min(bytes, unsent)
				bytes, unsent, sent = bytes-n, unsent-n, sent+n
				if unsent == 0 {
					left[inTransit.number] = now
					inTransit = nil
				}
			}
		}
	}
	return left
}

// drawArrivals draws packets that come in bursts, at whole microseconds.
func drawArrivals(t *rapid.T, n int, gap time.Duration) []arrival {
	arrivals := make([]arrival, n)
	now := Time(0)
	for i := range arrivals {
		if rapid.Bool().Draw(t, "later") {
			now += Time(rapid.Int64Range(0, int64(gap/time.Microsecond)).Draw(t, "gap") * 1000)
		}
		arrivals[i] = arrival{now, rapid.Int64Range(headerBytes, 4000).Draw(t, "bytes")}
	}
	return arrivals
}

// departuresOf returns when a link without delay lets the packets out.
func departuresOf(l *Link, arrivals []arrival) []Time {
	left := make([]Time, len(arrivals))
	for i, a := range arrivals {
		delay, lost := l.Fate(a.at, int(a.bytes-headerBytes))
		if left[i] = a.at.Add(delay); lost {
			left[i] = Never
		}
	}
	return left
}

func TestTraceDeliversAsMahimahiDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Trace:        drawTrace(t, 60, 1),
			Queue:        rapid.Int64Range(MinQueue, 40_000).Draw(t, "queue"),
			QueuePackets: rapid.IntRange(0, 12).Draw(t, "packets"),
		}
		l := mustLink(t, 1, 1, s)
		arrivals := drawArrivals(t, 80, 200*time.Millisecond)
		q := &referenceQueue{bytes: s.Queue, packets: s.QueuePackets}
		if got, want := departuresOf(l, arrivals), mahimahi(s.Trace, arrivals, q); !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
	})
}

func TestRecordedTracesDeliverAsMahimahiDoes(t *testing.T) {
	t.Parallel()
	for _, trace := range recordedTraces(t) {
		luck := newLuck(3, 3)
		var arrivals []arrival
		now := Time(0)
		for k := range uint64(60_000) { // for 300 s, which is longer than each
			now = now.Add(Exponential{}.Delay(5*time.Millisecond, [4]uint64{luck.draw(k, 0)}))
			arrivals = append(arrivals, arrival{now, int64(headerBytes + below(luck.draw(k, 1), 1473))})
		}
		l := mustLink(t, 1, 1, Settings{Trace: trace, Queue: 200_000, QueuePackets: 300})
		got, want := departuresOf(l, arrivals), mahimahi(trace, arrivals, &referenceQueue{bytes: 200_000, packets: 300})
		if !slices.Equal(got, want) {
			t.Errorf("%s: packets leave at other times than with Mahimahi", trace.Name())
		}
		t.Logf("%s: %d bit/s over %v", trace.Name(), trace.Rate(), trace.Period())
	}
}

func TestCrossTrafficTakesItsShareOfATracesMeanRate(t *testing.T) {
	t.Parallel()
	trace := mustTrace(t, 1) // 1500 bytes a millisecond
	for _, c := range []struct {
		cross    float64
		from, to time.Duration
	}{
		{0, time.Millisecond, time.Millisecond},
		{0.5, time.Millisecond, time.Millisecond},
		{2, 42 * time.Millisecond, 43 * time.Millisecond}, // 64,000 bytes less the opportunity just now are 41.7
	} {
		l := mustLink(t, 1, 1, Settings{Trace: trace, Cross: c.cross})
		for k := range Time(100) {
			if delay, lost := l.Fate(1000*ms+k*16*ms, 100); !lost && (delay < c.from || delay > c.to) {
				t.Fatalf("at a share of %v packet %d takes %v", c.cross, k, delay)
			}
		}
	}
}

func TestATraceThatIsNotValidIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                           `"x.up": opportunities: 0 is outside 1..4000000`,
		"0\n0\n":                     `"x.up", line 2: last time: 0 ms is outside 1..3600000`,
		"5\n-1\n":                    `"x.up", line 2: time: -1 ms is outside 5..3600000`,
		"5\n7\n6\n":                  `"x.up", line 3: time: 6 ms is outside 7..3600000`,
		"3600001\n":                  `"x.up", line 1: time: 3600001 ms is outside 0..3600000`,
		"99999999999999999999\n":     `"x.up", line 1: time: 99999999999999999999 ms is outside 0..3600000`,
		"1\n\n2\n":                   `"x.up", line 2: time: an empty line is not a number of up to three decimals in 1..3600000`,
		"1.5\n1.25\n":                `"x.up", line 2: time: 1.25 ms is outside 1.5..3600000`,
		"1\n1.2345\n":                `"x.up", line 2: time: 1.2345 is not a number of up to three decimals in 1..3600000`,
		"1.\n":                       `"x.up", line 1: time: 1. is not a number of up to three decimals in 0..3600000`,
		".5\n":                       `"x.up", line 1: time: .5 is not a number of up to three decimals in 0..3600000`,
		"1.-5\n":                     `"x.up", line 1: time: 1.-5 is not a number of up to three decimals in 0..3600000`,
		"\x00\x01":                   `"x.up": it is not a text file`,
		strings.Repeat("1\n", 1000):  `"x.up", line 1000: mean rate: 12000000000 bit/s is outside 1..10000000000`,
		strings.Repeat("00000\n", 9): `"x.up", line 9: last time: 0 ms is outside 1..3600000`,
	} {
		if _, err := ReadTrace("x.up", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
	}
	long := bytes.Repeat([]byte("0000009\n"), MaxTraceLines+1)
	_, err := ReadTrace("x.up", bytes.NewReader(long))
	if want := `"x.up", line 4000001: opportunities: 4000001 is outside 1..4000000`; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = ReadTrace("x.up", io.MultiReader(bytes.NewReader(long), bytes.NewReader(long)))
	if want := `"x.up": it is longer than 41943040 bytes`; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if trace, err := ReadTrace("dir/x.up", strings.NewReader("0\r\n7\r\n9")); err != nil || trace.Name() != "x.up" || !slices.Equal(trace.micros, []uint32{0, 7000, 9000}) {
		t.Errorf("lines that end as on Windows: %+v, %v", trace, err)
	}
}

func FuzzReadTrace(f *testing.F) {
	for _, text := range []string{"0\n1\n1\n5\n", "7\r\n9", "5\n4\n", "\n", "-1\n", "99999999999999999999\n", "\xff\x00", "0\n", "0.125\n3.5\n", "1.\n"} {
		f.Add([]byte(text))
	}
	testkit.FuzzDamaged(f, func(t testing.TB, data []byte) {
		trace, err := ReadTrace("f", bytes.NewReader(data))
		if err != nil {
			if msg := err.Error(); !strings.HasPrefix(msg, `"f"`) || strings.Contains(msg, "\n") || len(msg) > 200 {
				t.Errorf("a bad message: %q", msg)
			}
			return
		}
		if rate := trace.Rate(); rate < 1 || rate > MaxRate {
			t.Errorf("%d bit/s", rate)
		}
		l, err := NewLink(1, 1, Settings{Trace: trace, Queue: MaxQueue})
		check(t, err)
		before := Time(0)
		for k := range Time(20) {
			now := k * 700 * ms
			delay, lost := l.Fate(now, 1000)
			if lost || delay <= 0 || now.Add(delay) < before {
				t.Errorf("packet %d takes %v, lost %v", k, delay, lost)
			}
			before = now.Add(delay)
		}
	})
}

func BenchmarkLinkFateTrace(b *testing.B) {
	lines := make([]int32, 60_000)
	for i := range lines {
		lines[i] = int32(i * 2)
	}
	benchmarkFates(b, Settings{Trace: mustTrace(b, lines...), QueuePackets: 1000})
}

func BenchmarkLinkFateTraceCross(b *testing.B) {
	lines := make([]int32, 60_000)
	for i := range lines {
		lines[i] = int32(i * 2)
	}
	benchmarkFates(b, Settings{Trace: mustTrace(b, lines...), Cross: 1.5, CrossOn: time.Second / 2, CrossEvery: 2 * time.Second})
}
