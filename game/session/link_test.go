package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/param"
	"driftlab/netsim"
)

func TestEveryKeyOfALinkReachesItsDirection(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute, Set: scenariotest.Set(
		"link.up.rate=2Mbit", "link.down.rate=500 kbit", "link.queue=9kB", "client2.link.queue=1500",
		"link.loss=10%", "link.up.loss-burst=4.5", "link.down.cross.share=150%", "link.cross.on=20ms", "link.up.cross.every=3s",
		"link.down.distribution=exponential")}, nil)
	want := [scenario.Directions]netsim.Settings{}
	want[scenario.Up] = param.Defaults(netsim.Settings{}.Fields())
	u := &want[scenario.Up]
	u.Loss, u.LossBurst, u.Rate, u.Queue, u.CrossOn, u.CrossEvery = 0.1, 4.5, 2_000_000, 9000, 20*time.Millisecond, 3*time.Second
	want[scenario.Down] = want[scenario.Up]
	d := &want[scenario.Down]
	d.Distribution, d.LossBurst, d.Rate, d.Cross, d.CrossEvery = netsim.Exponential{}, 1, 500_000, 1.5, 5*time.Second
	for i, c := range s.clients {
		if i == 1 {
			want[scenario.Up].Queue, want[scenario.Down].Queue = 1500, 1500
		}
		for d, way := range []string{"up", "down"} {
			if got := c.links[d].Settings(); got != want[d] {
				t.Errorf("client %d, %s: %+v\nwant %+v", i+1, way, got, want[d])
			}
		}
	}
}

func TestSettingsThatDoNotGoTogetherChangeNothing(t *testing.T) {
	t.Parallel()
	set := func(text ...string) scenario.Event { return scenario.Event{Set: scenariotest.Set(text...)} }
	later := set("client2.link.up.loss=50%")
	later.At = netsim.Time(10 * time.Second)
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.loss=20%"), Events: []scenario.Event{later}}, nil)
	for _, c := range []struct {
		ev   scenario.Event
		want string // "" where it is accepted
	}{
		{set("link.loss-burst=1.2"), "client1.link.up.loss: 0.2 is outside 0..0.166667, all that bursts of 1.2 packets can make"},
		{set("link.loss-burst=1.5"), "client2.link.up.loss: 0.5 is outside 0..0.333333, all that bursts of 1.5 packets can make (at 10s, as the scenario goes on)"},
		{set("client1.link.loss-burst=1.5"), ""},
		{set("client1.link.down.loss=0.4"), "client1.link.down.loss: 0.4 is outside 0..0.333333"},
		{set("link.loss=90%", "link.loss-burst=20"), ""},
		{set("link.loss=50%", "link.loss-burst=2"), ""},
		{set("link.loss=90%", "link.loss-burst=20"), ""},
	} {
		before := s.Log().Text()
		err := s.Do(c.ev)
		if c.want == "" {
			if err != nil {
				t.Errorf("%v: %v", c.ev.Set, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || s.Log().Text() != before {
			t.Errorf("%v: %v, want %s", c.ev.Set, err, c.want)
		}
	}
	advance(t, s, 20*time.Second, time.Second)
}

func TestAFilledQueueIsSeenAsDelay(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set(
		"link.delay=20ms", "link.up.rate=1Mbit", "link.up.queue=200kB", "link.up.cross.share=2", "link.up.cross.on=1s", "link.up.cross.every=4s")}, nil)
	var worst, least time.Duration = 0, time.Hour
	for range 20 * 60 {
		advance(t, s, time.Second/60, time.Second)
		worst, least = max(worst, s.clients[0].truth.up.latest), min(least, s.clients[0].truth.up.latest)
	}
	// 1 Mbit/s too much for a second, and the client's own: at most 8 % of the rate.
	if worst < 1020*time.Millisecond || worst > 1100*time.Millisecond {
		t.Errorf("the longest way up takes %v", worst)
	}
	if least = s.clients[0].truth.down.latest; least < 20*time.Millisecond || least > 21*time.Millisecond {
		t.Errorf("the way down takes %v", least)
	}
}

func TestAPresetPutsBackWhatItDoesNotSet(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 1, Clients: 2, Duration: time.Minute, Set: scenariotest.Set(
		"link.up.trace=../scenario/testdata/short.trace", "link.duplicate=5%", "link.lose=4", "client.skew=3")}, nil)
	set(t, s, "client2.link.preset", "4g")
	if got := s.ValueText(2, "link.up.trace") + s.ValueText(2, "link.down.lose") + s.ValueText(2, "link.up.duplicate"); got != "nonenone0" {
		t.Errorf("client 2 has kept %s", got)
	}
	if s.clients[0].links[scenario.Up].Settings().Trace == nil || s.clients[1].links[scenario.Up].Settings().Trace != nil || s.Value(2, "client.skew") != 3000 {
		t.Error("the preset is not client 2's alone, or sets more than a link")
	}
	text := s.Log().Text()
	if strings.Contains(text, "preset") || !strings.Contains(text, `"client2.link.up.delay" = "20ms"`) {
		t.Errorf("the log does not hold the keys that it set:\n%s", text)
	}
	if again, err := scenario.Parse("log", text); err != nil || again.Text() != text {
		t.Errorf("the log is not read as the same: %v", err)
	}
}

func TestAPresetCountsBeforeTheOtherKeysOfItsTable(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x", `format = 3
[set]
client2.link.up.delay = "3ms"
client2.link.preset = "satellite-geo"
link.jitter = "9ms"
link.down.jitter = "4ms"
link.preset = "4g"
`)
	s := newSession(t, sc, nil)
	if got, want := s.clients[0].links[scenario.Up].Settings(), s.clients[0].links[scenario.Down].Settings(); got.Jitter != 9*time.Millisecond || want.Jitter != 4*time.Millisecond || got.Delay != 20*time.Millisecond {
		t.Errorf("client 1 has %+v and %+v", got, want)
	}
	geo := newSession(t, &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.preset=satellite-geo")}, nil)
	if got, want := s.clients[1].links[scenario.Down].Settings(), geo.clients[0].links[scenario.Down].Settings(); got != want {
		t.Errorf("client 2 has %+v down, not %+v", got, want)
	}
	if got := s.clients[1].links[scenario.Up].Settings().Delay; got != 3*time.Millisecond {
		t.Errorf("client 2 has a delay of %v up", got)
	}
}

// A round trip of a minute is longer than what most clocks wait for an answer; those that wait know the time, TimeSync too, whose
// stamps turn over every 134 s.
func TestClocksThatWaitAreRightOverTheLongestDelay(t *testing.T) {
	sc := &scenario.Scenario{Seed: 3, Clients: 1, Duration: 4 * time.Minute,
		Set: scenariotest.Set("link.delay="+netsim.MaxDelay.String(), "join.timeout=5m", "client.algorithm=timesync")}
	s := newSession(t, sc, nil)
	advance(t, s, sc.Duration, time.Second)
	for i, a := range s.Algorithms() {
		if a.Name != "timesync" && a.Name != "rtt2" {
			continue
		}
		if err, ok := s.ClockError(1, i); !ok || err.Abs() > time.Millisecond {
			t.Errorf("%s is wrong by %v, known: %v; want within a millisecond", a.Name, err, ok)
		}
	}
	if f := s.Facts(1); !f.Joined || f.OWDUp != netsim.MaxDelay {
		t.Errorf("joined %v, with an OWD up of %v", f.Joined, f.OWDUp)
	}
}
