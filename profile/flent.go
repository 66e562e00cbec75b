package profile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// flentStep is how often flent asks where nothing else is told.
const flentStep = 200 * time.Millisecond

// maxSeries bounds the series of a data file of flent.
const maxSeries = 1000

// A flentPoint is one element of raw_values in a data file of flent (its format 4): of ping, fping, irtt or netperf.
// Times are in seconds since 1970, delays in ms.
type flentPoint struct {
	Seq   *float64 `json:"seq"`
	T     *float64 `json:"t"`
	Val   *float64 `json:"val"`
	Up    *float64 `json:"owd_up"`
	Down  *float64 `json:"owd_down"`
	Lost  bool     `json:"lost"`
	Where *string  `json:"lost_dir"`
}

// A flentSeries is one of the delays that a test has measured.
type flentSeries struct {
	name string
	*sequence
	numbered bool
}

// readFlent reads a data file of flent: the single packets of raw_values, or where there are none the evenly spaced
// values of results.
func readFlent(in *stream, part Part) (*measurement, error) {
	s := newJSONStream(in.name, in)
	var raw, evened []*flentSeries
	var times []float64
	err := s.object(func(key string) (bool, error) {
		switch key {
		case "raw_values":
			return true, flentLists(s, part, &raw, (*flentSeries).point)
		case "results":
			return true, flentLists(s, part, &evened, (*flentSeries).value)
		case "x_values":
			return true, s.list(func() error {
				var at *float64
				err := s.value("x_values", &at)
				if at != nil && len(times) < MaxProbes {
					times = append(times, *at)
				}
				return err
			})
		}
		return false, nil
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, err
	}
	packets := slices.ContainsFunc(raw, func(q *flentSeries) bool { return q.answers() > 0 })
	if !packets {
		raw = evened
		for _, q := range raw {
			q.atTimes(times)
		}
	}
	raw = slices.DeleteFunc(raw, func(q *flentSeries) bool { return q.answers() == 0 })
	if len(raw) == 0 {
		return nil, fmt.Errorf("%q: it is a data file of flent without the delays of a ping, irtt or UDP_RR", in.name)
	}
	slices.SortStableFunc(raw, func(a, b *flentSeries) int { return b.rank() - a.rank() })
	q, others, err := choose(raw, "series", func(q *flentSeries) string { return q.name }, part.Of)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", in.name, err)
	}
	m := q.measurement("measured by flent: "+q.name, flentStep, said("It has no times: a packet every 200 ms is assumed, flent's step."))
	if !packets {
		m.note("It has no single packets, only values that flent has spaced evenly: losses are not in them.")
	}
	if !q.numbered && packets {
		m.note("Its packets have no numbers: losses are not known.")
	}
	m.notes.add(others)
	m.split("flent's " + q.name)
	return m, nil
}

// flentLists reads an object of lists, of which those of delays are kept.
func flentLists(s *jsonStream, part Part, into *[]*flentSeries, element func(*flentSeries, *jsonStream) error) error {
	return s.object(func(name string) (bool, error) {
		if !isFlentDelay(name) {
			return false, nil
		}
		if len(*into) == maxSeries {
			return true, s.fault("more than %d series are outside 1..%d", maxSeries, maxSeries)
		}
		q := &flentSeries{name: name, sequence: &sequence{host: name, part: part, each: flentStep}}
		*into = append(*into, q)
		return true, s.list(func() error { return element(q, s) })
	})
}

// isFlentDelay says whether a series is of round trips: "Ping (ms) ICMP", "Ping (ms) UDP BE1", "Ping (ms)::avg" is none.
func isFlentDelay(name string) bool {
	return strings.HasPrefix(name, "Ping (ms)") && !strings.Contains(name, "::") && !strings.HasSuffix(name, " avg")
}

// rank prefers what says more: one-way delays, then numbered packets.
func (q *flentSeries) rank() (n int) {
	if slices.ContainsFunc(q.trips, func(t trip) bool { return t.up != 0 || t.down != 0 }) {
		n += 2
	}
	if q.numbered {
		n++
	}
	return n
}

// answers counts the packets that came back.
func (q *flentSeries) answers() (n int) {
	for _, t := range q.trips {
		if t.fate == returned {
			n++
		}
	}
	return n
}

// point reads an element of raw_values.
func (q *flentSeries) point(s *jsonStream) error {
	var p flentPoint
	if err := s.value("raw_values", &p); err != nil {
		return err
	}
	number := q.latest + min(1, len(q.trips))
	if p.Seq != nil && *p.Seq >= 0 && *p.Seq <= maxNumber {
		number, q.numbered = int(*p.Seq), true
	}
	if p.Lost {
		where := lostThere
		if p.Where != nil && *p.Where == "up" {
			where = lostUp
		} else if p.Where != nil && *p.Where == "down" {
			where = lostDown
		}
		q.lost(number, where)
		return nil
	}
	a := answer{number: number, line: s.line()}
	a.rtt, a.ok = msOf(p.Val)
	up, isUp := msOf(p.Up)
	down, isDown := msOf(p.Down)
	if isUp && isDown {
		a.up, a.down = up, down
	}
	if p.T != nil && *p.T > 0 && *p.T <= maxStamp {
		a.stamp = time.Duration(*p.T * float64(time.Second)).Round(time.Microsecond)
	}
	q.answered(a)
	return nil
}

// value reads an element of results: null is a step in which there was none.
func (q *flentSeries) value(s *jsonStream) error {
	var v *float64
	if err := s.value("results", &v); err != nil {
		return err
	}
	a := answer{number: q.latest + min(1, len(q.trips)), line: s.line()}
	a.rtt, a.ok = msOf(v)
	if v == nil { // nothing is known of it
		if at, ok := q.place(a.number); ok {
			q.trips[at].fate = untimed
		}
		return nil
	}
	q.answered(a)
	return nil
}

// atTimes sets when the values of results were.
func (q *flentSeries) atTimes(times []float64) {
	for i, t := range times[:min(len(times), len(q.trips))] {
		if t >= 0 && t <= maxStamp {
			q.trips[i].sent = time.Duration(t * float64(time.Second)).Round(time.Microsecond)
			q.marks[i] |= stamped
		}
	}
}

// msOf converts milliseconds.
func msOf(ms *float64) (time.Duration, bool) {
	if ms == nil || math.IsNaN(*ms) || math.Abs(*ms) > maxSpan {
		return 0, false
	}
	return time.Duration(math.Round(*ms * float64(time.Millisecond))), true
}
