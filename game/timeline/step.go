package timeline

import (
	"math"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
)

const (
	// nearPacket is how far back a packet is looked for first; it is at most this often in a session at
	// its standard rates that none is under way for so long.
	nearPacket = 50 * time.Millisecond
	// longSilence is how far ahead a packet is looked for.
	longSilence = 5 * time.Second
)

// Ticks returns the instant a number of the game's ticks after the present, or before it if negative.
func (l *Line) Ticks(ticks int) netsim.Time {
	tick := time.Second / time.Duration(l.session.Value(0, "tick.rate"))
	return l.Now().Add(time.Duration(ticks) * tick)
}

// StepPacket moves the line to the next instant at which a datagram is sent or arrives, or, if back, starts
// on the way to the one before. Where there is none it moves by some seconds. A way that the line was on is
// gone to its end first.
func (l *Line) StepPacket(back bool) error {
	if err := l.finish(); err != nil {
		return err
	}
	if back {
		// The last packet before now is looked for in a stretch of time, and in longer ones.
		t := l.Now()
		for stretch := nearPacket; ; stretch *= 8 {
			from := max(t.Add(-stretch), 0)
			s, err := l.copyAt(from)
			if err != nil {
				return err
			}
			at, ok, err := lastPacket(s, t)
			s.Close()
			if err != nil {
				return err
			}
			if ok || from == 0 {
				return l.SeekStart(at)
			}
		}
	}
	limit := l.Now().Add(longSilence)
	sent, arrived := l.session.Packets()
	for l.Now() < limit {
		at := min(max(l.session.Next(), l.Now()+1), limit) // what an event has made due now is still to come
		if _, err := l.run(l.session, at, l.points.keep, math.MaxInt); err != nil {
			return err
		}
		if s, a := l.session.Packets(); s != sent || a != arrived {
			break
		}
	}
	return nil
}

// copyAt returns a session that stands at an instant that has been.
func (l *Line) copyAt(t netsim.Time) (*session.Session, error) {
	from := l.points.list[l.points.before(t)].session
	s, err := l.follow(from.Clone(session.Options{Carrier: netsim.NewDirect(), Recorder: &l.gate}))
	if err != nil {
		return nil, err
	}
	return s, s.Advance(t.Sub(s.Now()))
}

// Earlier returns a session of its own that stands at the latest checkpoint up to t and goes on as the line's branch does. It
// is the caller's to advance and to close; the line stays as it is. The line must not be on a way, see [Line.Busy].
func (l *Line) Earlier(t netsim.Time) (*session.Session, error) {
	s, _, err := l.points.list[l.points.before(max(t, 0))].session.Clone(session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		return nil, err
	}
	return s, s.Follow(l.branches[l.current].script)
}

// lastPacket lets a session go on up to t and returns the last instant before t at which a datagram was
// sent or arrived.
func lastPacket(s *session.Session, t netsim.Time) (at netsim.Time, ok bool, err error) {
	sent, arrived := s.Packets()
	for {
		next := max(s.Next(), s.Now()+1)
		if next >= t {
			return at, ok, nil
		}
		if err := s.Advance(next.Sub(s.Now())); err != nil {
			return 0, false, err
		}
		if s, a := s.Packets(); s != sent || a != arrived {
			sent, arrived, at, ok = s, a, next, true
		}
	}
}
