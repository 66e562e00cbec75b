//go:build !js

package guest

import (
	"strings"
	"testing"
)

// stater is a half that states a time when it is first woken, and never again.
type stater struct{ said bool }

func (s *stater) Exchange(ev *Event) (Reply, error) {
	r := Reply{N: ev.N}
	if ev.Kind == Reset {
		s.said = false
	}
	if ev.Kind == Wake && !s.said {
		s.said, r.HasClock, r.Clock = true, true, &Line{Time: 7}
	}
	return r, nil
}

// silent is a half on the host that sends nothing.
type silent struct{}

func (silent) Exchange(ev *Event) (Reply, error) { return Reply{N: ev.N}, nil }

func TestWhatAClientHasStatedStaysWhenTheHostsHalfBegins(t *testing.T) {
	t.Parallel()
	readings := func(hasHost bool) int {
		clock := NewClock(Welcome{Name: "stater", Hears: Answers, HasHost: hasHost}, func(r Role) (Exchanger, error) {
			if r == Client {
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
