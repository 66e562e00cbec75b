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

	"driftlab/internal/param"
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

	microsecond = Time(time.Microsecond)
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
	micros []uint32 // of each opportunity since the trace's begin, sorted
	period int64    // µs, the last of them
}

// ReadTrace reads a trace: a number of milliseconds, 0..[MaxTraceTime], a line, none less than
// that of the line before, 1..[MaxTraceLines] of them, the last above 0. Lines that begin with # are
// skipped, and a time may have up to three decimals; Mahimahi itself knows neither. Its mean rate may be up to
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
		micros, err := parseOpportunity(strings.TrimRight(line, "\r\n"), t.period)
		if err == nil && number > MaxTraceLines {
			err = fmt.Errorf("opportunities: %d is outside 1..%d", number, MaxTraceLines)
		}
		if err != nil {
			return nil, lineError(name, number, err)
		}
		t.micros = append(t.micros, uint32(micros))
		t.period = micros
	}
	if len(t.micros) == 0 {
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

// parseOpportunity reads a line that may not be earlier than the one before it. Both are in µs.
func parseOpportunity(s string, least int64) (micros int64, err error) {
	earliest := func() string { return strconv.FormatFloat(float64(least)/1000, 'f', -1, 64) }
	whole, part, fine := strings.Cut(s, ".")
	micros, err = strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	if whole == "" || fine && part == "" || len(part) > 3 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("time: %s is not a number of up to three decimals in %s..%d", cmp.Or(excerpt(s), "an empty line"), earliest(), MaxTraceTime.Milliseconds())
	}
	if err != nil || micros < least || micros > MaxTraceTime.Microseconds() {
		return 0, fmt.Errorf("time: %s ms is outside %s..%d", excerpt(s), earliest(), MaxTraceTime.Milliseconds())
	}
	return micros, nil
}

// Name returns the base name of the trace's file.
func (t *Trace) Name() string { return t.name }

// Period returns how long the trace lasts before it repeats.
func (t *Trace) Period() time.Duration { return time.Duration(t.period) * time.Microsecond }

// Rate returns the mean rate in bit/s, rounded down, 1..[MaxRate].
func (t *Trace) Rate() int64 {
	return int64(len(t.micros)) * (opportunity / nanobits) * 1_000_000 / t.period
}

// count returns how many opportunities there were up to and including now, over all repetitions.
func (t *Trace) count(now Time) int64 {
	elapsed := int64(now / microsecond)
	round, micros := elapsed/t.period, uint32(elapsed%t.period)
	in, _ := slices.BinarySearch(t.micros, micros+1)
	return round*int64(len(t.micros)) + int64(in)
}

// at returns when the i-th opportunity is, counted from 0.
func (t *Trace) at(i int64) Time {
	n := int64(len(t.micros))
	return Time(i/n*t.period+int64(t.micros[i%n])) * microsecond
}

var traceSettings = []setting{
	param.Content(param.Param{Name: "trace", Called: "delivery trace", Unit: param.Path, Text: param.FileOf("trace of Mahimahi", 4, ReadTrace),
		Help: "packet-delivery trace of Mahimahi {way}: when 1500 bytes may leave, in place of the rate"},
		func(s *Settings) *Trace { return s.Trace }, func(s *Settings, t *Trace) { s.Trace = t }),
}
