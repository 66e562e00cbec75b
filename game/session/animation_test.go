package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/unity"
)

func TestKeyframesMoveASettingAlongLines(t *testing.T) {
	t.Parallel()
	s := newSession(t, parsed(t, `
[set]
host.dilation = 0.5
[[keyframes]]
key = "host.dilation"
points = [["2s", 1.0], ["4s", 0.25], ["4001ms", 0]]
[[keyframes]]
key = "client2.link.delay"
points = [["1s", "100ms"], ["1.5s", "50ms"]]
`), nil)
	for _, at := range []struct {
		time     time.Duration
		dilation string
		delay    string // of client 2, both ways
	}{
		{0, "0.5", "80ms"},
		{950 * time.Millisecond, "0.5", "80ms"},
		{time.Second, "0.5", "100ms"},
		{1240 * time.Millisecond, "0.5", "80ms"}, // the step of 1.2 s
		{1500 * time.Millisecond, "0.5", "50ms"},
		{2 * time.Second, "1", "50ms"},
		{3 * time.Second, "0.625", "50ms"},
		{4 * time.Second, "0.25", "50ms"},
		{4050 * time.Millisecond, "0", "50ms"},
		{10 * time.Second, "0", "50ms"},
	} {
		advance(t, s, at.time-time.Duration(s.Now()), 7*time.Millisecond)
		if got := s.ValueText(0, "host.dilation"); got != at.dilation {
			t.Errorf("%v: dilation %s, want %s", at.time, got, at.dilation)
		}
		for _, key := range []string{"link.up.delay", "link.down.delay"} {
			if got := s.ValueText(2, key); got != at.delay {
				t.Errorf("%v: %s %s, want %s", at.time, key, got, at.delay)
			}
		}
		if got := s.ValueText(1, "link.up.delay"); got != "80ms" {
			t.Errorf("%v: client 1 has %s", at.time, got)
		}
	}
	if n := len(s.Log().Events); n != 0 {
		t.Errorf("the log has %d events", n)
	}
}

func TestPauseByKeyframesHoldsTheWorldAndItsClients(t *testing.T) {
	t.Parallel()
	s := newSession(t, parsed(t, `
[set]
link.delay = "40ms"
dilation.lead = "100ms"
[[keyframes]]
key = "host.dilation"
points = [["3s", 1], ["4s", 0], ["6s", 0], ["7s", 1]]
`), nil)
	advance(t, s, 4500*time.Millisecond, frame)
	before, shown := s.HostWorld(), s.Facts(1).Moment
	advance(t, s, time.Second, frame)
	after := s.Facts(1).Moment
	if s.HostWorld() != before || after.Clock != shown.Clock || after.Server != shown.Server || after.Predicted != shown.Predicted {
		t.Errorf("the world went on from %v to %v, the client from %+v to %+v", before, s.HostWorld(), shown, after)
	}
	advance(t, s, 4500*time.Millisecond, frame)
	if got := s.HostWorld().Sub(before); got < 2500*time.Millisecond {
		t.Errorf("the world has gone on by %v only", got)
	}
}

func TestAWorldTimeClockSuffersFromAnimatedDilationAndDilationSentAsDataDoesNot(t *testing.T) {
	t.Parallel()
	worst := func(algorithm, lead string) (worst time.Duration) {
		sc := parsed(t, `
clients = 1
[[keyframes]]
key = "host.dilation"
points = [["2s", 1], ["4s", 0.25], ["6s", 3], ["8s", 1]]
`)
		sc.Set = scenariotest.Set("link.delay=80ms", "client.offset=5s", "client.algorithm="+algorithm, "dilation.lead="+lead)
		s := newSession(t, sc, nil)
		advance(t, s, 2*time.Second, time.Second)
		for range 600 {
			advance(t, s, frame, frame)
			clock := s.Facts(1).Moment.Clock
			err := clock.Sub(unity.NetworkTimeAt(clock.Rate(), s.HostWorld()))
			worst = max(worst, err.Abs())
		}
		return worst
	}
	for _, lead := range []string{"100ms", "500ms", "2s"} { // all of what is announced is remembered
		if got := worst("timesync", lead); got > 100*time.Microsecond {
			t.Errorf("sent as data %s ahead, the world time is off by up to %v", lead, got)
		}
	}
	if got := worst("rtt2-world", "100ms"); got < time.Second {
		t.Errorf("a clock on world time is off by %v only", got)
	}
}

func TestKeyframesGoBeforeEventsOfTheSameInstantAndAPersonHoldsUntilTheNextStep(t *testing.T) {
	t.Parallel()
	s := newSession(t, parsed(t, `
[[keyframes]]
key = "buffer.client"
points = [["0s", 1], ["10s", 11]]
[[event]]
at = "1s"
[event.set]
buffer.client = 30
`), nil)
	advance(t, s, time.Second, time.Second)
	if got := s.ValueText(1, "buffer.client"); got != "30" {
		t.Errorf("the event has set %s", got)
	}
	advance(t, s, scenario.AnimationStep, scenario.AnimationStep)
	if got := s.ValueText(1, "buffer.client"); got != "2.05" {
		t.Errorf("the next step is at %s", got)
	}
}

func TestPinnedSettingsAreNotMoved(t *testing.T) {
	t.Parallel()
	text := "clients = 3\n[[keyframes]]\nkey = \"client.skew\"\npoints = [[\"0s\", 0], [\"9s\", 90]]\n"
	sc := parsed(t, text)
	sc.Pin(scenariotest.Set("client2.skew=7"))
	s := newSession(t, sc, nil)
	advance(t, s, 2*time.Second, time.Second)
	for client, want := range map[int]string{1: "20", 2: "7", 3: "20"} {
		if got := s.ValueText(client, "client.skew"); got != want {
			t.Errorf("client %d has %s, want %s", client, got, want)
		}
	}
	sc = parsed(t, text)
	if sc.Pin(scenariotest.Set("client.skew=7")); len(sc.Keyframes) != 0 {
		t.Errorf("left are %+v", sc.Keyframes)
	}
	sc = parsed(t, strings.Replace(text, "client.skew", "client3.skew", 1))
	if sc.Resize(2); len(sc.Keyframes) != 0 {
		t.Errorf("of a client that is no more: %+v", sc.Keyframes)
	}
}

func TestALiveChangeThatKeyframesWouldMakeImpossibleIsRefused(t *testing.T) {
	t.Parallel()
	s := newSession(t, parsed(t, "[[keyframes]]\nkey = \"link.loss\"\npoints = [[\"1s\", 0], [\"2s\", 0.9]]\n"), nil)
	if err := s.Set("link.loss-burst", "4"); err == nil || !strings.Contains(err.Error(), "0.9 is outside 0..0.75") {
		t.Errorf("got %v", err)
	}
	advance(t, s, 3*time.Second, time.Second)
}

func parsed(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	return readWorld(t, "format = 3\n"+text)
}
