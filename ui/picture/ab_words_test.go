package picture

import (
	"testing"
	"time"

	"driftlab/game/session"
)

// −0.14 and −0.06 ms are written as −0.1 and −0.1: what is between them must not be 0.1.
func TestWhatIsBetweenTwoErrorsIsOfTheErrorsAsWritten(t *testing.T) {
	for _, c := range []struct {
		a, b time.Duration // µs
		want float64
	}{{-140, -60, 0}, {-149, 40, 0.1}, {160, -185_260, -185.5}, {0, 0, 0}} {
		got := Between(&session.Facts{Error: c.a * time.Microsecond}, &session.Facts{Error: c.b * time.Microsecond})
		if got != c.want {
			t.Errorf("%d and %d µs: %v ms, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestALinkIsToldByDelayJitterAndLossFirst(t *testing.T) {
	names := []string{"link.up.delay", "link.jitter", "link.down.loss", "algorithm", "link.up.rate"}
	for i, name := range names {
		if got := rank(name); got != i {
			t.Errorf("%s is at %d, want %d", name, got, i)
		}
	}
}
