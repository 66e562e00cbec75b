package netsim

import (
	"testing"
	"time"
)

func TestWhatOvertakesMaySaveALeadOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lead, delay time.Duration
	}{{0, 0}, {4 * time.Millisecond, 46 * time.Millisecond}, {time.Second, 0}} {
		l := mustLink(t, 1, 1, Settings{Delay: 50 * time.Millisecond, Reorder: 0.5, ReorderLead: c.lead})
		overtook := 0
		for range 100 {
			switch delay, _ := l.Fate(0, 100); delay {
			case c.delay:
				overtook++
			case 50 * time.Millisecond:
			default:
				t.Errorf("a lead of %v: a delay of %v", c.lead, delay)
			}
		}
		if overtook < 30 || overtook > 70 {
			t.Errorf("a lead of %v: %d of 100 overtake", c.lead, overtook)
		}
	}
}
