package timeline

import (
	"time"

	"driftlab/netsim"
	"driftlab/session"
)

// search is a way that is being gone: by the session that the line shows, or by another that takes its
// place once it is there.
type search struct {
	session      *session.Session
	from, target netsim.Time
}

// slice is how much of a way is gone at once where nobody waits, in virtual time.
const slice = time.Minute

// Seek moves the line to an instant, all the way.
func (l *Line) Seek(t netsim.Time) error {
	if err := l.SeekStart(t); err != nil {
		return err
	}
	return l.finish()
}

// SeekStart starts on the way to an instant, back or forward; [Line.Work] goes it. The line goes along
// or, on the way back and on long ways, stays where it is until it jumps there.
func (l *Line) SeekStart(t netsim.Time) error {
	t = max(t, 0)
	if t == l.Now() && l.shown == l.current && l.taped >= t {
		l.drop()
		return nil
	}
	if !l.reaches(t) {
		l.rewind(t)
	}
	s, err := l.source(t)
	if err != nil {
		l.drop()
		return err
	}
	if k := l.search; k != nil && k.session != s && k.session != l.session {
		k.session.Close()
	}
	l.search = &search{session: s, from: s.Now(), target: t}
	l.points.plan(s.Now(), t)
	return nil
}

// source returns the session from which it is the shortest way to t: a copy of a checkpoint, the one
// that is on its way, or the one that the line shows. It must not begin behind the end of the tape.
func (l *Line) source(t netsim.Time) (*session.Session, error) {
	latest := max(min(t, l.taped), 0)
	p := l.points.list[l.points.before(latest)]
	if l.search != nil {
		if s := l.search.session; s.Now() >= p.at && s.Now() <= latest {
			return s, nil
		}
	}
	if now := l.Now(); now >= p.at && now <= latest && l.shown == l.current {
		return l.session, nil
	}
	return l.copyOf(p)
}

// copyOf returns a session that goes on from a checkpoint along the branch.
func (l *Line) copyOf(p checkpoint) (*session.Session, error) {
	s, _, err := p.session.Clone(session.Options{Carrier: netsim.NewDirect(), Recorder: &l.gate})
	if err != nil {
		return nil, err
	}
	l.gate.open = false
	return s, s.Follow(l.branches[l.current].script)
}

// Busy says whether the line is on its way.
func (l *Line) Busy() bool { return l.search != nil }

// Target returns where the line is going, or where it stands.
func (l *Line) Target() netsim.Time {
	if l.search != nil {
		return l.search.target
	}
	return l.Now()
}

// Work goes on with the way by d of virtual time. It returns whether the line is there, and the share of
// the way that is behind it, 0..1. With an error the way has ended, and the line is where it was.
func (l *Line) Work(d time.Duration) (done bool, share float64, err error) {
	k := l.search
	if k == nil {
		return true, 1, nil
	}
	if err := l.run(k.session, min(k.session.Now().Add(max(d, 1)), k.target)); err != nil {
		l.drop() // a carrier has failed
		return true, 0, err
	}
	if now := k.session.Now(); now < k.target {
		return false, float64(now.Sub(k.from)) / float64(k.target.Sub(k.from)), nil
	}
	return true, 1, l.arrive()
}

// arrive makes the session that is there the one that is shown.
func (l *Line) arrive() error {
	s := l.search.session
	if s == l.session {
		l.search = nil
		return nil
	}
	carrier, err := l.opt.NewCarrier()
	if err == nil {
		err = s.Move(session.Options{Carrier: carrier, Recorder: &l.gate})
	}
	if err != nil {
		l.drop()
		return err
	}
	l.search = nil
	old := l.session
	l.session, l.shown = s, l.current
	return old.Close()
}

// finish goes the rest of the way.
func (l *Line) finish() error {
	for l.search != nil {
		if _, _, err := l.Work(slice); err != nil {
			return err
		}
	}
	return nil
}

// drop ends a way that has not been gone: the line is of the branch on which it stands.
func (l *Line) drop() {
	l.halt()
	if l.current != l.shown {
		l.turn(l.shown)
	}
}

// halt ends a way where it is, and leaves the line between two branches if it was going to another.
func (l *Line) halt() {
	if l.search != nil && l.search.session != l.session {
		l.search.session.Close()
	}
	l.search = nil
}
