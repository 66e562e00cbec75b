package profile

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// clockLine is the time of day above each interval of fping -Q.
var clockLine = regexp.MustCompile(`^\[[0-9]{2}:[0-9]{2}:[0-9]{2}\]$`)

// A fpingRow is what fping -C prints of a host at its end: all round trips in ms, and "-" for a lost one.
type fpingRow struct {
	host   string
	values []string
}

var rowLine = regexp.MustCompile(`^(\S+)\s+:((?: (?:[0-9.]+(?:e[-+]?[0-9]+)?|-))+)$`)

func rowOf(line string) *fpingRow {
	found := rowLine.FindStringSubmatch(line)
	if found == nil {
		return nil
	}
	return &fpingRow{found[1], strings.Fields(found[2])}
}

// heads notes that a run begins.
func (r *probeReader) heads(line string) {
	r.headed = r.from0
	if r.begins == nil || !r.begins.MatchString(line) {
		return
	}
	for _, q := range r.hosts {
		q.ended, q.from0 = true, r.from0
	}
}

// total enters a program's own count, which ends a run. Where no probe of the run was shown, it is all that is known.
func (r *probeReader) total(found []string) error {
	q, err := r.host(group(r.sent, found, "host"))
	if err != nil {
		return err
	}
	sent, bad := strconv.Atoi(group(r.sent, found, "sent"))
	if bad != nil || sent > maxCount {
		return fmt.Errorf("packets sent: %.20s is outside 0..%d", group(r.sent, found, "sent"), maxCount)
	}
	told := count{sent, -1}
	if received, bad := strconv.Atoi(group(r.sent, found, "received")); bad == nil {
		told.lost = max(0, sent-received)
	} else if share, bad := strconv.ParseFloat(group(r.sent, found, "loss"), 64); bad == nil {
		told.lost = min(sent, int(math.Round(float64(sent)*share/100)))
	}
	if len(q.trips) == 0 || q.ended && q.sum.sent > 0 {
		return r.summed(q, told, found)
	}
	q.sentInRun(told)
	q.ended, q.from0 = true, r.from0 || r.kind == "fping"
	return nil
}

// summed adds what fping -q and -Q tell of a host: of an interval, or of all, which comes after the last interval.
func (r *probeReader) summed(q *sequence, told count, found []string) error {
	one := summary{sent: told.sent, lost: told.lost, dev: -1}
	if told.lost < 0 { // no other program's sums are read
		one.lost = told.sent
	}
	if one.lost < one.sent {
		text := group(r.sent, found, "min")
		var ok [3]bool
		one.min, ok[0] = span(text)
		one.avg, ok[1] = span(group(r.sent, found, "avg"))
		one.max, ok[2] = span(group(r.sent, found, "max"))
		if !ok[0] || !ok[1] || !ok[2] {
			return fmt.Errorf("the times %.60q cannot be read", found[0])
		}
		one.avg, one.max = max(one.avg, one.min), max(one.max, one.avg, one.min)
	}
	if r.clock > q.clock { // an interval; what comes after the last of them without a time above it tells of all
		q.clock = r.clock
		q.intervals.join(one)
	} else {
		q.intervals = summary{}
		q.sum.join(one)
	}
	return nil
}

// row enters a row. Where its probes stand line by line above it, it tells nothing new.
func (r *probeReader) row(row *fpingRow, line int) error {
	q, err := r.host(row.host)
	if err != nil || len(q.trips) > 0 && q.marks[q.start]&seen != 0 && !q.rows {
		return err
	}
	q.rows = true
	q.start, q.first = len(q.trips), 0
	for i, value := range row.values {
		if value == "-" {
			q.lost(i, lostThere)
			continue
		}
		rtt, ok := span(value)
		q.answered(answer{number: i, rtt: rtt, ok: ok, line: line})
	}
	return nil
}
