package profile

import (
	"fmt"
	"math"
	"slices"
	"time"

	"driftlab/netsim"
)

const (
	// MaxInput is the greatest size in bytes, unpacked, of a file that is read as a whole: one in JSON.
	MaxInput = 64 << 20
	// MaxRoundTrip is the longest round trip that a link can make: its longest delay both ways.
	MaxRoundTrip = 2 * netsim.MaxDelay
	// fewTrips is below how many round trips their statistics are worth a warning.
	fewTrips = 20
)

// A measurement is what irtt or ping has seen: one trip for each packet sent, in order of sending, or only what
// a program has counted.
type measurement struct {
	title      string
	trips      []trip   // each with when it was sent, also the lost
	counted    *tally   // where there are no trips
	ready      *Profile // for a measurement that has no packets
	line       int      // of the last packet in the text; 0 where it has no lines
	duplicates int
	ownCounts
	late    bool // some came out of order, and then in which direction one was lost is a guess
	arrived int  // how many of late ones the other end has counted; 0 where it does not say
	notes   Notes
}

// A trip is one packet's way there and back.
type trip struct {
	sent     time.Duration // since the first
	fate     fate
	rtt      time.Duration // where it came back; up and down are then its parts
	up, down time.Duration
}

// A fate is what became of a packet or of its answer.
type fate uint8

const (
	returned  fate = iota
	lostUp         // on its way there
	lostDown       // on its way back
	lostThere      // or on the way back: the direction is unknown
	untimed        // it came back, after an unknown time
)

// note adds what had to be assumed.
func (m *measurement) note(format string, args ...any) {
	m.notes = append(m.notes, said(format, args...))
}

// cut keeps the packets of a part, no longer than a recording may be, whose times then count from the first of them.
func (m *measurement) cut(part Part) error {
	if len(m.trips) == 0 {
		if m.counted == nil && m.ready == nil && (part.Begin != 0 || part.End != 0) {
			return fmt.Errorf("there is no packet in the part from %v on", part.Begin)
		}
		return nil
	}
	if part.Begin != 0 || part.End != 0 { // sums over all packets are not those of a part
		m.told = count{}
	}
	last, end := m.trips[len(m.trips)-1].sent, part.End
	if longest := part.Begin + netsim.MaxRecordingTime; last > longest && (end == 0 || end > longest) {
		end = longest
		m.note("Only packets within %v are used: choose a part with -begin and -end.", netsim.MaxRecordingTime)
	}
	m.trips = slices.DeleteFunc(m.trips, func(t trip) bool { return t.sent < part.Begin || end > 0 && t.sent >= end })
	if len(m.trips) == 0 {
		return fmt.Errorf("there is no packet in the part from %v on: the last was sent at %v", part.Begin, last.Round(time.Millisecond))
	}
	zero := m.trips[0].sent
	for i := range m.trips {
		m.trips[i].sent -= zero
	}
	return nil
}

// profile fits a link to what was measured. In each direction the base delay is the least and the
// jitter the mean above it.
func (m *measurement) profile(name string) (*Profile, error) {
	if m.ready != nil {
		return m.ready, nil
	}
	p := &Profile{Name: name, Title: m.title}
	if m.counted != nil {
		p.Up = m.counted.fit()
		p.Down, p.Notes = p.Up, m.notes
		return p, p.validate()
	}
	var up, down []time.Duration
	for _, t := range m.trips {
		switch t.fate {
		case returned:
			p.Samples = append(p.Samples, Sample{t.sent, t.up, t.down})
			up, down = append(up, t.up), append(down, t.down)
		case lostUp, lostDown, lostThere:
			p.Losses = append(p.Losses, Loss{t.sent, t.fate == lostDown})
		}
	}
	if len(p.Samples) == 0 {
		at := ""
		if m.line > 0 {
			at = fmt.Sprintf(", line %d", m.line)
		}
		if len(p.Losses) == 0 {
			return nil, fmt.Errorf("%q%s: no round trip in it can be read", name, at)
		}
		return nil, fmt.Errorf("%q%s: none of %d packets came back, so there is no delay", name, at, len(m.trips))
	}
	if len(p.Samples) < fewTrips {
		m.note("There are only a few round trips (%d), so the figures are rough.", len(p.Samples))
	}
	p.Up, p.Down = fitDelays(up), fitDelays(down)
	m.fitLosses(&p.Up, &p.Down)
	if m.duplicates > 0 {
		each := round(float64(m.duplicates)/float64(2*len(p.Samples)), 1e-6)
		p.Up.Duplicate, p.Down.Duplicate = min(1, each), min(1, each)
		m.note("Duplicates (%d): half are counted for each direction.", m.duplicates)
	}
	p.Notes = m.notes
	return p, p.validate()
}

