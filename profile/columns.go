package profile

import (
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/netsim"
)

// A columnRole is what a column of a table tells.
type columnRole uint8

const (
	otherColumn columnRole = iota
	timeColumn
	rttColumn
	upColumn
	downColumn
	delayColumn // of either way
	rateColumn
)

// columnNames are the names of columns, as LENS and others have them, without their units.
var columnNames = map[string]columnRole{
	"timestamp": timeColumn, "time": timeColumn, "t": timeColumn, "ts": timeColumn, "date": timeColumn,
	"rtt": rttColumn, "ping": rttColumn, "latency": rttColumn, "round_trip": rttColumn,
	"uplink": upColumn, "up": upColumn, "upstream": upColumn, "owd_up": upColumn, "send_delay": upColumn,
	"downlink": downColumn, "down": downColumn, "downstream": downColumn, "owd_down": downColumn, "receive_delay": downColumn,
	"delay": delayColumn, "owd": delayColumn, "one_way_delay": delayColumn,
	"bandwidth": rateColumn, "throughput": rateColumn, "rate": rateColumn, "bw": rateColumn,
}

// unitNames are the units that a column's name may end with, in nanoseconds or bit/s.
var unitNames = map[string]float64{
	"s": 1e9, "sec": 1e9, "seconds": 1e9, "ms": 1e6, "us": 1e3, "µs": 1e3, "ns": 1,
	"bps": 1, "kbps": 1e3, "kbit": 1e3, "mbps": 1e6, "mbit": 1e6, "gbps": 1e9,
}

// A column is one of a table.
type column struct {
	role columnRole
	unit float64 // 0 where its name does not tell
}

// columnOf tells what a column is by its name: rtt, rtt_ms, "delay (ms)", t_ms, bandwidth_mbps.
func columnOf(name string) column {
	name = strings.ToLower(strings.Trim(strings.TrimSpace(name), `"`))
	name = strings.NewReplacer("mbit/s", "mbps", "kbit/s", "kbps", "bit/s", "bps", " ", "_", "(", "_", ")", "", "[", "_", "]", "").Replace(name)
	name = strings.Trim(name, "_")
	if role := columnNames[name]; role != otherColumn {
		return column{role, 0}
	}
	if i := strings.LastIndexByte(name, '_'); i > 0 {
		if unit := unitNames[name[i+1:]]; unit > 0 {
			return column{columnNames[strings.Trim(name[:i], "_")], unit}
		}
	}
	return column{}
}

// columnsOf reads the first line of a table, nil where it is none.
func columnsOf(line string) (out []column, sep string) {
	for _, sep := range []string{",", ";", "\t"} {
		names := strings.Split(line, sep)
		if len(names) < 2 {
			continue
		}
		var has [rateColumn + 1]bool
		for _, n := range names {
			c := columnOf(n)
			has[c.role] = true
			out = append(out, c)
		}
		if has[timeColumn] && (has[rttColumn] || has[delayColumn] || has[rateColumn] || has[upColumn] && has[downColumn]) {
			return out, sep
		}
		out = nil
	}
	return nil, ""
}

// A table is one being read.
type table struct {
	columns  []column
	sep      string // "" stands for any space
	from     string // the program or the set that it is of, in words
	m        measurement
	part     Part
	zero     float64 // ns or s as the first time has it, in ns
	rows     int
	before   time.Duration
	back     int // rows whose time is not after the one above
	odd      int // rows left out
	faulty   int // line of the first of them
	oddities oddities
	both     bool // there are delays of the two ways
}

// knowsTable says whether a text begins as a table does.
func knowsTable(head []byte) Note {
	if columns, _ := columnsOf(firstLine(head)); columns != nil && !rateTable(columns) {
		return said("the names of its columns")
	}
	return Note{}
}

// rateTable says whether a table tells of rates, and not of delays.
func rateTable(columns []column) bool {
	for _, c := range columns {
		if c.role == rttColumn || c.role == delayColumn || c.role == upColumn {
			return false
		}
	}
	return true
}

