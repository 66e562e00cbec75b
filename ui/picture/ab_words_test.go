package picture

import "testing"

func TestALinkIsToldByDelayJitterAndLossFirst(t *testing.T) {
	names := []string{"link.up.delay", "link.jitter", "link.down.loss", "algorithm", "link.up.rate"}
	for i, name := range names {
		if got := rank(name); got != i {
			t.Errorf("%s is at %d, want %d", name, got, i)
		}
	}
}
