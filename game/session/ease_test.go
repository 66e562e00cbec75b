package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync"
)

// wantDelays compares what the ways up of clients 1 and 2 take at some instants.
func wantDelays(t *testing.T, s *Session, wants []delaysAt) {
	t.Helper()
	for _, want := range wants {
		advance(t, s, want.at-time.Duration(s.Now()), 7*time.Millisecond)
		if one, two := s.ValueText(1, "link.up.delay"), s.ValueText(2, "link.up.delay"); one != want.one || two != want.two {
			t.Errorf("%v: %s and %s, want %s and %s", want.at, one, two, want.one, want.two)
		}
	}
}

type delaysAt struct {
	at       time.Duration
	one, two string
}

func TestAnEventOverATimeMovesItsSettingsAlongALine(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	s := newSession(t, parsed(t, `
clients = 2
[set]
client2.link.up.delay = "20ms"
[[event]]
at = "1s"
over = "2s"
[event.set]
link.up.delay = "180ms"
[[event]]
at = "2500ms"
[event.set]
client2.link.up.delay = "7ms"
[[event]]
at = "3s"
over = "1s"
[event.set]
link.up.delay = "80ms"
client2.link.up.delay = "107ms"
`), nil)
	wantDelays(t, s, []delaysAt{
		{time.Second, "80ms", "20ms"},
		{1010 * ms, "80ms", "20ms"},
		{1500 * ms, "105ms", "60ms"}, // each from where it stood
		{2 * time.Second, "130ms", "100ms"},
		{2490 * ms, "152.5ms", "136ms"}, // the step of 2.45 s
		{2600 * ms, "160ms", "7ms"},     // what is set meanwhile ends the way of whom it is about
		{3 * time.Second, "180ms", "7ms"},
		{3500 * ms, "130ms", "57ms"}, // what is said of one client goes over what is said of all
		{4 * time.Second, "80ms", "107ms"},
		{9 * time.Second, "80ms", "107ms"},
	})
	if left := len(s.settings.Eases()); left != 0 {
		t.Errorf("%d are still on their way", left)
	}
	if changed := s.Changes(); len(changed) != 0 {
		t.Errorf("nobody has done anything, and %v are changed", changed)
	}
}

func TestANewGoalIsGoneToFromWhereTheOldOneHadLed(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute}, nil)
	do := func(delay string, over time.Duration) {
		t.Helper()
		do(t, s, scenario.Event{Set: scenariotest.Set("link.up.delay=" + delay), Over: over})
	}
	advance(t, s, time.Second, frame)
	do("180ms", 2*time.Second)
	advance(t, s, time.Second, frame)
	do("30ms", time.Second)
	wantDelays(t, s, []delaysAt{{2 * time.Second, "130ms", "130ms"}, {2500 * time.Millisecond, "80ms", "80ms"}, {3 * time.Second, "30ms", "30ms"}})
	do("130ms", 2*time.Second)
	advance(t, s, time.Second, frame)
	do("130ms", 0)
	wantDelays(t, s, []delaysAt{{4 * time.Second, "130ms", "130ms"}, {5 * time.Second, "130ms", "130ms"}})
}

func TestTheHostsDilationIsEasedInStepsThatItsClientsCanFollow(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("dilation.lead=2s")}, nil)
	advance(t, s, time.Second, frame)
	do(t, s, scenario.Event{Set: scenariotest.Set("host.dilation=0.5"), Over: 4 * time.Second})
	last, changes := s.ValueText(0, "host.dilation"), 0
	for s.Now() < netsim.Time(6*time.Second) {
		advance(t, s, 10*time.Millisecond, 10*time.Millisecond)
		if now := s.ValueText(0, "host.dilation"); now != last {
			last, changes = now, changes+1
		}
	}
	if last != "0.5" || changes < 10 || changes > 21 {
		t.Errorf("it is %s after %d changes, want 0.5 after one each 200 ms", last, changes)
	}
}

