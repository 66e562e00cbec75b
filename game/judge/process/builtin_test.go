//go:build !js

package process

import (
	"testing"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// responding returns a clock of the registry as a guest within this program.
func responding(t *testing.T, a registry.Algorithm) registry.Algorithm {
	t.Helper()
	clock := guest.NewClock(guest.Declare(a), func(r guest.Role) (guest.Exchanger, error) { return guest.NewResponder(a, r) })
	t.Cleanup(func() {
		if err := clock.Err(); err != nil || clock.Events(guest.Client) < 2 { // Unreal hears of few pushes
			t.Error(clock.Events(guest.Client), err)
		}
	})
	as, err := clock.As(a)
	if err != nil {
		t.Fatal(err)
	}
	return as
}

func TestEachBuiltInClockThroughTheProtocolGivesItsOwnBytes(t *testing.T) {
	t.Parallel()
	for _, a := range registry.Algorithms() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			sc := scenarioOf(t, a.Name)
			want, sent := played(t, sc)
			got, guests := played(t, sc, responding(t, a))
			if got != want || guests != sent {
				t.Errorf("%s, %d and %d packets", firstDifference(want, got), sent, guests)
			}
		})
	}
}

func TestABuiltInClockAsAProgramGivesItsOwnBytes(t *testing.T) {
	for _, name := range []string{"slot", "timesync", "unity"} { // with piggybacks, a half on the host, readings and the game's numbers
		a, err := registry.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		sc := scenarioOf(t, name)
		want, _ := played(t, sc)
		clock := opened(t, program(t, "serve "+name, patient()))
		as, err := clock.As(a)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := played(t, sc, as)
		if err := clock.Err(); err != nil || got != want {
			t.Errorf("%s: %s, %v", name, firstDifference(want, got), err)
		}
	}
}

func TestASessionWithAGuestCannotBeCopied(t *testing.T) {
	t.Parallel()
	a, err := registry.Lookup("rtt2")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(scenarioOf(t, "rtt2"), session.Options{Carrier: netsim.NewDirect(), Guests: []registry.Algorithm{responding(t, a)}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Advance(2 * time.Second); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Clone(session.Options{Carrier: netsim.NewDirect()}); err == nil || err.Error() != "a session with guests cannot be copied" {
		t.Error(err)
	}
}