// firstLine returns the first line that is no comment, without space around it.
func firstLine(head []byte) string {
	for line := range strings.Lines(string(head)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// readTable reads a table with a heading: the CSV of LENS, or any with a time and a delay.
func readTable(s *stream, part Part) (*measurement, error) {
	t := table{part: part, from: "a table"}
	in := s.lines()
	for in.next() {
		line := strings.TrimSpace(in.text)
		if line == "" || line[0] == '#' {
			continue
		}
		if t.columns == nil {
			if t.columns, t.sep = columnsOf(line); t.columns == nil {
				return nil, in.fault("the columns %.60q are not those of a time and a delay", line)
			}
			continue
		}
		if again, _ := columnsOf(line); again != nil {
			t.m.note("Line %d has another heading: the rows after it are joined to those before.", in.number)
			continue
		}
		in.heard()
		if done := t.row(strings.Split(line, t.sep), in.number); done {
			break
		}
	}
	if in.err != nil {
		return nil, in.err
	}
	return t.measurement()
}

// A tableRow is what one row tells; what it does not tell is NaN.
type tableRow struct {
	at                    float64 // ns
	rtt, up, down, either float64 // ms
}

// row takes a row. It reports whether all that is wanted has been read.
func (t *table) row(fields []string, line int) (done bool) {
	r, ok := t.parse(fields)
	if !ok {
		t.leaveOut(line)
		return false
	}
	if t.rows++; t.rows == 1 {
		t.zero = r.at
	}
	since := time.Duration(math.Round(r.at - t.zero))
	if t.rows > 1 && (since <= t.before || since > netsim.MaxRecordingTime) {
		t.back++
		t.zero += float64(since - t.before - 1)
		since = t.before + 1
	}
	t.before = since
	if since < t.part.Begin {
		return false
	}
	if t.part.End > 0 && since >= t.part.End {
		return true
	}
	if len(t.m.trips) == MaxProbes {
		t.m.note("Only the first %d rows are used.", MaxProbes)
		return true
	}
	one := trip{sent: since}
	one.fate, ok = r.fate()
	if ok && one.fate == returned {
		ok = t.delays(&one, r)
	}
	if !ok {
		t.leaveOut(line)
		return false
	}
	t.m.trips = append(t.m.trips, one)
	return false
}

func (t *table) leaveOut(line int) {
	if t.odd++; t.odd == 1 {
		t.faulty = line
	}
}

// parse reads the numbers of a row.
func (t *table) parse(fields []string) (r tableRow, ok bool) {
	nan := math.NaN()
	r = tableRow{nan, nan, nan, nan, nan}
	for i, c := range t.columns {
		if c.role == otherColumn || i >= len(fields) {
			continue
		}
		text := strings.Trim(strings.TrimSpace(fields[i]), `"`)
		if text == "" && c.role != timeColumn {
			continue
		}
		f, err := strconv.ParseFloat(text, 64)
		if text == "lost" && c.role != timeColumn { // as recordings have it
			f, err = -1, nil
		}
		if err != nil || math.IsInf(f, 0) {
			return r, false
		}
		switch c.role {
		case timeColumn:
			r.at = nanoseconds(text, f, c.unit)
		case rttColumn:
			r.rtt = inMs(f, c.unit)
		case upColumn:
			r.up = inMs(f, c.unit)
		case downColumn:
			r.down = inMs(f, c.unit)
		case delayColumn:
			r.either = inMs(f, c.unit)
		}
	}
	return r, math.Abs(r.at) < math.MaxInt64/2
}

// inMs converts a delay, which is in ms where nothing else is said. What is below 0 says that there is none.
func inMs(f, unit float64) float64 {
	if unit == 0 || f < 0 {
		return f
	}
	return f * unit / 1e6
}

// nanoseconds converts a time. Without a unit it is in seconds, and where it counts from 1970 what its size tells.
func nanoseconds(text string, f, unit float64) float64 {
	switch {
	case unit > 0:
		return f * unit
	case f >= 1e17:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return float64(n - epoch)
		}
		return f - epoch
	case f >= 1e14:
		return f*1e3 - epoch
	case f >= 1e11:
		return f*1e6 - epoch
	case f >= 1e9:
		return float64(stampOf(text) - epoch)
	}
	return f * 1e9
}

// epoch is taken off times since 1970, so that a float holds what is left of them to some nanoseconds: 2017.
const epoch = 1_500_000_000_000_000_000

// fate tells what became of the packet: LENS puts -1 for one that was lost, in the column of the way on which it was.
func (r *tableRow) fate() (fate, bool) {
	switch {
	case r.rtt == -1 || r.either == -1:
		return lostThere, true
	case r.up == -1:
		return lostUp, true
	case r.down == -1:
		return lostDown, true
	}
	for _, f := range []float64{r.rtt, r.up, r.down, r.either} {
		if f < -maxSpan || f > maxSpan {
			return 0, false
		}
	}
	return returned, r.rtt >= 0 || r.either >= 0 || !math.IsNaN(r.up+r.down)
}

// delays sets those of a packet that came back.
func (t *table) delays(one *trip, r tableRow) bool {
	ms := func(f float64) time.Duration { return time.Duration(math.Round(f * float64(time.Millisecond))) }
	switch {
	case !math.IsNaN(r.up + r.down):
		one.up, one.down = ms(r.up), ms(r.down)
		if one.rtt = one.up + one.down; r.rtt >= 0 {
			one.rtt = ms(r.rtt)
		}
		t.both = true
	case r.rtt >= 0:
		one.rtt = ms(r.rtt)
	case r.either >= 0:
		one.up, one.down = ms(r.either), ms(r.either)
		one.rtt = one.up + one.down
	default:
		return false
	}
	if one.rtt < 0 {
		return false
	}
	t.oddities.clip(one)
	return true
}

// measurement says what had to be assumed.
func (t *table) measurement() (*measurement, error) {
	m := &t.m
	m.title = "measured delays from " + t.from
	lossy := false
	for _, one := range m.trips {
		lossy = lossy || one.fate != returned
	}
	if !lossy {
		m.note("It has no row for a packet that was lost: losses are not known.")
	}
	if t.odd > 0 {
		m.note("Rows that cannot be read (%d, the first in line %d) are left out.", t.odd, t.faulty)
	}
	if t.back > 0 {
		m.note("Times that step back or too far ahead (%d) are assumed to follow the row above.", t.back)
	}
	t.oddities.say(m)
	if hasRole(t.columns, delayColumn) && !t.both {
		m.note("It has one delay per row, which counts for both directions.")
	} else {
		m.split(t.from)
	}
	return m, nil
}

// hasRole says whether a table has such a column.
func hasRole(columns []column, role columnRole) bool {
	for _, c := range columns {
		if c.role == role {
			return true
		}
	}
	return false
}
