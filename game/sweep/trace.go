package sweep

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// points is how many errors over time are kept of each clock of a cell, evenly over its duration.
const points = 120

// gap stands in a trace for a moment at which the clock was not synchronised.
const gap = math.MinInt64

// trace is one clock's error in µs, estimate − truth, at the latest tick of each of the equal parts
// of a run.
type trace [points]int64

// tracer takes the traces of a cell while it runs, and counts steps of what the clocks show. It is a [observe.Recorder].
type tracer struct {
	duration time.Duration
	traces   [][]trace // by client (from 0) and algorithm
	steps    [][]int
	looks    [][]look
}

// A look is what a clock showed last.
type look struct {
	at  netsim.Time
	err time.Duration
	ok  bool
}

// stepShare is what part of the time between two looks an error has to change by for that to be a step, and no running
// faster or slower: the eighth part, 2.1 ms at 60 ticks a second. Clocks of engines run up to a tenth faster.
const stepShare = 8

func newTracer(sc *scenario.Scenario, algorithms int) *tracer {
	t := &tracer{duration: sc.Duration, traces: make([][]trace, sc.Clients), steps: make([][]int, sc.Clients), looks: make([][]look, sc.Clients)}
	for c := range t.traces {
		t.steps[c], t.looks[c] = make([]int, algorithms), make([]look, algorithms)
		t.traces[c] = make([]trace, algorithms)
		for a := range t.traces[c] {
			for i := range t.traces[c][a] {
				t.traces[c][a][i] = gap
			}
		}
	}
	return t
}

func (t *tracer) Record(e observe.Entry) {
	c, ok := e.(*observe.ClockSample)
	if !ok {
		return
	}
	part := min(int64(c.Time)*points/int64(t.duration), points-1) // 366 days in ns × 120 is below 2^63
	t.traces[c.Client-1][c.Algorithm][part] = c.Error().Round(time.Microsecond).Microseconds()
	before, now := &t.looks[c.Client-1][c.Algorithm], look{c.Time, c.Error(), true}
	if before.ok && c.Time >= netsim.Time(observe.Warmup) && (now.err-before.err).Abs() > c.Time.Sub(before.at)/stepShare {
		t.steps[c.Client-1][c.Algorithm]++
	}
	*before = now
}

// pack writes a trace in few bytes: for each point the zigzag change from the point before it, plus
// one, as a varint; 0 is a gap.
func (t *trace) pack() []byte {
	var b []byte
	var last int64
	for _, v := range t {
		if v == gap {
			b = append(b, 0)
			continue
		}
		d := v - last
		b = binary.AppendUvarint(b, uint64(d<<1^d>>63)+1)
		last = v
	}
	return b
}

// errTrace is a trace that pack has not written.
var errTrace = errors.New("its trace is damaged")

func unpackTrace(b []byte) (*trace, error) {
	t := &trace{}
	var last int64
	for i := range t {
		u, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, errTrace
		}
		b = b[n:]
		if u == 0 {
			t[i] = gap
			continue
		}
		u--
		last += int64(u>>1) ^ -int64(u&1)
		t[i] = last
	}
	if len(b) > 0 {
		return nil, errTrace
	}
	return t, nil
}
