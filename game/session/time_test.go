package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// aFrame is what one of a client's frames had.
type aFrame struct {
	now                       netsim.Time
	lead                      time.Duration // predicted time − the host's world time
	fast                      time.Duration // by how much it went on more than what passed, of the two times the farther one
	moment                    game.Moment
	late                      uint64 // inputs that have come too late so far
	resets, hardResets, stops uint64
}

// framesOf runs a scenario with one client to its end, a frame at a time.
func framesOf(t *testing.T, sc *scenario.Scenario) (all []aFrame) {
	t.Helper()
	s := newSession(t, sc, nil)
	for now := time.Duration(0); now < sc.Duration; now += frame {
		advance(t, s, frame, frame)
		f := s.Facts(1)
		if !f.Moment.OK {
			continue
		}
		a := aFrame{now: s.Now(), lead: f.Moment.Predicted.World().Sub(s.HostWorld()), moment: f.Moment, late: f.Inputs.Missing,
			resets: f.Resets, hardResets: f.Time.Pace.Resets, stops: f.Time.Faults}
		if n := len(all); n > 0 {
			a.fast = max((f.Moment.Predicted.Sub(all[n-1].moment.Predicted) - frame).Abs(), (f.Moment.Server.Sub(all[n-1].moment.Server) - frame).Abs())
		}
		all = append(all, a)
	}
	return all
}

func from(all []aFrame, at time.Duration) []aFrame {
	for i := range all {
		if all[i].now >= netsim.Time(at) {
			return all[i:]
		}
	}
	return nil
}

// delayStep is both ways becoming longer at 20 s.
func delayStep(before, after, more string) string {
	return `
clients = 1
duration = "40s"
[set]
link.delay = "` + before + `"
client.algorithm = "unity"
client.offset = "7s"
` + more + `
[[event]]
at = "20s"
[event.set]
link.delay = "` + after + `"
`
}

func TestUnitysTimesSlewByOnePerCentWhenBothWaysBecomeLonger(t *testing.T) {
	t.Parallel()
	all := framesOf(t, parsed(t, delayStep("50ms", "150ms", "")))
	before := from(all, 19*time.Second)[0].lead
	for _, f := range from(all, 2*time.Second) {
		if f.fast > frame/100+time.Microsecond {
			t.Fatalf("at %v a time ran %v of %v off its pace", f.now, f.fast, frame)
		}
	}
	// Before, the lead is up to the dead zone and a tick more than its aim, and after, it is as much less.
	soon, later := from(all, 21*time.Second)[0].lead-before, from(all, 36*time.Second)[0].lead-before
	if soon > 11*time.Millisecond || later < 40*time.Millisecond || later > 100*time.Millisecond {
		t.Errorf("the lead of %v grew by %v within a second and by %v within 16", before, soon, later)
	}
	first, second, last := from(all, 20*time.Second)[0].late, from(all, 30*time.Second)[0].late, all[len(all)-1].late
	if second < first+60 || last > second {
		t.Errorf("inputs that came too late went from %d to %d and then to %d: want many while the time slews, and none after", first, second, last)
	}
}

func TestWithHardResetsOnlyNothingThatIsDrawnOrSentRunsFastOrSlow(t *testing.T) {
	t.Parallel()
	all := framesOf(t, parsed(t, delayStep("50ms", "90ms", `unity.catch-up = "hard-resets-only"`)))
	before := from(all, 19*time.Second)[0]
	for _, f := range from(all, 2*time.Second) {
		if f.fast > time.Microsecond || f.hardResets != before.hardResets {
			t.Fatalf("at %v a time ran %v of %v off its pace, after %d hard resets", f.now, f.fast, frame, f.hardResets)
		}
	}
	if last := all[len(all)-1]; last.lead-before.lead > time.Millisecond || before.lead-last.lead > time.Millisecond {
		t.Errorf("the lead went from %v to %v", before.lead, last.lead)
	}
}

func TestUnitysTimesAreBothSetBeyondTheHardReset(t *testing.T) {
	t.Parallel()
	all := framesOf(t, parsed(t, delayStep("50ms", "300ms", "")))
	before, after := from(all, 19*time.Second)[0], from(all, 22*time.Second)[0]
	if after.hardResets == before.hardResets {
		t.Error("there was no hard reset")
	}
	apart := func(f aFrame) time.Duration { return f.moment.Predicted.Sub(f.moment.Server) }
	if grown := apart(after) - apart(before); grown < 450*time.Millisecond || grown > 550*time.Millisecond {
		t.Errorf("server time and predicted time came %v farther apart, want the 500 ms of the round trip", grown)
	}
	if after.stops != 0 {
		t.Error("the provider was stopped")
	}
}

