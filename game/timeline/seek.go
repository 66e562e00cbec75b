package timeline

import (
	"math"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
)

// search is a way that is being gone: by the session that the line shows, or by another that takes its
// place once it is there.
type search struct {
	session      *session.Session // nil until it is copied
	copy         *session.Copying // nil until it has begun
	of           *session.Session // the checkpoint that is copied; nil for none
	from, target netsim.Time
}

// copiedAtOnce is how many bytes of a session are copied at once on a way: some milliseconds in a page.
const copiedAtOnce = 256 << 10

// workAtOnce is how much of what happens is simulated at once on a way, however little virtual time that is, as
// [session.Session.Go] counts it: some tens of milliseconds at worst.
const workAtOnce = 8000

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
	if t == l.Now() && l.session.Settled() && l.shown == l.current && l.taped >= t {
		l.drop()
		return nil
	}
	if !l.reaches(t) {
		l.opt.Tape.Truncate(-1) // it starts again, so that it reaches t
		l.begin = max(t.Add(-Reach), 0)
		l.taped = l.begin
	}
	k := l.source(t)
	if before := l.search; before != nil && k.session == before.session && k.of == before.of {
		before.from, before.target = k.from, t // such as a hand on the line of time that moves on
	} else {
		l.halt()
		l.search = k
	}
	l.points.plan(k.from, t)
	return nil
}

// source returns the shortest way to t: of a copy of a checkpoint, of the session that is on its way, or of the one that the
// line shows. It must not begin behind the end of the tape.
func (l *Line) source(t netsim.Time) *search {
	latest := max(min(t, l.taped), 0)
	p := l.points.list[l.points.before(latest)]
	if l.search != nil && l.search.session != nil {
		if s := l.search.session; s.Now() >= p.at && s.Now() <= latest {
			return &search{session: s, of: l.search.of, from: s.Now(), target: t}
		}
	}
	if now := l.Now(); now >= p.at && now <= latest && l.shown == l.current {
		return &search{session: l.session, from: now, target: t}
	}
	return &search{of: p.session, from: p.at, target: t}
}

// follow has a copy of a checkpoint go on along the branch.
func (l *Line) follow(s *session.Session, _ int, err error) (*session.Session, error) {
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

// Work goes on with the way by d of virtual time or less, where much happens in it, or by a piece of the copy of a session that the way takes: the one that goes
// it, and those that are left as checkpoints. It returns whether the line is there, and the share of the way that is behind it,
// 0..1. With an error the way has ended, and the line is where it was.
func (l *Line) Work(d time.Duration) (done bool, share float64, err error) {
	k := l.search
	if k == nil {
		return true, 1, nil
	}
	there, err := l.workOn(k, d)
	if err != nil {
		l.drop() // a carrier has failed
		return true, 0, err
	}
	if there {
		return true, 1, l.arrive()
	}
	if k.session == nil {
		return false, 0, nil
	}
	return false, float64(k.session.Now().Sub(k.from)) / float64(max(k.target.Sub(k.from), 1)), nil
}

// workOn goes a piece of a way, or goes on with the copy with which it begins or with a checkpoint on it.
func (l *Line) workOn(k *search, d time.Duration) (there bool, err error) {
	if k.session == nil {
		if k.copy == nil {
			k.copy = k.of.StartClone()
		}
		done := k.copy.Go(copiedAtOnce)
		if l.effort.Copied += k.copy.Last(); done {
			k.session, err = l.follow(k.copy.Clone(session.Options{Carrier: netsim.NewDirect(), Recorder: &l.gate}))
		}
		return false, err
	}
	if done, err := l.points.goOn(k.session, copiedAtOnce); err != nil || !done {
		return false, err
	}
	_, err = l.run(k.session, min(k.session.Now().Add(max(d, 1)), k.target), l.points.start, workAtOnce)
	return k.session.Now() >= k.target && k.session.Settled() && l.points.made.of == nil, err
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
	if l.session.Settled() {
		return nil
	}
	_, err := l.run(l.session, l.Now(), l.points.keep, math.MaxInt) // a way on which it was has failed
	return err
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
	if l.search != nil {
		// What a way has that is gone no further is freed.
		if s := l.search.session; l.opt.Tape != nil && s != nil && (s.Now() > l.taped || !s.Settled()) {
			// The tape has a part of an instant, and cannot tell which.
			l.taped = min(l.taped, s.Now()-1)
			l.opt.Tape.Truncate(l.taped)
		}
		switch {
		case l.search.copy != nil && l.search.session == nil:
			l.search.copy.Stop()
		case l.search.session == nil:
		case l.search.session != l.session:
			// Where one is being left, there is none: its session goes on elsewhere, or nowhere.
			if l.points.made.of != nil {
				l.points.made.copy.Stop()
				l.points.made = making{}
			}
			l.search.session.Close()
		default: // it goes on from here some time, and the way to the next checkpoint is not to be longer than the step
			l.points.goOn(l.search.session, math.MaxInt/2)
		}
	}
	l.search = nil
}
