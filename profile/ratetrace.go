package profile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/netsim"
)

// packetBits is what leaves at one opportunity of a packet-delivery trace: 1500 bytes.
const packetBits = 1500 * 8

// mostMbit is the greatest rate of a row, in Mbit/s.
const mostMbit = netsim.MaxRate / 1_000_000

// A rateTrace is bandwidth over time, as Pensieve's traces have it: each row tells what was carried between the row
// before and itself.
type rateTrace struct {
	from    string
	opps    []int32 // ms at which 1500 bytes have gone by, the trace's opportunities
	credit  float64 // bits that have gone by since the last of them
	bits    float64 // all
	zero    float64 // s, of the first row
	last    float64 // s since then
	rows    int
	odd     int
	faulty  int
	most    int     // opportunities
	cut     bool    // nothing more can be added
	perMbit float64 // bit/s of one unit
}

// row adds a row: when it was, in seconds, and the rate.
func (r *rateTrace) row(at, rate float64, line int) {
	if r.rows++; r.rows == 1 {
		r.zero = at
		return // there is no row before it
	}
	from, to := r.last, at-r.zero
	bits := rate * r.perMbit
	if !(to > from) || !(bits >= 0 && bits <= float64(netsim.MaxRate)) {
		r.leaveOut(line)
		return
	}
	if most := netsim.MaxTraceTime.Seconds(); to > most {
		r.cut, to = true, most
	}
	r.carry(from, to, bits)
	r.last = max(from, to)
}

// leaveOut counts a row that cannot be.
func (r *rateTrace) leaveOut(line int) {
	if r.odd++; r.odd == 1 {
		r.faulty = line
	}
}

// carry enters the opportunities of a time in which the rate is the same.
func (r *rateTrace) carry(from, to, rate float64) {
	if to <= from || r.full() {
		return
	}
	r.bits += (to - from) * rate
	for at := from; rate > 0; {
		at += (packetBits - r.credit) / rate
		if at > to || r.full() {
			break
		}
		r.credit = 0
		from = at
		r.opps = append(r.opps, int32(at*1000))
	}
	r.credit += (to - from) * rate
}

func (r *rateTrace) full() bool {
	r.cut = r.cut || len(r.opps) == r.most
	return len(r.opps) == r.most
}

