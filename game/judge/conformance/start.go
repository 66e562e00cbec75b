//go:build !js

package conformance

import (
	"context"

	"driftlab/game/judge/process"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// Start starts a program as a port of a clock, which counts its branches where the program can ([Branches]). End has to be called when all has been compared.
func Start(done context.Context, p *process.Program, a registry.Algorithm) (pair *Pair, end func(), err error) {
	clock, end, err := process.Open(done, p, guest.Hello{Client: 1, Seed: 1, TickRate: 60})
	if err != nil {
		return nil, nil, err
	}
	port, err := clock.As(a)
	if err != nil {
		end()
		return nil, nil, err
	}
	return &Pair{Clock: counting(a), Port: port, Failed: clock.Err, Hears: clock.Hears}, end, nil
}
