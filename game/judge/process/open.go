//go:build !js

package process

import (
	"context"

	"driftlab/netsync/guest"
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

// An opener starts the halves of a program, the one that hello is for at once.
type opener struct {
	done    context.Context
	program *Program
	hello   guest.Hello
	says    guest.Welcome
	running []*Process
}

func newOpener(done context.Context, p *Program, hello guest.Hello) (*opener, error) {
	first, says, err := Start(done, p, hello)
	if err != nil {
		return nil, err
	}
	return &opener{done, p, hello, says, []*Process{first}}, nil
}

// open returns the half of a client, which says of itself what the first one has said.
func (o *opener) open(client int, r guest.Role) (guest.Exchanger, error) {
	hello := o.hello
	if hello.Client, hello.Role = client, r; hello == o.hello {
		return o.running[0], nil
	}
	half, says, err := Start(o.done, o.program, hello)
	if err != nil {
		return nil, err
	}
	o.running = append(o.running, half)
	return half, o.says.Again(says)
}

func (o *opener) end() {
	for _, one := range o.running {
		one.End()
	}
}

// Open starts a program as the clock of the client that hello is for: its half there at once, and the host's when that is first
// told something. end ends what has been started, and has to be called. Done ends it at any time.
func Open(done context.Context, p *Program, hello guest.Hello) (c *guest.Clock, end func(), err error) {
	o, err := newOpener(done, p, hello)
	if err != nil {
		return nil, nil, err
	}
	return guest.NewClock(o.says, func(r guest.Role) (guest.Exchanger, error) { return o.open(hello.Client, r) }), o.end, nil
}

// OpenEach starts a program as the clock of each client from 1 on: the half of client 1, which hello is for, at once, and each other
// when it is first told something. named returns what the clock is called, by the name that the program has declared. end ends what
// has been started, and has to be called. Done ends it at any time.
func OpenEach(done context.Context, p *Program, hello guest.Hello, clients int, named func(string) string) (c *guest.Clocks, end func(), err error) {
	o, err := newOpener(done, p, hello)
	if err != nil {
		return nil, nil, err
	}
	declared := o.says
	declared.Name = named(declared.Name)
	return guest.NewClocks(declared, clients, o.open), o.end, nil
}
