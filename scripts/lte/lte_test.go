package main

import (
	"math/rand/v2"
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
