package profile

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
)

func TestClumsyReadsTheChanceThatIsMeant(t *testing.T) {
	t.Parallel()
	for hundredths := 1; hundredths <= 10_000; hundredths++ {
		text := clumsyPercent(hundredths)
		value, err := strconv.ParseFloat(text, 32)
		if err != nil || value > 100 {
			t.Fatalf("%d: %q is no chance: %v", hundredths, text, err)
		}
		// clumsy's common.c: (short)(value * 100), whether the compiler computes it in floats or doubles.
		if a, b := int(float32(value)*100), int(value*100); a != hundredths || b != hundredths {
			t.Errorf("%q is read as %d or %d hundredths, not %d", text, a, b, hundredths)
		}
	}
}

func TestClumsyAndUnrealKeepTheOrder(t *testing.T) {
	t.Parallel()
	s := netsim.Settings{Delay: 20 * time.Second, Jitter: time.Second, Reorder: 0.0312, InOrder: true}
	for _, target := range []string{"clumsy", "unreal"} {
		if text := export(t, target, s); strings.Contains(text, " order:") || strings.Contains(text, "overtakes") || strings.Contains(text, "ood") ||
			!strings.Contains(text, "cannot express (up) reordering: 3.12%; ") {
			t.Errorf("in order, %s:\n%s", target, text)
		}
	}
	s.InOrder = false
	if text := export(t, "clumsy", s); !strings.Contains(text, " --lag on --lag-time 15000 --ood on --ood-chance 3.12") {
		t.Errorf("in any order, clumsy:\n%s", text)
	}
	if text := export(t, "unreal", s); !strings.Contains(text, "jitter: 1s on average; from 20000 to 22000 ms, and none overtakes another") {
		t.Errorf("in any order, unreal:\n%s", text)
	}
}

func TestClumsyDelaysNothingByLessThanAMillisecond(t *testing.T) {
	t.Parallel()
	text := export(t, "clumsy", netsim.Settings{Delay: 200 * time.Microsecond, Jitter: 200 * time.Microsecond})
	if strings.Contains(text, "--lag") || strings.Contains(text, "40 ms") || !strings.Contains(text, "cannot express (up) delay: 200µs; its least is 1 ms\n") ||
		!strings.Contains(text, "cannot express (up) jitter: 200µs on average\n") {
		t.Errorf("got\n%s", text)
	}
}
