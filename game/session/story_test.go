package session

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// A story is what the scenario on which the program opens shows, by its cues and clocks.
type story struct {
	cues []observe.Cue
	s    *Session
}

// told plays the first scenario as far as an instant.
func (y *story) told(t *testing.T, at time.Duration) {
	t.Helper()
	if y.s == nil {
		sc := scenariotest.Load(t, "first")
		y.s = newSession(t, sc, nil)
		t.Cleanup(func() { y.s.Close() })
		y.s.Ears().Hear(0, 1, 2, 3)
	}
	y.cues = append(y.cues, heard(t, y.s, at-time.Duration(y.s.Now()))...)
}

// bell returns when a machine's bell rings for the shot that the host fires in second n.
func (y *story) bell(t *testing.T, machine, n int) netsim.Time {
	t.Helper()
	from := netsim.Time(n) * netsim.Time(time.Second)
	for _, at := range only(y.cues, machine, observe.CueBell) {
		if at > from && at < from+netsim.Time(900*time.Millisecond) {
			return at
		}
	}
	t.Fatalf("machine %d: no bell in second %d, but at %v", machine, n, only(y.cues, machine, observe.CueBell))
	return 0
}

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s: %.2f, want %.2f ± %.2f", what, got, want, tolerance)
	}
}

// lag returns how far, in metres, a projectile on a client's screen is behind the host's.
func (y *story) lag(t *testing.T, client int) float64 {
	t.Helper()
	var shown, truth game.Scene
	y.s.Scene(client, &shown)
	y.s.Scene(0, &truth)
	for _, o := range truth.Shots {
		for _, of := range shown.Shots {
			if of.ID == o.ID {
				return float64(o.Facing) * (o.Pos.X - of.Pos.X).Metres()
			}
		}
	}
	t.Fatalf("client %d and the host show no projectile both at %v", client, y.s.Now())
	return 0
}

func TestTheFirstTenSecondsTellTheirStory(t *testing.T) {
	t.Parallel()
	var y story
	ms := func(client int) float64 { return y.s.Facts(client).Error.Seconds() * 1000 }
	y.told(t, time.Second)
	within(t, "the clock of client 1 at 1 s", ms(1), -82, 4)
	within(t, "the clock of client 3 at 1 s", ms(3), 0, 2)
	y.told(t, 1300*time.Millisecond)
	within(t, "the projectile of client 1 is behind", y.lag(t, 1), 1.64, 0.08)
	y.told(t, 2*time.Second)
	within(t, "the bell of client 1 is later", y.bell(t, 1, 1).Sub(y.bell(t, 0, 1)).Seconds()*1000, 82, 20)

	y.told(t, 6*time.Second)
	within(t, "the clock of client 1 at 6 s", ms(1), -42, 4)
	within(t, "the clock of client 2 at 6 s", ms(2), 41, 4)
	within(t, "the clock of client 3 at 6 s", ms(3), 40, 4)
	y.told(t, 6250*time.Millisecond)
	within(t, "the projectile of client 3 is behind", y.lag(t, 3), -0.8, 0.08)
	y.told(t, 7*time.Second)
	within(t, "the bell of client 3 is later", y.bell(t, 3, 6).Sub(y.bell(t, 0, 6)).Seconds()*1000, -40, 20)

	y.told(t, 10*time.Second)
	if w := y.s.Scenario().WatchAt(y.s.Now()); w.Client != 1 {
		t.Errorf("at the end it shows %+v", w)
	}
	y.told(t, 75*time.Second)
	within(t, "the clock of client 1 at 75 s", ms(1), -42, 4)
	y.bell(t, 1, 74)
}
