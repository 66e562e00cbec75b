//go:build !js

package judge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"driftlab/game/judge/draw"
	"driftlab/game/judge/process"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// An Entrant is whose clock is judged: somebody's program, or the built-in clock of a name.
type Entrant struct {
	Program *process.Program
	Clock   string // where there is no program
}

// Play plays a link once, for a judgement over a number of seeds, and scores all clocks. After a fault of the program, which is the error, the run has the scores so
// far. It stops when done is.
func Play(done context.Context, l *Link, seed uint64, who Entrant, seeds int) (Run, error) {
	sc, drawn, err := l.With(seed)
	if err != nil {
		return Run{Seed: seed}, err
	}
	a := act{seed: seed, clock: who.Clock, drawn: drawn, blocks: maxBlocks / seeds}
	if who.Program != nil {
		clocks, end, err := process.OpenEach(done, who.Program, sc.Hello(), sc.Clients, unlike)
		if err != nil {
			return Run{Seed: seed}, err
		}
		defer end()
		a.guest = clocks
	}
	return a.score(done, sc)
}

// logName is what the program is called in a log.
const logName = "yours"

// unlike has a program's name be no clock's of this module.
func unlike(name string) string {
	if _, err := registry.Lookup(name); err == nil {
		name += " (yours)"
	}
	return name
}

// An act is one run: with a guest, or else for a built-in clock. It keeps each clock's errors in blocks of seconds.
type act struct {
	seed   uint64
	guest  *guest.Clocks
	clock  string
	drawn  *draw.Link
	blocks int
}

// err returns the guest's fault.
func (a *act) err() error {
	if a.guest == nil {
		return nil
	}
	return a.guest.Err()
}

// score plays a scenario.
func (a *act) score(done context.Context, sc *scenario.Scenario) (Run, error) {
	var t tally
	opt := session.Options{Carrier: netsim.NewDirect(), Recorder: &t, Unwatched: true, Stop: func() bool { return a.err() != nil || done.Err() != nil }}
	if a.drawn != nil {
		t.thrifty = &thrifty{heads: [2]map[uint32]bool{{}, {}}}
		midline, err := t.thrifty.algorithm()
		if err != nil {
			return Run{}, err
		}
		opt.Guests = append(opt.Guests, midline)
	}
	if a.guest != nil {
		opt.Guests = append(opt.Guests, a.guest.Algorithm())
	}
	s, err := session.New(sc, opt)
	if err != nil {
		return Run{}, err
	}
	defer s.Close()
	t.init(s, a.clock, a.drawn)
	err = s.Advance(sc.Duration)
	if errors.Is(err, session.ErrStopped) {
		err = nil
	}
	if err == nil {
		err = a.err()
	}
	if err == nil {
		err = done.Err()
	}
	run := Run{Seed: a.seed, Played: time.Duration(s.Now())}
	var failed error
	if run.Scores, run.Beside, failed = t.scores(); err == nil {
		err = failed
	}
	if t.fair == nil {
		run.Errors = t.byClock(a.blocks)
	}
	log := s.Log()
	if a.guest != nil {
		log.Guests = append(log.Guests, a.guest.Log(logName))
		run.Scores[0].Unheard = a.guest.Unheard()
	}
	run.Log = log.Text()
	return run, err
}

// At says of a fault how far the run had come.
func (r *Run) At(l *Link) string {
	return fmt.Sprintf("%s, seed %d, at %v of %v", l.Name, r.Seed, r.Played.Round(time.Millisecond), l.Scenario.Duration)
}
