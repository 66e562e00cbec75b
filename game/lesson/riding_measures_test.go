package lesson

import (
	"math"
	"testing"
	"time"

	"driftlab/game/session"
)

// rode plays the lesson of the lift, in which everybody but the host's player rides, with platforms in a time.
func rode(t *testing.T, platforms string) *session.Session {
	t.Helper()
	s := started(t, Named("lesson-lift-server-time").Worlds[0].Scenario)
	set(t, s, "platform.time", platforms)
	advance(t, s, 8*time.Second)
	return s
}

func TestWhoIsOffThePlatformAndOnWhichScreensNobodyIs(t *testing.T) {
	t.Parallel()
	const (
		npc, other = 2, 4
		ofHost     = 2
	)
	for _, tt := range []struct {
		platforms  string
		off, right float64
	}{{"server", other, 0}, {"predicted", npc + other, ofHost}} {
		s := rode(t, tt.platforms)
		f := &Figure{Client: 1}
		if off, ok := whoIsOff(s, f); !ok || off != tt.off {
			t.Errorf("platforms in %s time: %v are off, want %v", tt.platforms, off, tt.off)
		}
		if right, ok := screensRight(s, f); !ok || right != tt.right {
			t.Errorf("platforms in %s time: the screens %v are right, want %v", tt.platforms, right, tt.right)
		}
	}
}

func TestNobodyIsOffWhereNobodyRides(t *testing.T) {
	t.Parallel()
	s := started(t, Named("lesson-lift-server-time").Worlds[0].Scenario)
	if _, ok := whoIsOff(s, &Figure{Client: 1}); ok {
		t.Error("a rider is off before the beginning")
	}
	if _, ok := screensRight(s, &Figure{Client: 1}); ok {
		t.Error("screens are right before the beginning")
	}
}

func TestAPlayerRidesTheLiftAndNothingBeforeTheBeginning(t *testing.T) {
	t.Parallel()
	if on, ok := rides(rode(t, "server"), &Figure{Client: 2}); !ok || on != 1 {
		t.Errorf("client 2 rides platform %v (%v), want 1", on, ok)
	}
	s := started(t, Named("lesson-lift-server-time").Worlds[0].Scenario)
	if on, ok := rides(s, &Figure{Client: 2}); ok {
		t.Errorf("client 2 rides platform %v before the beginning", on)
	}
}

func TestAKeyShowsAtOnceWhereThePlayerIsPredictedAndElseAfterWaysAndBuffers(t *testing.T) {
	t.Parallel()
	for world, want := range []float64{0, 250} {
		s := started(t, Named("lesson-authority").Worlds[world].Scenario)
		advance(t, s, 5*time.Second)
		if v, ok := keyShows(s, &Figure{Client: 1}); !ok || math.Abs(v-want) > 0.001 {
			t.Errorf("world %d: a key shows after %v ms (%v), want %v", world, v, ok, want)
		}
	}
}
