//go:build !js

package judge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"driftlab/guest"
	"driftlab/guest/process"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/scenario"
	"driftlab/session"
)

// Play plays a link once with a program, for a judgement with so many seeds, and scores all. After a fault of the program, which is the error, the run has the scores so
// far. It stops when done is.
func Play(done context.Context, l *Link, seed uint64, p *process.Program, seeds int) (Run, error) {
	sc := *l.Scenario
	sc.Seed = seed
	clocks, end, err := process.OpenEach(done, p, sc.Hello(), sc.Clients, unlike)
	if err != nil {
		return Run{Seed: seed}, err
	}
	defer end()
	return score(done, &sc, clocks, maxBlocks/seeds)
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

// score plays a scenario with a guest. Of each clock's errors it keeps so many blocks of seconds.
func score(done context.Context, sc *scenario.Scenario, clocks *guest.Clocks, blocks int) (Run, error) {
	var t tally
	stop := func() bool { return clocks.Err() != nil || done.Err() != nil }
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: &t, Unwatched: true, Stop: stop,
		Guests: []registry.Algorithm{clocks.Algorithm()}})
	if err != nil {
		return Run{}, err
	}
	defer s.Close()
	t.init(s)
	err = s.Advance(sc.Duration)
	if errors.Is(err, session.ErrStopped) {
		err = nil
	}
	if err == nil {
		err = clocks.Err()
	}
	if err == nil {
		err = done.Err()
	}
	log := s.Log()
	log.Guests = append(log.Guests, clocks.Log(logName))
	scores := t.scores()
	scores[0].Unheard = clocks.Unheard()
	return Run{Seed: sc.Seed, Scores: scores, Errors: t.byClock(blocks), Played: time.Duration(s.Now()), Log: log.Text()}, err
}

// At says of a fault how far the run had come.
func (r *Run) At(l *Link) string {
	return fmt.Sprintf("%s, seed %d, at %v of %v", l.Name, r.Seed, r.Played.Round(time.Millisecond), l.Scenario.Duration)
}
