package lesson

import (
	"math"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
)

// begin plays one of a lesson's worlds up to an instant.
func begin(t *testing.T, number, world int, until time.Duration) (*Lesson, *session.Session) {
	t.Helper()
	l := Numbered(number)
	s := started(t, l.Worlds[world].Scenario)
	for ; until > 0; until -= time.Second {
		advance(t, s, min(until, time.Second))
	}
	return l, s
}

// expect compares figures, by their names, with what they must be.
func expect(t *testing.T, what string, l *Lesson, s *session.Session, tolerance float64, want map[string]float64) {
	t.Helper()
	for name, want := range want {
		found := false
		for i := range l.Figures {
			if f := &l.Figures[i]; f.Name == name {
				found = true
				if v, ok := f.Of(s); !ok || math.Abs(v-want) > tolerance {
					t.Errorf("lesson %d, %s: %s is %v (%v), want %v", l.Number, what, name, v, ok, want)
				}
			}
		}
		if !found {
			t.Errorf("lesson %d has no figure %s", l.Number, name)
		}
	}
}

// What a lesson proposes to try changes its own numbers, and two seconds later they are those of what is on screen:
// at 50 ms each way a round trip is 100 ms, and the buffers add 50 ms.
func TestWhatALessonProposesToTryGivesTheRightNumberWithinTwoSeconds(t *testing.T) {
	t.Parallel()
	set := func(all ...string) scenario.Event { return scenario.Event{Set: scenariotest.Set(all...)} }
	type step struct {
		what string
		do   []scenario.Event
		wait time.Duration
		want map[string]float64
	}
	for _, c := range []struct {
		lesson, world int
		from          time.Duration
		tolerance     float64
		steps         []step
	}{
		{8, 0, time.Minute, 1.6, []step{ // Slot leaves 3 ms alone at first, so it is as near as its first answers
			{"another asymmetry", []scenario.Event{set("link.up.delay=160ms"), {Rejoin: scenario.AllClients}}, 2 * time.Second,
				map[string]float64{"timesync": 60, "rtt2": 60, "slot": 60}},
		}},
		{8, 0, time.Minute, 1.6, []step{
			{"up and down swapped", []scenario.Event{set("link.up.delay=40ms", "link.down.delay=120ms"), {Rejoin: scenario.AllClients}}, 2 * time.Second,
				map[string]float64{"timesync": -40, "rtt2": -40, "slot": -40, "up": 80}},
		}},
		{15, 0, time.Minute, 1, []step{
			{"half of the latency", []scenario.Event{set("link.delay=50ms")}, 2 * time.Second,
				map[string]float64{"behind": 150, "own": 0, "npc": 0}},
			{"all of it", []scenario.Event{set("link.delay=100ms")}, 12 * time.Second, // TimeSync keeps a least delay for 10 s
				map[string]float64{"behind": 250, "own": 0, "npc": 0}},
		}},
		{15, 0, time.Minute, 0.02, []step{ // metres
			{"half of the latency", []scenario.Event{set("link.delay=50ms")}, 2 * time.Second, map[string]float64{"off": 0.45}},
		}},
		{16, 0, time.Minute, 1, []step{
			{"server time", []scenario.Event{set("platform.time=server")}, 2 * time.Second,
				map[string]float64{"host": 250, "behind": 250, "npc": 0, "own": 0}},
			{"predicted time again", []scenario.Event{set("platform.time=predicted")}, 2 * time.Second,
				map[string]float64{"host": 0, "behind": 250, "npc": 250, "own": 0}},
		}},
		{17, 0, time.Minute, 1, []step{
			{"client 2 walks to the lift", []scenario.Event{{Play: &scenario.Play{Player: 2, Held: game.Left}}}, 3600 * time.Millisecond, nil},
			{"client 2 is there", []scenario.Event{{Play: &scenario.Play{Player: 2}}}, 2 * time.Second,
				map[string]float64{"behind": 250, "npc": 250}},
			{"and goes away", []scenario.Event{{Play: &scenario.Play{Player: 2, Held: game.Right}}}, 3600 * time.Millisecond, nil},
			{"client 2 is away", []scenario.Event{{Play: &scenario.Play{Player: 2}}}, 2 * time.Second,
				map[string]float64{"behind": 0, "npc": 0}},
		}},
		{11, 0, 25 * time.Second, 0.05, []step{
			{"a pushed clock", []scenario.Event{set("client1.algorithm=unreal")}, 2 * time.Second, map[string]float64{"off": -4}},
			{"TimeSync again", []scenario.Event{set("client1.algorithm=timesync")}, 2 * time.Second, map[string]float64{"off": 0}},
		}},
	} {
		l, s := begin(t, c.lesson, c.world, c.from)
		for _, step := range c.steps {
			for _, ev := range step.do {
				do(t, s, ev)
			}
			advance(t, s, step.wait)
			expect(t, step.what, l, s, c.tolerance, step.want)
		}
	}
}

func TestEveryMeasureSaysOverWhichTimeItIsTaken(t *testing.T) {
	t.Parallel()
	for _, language := range assets.Languages() {
		for i, words := range append(overs[:], overSpan, overFrom, overTo, overAt) {
			if words[language] == "" {
				t.Errorf("game/lesson/over.go: text %d, %q, is missing in %q", i, words[English], language)
			}
		}
	}
	f := Figure{Measure: Measure{Over: Kept}}
	for _, c := range []struct {
		span Span
		en   string
	}{
		{Span{}, "of the last two minutes"}, {Span{After: 20e9}, "from 20 s on"}, {Span{Before: 20.5e9}, "up to 20.5 s"},
		{Span{After: 20e9, Before: 45e9}, "from 20 to 45 s"},
	} {
		if f.Span = c.span; f.Over(English) != c.en {
			t.Errorf("%+v is %q, want %q", c.span, f.Over(English), c.en)
		}
	}
	f.Measure.Over = At
	if f.Span = (Span{After: 9e9}); f.Over("de") != "bei 9 s" {
		t.Errorf("at 9 s is %q", f.Over("de"))
	}
}
