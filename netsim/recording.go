package netsim

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/param"
)

const (
	// MaxRecordingRows is the longest recording.
	MaxRecordingRows = 1_000_000
	// MaxRecordingBytes is the longest file of one.
	MaxRecordingBytes = 64 << 20
	// MaxRecordingTime is the latest instant in one.
	MaxRecordingTime = 30 * 24 * time.Hour
)

// A Recording is one-way delays that were measured, to be replayed: from each row's instant on, the delay is the row's,
// and before the first it is the first's. It begins at true time 0. In a loop it restarts once the last row has been in
// force as long as the one before it.
type Recording struct {
	name   string
	rows   []recordedDelay // at least one, by rising times
	period int64           // ns until it begins again, 1 or more
}

// A recordedDelay is one row of a recording.
type recordedDelay struct {
	at    Time
	delay time.Duration // of one that is lost, the complement of the delay before it
}

// ReadRecordings reads the recordings of both directions from a CSV file with the header
// "t_ms,up_ms,down_ms". The times, 0..[MaxRecordingTime], rise from row to row; the delays are
// 0..[MaxDelay]. All are decimal numbers of milliseconds; digits finer than a nanosecond are
// dropped. Empty lines and lines that begin with # are skipped. In place of a delay "lost" loses what is sent from then on until the next row. A file of one direction has the header
// "t_ms,delay_ms"; up and down are then the same recording. name is what the user calls the file.
func ReadRecordings(name string, r io.Reader) (up, down *Recording, err error) {
	text, err := readText(name, r, MaxRecordingBytes)
	if err != nil {
		return nil, nil, err
	}
	p := recordingParser{}
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, nil, lineError(name, number, err)
		}
	}
	if len(p.rows[0]) == 0 {
		return nil, nil, fmt.Errorf("%q: rows: 0 is outside 1..%d", name, MaxRecordingRows)
	}
	up = newRecording(name, p.rows[0])
	if len(p.columns) < 3 {
		return up, up, nil
	}
	return up, newRecording(name, p.rows[1]), nil
}

// newRecording returns a recording of at least one row, whose times rise.
func newRecording(name string, rows []recordedDelay) *Recording {
	last, before := rows[len(rows)-1].at, Time(0)
	if len(rows) > 1 {
		before = rows[len(rows)-2].at
	}
	return &Recording{name: filepath.Base(name), rows: rows, period: max(1, int64(last+(last-before)))}
}

// Name returns the base name of the recording's file.
func (r *Recording) Name() string { return r.name }

// Period returns how long the recording lasts until it begins again: its last time and once more the
// last interval.
func (r *Recording) Period() time.Duration { return time.Duration(r.period) }

// at returns the delay now; of what is lost, that of the row before. *row remembers where the same reader found the last one. It
// makes the next one cheap to find and never changes the result.
func (r *Recording) at(now Time, holdLast bool, row *int) time.Duration {
	d := r.find(now, holdLast, row)
	return max(d, ^d)
}

// find returns what the row in force has.
func (r *Recording) find(now Time, holdLast bool, row *int) time.Duration {
	if !holdLast {
		now = Time(int64(now) % r.period)
	}
	for range 2 { // usually it is the same row or the next
		if r.inForce(*row, now) {
			return r.rows[*row].delay
		}
		*row++
	}
	later := sort.Search(len(r.rows), func(i int) bool { return r.rows[i].at > now })
	*row = max(0, later-1)
	return r.rows[*row].delay
}

// inForce reports whether the i-th row is the one for an instant of the recording.
func (r *Recording) inForce(i int, now Time) bool {
	return i < len(r.rows) &&
		(i == 0 || r.rows[i].at <= now) &&
		(i+1 == len(r.rows) || now < r.rows[i+1].at)
}

// A recordingParser reads a recording line by line.
type recordingParser struct {
	columns []string           // the header, once it was read
	rows    [2][]recordedDelay // by the columns after the time
}