// fitDelays returns the base delay, the jitter and the distribution that is nearest to the measured
// delays, by the mean distance of 20 quantiles. It sorts what it is given.
func fitDelays(delays []time.Duration) netsim.Settings {
	slices.Sort(delays)
	base := delays[0]
	var sum time.Duration
	for _, d := range delays {
		sum += d - base
	}
	s := netsim.Settings{
		Delay:        base.Round(time.Microsecond),
		Jitter:       (sum / time.Duration(len(delays))).Round(time.Microsecond),
		Distribution: netsim.Uniform{},
	}
	const points = 20
	if s.Jitter == 0 || len(delays) < points {
		return s
	}
	measured := quantilesOf(delays, points)
	nearest := time.Duration(math.MaxInt64)
	for _, d := range netsim.Distributions() {
		var distance time.Duration
		for i, q := range quantiles(d, s.Jitter, points) {
			distance += (measured[i] - base - q).Abs()
		}
		if distance < nearest {
			nearest, s.Distribution = distance, d
		}
	}
	return s
}

// fitLosses sets the share of losses of each direction and how long they last. What was lost nobody
// knows where is taken to have been as likely there as back.
//
// Among packets that come out of order irtt takes some for lost in a direction that were not: its client knows
// which of the last 64 packets the server had when it answered. The server's own count is right.
func (m *measurement) fitLosses(up, down *netsim.Settings) {
	besides := m.unseen()
	if back := m.returned(); m.late && besides == 0 && 0 < back && back <= m.arrived && m.arrived <= len(m.trips) {
		up.Loss = round(1-float64(m.arrived)/float64(len(m.trips)), 1e-6)
		down.Loss = round(1-float64(back)/float64(m.arrived), 1e-6)
		m.note("The losses in each direction come from the server's count of packets. Whether they came in bursts is not known.")
		return
	}
	there, back, unknown := lossRuns{besides: besides}, lossRuns{besides: besides}, lossRuns{besides: besides}
	for _, t := range m.trips {
		if unknown.add(t.sent, t.fate == lostThere); t.fate == lostThere {
			continue
		}
		if there.add(t.sent, t.fate == lostUp); t.fate != lostUp { // what never arrived has no answer that could be lost
			back.add(t.sent, t.fate == lostDown)
		}
	}
	if unknown.hits > 0 {
		m.note("Lost in one direction or the other (%d): both are assumed to lose equally.", unknown.hits)
	}
	either := unknown.fit(m.late)
	for _, d := range []struct {
		way      string
		settings *netsim.Settings
		known    lossRuns
	}{{"up", up, there}, {"down", down, back}} {
		fit := d.known.fit(m.late)
		if d.known.hits > 0 {
			m.tellLosses(d.way, &fit)
		}
		fit.and(either.half()).set(d.settings)
	}
	if unknown.hits > 0 {
		m.tellLosses("there or back", &either)
	}
}

// returned counts the packets that came back.
func (m *measurement) returned() (n int) {
	for _, t := range m.trips {
		if t.fate == returned {
			n++
		}
	}
	return n
}

// round rounds to a multiple of a step.
func round(f, step float64) float64 {
	perStep := math.Round(1 / step)
	return math.Round(f*perStep) / perStep
}

// halve splits every round trip evenly.
func (m *measurement) halve() {
	for i := range m.trips {
		t := &m.trips[i]
		t.up = t.rtt / 2
		t.down = t.rtt - t.up
	}
}

// ascend sees to it that no packet was sent before the one before it, and that of those that came back each was sent
// after the one before, as a recording has it.
func (m *measurement) ascend() {
	before := time.Duration(0)
	for i := range m.trips {
		t := &m.trips[i]
		if t.sent = max(t.sent, before); t.fate == returned && i > 0 {
			t.sent = max(t.sent, before+1)
		}
		before = t.sent
	}
}

// oddities counts what cannot be in a measurement and does not refuse it.
type oddities struct {
	clipped int // round trips longer than a link's
	dropped int // answers whose time cannot be
	faulty  int // line of the first of them
	stepped int // times of sending that step
}

// enter makes a trip one that came back, with a time that a link can have, or with none.
func (o *oddities) enter(t *trip, a answer) {
	if !a.ok || a.rtt < 0 {
		t.fate = untimed
		if o.dropped++; o.dropped == 1 {
			o.faulty = a.line
		}
		return
	}
	t.fate, t.rtt, t.up, t.down = returned, a.rtt, a.up, a.down
	if t.rtt > MaxRoundTrip {
		o.clipped++
		t.rtt, t.up, t.down = MaxRoundTrip, MaxRoundTrip/2, MaxRoundTrip/2
	}
}

// say notes them.
func (o *oddities) say(m *measurement) {
	if o.clipped > 0 {
		m.note("Round trips above %v (%d) count as %v, the longest that a link can have.", MaxRoundTrip, o.clipped, time.Duration(MaxRoundTrip))
	}
	if o.dropped > 0 {
		m.note("Answers whose time cannot be read or is negative (%d, the first in line %d) count neither as round trips nor as lost.", o.dropped, o.faulty)
	}
	if o.stepped > 0 {
		m.note("The timestamps' clock was set meanwhile (%d times): there, packets are assumed to follow each other as before.", o.stepped)
	}
}
