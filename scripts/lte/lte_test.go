package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"driftlab/netsim"
)

func TestADitheredTraceHasEachLineWithinItsMillisecond(t *testing.T) {
	t.Parallel()
	lines := []string{"0", "1", "1", "5", "9", "9", "12"}
	text, err := dither(strings.Join(lines, "\n")+"\n", rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	trace, err := netsim.ReadTrace("dithered", strings.NewReader(text))
	if err != nil || trace.Period().Milliseconds() != 12 {
		t.Fatalf("%v, %+v", err, trace)
	}
	got := strings.Fields(text)
	if len(got) != len(lines) || got[0] != "0.000" || got[6] != "12.000" || got[4] == "9.000" || got[3] <= "4" || got[3] > "5.000" {
		t.Errorf("%v of %v", got, lines)
	}
	if again, _ := dither(strings.Join(lines, "\n")+"\n", rand.New(rand.NewPCG(1, 1))); again != text {
		t.Error("the same luck gives other times")
	}
	if _, err := dither("1\nsoon\n", rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("a line of words is a time")
	}
}

// Where the edge is sharp the prototype is known by theory: exponential waits of mean τ, λ a second over W, leave 2.0 τ/(λW).
func TestThePrototypeReachesWhatTheoryHasForAnExponential(t *testing.T) {
	t.Parallel()
	var off []float64
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		run := &run{}
		for way := range run.ways {
			for at := 0.; at < 200; at += 2 {
				run.ways[way] = append(run.ways[way], point{at + r.Float64(), 20 + r.ExpFloat64()})
			}
		}
		off = append(off, run.estimate(202))
	}
	sum := 0.
	for _, e := range off {
		sum += e * e
	}
	slices.Sort(off)
	if rms, theory := math.Sqrt(sum/float64(len(off))), 2.0/(.5*200); rms > 2*theory || rms < theory/2 {
		t.Errorf("it is off by %.4f ms, and theory has %.4f: %.4f", rms, theory, off)
	}
}
