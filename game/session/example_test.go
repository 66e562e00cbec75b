package session_test

import (
	"fmt"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A session of a scenario of the program, with a setting of one's own, up to its twentieth second: how wrong two
// of the first client's clocks are.
func Example() {
	sc, err := scenario.Load("first")
	if err != nil {
		panic(err)
	}
	delay, err := scenario.ParseAssignment("link.up.delay", "120ms")
	if err != nil {
		panic(err)
	}
	sc.Pin(delay)
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	if err := s.Advance(20 * time.Second); err != nil {
		panic(err)
	}
	for _, a := range s.Summary().Clients[0].Algorithms {
		if a.Algorithm == "unreal" || a.Algorithm == "timesync" {
			fmt.Printf("%s: mean error %+.0f ms\n", a.Algorithm, a.ErrorMS.Mean)
		}
	}
	// Output:
	// unreal: mean error -43 ms
	// timesync: mean error +40 ms
}
