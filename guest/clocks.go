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
}

// NewClocks returns the clocks of so many clients, of a program that has declared itself. open is called once for each client and
// role, before its first event.
func NewClocks(declared Welcome, clients int, open func(client int, r Role) (Exchanger, error)) *Clocks {
	c := &Clocks{declared: declared}
	for id := 1; id <= clients; id++ {
		own := declared
		if clients > 1 {
			own.Name = fmt.Sprintf("%s, client %d", declared.Name, id)
		}
		c.of = append(c.of, NewClock(own, func(r Role) (Exchanger, error) { return open(id, r) }))
	}
	return c
}

// Algorithm returns an entry of the registry that runs the program on every client, with a name and a number of its own.
func (c *Clocks) Algorithm() registry.Algorithm {
	return c.of[0].entry(c.declared.algorithm(), registry.Foreign{Source: c})
}

// Estimator implements [registry.Source].
func (c *Clocks) Estimator(_ uint8, client int) (netsync.Estimator, error) {
	return c.of[client-1].newEstimator()
}

// Half implements [registry.Source].
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
