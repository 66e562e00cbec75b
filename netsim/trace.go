package netsim

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/param"
)

const (
	// MaxTraceLines is the longest packet-delivery trace.
	MaxTraceLines = 4_000_000
	// MaxTraceBytes is the longest file of one.
	MaxTraceBytes = 40 << 20
	// MaxTraceTime is the latest instant in one.
	MaxTraceTime = time.Hour

	// opportunity is what may leave at one line of a trace, in nanobits: 1500 bytes.
	opportunity = 1500 * 8 * nanobits

	millisecond = Time(time.Millisecond)
)

// A Trace is a packet-delivery trace of the network emulator Mahimahi (Netravali and others,
// "Mahimahi: Accurate Record-and-Replay for HTTP", USENIX ATC 2015): the instants at which a recorded
// link let 1500 bytes leave. It begins at true time 0 and repeats, each time from the instant of its
// last line.
//
// As in Mahimahi's link_queue.cc, what a packet leaves of an opportunity goes to those behind it, a longer packet
// continues at the next one, and an opportunity for which no packet waits is wasted; a packet that arrives at the very
// instant of an opportunity has missed it. Mahimahi's packets have 4 bytes more, a tunnel's header, and so have its
// opportunities.
type Trace struct {
	name   string
	ms     []int32 // of each opportunity since the trace's begin, sorted
	period int64   // ms, the last of them
}

// ReadTrace reads a trace: a whole number of milliseconds, 0..[MaxTraceTime], a line, none less than
// that of the line before, 1..[MaxTraceLines] of them, the last above 0. Lines that begin with # are
// skipped, which Mahimahi itself does not do. Its mean rate may be up to
// [MaxRate]. name is what the user calls the file.
func ReadTrace(name string, r io.Reader) (*Trace, error) {
	text, err := readText(name, r, MaxTraceBytes)
	if err != nil {
		return nil, err
	}
	t := &Trace{name: filepath.Base(name)}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "#") {
			continue
		}
		ms, err := parseOpportunity(strings.TrimRight(line, "\r\n"), int32(t.period))
		if err == nil && number > MaxTraceLines {
			err = fmt.Errorf("opportunities: %d is outside 1..%d", number, MaxTraceLines)
		}
		if err != nil {
			return nil, lineError(name, number, err)
		}
		t.ms = append(t.ms, ms)
		t.period = int64(ms)
	}
	if len(t.ms) == 0 {
		return nil, fmt.Errorf("%q: opportunities: 0 is outside 1..%d", name, MaxTraceLines)
	}
	if t.period == 0 {
		return nil, lineError(name, number, fmt.Errorf("last time: 0 ms is outside 1..%d", MaxTraceTime.Milliseconds()))
	}
	if t.Rate() > MaxRate {
		return nil, lineError(name, number, fmt.Errorf("mean rate: %d bit/s is outside 1..%d", t.Rate(), int64(MaxRate)))
	}
	return t, nil
}

// parseOpportunity reads a line that may not be earlier than the one before it.
func parseOpportunity(s string, least int32) (int32, error) {
	most := MaxTraceTime.Milliseconds()
	ms, err := strconv.ParseInt(s, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		what := cmp.Or(excerpt(s), "an empty line")
		return 0, fmt.Errorf("time: %s is not a whole number in %d..%d", what, least, most)
	}
	if err != nil || ms < int64(least) || ms > most {
		return 0, fmt.Errorf("time: %s ms is outside %d..%d", excerpt(s), least, most)
	}
	return int32(ms), nil
}

// Name returns the base name of the trace's file.
func (t *Trace) Name() string { return t.name }

// Period returns how long the trace lasts before it repeats.
func (t *Trace) Period() time.Duration { return time.Duration(t.period) * time.Millisecond }

// Rate returns the mean rate in bit/s, rounded down, 1..[MaxRate].
func (t *Trace) Rate() int64 {
	return int64(len(t.ms)) * (opportunity / nanobits) * 1000 / t.period
}

// count returns how many opportunities there were up to and including now, over all repetitions.
func (t *Trace) count(now Time) int64 {
	elapsed := int64(now / millisecond)
	round, ms := elapsed/t.period, int32(elapsed%t.period)
	in, _ := slices.BinarySearch(t.ms, ms+1)
	return round*int64(len(t.ms)) + int64(in)
}

// at returns when the i-th opportunity is, counted from 0.
func (t *Trace) at(i int64) Time {
	n := int64(len(t.ms))
	return Time(i/n*t.period+int64(t.ms[i%n])) * millisecond
}

var traceSettings = []setting{
	param.Content(param.Param{Name: "trace", Called: "delivery trace", Unit: param.Path, Text: param.FileOf("trace of Mahimahi", 4, ReadTrace),
		Help: "packet-delivery trace of Mahimahi {way}: when 1500 bytes may leave, in place of the rate"},
		func(s *Settings) *Trace { return s.Trace }, func(s *Settings, t *Trace) { s.Trace = t }),
}
