package profile

import "time"

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
