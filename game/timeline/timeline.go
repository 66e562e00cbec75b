// Package timeline lets one go back and forth in a session: any instant is reached by simulating again
// from a checkpoint before it. It holds what was done at which instant, in branches: who goes back and
// does something else begins another one, and the old one can still be chosen. All branches meet the
// same luck.
//
// It reads no clock: how long a long way back may take at a time is for the caller to say.
package timeline

import (
	"math"
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

// Options are what a line is made from.
type Options struct {
	Scenario   *scenario.Scenario
	NewCarrier func() (netsim.Carrier, error)
	// Length is how much of the session is known from the start, as of one that was logged: so far the
	// line can go at once. 0 stands for nothing.
	Length time.Duration
	// Tape keeps what happens, for diagrams; nil for none.
	Tape Tape
	// Memory bounds the bytes of all checkpoints. Two are kept in any case.
	Memory int
}

// Line is a session that can be moved to any instant. It is not safe for concurrent use.
type Line struct {
	opt      Options
	session  *session.Session
	branches []branch
	current  int
	ways     int // counts changes of the way that lies ahead
	shown    int // the branch that the session is of; another than current while the line is on its way there
	points   checkpoints
	gate     gate
	begin    netsim.Time // the tape holds all from here
	taped    netsim.Time // up to here, or nothing where that is before
	lead     lead
	search   *search // the way that is being gone; nil for none
	effort   Effort
	forked   bool // from a line that shares the programs of guests with it, and may go on with them
}

// Effort is how much a line has done so far, in what is the same on each machine, so that a test can hold how much of it is
// done at once.
type Effort struct {
	Simulated time.Duration // of each client
	Copied    int           // bytes of sessions
}

// Effort returns what the line has done.
func (l *Line) Effort() Effort {
	e := l.effort
	e.Copied += l.points.copied
	return e
}

// New returns a line at virtual time zero.
func New(opt Options) (*Line, error) {
	carrier, err := opt.NewCarrier()
	if err != nil {
		return nil, err
	}
	l := &Line{opt: opt, gate: gate{tape: opt.Tape}}
	if opt.Tape == nil {
		l.taped = netsim.Never // it is never put in
	}
	if l.session, err = session.New(opt.Scenario, session.Options{Carrier: carrier, Recorder: &l.gate}); err != nil {
		return nil, err
	}
	l.branches = []branch{{end: netsim.Time(opt.Length), parent: noBranch}}
	l.points.limit = opt.Memory
	if err := l.points.add(l.session); err != nil {
		l.Close()
		return nil, err
	}
	l.points.step = netsim.Time(firstStep) * netsim.Time(1+l.points.bytes/bytesAtOnce)
	return l, nil
}

// SetMemory gives all checkpoints another bound, in bytes, and drops those for which that has no room. What is
// dropped does not come back when there is more room again.
func (l *Line) SetMemory(bytes int) {
	l.points.limit = bytes
	l.points.shrink()
}

// Session returns the session where the line stands. It is another one after each move, and must be
// changed through the line alone.
func (l *Line) Session() *session.Session { return l.session }

// Now returns the virtual time.
func (l *Line) Now() netsim.Time { return l.session.Now() }

// End returns the latest instant of the branch that is known.
func (l *Line) End() netsim.Time { return l.branches[l.current].end }

// Bytes returns how much memory all checkpoints take.
func (l *Line) Bytes() int { return l.points.bytes }

// Close frees what the line holds. Of one that is closed somebody may still know which it was: that keeps no checkpoints.
func (l *Line) Close() error {
	l.drop()
	l.lead.close()
	l.points, l.gate.tape = checkpoints{}, nil
	if !l.forked {
		l.session.Guests().End()
	}
	return l.session.Close()
}

// Advance lets virtual time go on by d: along what is known, and then beyond it.
func (l *Line) Advance(d time.Duration) error {
	if err := l.finish(); err != nil || d <= 0 {
		return err
	}
	_, err := l.run(l.session, l.Now().Add(d), l.points.keep, math.MaxInt)
	return err
}

// Go is Advance for at most so much of what happens, as [session.Session.Go] counts it. What is left then is a way that the line
// is on: see [Line.Work].
func (l *Line) Go(d time.Duration, most int) error {
	if err := l.finish(); err != nil || d <= 0 {
		return err
	}
	from, until := l.Now(), l.Now().Add(d)
	there, err := l.run(l.session, until, l.points.keep, most)
	if err == nil && !there {
		l.search = &search{session: l.session, from: from, target: until}
	}
	return err
}

// Do applies an event now. Where the future is known it begins a branch. A bad event changes nothing.
func (l *Line) Do(ev scenario.Event) error {
	if err := l.finish(); err != nil {
		return err
	}
	if err := l.session.Check(ev); err != nil {
		return err
	}
	if l.Now() < l.End() {
		if err := l.leave(); err != nil {
			return err
		}
		ev.At = l.Now()
		l.branches = append(l.branches, branch{parent: l.current, at: ev.At, known: l.session.Done(), end: ev.At,
			led: min(l.branches[l.current].led, ev.At)})
		l.current = len(l.branches) - 1
		l.shown = l.current
	}
	l.ways++
	err := l.session.Do(ev)
	l.branches[l.current].script = l.session.Script()
	return err
}

// leave forgets what the tape and the checkpoints have of the future.
func (l *Line) leave() error {
	now := l.Now()
	l.points.forget(now)
	if l.taped <= now {
		return nil
	}
	if cut := l.quiet(now); cut < now {
		// Of what happened at this very instant, the tape cannot tell what came before and what
		// followed from an event that is not going to be.
		l.truncate(cut)
		if err := l.Seek(now); err != nil {
			return err
		}
	}
	l.truncate(now)
	return nil
}

// quiet returns the latest instant up to t at which the branch has no event: what happens at it is the
// same in all branches that have not parted before.
func (l *Line) quiet(t netsim.Time) netsim.Time {
	for at := func(ev scenario.Event) bool { return ev.At == t }; ; t-- {
		if !slices.ContainsFunc(l.session.Scenario().Events, at) && !slices.ContainsFunc(l.branches[l.current].script, at) {
			return t
		}
	}
}

// Log returns the branch as a scenario, as far as it is known.
func (l *Line) Log() *scenario.Scenario {
	sc := l.session.Log()
	sc.Duration = max(sc.Duration, time.Duration(l.End()))
	return sc
}

// run lets a session of the branch go on to an instant, or to where a checkpoint is being left, or until so much has happened as
// [session.Session.Go] counts it, and says whether it is there. On its way it has these left and, where the tape ends, goes on
// with that.
func (l *Line) run(s *session.Session, until netsim.Time, keep func(*session.Session) error, most int) (there bool, err error) {
	for (s.Now() < until || !s.Settled()) && l.points.made.of != s {
		from, next := s.Now(), s.Now() // in the midst of an instant first to the end of it
		if s.Settled() {
			l.gate.open = s.Now() >= l.taped
			if err := l.tell(s); err != nil {
				return false, err
			}
			// Where the next checkpoint belongs.
			now := s.Now()
			at := (now/l.points.step + 1) * l.points.step
			if l.points.near > now {
				at = min(at, l.points.near)
			}
			next = min(until, at, l.nextLead(s.Now()))
			if !l.gate.open {
				next = min(next, l.taped)
			}
		}
		work, there, err := s.Go(next, most)
		most -= work
		l.effort.Simulated += s.Now().Sub(from) * time.Duration(s.Clients())
		if err != nil || !there {
			return false, err
		}
		if err := keep(s); err != nil {
			return false, err
		}
		b := &l.branches[l.current]
		b.end = max(b.end, s.Now())
		if l.gate.open {
			l.taped = s.Now()
		}
	}
	return s.Now() >= until && s.Settled(), nil
}

// A Tape records a session as far as it is known. Where the session stands before that, the tape holds
// what lies ahead too. [Line.Log] has the events.
type Tape interface {
	observe.Recorder
	// Truncate forgets all that happened after t.
	Truncate(t netsim.Time)
	// Begin returns the instant from which on nothing had to make room for what came later.
	Begin() netsim.Time
}

// Reach is how far back from where the line stands the tape holds all, at least.
const Reach = 30 * time.Second

// reaches says whether the tape holds what lies before t, or will once it has gone on to there.
func (l *Line) reaches(t netsim.Time) bool {
	if l.opt.Tape == nil {
		return true
	}
	return max(l.begin, l.opt.Tape.Begin()) <= max(t.Add(-Reach), 0) && t.Sub(l.taped) <= 2*Reach
}

// truncate has the tape forget what happened after t.
func (l *Line) truncate(t netsim.Time) {
	if l.opt.Tape != nil && t < l.taped {
		l.taped = t
		l.opt.Tape.Truncate(t)
	}
}

// A gate hands on to the tape what it does not have yet.
type gate struct {
	tape Tape
	open bool
}

// Record implements [observe.Recorder].
func (g *gate) Record(e observe.Entry) {
	if g.open {
		g.tape.Record(e)
	}
}
