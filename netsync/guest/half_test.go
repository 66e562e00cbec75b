package guest

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A sleeper wants to be woken a second later, each time.
type sleeper struct{ woken []int64 }

func (s *sleeper) Exchange(ev *Event) (Reply, error) {
	if ev.Kind != Wake {
		return Reply{N: ev.N}, nil
	}
	s.woken = append(s.woken, ev.Now)
	return Reply{N: ev.N, HasWake: true, Wake: ev.Now + int64(time.Second)}, nil
}

func TestAHostsHalfIsWokenAtOnceAfterItsClockWasSetBack(t *testing.T) {
	a, err := registry.Lookup("midline")
	if err != nil {
		t.Fatal(err)
	}
	var s sleeper
	clock := NewClock(Declare(a), func(Role) (Exchanger, error) { return &s, nil })
	half, err := clock.newHalf(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []time.Duration{10 * time.Second, 10*time.Second + 1, 3 * time.Second, 3*time.Second + 1, 4 * time.Second} {
		half.Due(netsync.Server(now), 0)
	}
	if len(s.woken) != 3 || s.woken[1] != int64(3*time.Second) || clock.Err() != nil {
		t.Errorf("it is woken at %d, %v", s.woken, clock.Err())
	}
}