// profile makes a link of which the way down, the one that such traces are of, has the trace.
func (r *rateTrace) profile(name string) (*Profile, error) {
	last := len(r.opps) - 1
	switch {
	case last >= 0 && r.opps[last] > 0:
	case r.odd > 0:
		return nil, fmt.Errorf("%q, line %d: its time doesn't increase, or its rate is outside 0..%d Mbit/s, and so in %d of %d rows; the others carry less than a packet of 1500 bytes", name, r.faulty, mostMbit, r.odd, r.rows)
	default:
		return nil, fmt.Errorf("%q: its %d rows carry %.0f bits, less than a packet of 1500 bytes", name, r.rows, r.bits)
	}
	if int64(len(r.opps))*packetBits*1000 > netsim.MaxRate*int64(r.opps[last]) {
		r.opps[last]++ // a link of the greatest rate would have more than that, since the times are cut to milliseconds
	}
	text := deliveries(r.opps)
	t, err := netsim.ReadTrace(name, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	m := measurement{}
	m.note("It is the downlink's bandwidth over time, %.5g Mbit/s on average in %v. It has no delay, no loss and no uplink.", r.bits/r.last/1e6, time.Duration(r.last*1e9).Round(time.Millisecond))
	m.note("-to trace writes it as the packet-delivery trace that link.down.trace takes.")
	if r.cut {
		m.note("Only its first %v are used: a packet-delivery trace has at most %v and %d lines.", t.Period(), netsim.MaxTraceTime, r.most)
	}
	if r.odd > 0 {
		m.note("Rows whose time doesn't increase, or whose rate is outside 0..%d Mbit/s (%d, the first in line %d), are left out.", mostMbit, r.odd, r.faulty)
	}
	p := &Profile{Name: name, Title: "bandwidth from " + r.from, Notes: m.notes, deliveries: text}
	p.Up.Distribution, p.Down.Distribution = netsim.Uniform{}, netsim.Uniform{}
	p.Down.Trace = t
	return p, p.Down.Validate()
}

// deliveries writes a packet-delivery trace of Mahimahi.
func deliveries(ms []int32) string {
	var b strings.Builder
	for _, at := range ms {
		b.WriteString(strconv.Itoa(int(at)))
		b.WriteByte('\n')
	}
	return b.String()
}

// writeTrace writes the packet-delivery trace.
func writeTrace(p *Profile, w *writer) error {
	if p.deliveries == "" {
		return fmt.Errorf("trace: %q has no bandwidth over time; Pensieve's traces have", p.Name)
	}
	w.down.exact("trace")
	w.remark("Settings: link.down.trace is this file. Mahimahi itself takes it without the comments.")
	w.WriteString(p.deliveries)
	return nil
}

// A twoColumn is a trace without a heading: a time and a delay, or a time and a rate.
type twoColumn struct {
	delays, rates bool
	more          bool // further columns, as CellReplay has them
	whole         bool // all numbers are
}

// twoColumnsOf looks at the first lines of a text; ok says whether it is such a trace. Where both columns are whole
// numbers they are milliseconds and milliseconds, as CellReplay has them; else seconds and Mbit/s, as Pensieve has them.
func twoColumnsOf(head []byte) (c twoColumn, ok bool) {
	c.whole = true
	rows, before := 0, math.Inf(-1)
	cut := len(head) >= headBytes
	for line := range strings.Lines(string(head)) {
		if cut && !strings.HasSuffix(line, "\n") {
			break
		}
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := columnFields(line)
		if len(fields) < 2 {
			return c, false
		}
		c.more = c.more || len(fields) > 2
		for i, f := range fields {
			n, err := strconv.ParseFloat(f, 64)
			if err != nil || math.IsNaN(n) {
				return c, rows >= 3 // a line further on that is odd makes no other text of it
			}
			if i == 0 && n < max(before, 0) && rows < 3 {
				return c, false
			} else if i == 0 {
				before = n
			}
			c.whole = c.whole && !strings.ContainsAny(f, ".eE")
		}
		rows++
	}
	c.delays = c.whole
	c.rates = !c.whole && !c.more
	return c, rows >= 2 && (c.delays || c.rates)
}

// columnFields splits a row at commas, semicolons or space.
func columnFields(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\t' })
}

// knowsDelays says how a text shows that it is a trace of delays.
func knowsDelays(head []byte) Note {
	if c, ok := twoColumnsOf(head); ok && c.delays {
		return said("its rows of whole numbers, which are taken for milliseconds (rates:FILE forces seconds and Mbit/s)")
	}
	return Note{}
}

// knowsRates says how a text shows that it is a trace of rates.
func knowsRates(head []byte) Note {
	if columns, _ := columnsOf(firstLine(head)); columns != nil && rateTable(columns) {
		return said("the names of its columns")
	}
	if c, ok := twoColumnsOf(head); ok && c.rates {
		return said("its two columns of decimals, which are taken for seconds and Mbit/s (delays:FILE forces milliseconds)")
	}
	return Note{}
}

// readDelays reads a trace of a time and a delay in each row, in milliseconds, with CellReplay's further columns or
// without.
func readDelays(s *stream, part Part) (*measurement, error) {
	t := table{columns: []column{{role: timeColumn, unit: 1e6}, {role: delayColumn, unit: 1e6}}, from: "a trace of delays", part: part}
	in := s.lines()
	more := 0
	for in.next() {
		line := strings.TrimSpace(in.text)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := columnFields(line)
		if len(fields) > 2 {
			more++
		}
		in.heard()
		if done := t.row(fields, in.number); done {
			break
		}
	}
	if in.err != nil {
		return nil, in.err
	}
	if more > 0 {
		t.from = "a trace of CellReplay"
		t.m.note("The times within a train of packets (the third column and those after it) are left out.")
	}
	return t.measurement(s.name)
}

// readRates reads a trace of a time in seconds and a rate in Mbit/s in each row, or a table with such columns.
func readRates(s *stream, part Part) (*measurement, error) {
	return readSomeRates(s, part, netsim.MaxTraceLines)
}

// readSomeRates reads on until the trace has the most opportunities that it may have, or is as long as it may be.
func readSomeRates(s *stream, part Part, most int) (*measurement, error) {
	r := rateTrace{from: "a trace of rates", most: most, perMbit: 1e6}
	columns, sep := columnsOf(firstLine(s.head()))
	at, rate := column{role: timeColumn, unit: 1e9}, column{role: rateColumn, unit: 1e6}
	ati, ratei := 0, 1
	for i, c := range columns {
		switch c.role {
		case timeColumn:
			at, ati = c, i
		case rateColumn:
			rate, ratei = c, i
		}
	}
	if rate.unit > 0 {
		r.perMbit = rate.unit
	}
	in := s.lines()
	heading, first := columns != nil, math.NaN()
	for !r.cut && in.next() {
		line := strings.TrimSpace(in.text)
		if line == "" || line[0] == '#' {
			continue
		}
		if heading {
			heading = false
			continue
		}
		fields := columnFields(line)
		if sep != "" {
			fields = strings.Split(line, sep)
		}
		when, value := math.NaN(), math.NaN()
		if len(fields) > max(ati, ratei) {
			when, value = number64(fields[ati]), number64(fields[ratei])
			when = nanoseconds(fields[ati], when, at.unit) / 1e9
		}
		if math.IsNaN(first) {
			first = when
		}
		if since := when - first; !(since >= part.Begin.Seconds()) || part.End > 0 && since > part.End.Seconds() {
			if math.IsNaN(when) {
				r.leaveOut(in.number)
			}
			continue
		}
		in.heard()
		r.row(when, value, in.number)
	}
	if in.err != nil {
		return nil, in.err
	}
	p, err := r.profile(s.name)
	return &measurement{ready: p, parted: true}, err
}

// number64 reads a number, NaN where it is none.
func number64(text string) float64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return math.NaN()
	}
	return f
}
