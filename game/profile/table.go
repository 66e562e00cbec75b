package profile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"driftlab/netsim"
)

// A table is one being read.
type table struct {
	columns  []column
	sep      string
	from     string // the program or the set that it is of, in words
	m        measurement
	part     Part
	zero     float64 // ns or s as the first time has it, in ns
	rows     int
	before   time.Duration
	back     int  // rows whose time is not after the one above
	odd      int  // rows left out
	faulty   int  // line of the first of them
	fault    Note // what is wrong in it
	seconds  bool // the times are numbers without a unit
	oddities oddities
	both     bool // there are delays of the two ways
}

// readTable reads a table with a heading: the CSV of LENS, or any with a time and a delay.
func readTable(s *stream, part Part) (*measurement, error) {
	t := table{part: part, from: "a table"}
	in := s.lines()
	for in.next() {
		line := strings.Trim(in.text, " \r") // a tabulator at an end is an empty cell
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
		if !in.whole && strings.HasSuffix(line, t.sep) {
			break // the text is cut off within a row
		}
		if done := t.row(cellsOf(line, t.sep), in.number); done {
			break
		}
	}
	if in.err != nil {
		return nil, in.err
	}
	return t.measurement(s.name)
}

// A tableRow is what one row tells; what it does not tell is NaN.
type tableRow struct {
	at                    float64 // ns
	clock                 bool    // it is a time of day
	rtt, up, down, either float64 // ms; −1 for a loss
}

// row takes a row. It reports whether all that is wanted has been read.
func (t *table) row(fields []string, line int) (done bool) {
	r, fault := t.parse(fields)
	if fault.Format != "" {
		if t.odd++; t.odd == 1 {
			t.faulty, t.fault = line, fault
		}
		return false
	}
	if t.rows++; t.rows == 1 {
		t.zero = r.at
	}
	const day = 24 * time.Hour
	since := time.Duration(math.Round(r.at - t.zero))
	if r.clock && since < t.before-day/2 { // past midnight
		t.zero -= float64(day)
		since += day
	}
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
	one := trip{sent: since, fate: r.fate()}
	if one.fate == returned {
		t.oddities.enter(&one, t.delays(r, line))
	}
	t.m.trips = append(t.m.trips, one)
	return false
}

// parse reads the cells of a row. It says what cannot be read.
func (t *table) parse(fields []string) (r tableRow, fault Note) {
	nan := math.NaN()
	r = tableRow{nan, false, nan, nan, nan, nan}
	told, short := false, ""
	for i := range t.columns {
		c := &t.columns[i]
		if c.role == otherColumn {
			continue
		}
		if i >= len(fields) {
			short = c.name
			continue
		}
		text := strings.TrimSpace(fields[i])
		if c.role == timeColumn {
			if !t.time(&r, c, text) {
				return r, said("column %q, %.40q", c.name, text)
			}
			continue
		}
		ms, ok := c.delay(text)
		if !ok {
			return r, said("column %q, %.40q", c.name, text)
		}
		told = told || !math.IsNaN(ms)
		switch c.role {
		case rttColumn:
			r.rtt = ms
		case upColumn:
			r.up = ms
		case downColumn:
			r.down = ms
		case delayColumn:
			r.either = ms
		}
	}
	if math.IsNaN(r.at) || short != "" && !told {
		return r, said("column %q, %.40q", short, "")
	}
	return r, Note{}
}

// time reads when a packet was sent: a number, or a date and a time of day as lines of a ping have them.
func (t *table) time(r *tableRow, c *column, text string) bool {
	f, ok := commaNumber(text)
	if ok {
		r.at = nanoseconds(text, f, c.unit)
		t.seconds = t.seconds || c.unit == 0 && f < 1e9
		return math.Abs(r.at) < math.MaxInt64/2
	}
	s, rest, ok := oneStamp(text)
	if r.at, r.clock = float64(s.at), !s.dated; s.dated {
		r.at = float64(s.at - epoch)
	}
	return ok && rest == ""
}

// fate tells what became of the packet: LENS puts -1 for one that was lost, in the column of the way on which it was. Of one of
// which no delay is given nothing came back.
func (r *tableRow) fate() fate {
	switch {
	case r.rtt == -1 || r.either == -1:
		return lostThere
	case r.up == -1:
		return lostUp
	case r.down == -1:
		return lostDown
	case r.rtt >= 0 || r.either >= 0 || !math.IsNaN(r.up+r.down):
		return returned
	case !math.IsNaN(r.up):
		return lostDown
	case !math.IsNaN(r.down):
		return lostUp
	}
	return lostThere
}

// delays returns those of a packet that came back.
func (t *table) delays(r tableRow, line int) answer {
	ms := func(f float64) time.Duration { return time.Duration(math.Round(f * float64(time.Millisecond))) }
	a := answer{ok: true, line: line}
	switch {
	case !math.IsNaN(r.up + r.down):
		a.up, a.down = ms(r.up), ms(r.down)
		if a.rtt = a.up + a.down; r.rtt >= 0 {
			a.rtt = ms(r.rtt)
		}
		t.both = true
	case r.rtt >= 0:
		a.rtt = ms(r.rtt)
	default:
		a.up, a.down = ms(r.either), ms(r.either)
		a.rtt = a.up + a.down
	}
	return a
}

// measurement says what had to be assumed.
func (t *table) measurement(name string) (*measurement, error) {
	m := &t.m
	m.title = "measured delays from " + t.from
	var bare []string // delays without a unit
	for _, c := range t.columns {
		if c.bare {
			bare = append(bare, c.name)
		}
	}
	back := m.returned()
	switch {
	case t.rows == 0 && t.odd > 0:
		return nil, fmt.Errorf("%q, line %d: %s can't be read (allowed: a number or a date and a time of day for a time, a number or a mark of a loss for a delay)", name, t.faulty, t.fault)
	case t.rows == 0:
		return nil, fmt.Errorf("%q: there is no row below the heading", name)
	case len(bare) > 0 && 2*t.oddities.clipped > back:
		return nil, fmt.Errorf("%q: column %q has no unit, and its values are too long for ms: a name such as %[2]s_us or %[2]s_ns tells one (allowed: s, ms, us, ns)", name, bare[0])
	case len(bare) > 0:
		m.note("Columns without a unit (%s) are taken as ms: a name such as %s_us tells one.", strings.Join(bare, ", "), bare[0])
	}
	if t.seconds {
		m.note("The times have no unit: they are taken as seconds.")
	}
	if back == len(m.trips) {
		m.note("It has no row for a packet that was lost: losses are not known.")
	}
	if t.odd > 0 {
		m.note("Rows that cannot be read (%d, the first in line %d: %s) are left out.", t.odd, t.faulty, t.fault)
	}
	if t.back > 0 {
		m.note("Times that step back or too far ahead (%d) are assumed to follow the row above.", t.back)
	}
	t.oddities.say(m)
	if slices.ContainsFunc(t.columns, func(c column) bool { return c.role == delayColumn }) && !t.both {
		m.note("It has one delay per row, which counts for both directions.")
	} else {
		m.split(t.from)
	}
	return m, nil
}
