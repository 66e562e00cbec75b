package timeline

import (
	"slices"

	"driftlab/game/session"
	"driftlab/netsim"
)

// Fork returns a line that stands where this one does, and has gone and knows the same way; other branches
// it does not have. From then on the two are independent. The tape is the new line's own: it holds what
// this line's tape holds; nil for none. A way that this line was on is gone to its end first.
func (l *Line) Fork(newCarrier func() (netsim.Carrier, error), tape Tape) (*Line, error) {
	if err := l.finish(); err != nil {
		return nil, err
	}
	now := l.branches[l.current]
	f := &Line{
		opt:      l.opt,
		branches: []branch{{script: slices.Clone(now.script), end: now.end, parent: noBranch}},
		points:   l.points,
		begin:    l.begin,
		taped:    l.taped,
		gate:     gate{tape: tape},
		forked:   true,
	}
	f.opt.Tape, f.opt.NewCarrier = tape, newCarrier
	if tape == nil {
		f.taped = netsim.Never
	}
	f.points.list = slices.Clone(l.points.list) // the sessions in it stand still, so both may copy them
	carrier, err := newCarrier()
	if err != nil {
		return nil, err
	}
	f.session, _, err = l.session.Clone(session.Options{Carrier: carrier, Recorder: &f.gate})
	return f, err
}