// TestAnEasedRateAddsUpToWhatAStraightLineOfItDoes compares world times and a clock with the areas under the lines, in closed
// form, for events at steps and between them, over times that are whole steps or not, and for several leads.
func TestAnEasedRateAddsUpToWhatAStraightLineOfItDoes(t *testing.T) {
	t.Parallel()
	for _, lead := range []time.Duration{0, 500 * time.Millisecond, 2 * time.Second} {
		for _, at := range []time.Duration{time.Second, 1012345678} {
			for _, over := range []time.Duration{50 * time.Millisecond, 2 * time.Second, 1777777777} {
				s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("dilation.lead=" + lead.String())}, nil)
				own := func() netsync.Local { return s.clients[0].client.Clocks.OwnWorld(s.clients[0].local(s.Now())) }
				advance(t, s, at, frame)
				host, client, local := s.HostWorld(), own(), s.clients[0].local(s.Now())
				do(t, s, scenario.Event{Set: scenariotest.Set("host.dilation=0.5", "client.dilation=2", "client.skew=100ppm"), Over: over})
				advance(t, s, 10*time.Second, frame)
				passed := s.clients[0].local(s.Now()).Sub(local)
				if got, want := passed, 10*time.Second+(10*time.Second-over/2)/10_000; (got - want).Abs() > 10 {
					t.Errorf("at %v over %v, the client's clock has gone %v, want %v", at, over, got, want)
				}
				if got, want := s.HostWorld().Sub(host), 10*time.Second-(10*time.Second-lead-over/2)/2; (got - want).Abs() > 500 {
					t.Errorf("lead %v, at %v over %v: the host's world is %v from the line", lead, at, over, got-want)
				}
				// Its world goes by its clock: where both are eased, the product of two lines adds up to two thirds, and within one step to half.
				if got, want := own().Sub(client), passed+10*time.Second-over/2+(10*time.Second-over*2/3)/10_000; (got - want).Abs() > 500 {
					t.Errorf("at %v over %v, the client's world is %v from the line", at, over, got-want)
				}
			}
		}
	}
}

func TestAReplayOfWhatWasEasedGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	live := &traceHash{}
	s := newSession(t, &scenario.Scenario{Seed: 9, Clients: 2, Duration: 20 * time.Second}, live)
	for i, set := range []string{"link.up.delay=150ms", "link.jitter=30ms", "client2.link.up.delay=10ms", "host.dilation=0.3", "link.loss=40%", "link.delay=60ms"} {
		advance(t, s, 1234567891, 333333333)
		do(t, s, scenario.Event{Set: scenariotest.Set(set), Over: time.Duration(i+1) * 777777777})
	}
	advance(t, s, time.Duration(netsim.Time(20*time.Second)-s.Now()), time.Second)
	text := s.Log().Text()
	again, err := scenario.Parse("log", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, step := range []time.Duration{time.Minute, 7777777} {
		replay, r := play(t, again, netsim.NewDirect(), step)
		if replay.sum != live.sum || replay.packets != live.packets || r.Log().Text() != text {
			t.Errorf("in steps of %v the replay has %d packets, live %d, or other content", step, replay.packets, live.packets)
		}
	}
}

func TestACopyGoesOnWithWhatIsOnItsWay(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute}, nil)
	advance(t, s, time.Second, frame)
	do(t, s, scenario.Event{Set: scenariotest.Set("link.up.delay=180ms"), Over: 2 * time.Second})
	advance(t, s, time.Second, frame)
	copied := mustClone(t, s, Options{Carrier: netsim.NewDirect()})
	defer copied.Close()
	do(t, s, scenario.Event{Set: scenariotest.Set("link.up.delay=0s")})
	wantDelays(t, copied, []delaysAt{{2 * time.Second, "130ms", "130ms"}, {2500 * time.Millisecond, "155ms", "155ms"}, {5 * time.Second, "180ms", "180ms"}})
	wantDelays(t, s, []delaysAt{{5 * time.Second, "0s", "0s"}})
}
