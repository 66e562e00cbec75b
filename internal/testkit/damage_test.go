package testkit

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"
)

func TestDamageIsTheSameEachTimeAndSeldomNone(t *testing.T) {
	corpus := [][]byte{{}, []byte("one"), bytes.Repeat([]byte("long "), maxInput)}
	a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	same, seen := 0, map[string]bool{}
	for range 10_000 {
		x := Damaged(a, corpus, nil)
		if y := Damaged(b, corpus, nil); !bytes.Equal(x, y) {
			t.Fatalf("%q and %q", x, y)
		}
		if len(x) > maxInput {
			t.Fatalf("%d bytes", len(x))
		}
		if bytes.Equal(x, corpus[1]) {
			same++
		}
		seen[string(x)] = true
	}
	if same > 500 || len(seen) < 4000 {
		t.Errorf("%d of 10,000 are whole, %d different", same, len(seen))
	}
	if string(corpus[1]) != "one" {
		t.Errorf("the corpus is changed: %q", corpus[1])
	}
}

func TestTheEngineDoesNotMakeAnInputSmallerForMinutes(t *testing.T) {
	f := flag.Lookup("test.fuzzminimizetime")
	if boundMinimizing(); f.Value.String() != minimizing {
		t.Errorf("it does for %v", f.Value)
	}
	for _, given := range []string{"7x", f.DefValue} {
		if err := flag.Set(f.Name, given); err != nil {
			t.Fatal(err)
		}
		if boundMinimizing(); f.Value.String() != given {
			t.Errorf("what is given, %s, becomes %v", given, f.Value)
		}
	}
}
