package travel

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsync/guest"
)

// turnSlice is how much real time a turn has for the programs of guests in an update, and turnLeast what an answer has that is asked for
// behind that.
const (
	turnSlice = 10 * time.Millisecond
	turnLeast = time.Millisecond
)

// A Turn is the part of an update in which time passes. Where a guest's program is not there with its answer, the turn stands still in the midst
// of it, the update ends, and the next one continues it: the window never waits for a program. The turn has a goroutine of its own, but either
// that runs or the window's thread, never both, so nothing is read while it is written. The session has no time of its own meanwhile, so that what it
// does depends on no program's speed.
type Turn struct {
	asks    bool        // there are programs of guests: else all of this is left out
	begun   bool        // it stands still in its midst
	runs    bool        // it continues, and the window's thread waits
	slice   time.Time   // the end of its time in this update
	resumed chan bool   // the window's thread has it continue: whether it is to wait no longer
	rests   chan bool   // it stands still again: whether it is over
	outcome error       // once it is over
	whom    guest.Hello // who is waited for
	name    string
	updates int // since it was over within one
}

// Do begins a turn, or continues the one that stands still.
func (t *Turn) Do(pass func() error) error {
	if !t.asks {
		return pass()
	}
	return t.goOn(pass, false)
}

func (t *Turn) goOn(pass func() error, cut bool) error {
	t.runs, t.slice = true, time.Now().Add(turnSlice)
	if t.begun {
		t.resumed <- cut
	} else {
		t.updates = 0
		t.resumed, t.rests = make(chan bool), make(chan bool)
		go func() {
			t.outcome = pass()
			t.rests <- true
		}()
	}
	t.begun = !<-t.rests
	if t.runs = false; t.begun {
		t.updates++
		return nil
	}
	return t.outcome
}

// Stands says whether the turn stands still: the session is in the midst of an instant, in which nothing must be done to it.
func (t *Turn) Stands() bool { return t.begun && !t.runs }

// Break ends a turn that stands still: no program is waited for any more, and the session ends with a fault of the one that was.
func (t *Turn) Break() {
	for t.Stands() {
		_ = t.goOn(nil, true) // the outcome of an update that was given up
	}
}

// Whom returns the guest and the client whose program is waited for, once that takes long enough to say so.
func (t *Turn) Whom() (name string, client int, waits bool) {
	return t.name, t.whom.Client, t.Stands() && t.updates >= Shown
}

// Attend returns a scenario with programs of guests for whose answers turns stand still.
func (t *Turn) Attend(sc *scenario.Scenario) *scenario.Scenario {
	if !slices.ContainsFunc(sc.Guests, func(g guest.Guest) bool { return g.Program != nil }) {
		return sc
	}
	own := *sc
	own.Guests = slices.Clone(sc.Guests)
	for i := range own.Guests {
		if g := &own.Guests[i]; g.Program != nil {
			t.asks, g.Program = true, attended{t, g.Name, g.Program}
		}
	}
	return &own
}

// attended starts programs for whose answers a turn waits.
type attended struct {
	turn    *Turn
	name    string
	starter guest.Starter
}

type half struct {
	guest.Running
	attended
	hello guest.Hello
}

func (a attended) Start(hello guest.Hello) (guest.Running, guest.Welcome, error) {
	type started struct {
		half guest.Running
		says guest.Welcome
	}
	s, err := wait(a, hello, func() (s started, err error) {
		s.half, s.says, err = a.starter.Start(hello)
		return s, err
	}, func(there func() (started, error)) {
		if s, err := there(); err == nil {
			s.half.End()
		}
	})
	if fault := (*guest.Fault)(nil); errors.As(err, &fault) {
		fault.Program = a.name
	}
	return half{s.half, a, hello}, s.says, err
}

func (h half) Exchange(ev *guest.Event) (guest.Reply, error) {
	return wait(h.attended, h.hello, func() (guest.Reply, error) { return h.Running.Exchange(ev) },
		func(func() (guest.Reply, error)) { h.Running.End() })
}

// wait runs what waits for a program. In a turn the window keeps running meanwhile. If the turn is broken off, end ends the program.
func wait[T any](a attended, whom guest.Hello, do func() (T, error), end func(there func() (T, error))) (none T, err error) {
	t := a.turn
	if !t.runs {
		return do()
	}
	var answer T
	var wrong error
	there, begun := make(chan struct{}), time.Now()
	go func() {
		answer, wrong = do()
		close(there)
	}()
	for {
		select {
		case <-there:
			return answer, wrong
		case <-time.After(max(time.Until(t.slice), turnLeast)):
		}
		t.name, t.whom = a.name, whom
		t.rests <- false
		if <-t.resumed {
			go end(func() (T, error) { <-there; return answer, wrong })
			return none, &guest.Fault{Role: whom.Role, What: fmt.Sprintf("no reply came for %v, and it was ended", time.Since(begun).Round(100*time.Millisecond))}
		}
	}
}