// The host's word comes too late for what it corrects: with the same rule a longer way oscillates.
func TestTimesThatTheHostConvertsOscillateTheMoreTheLongerTheWayIs(t *testing.T) {
	t.Parallel()
	swing := func(delay string) time.Duration {
		all := from(framesOf(t, parsed(t, delayStep(delay, delay, `time.provider = "host"`))), 20*time.Second)
		least, most := all[0].lead, all[0].lead
		for _, f := range all {
			least, most = min(least, f.lead), max(most, f.lead)
		}
		return most - least
	}
	near, far := swing("10ms"), swing("200ms")
	t.Logf("predicted time swings by %v at a round trip of 20 ms, by %v at 400 ms", near, far)
	if near > 10*time.Millisecond || far < 5*near || far < 50*time.Millisecond {
		t.Errorf("predicted time swings by %v at a round trip of 20 ms and by %v at 400 ms", near, far)
	}
}

func TestTheSampleProviderKeepsPredictedTimeAHundredMillisecondsAhead(t *testing.T) {
	t.Parallel()
	for _, f := range framesOf(t, parsed(t, delayStep("50ms", "90ms", `time.provider = "sample"`))) {
		if apart := f.moment.Predicted.Sub(f.moment.Server); apart != 100*time.Millisecond {
			t.Fatalf("at %v they are %v apart", f.now, apart)
		}
	}
}

// Of all scenarios and lessons, whatever their clocks do and whichever drives, unless the constants say otherwise.
func TestUnitysTimesKeepOnePerCentInEveryScenario(t *testing.T) {
	t.Parallel()
	for _, name := range testkit.Some(t, append(assets.ScenarioNames(), assets.LessonNames()...), 12) {
		sc := scenariotest.Load(t, name)
		sc.Pin(scenariotest.Set("time.provider=unity"))
		s := newSession(t, sc, nil)
		if s.Level().Empty() {
			continue // nobody plays
		}
		advance(t, s, sc.Duration, time.Second)
		for client := 1; client <= sc.Clients; client++ {
			p := s.Facts(client).Time
			if p.Provider != "unity" || p.Pace.Frames == 0 || p.Pace.Off > p.Pace.Resets || p.Faults != 0 {
				t.Errorf("%s: client %d: %+v", name, client, p)
			}
			if p.Pace.Resets == 0 && p.Pace.Worst > p.Pace.WorstOf/100+time.Microsecond {
				t.Errorf("%s: client %d ran %v of %v off its pace", name, client, p.Pace.Worst, p.Pace.WorstOf)
			}
		}
	}
}

func TestTheProviderCanBeChangedWhileItRuns(t *testing.T) {
	t.Parallel()
	s := newSession(t, parsed(t, `clocks = "all"`+delayStep("50ms", "60ms", "link.jitter = \"5ms\"")), nil) // some go by a clock of their own
	for k := range 40 {
		design := registry.TimeDesigns()[k*7%len(registry.TimeDesigns())]
		set(t, s, "time.provider", design.Name)
		if k%9 == 8 {
			do(t, s, scenario.Event{Rejoin: scenario.AllClients})
		}
		advance(t, s, time.Second, frame)
		f := s.Facts(1)
		if f.Time.Provider != design.Name || f.Time.Faults != 0 || !f.Moment.OK {
			t.Fatalf("after %d s: %+v with %s", k+1, f.Time, design.Name)
		}
		if lead := f.Moment.Predicted.World().Sub(s.HostWorld()); lead < 0 || lead > 300*time.Millisecond {
			t.Errorf("after %d s predicted time of %s is %v ahead", k+1, design.Name, lead)
		}
	}
	if err := s.Set("time.provider", "none"); err == nil || !strings.Contains(err.Error(), "time.provider") || !strings.Contains(err.Error(), "nearest: ") {
		t.Errorf("an unknown provider: %v", err)
	}
}

// As in the window, where one chooses while nothing goes on.
func TestTheGameIsShownOnWhileAnotherProviderIsChosen(t *testing.T) {
	t.Parallel()
	s := newSession(t, parsed(t, delayStep("50ms", "50ms", "")), nil)
	advance(t, s, 10*time.Second, time.Second)
	var before, after game.Scene
	s.Scene(1, &before)
	for _, c := range [...][2]string{{"time.provider", "sample"}, {"time.provider", "by-clock"}, {"client.algorithm", "timesync"}} {
		set(t, s, c[0], c[1])
		if s.Scene(1, &after); len(before.Players) == 0 || len(after.Players) != len(before.Players) || !s.Facts(1).Moment.OK {
			t.Errorf("%s=%s: %d players are shown, and were %d", c[0], c[1], len(after.Players), len(before.Players))
		}
	}
}
