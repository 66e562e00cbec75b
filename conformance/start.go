//go:build !js

package conformance

import (
	"context"

	"driftlab/guest"
	"driftlab/netsync/registry"
)

// Start starts a program as a port of a clock. End has to be called when all has been compared.
func Start(done context.Context, p *guest.Program, a registry.Algorithm) (pair *Pair, end func(), err error) {
	hello := guest.Hello{Client: 1, Seed: 1, TickRate: 60}
	client, declared, err := guest.Start(done, p, hello)
	if err != nil {
		return nil, nil, err
	}
	running := []*guest.Process{client}
	end = func() {
		for _, one := range running {
			one.End()
		}
	}
	clock := guest.NewClock(declared, func(r guest.Role) (guest.Exchanger, error) {
		if r == guest.Client {
			return client, nil
		}
		hello.Role = r
		half, _, err := guest.Start(done, p, hello)
		if err == nil {
			running = append(running, half)
		}
		return half, err
	})
	port, err := clock.As(a)
	if err != nil {
		end()
		return nil, nil, err
	}
	return &Pair{Clock: a, Port: port, Failed: clock.Err}, end, nil
}
