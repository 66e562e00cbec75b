//go:build !js

package guest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A part is a guest's in one session: a clock for each client, and what all of them have answered. It is not safe for concurrent
// use.
type part struct {
	guest  *Guest
	pool   *pool    // nil for a guest that is played back
	tape   *Tape    // shared with copies of the session, which play back what is on it as long as they go the same way
	most   int      // bytes of the tape, where it is recorded
	place  int      // in the tape: what was answered before it was answered in this session
	clocks []*Clock // by client, from 1 on
}

// A Cast is the guests of one session. A copy of a session has a copy of it, which shares what has been started: all copies of
// a session have to be used from one goroutine.
type Cast struct{ parts []*part }

// KeptTypes are those of what copies of a cast share.
var KeptTypes = []reflect.Type{reflect.TypeFor[*Guest](), reflect.TypeFor[*pool](), reflect.TypeFor[*Tape]()}

// NewCast gives each of some guests its part in a session with a number of clients. Close has to be called, or End.
func NewCast(guests []Guest, clients int, hello Hello) *Cast {
	c := &Cast{}
	for _, g := range guests {
		p := &part{guest: &g, tape: g.Answers, most: MaxTape / len(guests), clocks: make([]*Clock, clients+1)}
		if p.tape == nil || g.Program != nil {
			p.tape = &Tape{}
		}
		if g.Program != nil {
			halves := clients
			if g.Says.HasHost {
				halves *= 2
			}
			p.pool = newPool(&g, halves, hello)
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
func (c *Cast) part(clock uint8) *part {
	for i, p := range c.parts {
		if registry.GuestNumber(i) == clock {
			return p
		}
	}
	return nil
}

func (c *Cast) Estimator(clock uint8, client int) (netsync.Estimator, error) {
	if p := c.part(clock); p != nil {
		return p.clocks[client].newTicked()
	}
	return nil, errNoPart
}

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

// Share says that the session is copied.
func (c *Cast) Share() {
	for _, p := range c.parts {
		if p.pool != nil {
			p.pool.shared = true
		}
	}
}

// Close ends what has been started, unless copies of the session may continue with it.
func (c *Cast) Close() {
	for _, p := range c.parts {
		if p.pool != nil && !p.pool.shared {
			endAll(p.pool.halves)
		}
	}
}

// End ends what has been started, for copies of the session too: a copy that continues starts it again.
func (c *Cast) End() {
	for _, p := range c.parts {
		if p.pool != nil {
			endAll(p.pool.halves)
		}
	}
}

// A voice is one half of a client's clock: the program's, where there is one, and before it the tape's.
type voice struct {
	part   *part
	client int
	role   Role
}

// errEnd is that of an event that comes after the end of a tape.
var errEnd = errors.New("the log's answers end before it")

func (v *voice) Exchange(ev *Event) (r Reply, err error) {
	p, h := v.part, head(v.client, ev, v.role)
	if p.place == len(p.tape.text) {
		err = errEnd
	} else if r, next, bad := p.tape.at(p.place, h); bad == nil {
		p.place = next
		return r, nil
	} else {
		err = bad
	}
	if p.pool == nil {
		return r, &Fault{What: fmt.Sprintf("%v; -guest %s=PROGRAM asks the program itself", err, p.guest.Name), Ours: true}
	}
	return p.pool.ask(v, ev, h)
}
