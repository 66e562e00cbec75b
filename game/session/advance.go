package session

import (
	"cmp"
	"errors"
	"math"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// ErrStopped is what [New] and [Session.Advance] return where [Options].Stop has said so.
var ErrStopped = errors.New("stopped")

// stopEvery is how much is done, as [Session.Go] counts it, before Stop is asked again: some milliseconds.
const stopEvery = 2000

// Advance lets virtual time go on by d; nothing happens for d ≤ 0. An error ends the session: it
// means that the carrier has failed. After [ErrStopped] it may go on.
func (s *Session) Advance(d time.Duration) error {
	if d <= 0 || s.err != nil {
		return s.err
	}
	for until := s.Now().Add(d); ; {
		if _, there, err := s.Go(until, s.patience()); there || err != nil {
			return err
		}
		if s.stop() {
			return ErrStopped
		}
	}
}

// patience returns how much may be done before Stop is asked.
func (s *Session) patience() int {
	if s.stop == nil {
		return math.MaxInt
	}
	return stopEvery
}

// Go lets virtual time go on up to an instant, but does at most so much of what happens until then: each datagram that arrives
// and each time that a machine wakes is one, and an event as many as it asks of machines. It returns how much was done, and
// whether all was. If not, the session stands in the midst of an instant: nothing must be done in it, nor a clone made, until
// another Go has gone to its end, or [Session.Settled] says so. What happens is the same, however often it was cut.
func (s *Session) Go(until netsim.Time, most int) (work int, there bool, err error) {
	left := most
	for s.err == nil {
		if s.applying && !s.applyDue(&left) {
			return most - left, false, s.err
		}
		at, ok := s.nextChange()
		if !ok || at > until {
			break
		}
		// Keyframes go first: what a person does at this instant, after it, comes after them in a replay
		// too.
		if !s.run(at, &left) {
			return most - left, false, s.err
		}
		s.note(s.animate(at))
		s.applying = true
	}
	// What an event at the very end makes due waits for the next call: a person's events of the same
	// instant come first, as they do in a replay.
	if s.err == nil && (s.Now() < until || s.running) {
		there = s.run(until, &left)
		return most - left, there, s.err
	}
	return most - left, s.err == nil, s.err
}

// Settled says whether all has happened that the session came by so far: it stands in the midst of no instant.
func (s *Session) Settled() bool { return !s.applying && !s.running }

// nextChange returns when the scenario next changes something.
func (s *Session) nextChange() (at netsim.Time, ok bool) {
	at, ok = s.animation.next(s.scenario.Keyframes, s.settings.Eases())
	for _, events := range [...][]scenario.Event{s.pending, s.script[s.done:]} {
		if len(events) > 0 && (!ok || events[0].At < at) {
			at, ok = events[0].At, true
		}
	}
	return at, ok
}

// run has the engine go on up to an instant, as far as there is work left, and says whether it is there.
func (s *Session) run(until netsim.Time, left *int) (there bool) {
	if *left <= 0 {
		return false
	}
	events, there, err := s.engine.RunSome(until, *left)
	err = cmp.Or(err, s.cast.Err())
	*left -= events
	s.running = !there
	s.note(err)
	return there && err == nil
}

// applyAllDue applies what is due now.
func (s *Session) applyAllDue() error {
	for left := s.patience(); !s.applyDue(&left) && s.err == nil; left = stopEvery {
		if s.stop() {
			return ErrStopped
		}
	}
	return s.err
}

// applyDue applies the scenario's events up to now, and then those of the script: a person who does
// something at an instant has seen what the scenario does then. It ends where no work is left, and says whether it has come to
// the end.
func (s *Session) applyDue(left *int) (all bool) {
	s.applying = true
	for s.err == nil && *left > 0 {
		var ev scenario.Event
		switch {
		case len(s.pending) > 0 && s.pending[0].At <= s.Now():
			ev, s.pending = s.pending[0], s.pending[1:]
		case s.done < len(s.script) && s.script[s.done].At <= s.Now():
			ev = s.script[s.done]
			s.done++
		default:
			s.applying = false
			return true
		}
		// As [Session.Go] counts it: a client that rejoins costs as much as a few datagrams.
		const move = 8
		work := 1 + move*ev.Moves(s.Clients())
		if len(ev.Set) > 0 {
			work += len(ev.Set) + s.Clients()
		}
		*left -= work
		s.note(s.do(ev))
	}
	return false
}
