//go:build !js

package process

import (
	"context"

	"driftlab/guest"
)

// A Starter has the parts of a session start a program, once for each client and role. Done ends all of them at any time.
type Starter struct {
	Done    context.Context
	Program *Program
}

// Start implements [guest.Starter].
func (s Starter) Start(hello guest.Hello) (guest.Running, guest.Welcome, error) {
	p, says, err := Start(s.Done, s.Program, hello)
	if err != nil {
		return nil, says, err
	}
	return p, says, nil
}

// Open starts a program as a clock: its half there at once, and the host's when that is first told something. named, unless it is
// nil, returns what the clock is called, by the name that the program has declared. end ends what has been started, and has to be
// called. Done ends it at any time.
func Open(done context.Context, p *Program, hello guest.Hello, named func(string) string) (c *guest.Clock, end func(), err error) {
	client, declared, err := Start(done, p, hello)
	if err != nil {
		return nil, nil, err
	}
	if named != nil {
		declared.Name = named(declared.Name)
	}
	running := []*Process{client}
	end = func() {
		for _, one := range running {
			one.End()
		}
	}
	return guest.NewClock(declared, func(r guest.Role) (guest.Exchanger, error) {
		if r == guest.Client {
			return client, nil
		}
		hello.Role = r
		half, _, err := Start(done, p, hello)
		if err == nil {
			running = append(running, half)
		}
		return half, err
	}), end, nil
}
