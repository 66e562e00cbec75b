package lesson

import (
	"slices"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// started begins a session that is closed with the test.
func started(t *testing.T, sc *scenario.Scenario) *session.Session {
	t.Helper()
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// play begins a session of two clients and plays it for a while.
func play(t *testing.T, d time.Duration, set ...string) *session.Session {
	t.Helper()
	s := started(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Hour, Set: scenariotest.Set(set...)})
	advance(t, s, d)
	return s
}

func advance(t *testing.T, s *session.Session, d time.Duration) {
	t.Helper()
	if err := s.Advance(d); err != nil {
		t.Fatal(err)
	}
}

func do(t *testing.T, s *session.Session, ev scenario.Event) {
	t.Helper()
	if err := s.Do(ev); err != nil {
		t.Fatal(err)
	}
}

func set(t *testing.T, s *session.Session, key, value string) {
	t.Helper()
	if err := s.Set(key, value); err != nil {
		t.Fatal(err)
	}
}

// measureOf returns the measure of a name.
func measureOf(t *testing.T, name string) Measure {
	t.Helper()
	m, err := lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// measured returns what a measure is of client 1 and TimeSync now.
func measured(t *testing.T, s *session.Session, name string) (v float64, ok bool) {
	t.Helper()
	m := measureOf(t, name)
	f := Figure{Measure: m, Client: 1}
	f.Algorithm = slices.IndexFunc(registry.Algorithms(), func(a registry.Algorithm) bool { return a.Name == "timesync" })
	return f.Of(s)
}

// between expects measures to be within ranges.
func between(t *testing.T, s *session.Session, when string, want map[string][2]float64) {
	t.Helper()
	for name, r := range want {
		if v, ok := measured(t, s, name); !ok || v < r[0] || v > r[1] {
			t.Errorf("%s: %s is %v (%v), want %v to %v", when, name, v, ok, r[0], r[1])
		}
	}
}

// exactly is a range for what is rounded somewhere.
func exactly(v float64) [2]float64 { return [2]float64{v - 0.1, v + 0.1} }

func TestTheThreeTimesAndTheBuffersAreMeasuredAsTheTextHasThem(t *testing.T) {
	t.Parallel()
	const tick = 1000.0 / 60
	s := play(t, 10*time.Second, "link.delay=100ms")
	between(t, s, "100 ms each way", map[string][2]float64{
		"world-time-error": exactly(0), "server-time": exactly(-100 - tick), "predicted-time": exactly(100 + 2*tick),
		"client-buffer": exactly(tick), "server-buffer": exactly(2 * tick),
		"converged": {0.4, 0.45}, "starved": {0, 1},
	})
	do(t, s, scenario.Event{Set: scenariotest.Set("link.delay=50ms", "buffer.client=3", "buffer.server=0")})
	advance(t, s, 2*time.Second)
	between(t, s, "50 ms each way", map[string][2]float64{"server-time": exactly(-50 - 3*tick), "predicted-time": exactly(50),
		"client-buffer": exactly(3 * tick), "server-buffer": exactly(0)})
}

func TestAPauseIsMeasuredByWhatTheWorldFallsBehind(t *testing.T) {
	t.Parallel()
	s := play(t, 5*time.Second, "link.delay=50ms")
	between(t, s, "before", map[string][2]float64{"world-pace": {100, 100}, "world-lag": {0, 0}})
	do(t, s, scenario.Event{Set: scenariotest.Set("host.dilation=0")})
	advance(t, s, 3*time.Second)
	between(t, s, "in the pause", map[string][2]float64{"world-pace": {0, 0}, "world-lag": exactly(3)})
	do(t, s, scenario.Event{Set: scenariotest.Set("host.dilation=0.5")})
	advance(t, s, 2*time.Second)
	between(t, s, "at half the pace", map[string][2]float64{"world-pace": {50, 50}, "world-lag": exactly(4), "world-time-error": exactly(0)})
}

func TestAdaptiveBuffersAreMeasuredAsTheyAreNow(t *testing.T) {
	t.Parallel()
	jitter := []string{"link.delay=50ms", "link.jitter=20ms"}
	fixed, adaptive := play(t, 30*time.Second, jitter...), play(t, 30*time.Second, append(jitter, "buffer.mode=adaptive")...)
	between(t, fixed, "fixed", map[string][2]float64{"client-buffer": exactly(1000. / 60), "starved": {10, 100}, "inputs-late": {7, 100}})
	between(t, adaptive, "adaptive", map[string][2]float64{"client-buffer": {30, 200}, "server-buffer": {30, 200}, "starved": {0, 10}, "inputs-late": {0, 6}})
}

func TestDeadReckoningIsMeasuredInTheWayInUse(t *testing.T) {
	t.Parallel()
	s := play(t, 20*time.Second, "link.delay=100ms")
	all, n := [2]float64{}, 30
	for range n {
		for i, show := range []string{"interpolated", "dead-reckoned"} {
			do(t, s, scenario.Event{Set: scenariotest.Set("others.show=" + show)})
			advance(t, s, 2*time.Second)
			v, ok := measured(t, s, "others-off")
			if !ok {
				t.Fatal("nobody is shown")
			}
			all[i] += v / float64(n)
		}
	}
	t.Logf("interpolated %.2f m, dead-reckoned %.2f m", all[0], all[1])
	if all[1] >= all[0] || all[1] <= 0 {
		t.Errorf("interpolated %v m off, dead-reckoned %v m", all[0], all[1])
	}
}

// With 80 ms each way a stamp is 80 ms and a buffer of two ticks ahead. The line leaves with the sender's next frame,
// and the host passes it on with its own next one.
func TestAChatLineComesBeforeItsStampOnTheHostAndAWayLessTheBufferLateElsewhere(t *testing.T) {
	t.Parallel()
	const tick = 1000.0 / 60
	s := play(t, 5*time.Second, "link.delay=80ms")
	if _, ok := measured(t, s, "chat-late"); ok {
		t.Error("nobody has said anything")
	}
	do(t, s, scenario.Event{Say: &scenario.Say{Player: 2, Text: "hello"}})
	advance(t, s, 2*time.Second)
	between(t, s, "hello", map[string][2]float64{"host-chat-late": {-2 * tick, -tick + 0.1}, "chat-late": {80 - 2*tick, 80}})
	do(t, s, scenario.Event{Say: &scenario.Say{Player: 1, Text: "my own line"}})
	do(t, s, scenario.Event{Say: &scenario.Say{Text: "the host's"}})
	before, _ := measured(t, s, "chat-late")
	advance(t, s, time.Second)
	if after, _ := measured(t, s, "chat-late"); after != before {
		t.Errorf("another client's latest line was %v ms late, and now %v", before, after)
	}
}

func TestBytesAreMeasuredInTheLastSecond(t *testing.T) {
	t.Parallel()
	s := play(t, 5*time.Second, "link.delay=80ms", "snapshot.rate=60")
	up, down := s.Facts(1).Up, s.Facts(1).Down
	between(t, s, "all", map[string][2]float64{"bytes-up": exactly(float64(up.Total().Bytes)), "bytes-down": exactly(float64(down.Total().Bytes)),
		"clock-bytes": {100, 1000}})
	before, _ := measured(t, s, "bytes-down")
	do(t, s, scenario.Event{Set: scenariotest.Set("snapshot.rate=10")})
	advance(t, s, 2*time.Second)
	if after, _ := measured(t, s, "bytes-down"); after <= 0 || after > before/2 {
		t.Errorf("with a sixth of the snapshots %v B/s instead of %v", after, before)
	}
	advance(t, s, 10*time.Second)
	stamped, _ := measured(t, s, "projectile-bytes")
	do(t, s, scenario.Event{Set: scenariotest.Set("projectile.spawn=per-frame")})
	advance(t, s, 5*time.Second)
	if framed, ok := measured(t, s, "projectile-bytes"); !ok || stamped <= 0 || framed < 2*stamped {
		t.Errorf("per frame %v B/s (%v), timestamped %v B/s", framed, ok, stamped)
	}
}

// A push is what no client can foresee: its player is rolled back.
func TestRollbackIsCountedAndMeasured(t *testing.T) {
	t.Parallel()
	s := play(t, 12*time.Second, "link.delay=50ms")
	do(t, s, scenario.Event{Play: &scenario.Play{Player: 1}})
	advance(t, s, 2*time.Second)
	before, _ := measured(t, s, "corrections")
	between(t, s, "before", map[string][2]float64{"corrections-now": {0, 0}})
	do(t, s, scenario.Event{Impulse: &scenario.Impulse{Player: 1, X: 6 * game.MetreASecond, Y: 8 * game.MetreASecond}})
	advance(t, s, time.Second/2)
	between(t, s, "after", map[string][2]float64{"corrections": {before + 1, before + 60}, "corrections-now": {1, 60}, "correction-off": {0.01, 5}})
	advance(t, s, 2*time.Second)
	between(t, s, "later", map[string][2]float64{"corrections-now": {0, 0}})
}

func TestLagCompensationIsMeasuredByTheHitsThatBothSaw(t *testing.T) {
	t.Parallel()
	agreed := func(compensation string) float64 {
		s := play(t, 10*time.Second, "link.delay=100ms", "hits.rewind=1s", "hits.compensation="+compensation)
		before := s.Facts(1).Hits
		advance(t, s, 110*time.Second)
		v, ok := measured(t, s, "hits-agreed")
		refused, _ := measured(t, s, "hits-refused")
		unseen, _ := measured(t, s, "hits-unseen")
		hits := s.Facts(1).Hits
		if !ok || refused != float64(hits.Refused-before.Refused) || unseen != float64(hits.Unseen-before.Unseen) {
			t.Fatalf("%s: %v %% agreed (%v), %v refused, %v unseen of %+v", compensation, v, ok, refused, unseen, hits)
		}
		return v
	}
	off, on := agreed("off"), agreed("on")
	t.Logf("agreed: %.0f %% without compensation, %.0f %% with", off, on)
	if on <= off {
		t.Errorf("agreed: %v %% without compensation, %v %% with", off, on)
	}
}

// The stamps of TimeSync's datagrams give the rate of an oscillator and the change of a round trip, however the way is
// divided.
func TestAskingAgainGivesRateAndChangesOfDelay(t *testing.T) {
	t.Parallel()
	for _, ways := range [][4]string{{"80ms", "80ms", "100ms", "100ms"}, {"120ms", "40ms", "140ms", "60ms"}} {
		s := play(t, 20*time.Second, "link.up.delay="+ways[0], "link.down.delay="+ways[1], "link.jitter=5ms", "client1.skew=-200ppm")
		of := func(name string, after time.Duration) (float64, bool) {
			m := measureOf(t, name)
			f := Figure{Measure: m, Client: 1, Span: Span{After: netsim.Time(after)}}
			f.Algorithm = slices.IndexFunc(registry.Algorithms(), func(a registry.Algorithm) bool { return a.Name == "timesync" })
			return f.Of(s)
		}
		if v, ok := of("rate", time.Second); !ok || v < -210 || v > -190 {
			t.Errorf("%v: the rate is %v ppm (%v), want −200", ways, v, ok)
		}
		if _, ok := of("rate", 18*time.Second); ok {
			t.Errorf("%v: a rate of two seconds", ways)
		}
		do(t, s, scenario.Event{Set: scenariotest.Set("link.up.delay="+ways[2], "link.down.delay="+ways[3])})
		advance(t, s, 15*time.Second)
		if v, ok := of("delay-change", 19*time.Second); !ok || v < 38 || v > 42 {
			t.Errorf("%v: the round trip has changed by %v ms (%v), want 40", ways, v, ok)
		}
	}
}
