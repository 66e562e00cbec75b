//go:build !js

package judge

import (
	"math"
	"testing"

	"driftlab/game/session"
	"driftlab/netsim"
)

// An upload that begins 5 to 19 s after the join is a queue, though the line is too young then to know its rate.
func TestMidlineTakesNoUploadAfterTheJoinForTime(t *testing.T) {
	t.Parallel()
	links, err := Load("bufferbloat", "")
	if err != nil {
		t.Fatal(err)
	}
	sc := *links[0].Scenario
	sc.ClockList = "midline"
	const seeds = 10
	squares, worst := 0., 0.
	for seed := range uint64(seeds) {
		sc.Seed = seed + 1
		s, err := session.New(&sc, session.Options{Carrier: netsim.NewDirect(), Unwatched: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Advance(sc.Duration); err != nil {
			t.Fatal(err)
		}
		for _, a := range s.Summary().Clients[0].Algorithms {
			if a.Algorithm == "midline" {
				e := a.ErrorMS
				t.Logf("seed %d: %.3f ms, at worst %.3f", sc.Seed, e.RMS, e.Worst)
				squares, worst = squares+e.RMS*e.RMS, max(worst, math.Abs(e.Worst))
			}
		}
		s.Close()
	}
	if rms := math.Sqrt(squares / seeds); !(rms > 0 && rms <= 1.5 && worst <= 10) {
		t.Errorf("root mean square %.2f ms, at worst %.2f", rms, worst)
	}
}
