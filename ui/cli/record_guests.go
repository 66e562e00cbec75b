package cli

import (
	"errors"
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/guest"
)

// answered has a film's guests answer all that they are told in it before it is made, and keeps the answers in place of the programs: a
// film needs copies of its session, and a program cannot be copied.
func answered(sc *scenario.Scenario, env Env) error {
	if !slices.ContainsFunc(sc.Guests, func(g guest.Guest) bool { return g.Program != nil }) {
		return nil
	}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Unwatched: true, Stop: env.asked})
	if err == nil {
		defer s.Close()
		err = s.Advance(sc.Duration + time.Second) // what is in flight at the end arrives
	}
	if errors.Is(err, session.ErrStopped) {
		return env.stopped(time.Duration(s.Now()), sc.Duration)
	}
	if err != nil {
		return err
	}
	if cut := s.GuestsCut(); len(cut) > 0 {
		return usagef("-guest: %s answers more than %d MB up to the film's end: a shorter one, or fewer clients, have room", cut[0], guest.MaxTape>>20)
	}
	sc.Guests = s.Log().Guests
	return nil
}
