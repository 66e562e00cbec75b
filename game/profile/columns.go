package profile

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
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
)

// columnNames are the names of columns, as LENS and others have them, without their units.
var columnNames = map[string]columnRole{
	"timestamp": timeColumn, "datetime": timeColumn, "time": timeColumn, "t": timeColumn, "ts": timeColumn, "date": timeColumn,
	"rtt": rttColumn, "ping": rttColumn, "latency": rttColumn, "round_trip": rttColumn,
	"uplink": upColumn, "up": upColumn, "upstream": upColumn, "owd_up": upColumn, "send_delay": upColumn,
	"downlink": downColumn, "down": downColumn, "downstream": downColumn, "owd_down": downColumn, "receive_delay": downColumn,
	"delay": delayColumn, "owd": delayColumn, "one_way_delay": delayColumn,
}

// unitNames are the units that a column's name may end with, in nanoseconds.
var unitNames = map[string]float64{
	"s": 1e9, "sec": 1e9, "seconds": 1e9, "ms": 1e6, "us": 1e3, "µs": 1e3, "ns": 1,
}

// A column is one of a table.
type column struct {
	role columnRole
	unit float64 // 0 where its name does not tell
	name string  // as the heading has it
	bare bool    // there are delays in it without a unit
}

// columnOf tells what a column is by its name: rtt, rtt_ms, "delay (ms)", t_ms.
func columnOf(heading string) column {
	heading = strings.TrimSpace(heading)
	name := strings.ToLower(heading)
	name = strings.NewReplacer(" ", "_", "(", "_", ")", "", "[", "_", "]", "").Replace(name)
	name = strings.Trim(name, "_")
	if role := columnNames[name]; role != otherColumn {
		return column{role: role, name: heading}
	}
	if i := strings.LastIndexByte(name, '_'); i > 0 {
		if unit := unitNames[name[i+1:]]; unit > 0 {
			return column{role: columnNames[strings.Trim(name[:i], "_")], unit: unit, name: heading}
		}
	}
	return column{}
}

// columnsOf reads the first line of a table, nil where it is none.
func columnsOf(line string) (out []column, sep string) {
	for _, sep := range []string{",", ";", "\t"} {
		names := cellsOf(line, sep)
		if len(names) < 2 {
			continue
		}
		var has [delayColumn + 1]bool
		for _, n := range names {
			c := columnOf(n)
			has[c.role] = true
			out = append(out, c)
		}
		if has[timeColumn] && (has[rttColumn] || has[delayColumn] || has[upColumn] && has[downColumn]) {
			return out, sep
		}
		out = nil
	}
	return nil, ""
}

// cellsOf splits a row of a table, whose cells may be in quotes.
func cellsOf(line, sep string) []string {
	if !strings.Contains(line, `"`) {
		return strings.Split(line, sep)
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma, r.LazyQuotes = rune(sep[0]), true
	cells, err := r.Read()
	if err != nil {
		return strings.Split(line, sep)
	}
	return cells
}

// knowsTable says whether a text begins as a table does.
func knowsTable(head []byte) Note {
	if columns, _ := columnsOf(firstLine(head)); columns != nil {
		return said("the names of its columns")
	}
	return Note{}
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

// commaNumber reads a number with a point or a comma.
func commaNumber(text string) (float64, bool) {
	if !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && math.Abs(f) < math.MaxInt64/2
}

// lossMarks are what tables have in place of a delay: −1 for a loss, NaN for what is not given.
var lossMarks = map[string]float64{
	"lost": -1, "loss": -1, "timeout": -1, "timed out": -1, "*": -1, "inf": -1, "-1": -1,
	"": math.NaN(), "nan": math.NaN(), "null": math.NaN(), "none": math.NaN(), "nil": math.NaN(), "na": math.NaN(), "n/a": math.NaN(), "-": math.NaN(),
}

// delay reads a delay, in ms; −1 is a loss, and NaN is what is not given. One way alone may be negative, where clocks differ.
func (c *column) delay(text string) (ms float64, ok bool) {
	if mark, is := lossMarks[strings.ToLower(text)]; is {
		return mark, true
	}
	f, ok := commaNumber(text)
	if ok {
		if c.bare = c.bare || c.unit == 0; c.unit != 0 && f != -1 { // without a unit it is in ms
			f = f * c.unit / 1e6
		}
	} else {
		value, _, rest, isNumber := numberAt(text)
		unit, behind := cutUnit(rest)
		f, ok = value*float64(unit)/1e6, isNumber && unit > 0 && behind == ""
	}
	return f, ok && f <= maxSpan && (f >= 0 || f == -1 || f >= -maxSpan && (c.role == upColumn || c.role == downColumn))
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
