//go:build !js

package guest

import "context"

// Open starts a program as a clock: its half there at once, and the host's when that is first told something. named, unless it is
// nil, returns what the clock is called, by the name that the program has declared. end ends what has been started, and has to be
// called. Done ends it at any time.
func Open(done context.Context, p *Program, hello Hello, named func(string) string) (c *Clock, end func(), err error) {
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
	return NewClock(declared, func(r Role) (Exchanger, error) {
		if r == Client {
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
