package guest

import (
	"errors"
	"fmt"
	"slices"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A Part is a guest's in one session: a clock for each client, and what all of them have answered. It is not safe for concurrent
// use.
type Part struct {
	guest  *Guest
	tape   *Tape
	most   int // bytes of the tape, where it is recorded
	place  int // in the tape: what was answered before it was answered in this session
	hello  Hello
	clocks []*Clock // by client, from 1 on
}

// A Cast is the guests of one session. A copy of a session has a copy of it.
type Cast struct{ parts []*Part }

// NewCast gives each of some guests its part in a session of so many clients. End has to be called.
func NewCast(guests []Guest, clients int, seed uint64, tickRate int) *Cast {
	c := &Cast{}
	for _, g := range guests {
		p := &Part{guest: &g, tape: g.Answers, most: MaxTape / len(guests), hello: Hello{Seed: seed, TickRate: tickRate}, clocks: make([]*Clock, clients+1)}
		if p.tape == nil || g.Program != nil {
			p.tape = &Tape{}
		}
		for id := 1; id <= clients; id++ {
			declared := g.Says
			declared.Name = fmt.Sprintf("%s, client %d", g.Name, id)
			p.clocks[id] = &Clock{declared: declared}
			for r := range p.clocks[id].halves {
				p.clocks[id].halves[r].via = &voice{part: p, client: id, role: Role(r)}
			}
		}
		c.parts = append(c.parts, p)
	}
	return c
}

// part returns the part of the guest with a number on the wire, nil if there is none.
func (c *Cast) part(clock uint8) *Part {
	for i, p := range c.parts {
		if registry.GuestNumber(i) == clock {
			return p
		}
	}
	return nil
}

// Estimator implements [registry.Source].
func (c *Cast) Estimator(clock uint8, client int) (netsync.Estimator, error) {
	if p := c.part(clock); p != nil {
		return p.clocks[client].newTicked()
	}
	return nil, errNoPart
}

// Half implements [registry.Source].
func (c *Cast) Half(clock uint8, client int, world netsync.Server) (netsync.Half, error) {
	if p := c.part(clock); p != nil {
		return p.clocks[client].newHalf(world)
	}
	return nil, errNoPart
}

// Err returns the first fault, or nil.
func (c *Cast) Err() error {
	for _, p := range c.parts {
		for _, clock := range p.clocks[1:] {
			if err := clock.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Asks says whether a program is asked: a session with one cannot be copied, since a program cannot be.
func (c *Cast) Asks() bool {
	return slices.ContainsFunc(c.parts, func(p *Part) bool { return p.guest.Program != nil })
}

// Cut returns the names of the guests that have answered more than a log holds.
func (c *Cast) Cut() (names []string) {
	for _, p := range c.parts {
		if p.tape.full {
			names = append(names, p.guest.Name)
		}
	}
	return names
}

// Log returns the guests as a log has them: with what they have answered, and without programs.
func (c *Cast) Log() (all []Guest) {
	for _, p := range c.parts {
		all = append(all, Guest{Name: p.guest.Name, Says: p.guest.Says, Answers: &Tape{text: slices.Clip(p.tape.text[:p.place])}})
	}
	return all
}

// End ends all that has been started.
func (c *Cast) End() {
	for _, p := range c.parts {
		for _, clock := range p.clocks[1:] {
			for r := range clock.halves {
				clock.halves[r].via.(*voice).end()
			}
		}
	}
}

// A voice is one half of a client's clock: its program's, or the tape's.
type voice struct {
	part    *Part
	client  int
	role    Role
	running Running // nil until it is asked first
}

// errEnd is that of an event that comes after the end of a tape.
var errEnd = errors.New("the log's answers end before it")

// start starts the program, where it is one that answers.
func (v *voice) start() error {
	p := v.part
	if v.running != nil || p.guest.Program == nil {
		return nil
	}
	hello := p.hello
	hello.Role, hello.Client = v.role, v.client
	running, says, err := p.guest.Program.Start(hello)
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		fault.Program = "" // it is called by its guest's name
	}
	if err != nil {
		return err
	}
	v.running = running
	if says != p.guest.Says {
		return fmt.Errorf("it says %s of itself, and has said %s", trimmed(says), trimmed(p.guest.Says))
	}
	return nil
}

func trimmed(w Welcome) string { text := w.Append(nil); return string(text[:len(text)-1]) }

func (v *voice) end() {
	if v.running != nil {
		v.running.End()
	}
}

// Exchange implements [Exchanger].
func (v *voice) Exchange(ev *Event) (r Reply, err error) {
	p := v.part
	if p.guest.Program == nil {
		why := "; -guest " + p.guest.Name + "=PROGRAM asks the program itself"
		if p.place == len(p.tape.text) {
			return r, &Fault{What: errEnd.Error() + why, Ours: true}
		}
		if r, p.place, err = p.tape.at(p.place, head(v.client, ev, v.role)); err != nil {
			return r, &Fault{What: err.Error() + why, Ours: true}
		}
		return r, nil
	}
	if r, err = v.running.Exchange(ev); err == nil {
		p.tape.put(head(v.client, ev, v.role), &r, p.most)
		p.place = len(p.tape.text)
	}
	return r, err
}
