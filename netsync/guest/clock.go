// Package guest has somebody's program be a clock: the protocol that it speaks (docs/judge.md), the two halves of a clock that
// ask it, and its part in a session, asked or played back. It starts no program, and knows no session and no truth: what it
// tells a program is what a client of a game could know.
package guest

import (
	"errors"
	"fmt"
	"time"

	"driftlab/netsync/registry"
)

// An Exchanger replies to events, one by one: a program, or a clock of this module.
type Exchanger interface {
	// Exchange returns the reply to an event. Its error says what is wrong with it; a [*Fault] says whose doing that is.
	Exchange(ev *Event) (Reply, error)
}

// A Clock is one program as the clock of one client in one session: its half there, and the host's if it has one. It is not
// safe for concurrent use. After its first fault it asks nothing any more.
type Clock struct {
	declared Welcome
	open     func(Role) (Exchanger, error) // nil where the halves are there from the start
	halves   [2]half                       // by role
	status   Status
	line     *Line // that holds now
	fault    *Fault
}

// A half is one process of the program.
type half struct {
	via      Exchanger
	begun    bool
	events   int64
	answered int64
	idle     int   // how many wake-ups in a row asked for another that is not later
	since    int64 // the first of the latest wake-ups, all within a millisecond,
	woken    int   // how many
}

// NewClock returns a clock that has declared itself. open is called once for each role, before its first event.
func NewClock(declared Welcome, open func(Role) (Exchanger, error)) *Clock {
	return &Clock{declared: declared, open: open}
}

// Err returns the first fault, or nil.
func (c *Clock) Err() error {
	if c.fault == nil {
		return nil
	}
	return c.fault
}

// Events returns how many events the program has had in a role.
func (c *Clock) Events(r Role) int64 { return c.halves[r].events }

// Hears says whether the program gets events of a kind, and what it declares in "hears" for that.
func (c *Clock) Hears(k Kind) (name string, is bool) {
	if k == Wake || k == Reset {
		return "", true
	}
	of := map[Kind]Hearing{Answer: Answers, Push: Pushes, Datagram: Datagrams, Report: Reports, Read: Reads, Piggyback: Piggybacks, Game: Games}[k]
	return of.names()[0], c.declared.Hears.has(of)
}

// Algorithm returns an entry of the registry that runs the program, with a name and a number of its own.
func (c *Clock) Algorithm() registry.Algorithm {
	return c.entry(c.declared.algorithm(), registry.Foreign{})
}

// As returns an entry that runs the program in place of a clock of the registry: with that one's name and number, so that it
// meets the same luck.
func (c *Clock) As(a registry.Algorithm) (registry.Algorithm, error) {
	if a.Base != c.declared.Base {
		return a, fmt.Errorf("%s says its base is %s, and %s has %s", c.declared.Name, baseNames[c.declared.Base], a.Name, baseNames[a.Base])
	}
	return c.entry(a, registry.Foreign{Like: &a}), nil
}

func (c *Clock) entry(a registry.Algorithm, foreign registry.Foreign) registry.Algorithm {
	foreign.Stamped, foreign.OwnStamps, foreign.New = c.declared.Hears.has(Datagrams), c.declared.OwnStamps, c.newEstimator
	if c.declared.HasHost {
		foreign.Half = c.newHalf
	}
	return a.Foreign(foreign)
}

// begin starts a role's process, or resets one that is running.
func (c *Clock) begin(r Role, world int64) {
	h := &c.halves[r]
	if c.fault != nil {
		return
	}
	if !h.begun {
		h.begun = true
		if h.via == nil {
			via, err := c.open(r)
			if h.via = via; err != nil {
				c.note(r, &Event{}, err)
				return
			}
		}
		if r == Client {
			return
		}
	}
	if r == Client { // the line and the status are what its half states
		c.line, c.status = nil, Status{}
	}
	c.exchange(r, &Event{Kind: Reset, World: world})
}

