//go:build !js

package guest

import (
	"fmt"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// Clocks are one program as the clocks of all clients of one session. They are not safe for concurrent use.
type Clocks struct {
	declared Welcome
	of       []*Clock // by client, from 1 on
	tape     Tape     // what all have answered
	asked    int64
}

// NewClocks returns the clocks of some clients, all of a program that has declared itself. open is called once for each client and
// role, before its first event.
func NewClocks(declared Welcome, clients int, open func(client int, r Role) (Exchanger, error)) *Clocks {
	c := &Clocks{declared: declared}
	for id := 1; id <= clients; id++ {
		own := declared
		if clients > 1 {
			own.Name = fmt.Sprintf("%s, client %d", declared.Name, id)
		}
		c.of = append(c.of, NewClock(own, func(r Role) (Exchanger, error) {
			via, err := open(id, r)
			return &taped{via, c, id, r}, err
		}))
	}
	return c
}

// Algorithm returns an entry of the registry that runs the program on every client, with a name and a number of its own.
func (c *Clocks) Algorithm() registry.Algorithm {
	return c.of[0].entry(c.declared.algorithm(), registry.Foreign{Source: c})
}

func (c *Clocks) Estimator(_ uint8, client int) (netsync.Estimator, error) {
	return c.of[client-1].newTicked()
}

func (c *Clocks) Half(_ uint8, client int, world netsync.Server) (netsync.Half, error) {
	return c.of[client-1].newHalf(world)
}

// Err returns the fault of the first client that has one, or nil.
func (c *Clocks) Err() error {
	for _, clock := range c.of {
		if err := clock.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Log returns the program as a log has a guest, with what it has answered: under a name, as it is in no log that has another.
func (c *Clocks) Log(name string) Guest { return Guest{Name: name, Says: c.declared, Answers: &c.tape} }

// Unheard returns how many questions have been asked by a program that hears no answers.
func (c *Clocks) Unheard() int64 {
	if c.declared.Hears.has(Answers) {
		return 0
	}
	return c.asked
}

// A taped is one half of a program whose answers are kept.
type taped struct {
	Exchanger
	clocks *Clocks
	client int
	role   Role
}

func (t *taped) Exchange(ev *Event) (r Reply, err error) {
	if r, err = t.Exchanger.Exchange(ev); err == nil {
		t.clocks.tape.put(head(t.client, ev, t.role), ev, t.role, &r, MaxTape)
	}
	for i := range r.Send {
		if r.Send[i].Kind == SendAsk {
			t.clocks.asked++
		}
	}
	return r, err
}
