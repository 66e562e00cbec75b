package timeline

import (
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
)

// A Tape records a session as far as it is known. Where the session stands before that, the tape holds
// what lies ahead too. [Line.Log] has the events.
type Tape interface {
	session.Recorder
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

// Record implements [session.Recorder].
func (g *gate) Record(e session.Entry) {
	if g.open {
		g.tape.Record(e)
	}
}