// exchange tells an event and returns the reply; ok is false after a fault.
func (c *Clock) exchange(r Role, ev *Event) (reply Reply, ok bool) {
	if c.fault != nil {
		return reply, false
	}
	h := &c.halves[r]
	h.events++
	ev.N = h.events
	if err := ev.check(r); err != nil {
		c.note(r, ev, &Fault{What: err.Error(), Ours: true})
		return reply, false
	}
	reply, err := h.via.Exchange(ev)
	if err == nil {
		err = c.check(r, ev, &reply)
	}
	if err != nil {
		c.note(r, ev, err)
		return reply, false
	}
	h.answered = ev.N
	return reply, true
}

// note keeps the first fault.
func (c *Clock) note(r Role, ev *Event, err error) {
	if c.fault != nil {
		return
	}
	fault := &Fault{What: err.Error()}
	errors.As(err, &fault)
	if fault.Role = r; fault.Event == 0 && !fault.AtStart {
		fault.Event, fault.Kind = ev.N, ev.Kind
	}
	if fault.Program == "" {
		fault.Program = c.declared.Name
	}
	c.fault = fault
}

// maxIdle is how often in a row a program may ask to be woken at a time that has passed already.
const maxIdle = 100

// maxWoken is how often a client's half may be woken within a millisecond of its machine's time.
const maxWoken = 1000

// check reports what a reply has that doesn't go with its event.
func (c *Clock) check(r Role, ev *Event, reply *Reply) error {
	if reply.N != ev.N {
		return fmt.Errorf("n: it replies to event %d", reply.N)
	}
	if r == Host && (reply.HasClock || reply.Status != nil) {
		return errors.New("clock: the host's half states no time")
	}
	for i := range reply.Send {
		s := &reply.Send[i]
		switch {
		case ev.Kind == Read || ev.Kind == Reset || ev.Kind == Game:
			return fmt.Errorf("send: nothing is sent at a %v", ev.Kind)
		case s.Kind == SendAsk && r == Host:
			return errors.New("send: only a client asks")
		case s.Kind == SendPush && r == Client:
			return errors.New("send: only the host pushes its time")
		case ev.Kind == Piggyback && (s.Kind != SendAsk || len(reply.Send) > 1):
			return errors.New("send: one question can go with a datagram, and nothing else")
		}
	}
	h := &c.halves[r]
	if ev.Kind == Wake {
		if h.idle++; !reply.HasWake || reply.Wake > ev.Now || r == Host {
			h.idle = 0
		}
		if h.idle >= maxIdle {
			return fmt.Errorf("wake: %d is not after now, which is %d, for the %dth time in a row%s", reply.Wake, ev.Now, h.idle, delayed(reply.Wake, ev.Now))
		}
		if h.woken++; h.woken == 1 || ev.Now < h.since || ev.Now-h.since >= int64(time.Millisecond) {
			h.since, h.woken = ev.Now, 1
		}
		if h.woken > maxWoken && r == Client {
			return fmt.Errorf("wake: %d is %d ns after now, and it was woken %d times within a millisecond (times are in nanoseconds)", reply.Wake, reply.Wake-ev.Now, maxWoken)
		}
	}
	return nil
}

// delayed says of a time to wake at that is long over what it was meant to be.
func delayed(wake, now int64) string {
	if wake <= 0 || wake >= now {
		return ""
	}
	return fmt.Sprintf(" (it is a time of the machine's clock and no delay: now + %d?)", wake)
}

// A Fault is what ended a program's part: what it did wrong, or what this program could not do for it.
type Fault struct {
	Program string // its name, or its path until it has given one
	Role    Role
	Event   int64 // number of the event, 0 for the start
	Kind    Kind
	What    string
	Ours    bool // it is no fault of the program's
	AtStart bool // and not at the event at which it was found
}

func (f *Fault) Error() string {
	who := f.Program
	if f.Role == Host {
		who += " (host's half)"
	}
	if f.Event == 0 {
		return fmt.Sprintf("%s: at its start: %s", who, f.What)
	}
	return fmt.Sprintf("%s: event %d (%v): %s", who, f.Event, f.Kind, f.What)
}
