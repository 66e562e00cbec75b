//go:build !js

package process

import (
	"strings"
	"testing"

	"driftlab/netsync/guest"
)

// stater is a half that states a time when it is first woken, and never again.
type stater struct{ said bool }

func (s *stater) Exchange(ev *guest.Event) (guest.Reply, error) {
	r := guest.Reply{N: ev.N}
	if ev.Kind == guest.Reset {
		s.said = false
	}
	if ev.Kind == guest.Wake && !s.said {
		s.said, r.HasClock, r.Clock = true, true, &guest.Line{Time: 7}
	}
	return r, nil
}

// silent is a half on the host that sends nothing.
type silent struct{}

func (silent) Exchange(ev *guest.Event) (guest.Reply, error) { return guest.Reply{N: ev.N}, nil }

func TestWhatAClientHasStatedStaysWhenTheHostsHalfBegins(t *testing.T) {
	t.Parallel()
	readings := func(hasHost bool) int {
		clock := guest.NewClock(guest.Welcome{Name: "stater", Hears: guest.Answers, HasHost: hasHost}, func(r guest.Role) (guest.Exchanger, error) {
			if r == guest.Client {
				return &stater{}, nil
			}
			return silent{}, nil
		})
		csv, _ := played(t, scenarioOf(t, "rtt2"), clock.Algorithm())
		if err := clock.Err(); err != nil {
			t.Fatal(err)
		}
		return strings.Count(csv, ",stater,")
	}
	if alone, both := readings(false), readings(true); alone < 2000 || both != alone {
		t.Errorf("it reads a time %d times, and %d times where it has a half on the host", alone, both)
	}
}
