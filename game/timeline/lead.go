package timeline

import (
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

const (
	// leadEvery is how often a line gets what the bots of another press.
	leadEvery = 250 * time.Millisecond
	// leadAhead is how far ahead the other is looked at: a client plays its ticks as much earlier as its way up is longer.
	leadAhead = time.Second
)

// A lead is another line whose buttons bots press: a copy of its session runs ahead of it.
type lead struct {
	line  *Line
	scout *session.Session // nil until it is needed
	ways  int              // of the line when it was made
}

// Lead has the bots of this line play what those of another press, tick for tick, beyond what is known; nil has them go
// by themselves again. What they get are events of this line's session, which plays the same again alone.
func (l *Line) Lead(by *Line) {
	l.lead.close()
	l.lead = lead{line: by}
	for i := range l.branches {
		l.branches[i].led = max(l.branches[i].end, l.logged())
	}
}

// logged returns up to when the line's scenario tells bots what they press.
func (l *Line) logged() netsim.Time {
	sc := l.opt.Scenario
	if slices.ContainsFunc(sc.Events, func(ev scenario.Event) bool { return ev.Bots != nil }) {
		return netsim.Time(sc.Duration)
	}
	return 0
}

// nextLead returns when bots are next told after an instant.
func (l *Line) nextLead(now netsim.Time) netsim.Time {
	if l.lead.line == nil {
		return netsim.Never
	}
	return (now/netsim.Time(leadEvery) + 1) * netsim.Time(leadEvery)
}

// tell tells the bots of a session of the branch what those of the other line press, if they are to know it by now and do
// not yet.
func (l *Line) tell(s *session.Session) error {
	now, b := s.Now(), &l.branches[l.current]
	if l.lead.line == nil || now < b.led || !l.lead.line.session.CanLead(s) {
		return nil
	}
	// What a person has done there meanwhile, its bots may meet at once.
	other := l.lead.stale() && s.Done() == len(s.Script())
	if !other && now%netsim.Time(leadEvery) != 0 && now != b.led {
		return nil
	}
	told := func(ev scenario.Event) bool { return ev.At == now && ev.Bots != nil }
	if !other && slices.ContainsFunc(s.Script(), told) {
		return nil
	}
	presses, err := l.lead.until(now.Add(leadAhead), now)
	if err != nil {
		return err
	}
	ev := scenario.Event{At: now, Bots: presses.Of(s.Clients())}
	if s.CheckAnywhen(ev) != nil {
		return nil // the log is full
	}
	b.script = slices.Insert(slices.Clone(s.Script()), s.Done(), ev)
	return s.Follow(b.script)
}

// stale says whether the other line has gone another way since it was looked ahead on it.
func (d *lead) stale() bool { return d.scout != nil && d.ways != d.line.ways }

// until returns what the other line's bots press up to an instant, since the last call. Where another way was gone since, or
// this goes back, it begins with what they hold at an instant.
func (d *lead) until(t, now netsim.Time) (*scenario.Bots, error) {
	if d.stale() || d.scout != nil && d.scout.Now() > t {
		d.close()
	}
	if d.scout == nil {
		p := d.line.points.list[d.line.points.before(min(now, d.line.Now()))]
		s, _, err := p.session.Clone(session.Options{Carrier: netsim.NewDirect()})
		if err != nil {
			return nil, err
		}
		d.scout, d.ways = s, d.line.ways
		if err := s.Follow(d.line.Script()); err != nil {
			return nil, err
		}
		if err := s.Advance(now.Sub(s.Now())); err != nil {
			return nil, err
		}
		s.Presses()
	}
	if err := d.scout.Advance(t.Sub(d.scout.Now())); err != nil {
		return nil, err
	}
	return d.scout.Presses(), nil
}

// close frees the copy.
func (d *lead) close() {
	if d.scout != nil {
		d.scout.Close()
		d.scout = nil
	}
}
