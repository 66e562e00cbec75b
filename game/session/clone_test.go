package session

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// cloneOf returns a clone that goes on with a trace where the original's stands.
func cloneOf(t rapid.TB, s *Session, h *traceHash, carrier netsim.Carrier) (*Session, *traceHash) {
	t.Helper()
	own := *h
	own.word = nil
	c := mustClone(t, s, Options{Carrier: carrier, Recorder: &own})
	return c, &own
}

// An act is a part of a drawn session: events, and then time that passes.
type act struct {
	events []scenario.Event
	step   time.Duration
}

func drawActs(t *rapid.T, clients int) (acts []act) {
	for range rapid.IntRange(1, 5).Draw(t, "acts") {
		a := act{step: rapid.SampledFrom([]time.Duration{0, 1, frame, 10 * frame, 500 * time.Millisecond, 1333333333}).Draw(t, "step")}
		for range rapid.IntRange(0, 2).Draw(t, "events now") {
			a.events = append(a.events, scenariotest.Event(t, clients))
		}
		acts = append(acts, a)
	}
	return acts
}

func playActs(t rapid.TB, s *Session, acts []act) {
	t.Helper()
	for _, a := range acts {
		for _, ev := range a.events {
			if err := s.Do(ev); err != nil && s.CheckAnywhen(ev) != nil {
				t.Fatal(err)
			}
		}
		advance(t, s, a.step, time.Second)
	}
}

func drawCarrier(t *rapid.T) netsim.Carrier {
	if rapid.Bool().Draw(t, "vnet") {
		return mustVNet(t)
	}
	return netsim.NewDirect()
}

// mustBeAlike compares all that two sessions tell.
func mustBeAlike(t rapid.TB, what string, a, b *Session, ha, hb *traceHash) {
	t.Helper()
	if ha.sum != hb.sum || ha.packets != hb.packets || ha.clocks != hb.clocks {
		t.Errorf("%s: %d packets and %d samples, and %d and %d, or other content", what, ha.packets, ha.clocks, hb.packets, hb.clocks)
	}
	if got, want := summaryText(t, a), summaryText(t, b); got != want {
		t.Errorf("%s: summary %s and %s", what, got, want)
	}
	if got, want := a.Log().Text(), b.Log().Text(); got != want {
		t.Errorf("%s: log\n%s\nand\n%s", what, got, want)
	}
	if got, want := screensText(a), screensText(b); got != want {
		t.Errorf("%s: shows\n%s\nand\n%s", what, got, want)
	}
}

// screensText is what all machines show, and what is known of them.
func screensText(s *Session) string {
	var b bytes.Buffer
	var scene game.Scene
	s.Scene(0, &scene)
	b.WriteString(text(scene))
	for id := 1; id <= s.Clients(); id++ {
		s.Scene(id, &scene)
		b.WriteString(text(scene) + text(s.Facts(id)))
	}
	return b.String() + text(s.Flights(nil))
}

func text(v any) string { return fmt.Sprintf("%+v\n", v) }

func TestACloneGoesOnAsTheOriginalAndAStraightRunDo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Live(t)
		before, after := drawActs(t, sc.Clients), drawActs(t, sc.Clients)
		h, straight := &traceHash{}, &traceHash{}
		s, u := newSession(t, sc, h), newSession(t, sc, straight)
		playActs(t, s, before)
		playActs(t, u, before)

		c, hc := cloneOf(t, s, h, drawCarrier(t))
		defer c.Close()
		atClone, shown := *h, screensText(s)
		playActs(t, c, after)
		if h.sum != atClone.sum || screensText(s) != shown {
			t.Error("the clone's run changes the original")
		}
		playActs(t, s, after)
		playActs(t, u, after)
		mustBeAlike(t, "clone and straight run", c, u, hc, straight)
		mustBeAlike(t, "original and straight run", s, u, h, straight)
	})
}

func TestACloneThatFollowsTheScriptDoesWhatAPersonDid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Live(t)
		h := &traceHash{}
		s := newSession(t, sc, h)
		playActs(t, s, drawActs(t, sc.Clients))
		// As a checkpoint is made: when time has come here, and before a person does anything.
		advance(t, s, frame, frame)
		c, hc := cloneOf(t, s, h, netsim.NewDirect())
		playActs(t, s, drawActs(t, sc.Clients))
		advance(t, s, frame, frame)

		check(t, c.Follow(s.Script()))
		if len(c.Log().Events) != len(s.Log().Events) {
			t.Errorf("%d events are in the log, of %d", len(c.Log().Events), len(s.Log().Events))
		}
		step := rapid.SampledFrom([]time.Duration{frame, time.Second, 7777777}).Draw(t, "step")
		advance(t, c, s.Now().Sub(c.Now()), step)
		mustBeAlike(t, "clone and original", c, s, hc, h)
	})
}

func TestARecorderThatComesLaterIsToldTheSame(t *testing.T) {
	t.Parallel()
	h := &traceHash{}
	s := newSession(t, scenariotest.First(t, time.Minute), nil)
	advance(t, s, 2*time.Second, frame)
	c, hc := cloneOf(t, s, h, netsim.NewDirect())
	u := newSession(t, scenariotest.First(t, time.Minute), observe.Recorders{})
	advance(t, u, 2*time.Second, frame)
	u.recorder = h
	advance(t, c, 3*time.Second, time.Second)
	advance(t, u, 3*time.Second, time.Second)
	mustBeAlike(t, "without and with a recorder before", c, u, hc, h)
}

// BenchmarkClone copies a session of a minute's age.
func BenchmarkClone(b *testing.B) {
	for _, clients := range []int{3, 8, 64} {
		b.Run(fmt.Sprintf("%dClients", clients), func(b *testing.B) {
			s := newSession(b, busyScenario(clients), nil)
			advance(b, s, time.Minute, time.Second)
			b.ReportAllocs()
			var size int
			for b.Loop() {
				var err error
				if _, size, err = s.Clone(Options{Carrier: netsim.NewDirect()}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size)/1e6, "MB/clone")
		})
	}
}