// line reads a line that is not empty.
func (p *recordingParser) line(line string) error {
	if p.columns == nil {
		// The line names the columns.
		for _, columns := range [][]string{{"t_ms", "delay_ms"}, {"t_ms", "up_ms", "down_ms"}} {
			if slices.Equal(splitFields(line), columns) {
				p.columns = columns
				return nil
			}
		}
		return fmt.Errorf("header: %s is not t_ms,delay_ms or t_ms,up_ms,down_ms", excerpt(line))
	}
	if n := 1 + strings.Count(line, ","); n != len(p.columns) {
		return fmt.Errorf("fields: %d is not %d (%s)", n, len(p.columns), strings.Join(p.columns, ","))
	}
	if len(p.rows[0]) == MaxRecordingRows {
		return fmt.Errorf("rows: %d is outside 1..%d", MaxRecordingRows+1, MaxRecordingRows)
	}
	fields := splitFields(line)
	at, err := parseMilliseconds(fields[0], MaxRecordingTime)
	if n := len(p.rows[0]); err == nil && n > 0 && Time(at) <= p.rows[0][n-1].at {
		least := float64(p.rows[0][n-1].at+1) / 1e6
		err = fmt.Errorf("%s is outside %s..%d", excerpt(fields[0]), strconv.FormatFloat(least, 'f', -1, 64), MaxRecordingTime.Milliseconds())
	}
	if err != nil {
		return fmt.Errorf("t_ms: %w", err)
	}
	for i, field := range fields[1:] {
		delay, err := p.delay(i, field)
		if err != nil {
			return fmt.Errorf("%s: %w", p.columns[1+i], err)
		}
		p.rows[i] = append(p.rows[i], recordedDelay{Time(at), delay})
	}
	return nil
}

// delay reads the delay of the next row of a column.
func (p *recordingParser) delay(column int, field string) (time.Duration, error) {
	if field != recordedLoss {
		return parseMilliseconds(field, MaxDelay)
	}
	before := time.Duration(0)
	if rows := p.rows[column]; len(rows) > 0 {
		before = rows[len(rows)-1].delay
	}
	return min(before, ^before), nil
}

// recordedLoss stands in place of a delay for what is lost.
const recordedLoss = "lost"

// splitFields returns the fields of a line; more than four count as four.
func splitFields(line string) []string {
	fields := strings.SplitN(line, ",", 4)
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	return fields
}

// parseMilliseconds reads a decimal number of milliseconds, 0..most. Digits finer than a nanosecond
// are dropped.
func parseMilliseconds(s string, most time.Duration) (time.Duration, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, fmt.Errorf("%s is not a decimal number in 0..%d", cmp.Or(excerpt(s), "nothing"), most.Milliseconds())
	}
	ns, err := strconv.ParseInt(whole+(fraction + "000000")[:6], 10, 64)
	if errors.Is(err, strconv.ErrRange) || negative && ns > 0 || ns > int64(most) {
		return 0, fmt.Errorf("%s is outside 0..%d", excerpt(s), most.Milliseconds())
	}
	return time.Duration(ns), nil
}

var recordingSettings = []setting{
	param.Content(param.Param{Name: "recording", Called: "recorded delays", Unit: param.Path,
		Text: &param.Text{File: "recording of delays", PerLine: 32, Read: func(name string, r io.Reader) (up, down any, err error) {
			return ReadRecordings(name, r)
		}},
		Help: "recorded delays {way} (CSV), on top of the delay and in place of the jitter, and recorded losses"},
		func(s *Settings) *Recording { return s.Recording }, func(s *Settings, r *Recording) { s.Recording = r }),
	param.Bool(param.Param{Name: "recording-end", Label: "At its end", Called: "end of the recording", Unit: param.Choice, Choices: []string{"loop", "hold"},
		Help: "what a recording {way} does at its end: it repeats, or keeps its last delay"},
		func(s *Settings) *bool { return &s.HoldLast }),
}
