package session

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// aligned runs the scenario of the elevator at a round trip of 200 ms; with the buffers of one and two
// ticks, server time and predicted time are 250 ms apart.
func aligned(t *testing.T, set ...string) *Session {
	t.Helper()
	sc := scenariotest.Load(t, "alignment-rtt200")
	sc.Pin(scenariotest.Set(set...))
	_, s := play(t, sc, netsim.NewDirect(), time.Second)
	return s
}

func TestRidersAreMeasuredAsTheTextSays(t *testing.T) {
	t.Parallel()
	const late = 250 * time.Millisecond
	riders := [observe.RiderClasses]string{observe.OwnPlayer: "own", observe.NPC: "npc", observe.HostPlayer: "host", observe.OtherPlayer: "other"}
	for _, test := range []struct {
		platform string
		client   [observe.RiderClasses]time.Duration
		host     [observe.RiderClasses]time.Duration // of its own player, the character and the clients'
	}{
		{"server", [observe.RiderClasses]time.Duration{observe.OtherPlayer: late}, [observe.RiderClasses]time.Duration{observe.OtherPlayer: late}},
		{"predicted", [observe.RiderClasses]time.Duration{observe.NPC: late, observe.HostPlayer: late, observe.OtherPlayer: late}, [observe.RiderClasses]time.Duration{}},
	} {
		s := aligned(t, "platform.time="+test.platform)
		for screen, got := range map[string][observe.RiderClasses]observe.Alignment{"client": s.Facts(1).Screen.Riding, "host": s.Screen(0).Measures().Riding} {
			want := test.client
			if screen == "host" {
				want = test.host
			}
			for class := range observe.RiderClasses {
				if screen == "host" && class == observe.HostPlayer {
					continue
				}
				a := got[class]
				if a.Time.Count < 100 || (time.Duration(a.Time.Mean())-want[class]).Abs() > 100*time.Microsecond {
					t.Errorf("%s time, %s: %s is %v off, measured %d times; want %v", test.platform, screen, riders[class], time.Duration(a.Time.Mean()), a.Time.Count, want[class])
				}
				// The lift moves at 4 m/s, and so less where it turns.
				if worst := game.Length(a.Distance.Worst); (worst-(4*game.MetreASecond).Over(want[class])).Metres() > 0.01 || want[class] > 0 && worst < 9*game.Metre/10 {
					t.Errorf("%s time, %s: %s is up to %v m off", test.platform, screen, riders[class], worst.Metres())
				}
			}
		}
	}
}

func TestProjectilesAreMeasuredByMode(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		mode game.ShotMode
		bias float64 // metres, at 40 m/s
	}{
		"timestamped": {game.TimestampedShots, 0},
		"naive":       {game.NaiveShots, -4},
		"per-frame":   {game.FramedShots, -4},
		"predicted":   {game.PredictedShots, 16. / 3}, // one way and two ticks ahead
	} {
		m := aligned(t, "projectile.spawn="+name).Facts(1).Screen
		for mode := range m.Shots {
			if n := m.Shots[mode].Count; (n > 0) != (game.ShotMode(mode) == want.mode) {
				t.Errorf("%s: %d looks in mode %d", name, n, mode)
			}
		}
		if got := game.Length(m.Shots[want.mode].Bias()).Metres(); got < want.bias-0.01 || got > want.bias+0.01 {
			t.Errorf("%s: %v m, want %v", name, got, want.bias)
		}
	}
}

func TestDeadReckoningComesNearerThanInterpolationToWhereTheOthersAre(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	mean := func(show game.Others) float64 {
		s := newSession(t, &scenario.Scenario{Seed: 8, Clients: 3, Duration: time.Hour, Set: scenariotest.Set(
			"link.delay=100ms", "others.show="+scenario.Find("others.show").Choices[show])}, nil)
		advance(t, s, 70*time.Second, time.Second)
		return game.Length(s.Facts(1).Screen.Others[show].Mean()).Metres()
	}
	shown, first, naive := mean(game.Interpolated), mean(game.DeadReckoned), mean(game.DeadReckonedNaively)
	t.Logf("interpolated %.3f m, dead-reckoned %.3f m, naively %.3f m, second order %.3f m", shown, first, naive, mean(game.SecondOrder))
	if first >= naive || first >= shown {
		t.Errorf("dead-reckoned %.3f m, naively %.3f m, interpolated %.3f m", first, naive, shown)
	}
}

// What is shown follows a change within two seconds, and so does what is said of it: the text's figures for the
// elevator at a round trip of 200 ms, and of 100 ms once the latency is halved, each with 50 ms of buffers.
func TestLiveAlignmentIsThatOfTheLastSecond(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "alignment-rtt200")
	sc.Pin(scenariotest.Set("platform.time=server"))
	sc.Duration = time.Minute
	s := newSession(t, sc, nil)
	check := func(when string, client, host [observe.RiderClasses]time.Duration) {
		t.Helper()
		for machine, want := range [][observe.RiderClasses]time.Duration{host, client, client} {
			for class := range observe.RiderClasses {
				if machine == 0 && class == observe.HostPlayer {
					continue // it is the host's own
				}
				got := s.Screen(machine).Rode(class)
				if !got.OK || (got.Time-want[class]).Abs() > time.Millisecond {
					t.Errorf("%s: machine %d: %v is %v off, want %v", when, machine, class, got, want[class])
				}
				// The lift moves at 4 m/s, but for the quarter of a second in which it turns.
				if off := (got.Distance - (4 * game.MetreASecond).Over(want[class])).Metres(); off > 0.01 || off < -0.01 {
					t.Errorf("%s: machine %d: %v is %v m off at %v", when, machine, class, got.Distance.Metres(), want[class])
				}
			}
		}
	}
	others := func(d time.Duration) [observe.RiderClasses]time.Duration {
		return [observe.RiderClasses]time.Duration{observe.OtherPlayer: d}
	}
	advance(t, s, 20*time.Second, time.Second)
	check("200 ms", others(250*time.Millisecond), others(250*time.Millisecond))
	do(t, s, scenario.Event{Set: scenariotest.Set("link.delay=50ms")})
	advance(t, s, 2*time.Second, time.Second)
	check("halved", others(150*time.Millisecond), others(150*time.Millisecond))
	do(t, s, scenario.Event{Set: scenariotest.Set("platform.time=predicted")})
	advance(t, s, 2*time.Second, time.Second)
	check("predicted", [observe.RiderClasses]time.Duration{observe.NPC: 150 * time.Millisecond, observe.HostPlayer: 150 * time.Millisecond, observe.OtherPlayer: 150 * time.Millisecond},
		[observe.RiderClasses]time.Duration{})
	if mean := time.Duration(s.Screen(0).Measures().Riding[observe.OtherPlayer].Time.Mean()); mean < 100*time.Millisecond {
		t.Errorf("the mean of the whole run is %v: it is no figure of now", mean)
	}
	do(t, s, scenario.Event{Leave: scenario.AllClients})
	advance(t, s, 2*time.Second, time.Second)
	if got := s.Screen(0).Rode(observe.OtherPlayer); got.OK {
		t.Errorf("nobody rides, and the host's screen has %+v", got)
	}
}

func TestRecentFiguresOfASleepingMachineEnd(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "alignment-rtt200")
	s := newSession(t, sc, nil)
	advance(t, s, 20*time.Second, time.Second)
	_, others := s.Screen(1).Others()
	if !s.Screen(1).Rode(observe.OwnPlayer).OK || !others {
		t.Fatal("nothing has been measured")
	}
	do(t, s, scenario.Event{Set: scenariotest.Set("client1.sleep=asleep")})
	advance(t, s, 2*time.Second, time.Second)
	_, others = s.Screen(1).Others()
	if s.Screen(1).Rode(observe.OwnPlayer).OK || others || !s.Screen(2).Rode(observe.OwnPlayer).OK {
		t.Error("a machine that shows nothing has figures of now")
	}
}

func TestProjectilesNowAreThoseOfTheClockNow(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 2, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.delay=100ms")}, nil)
	advance(t, s, 20*time.Second, time.Second)
	near := func(what string, want float64) {
		t.Helper()
		off, ok := s.Screen(1).Shots()
		if !ok || math.Abs(off.Metres()-want) > 0.05 {
			t.Errorf("%s: %v m (%v), want %v", what, off.Metres(), ok, want)
		}
	}
	near("timestamped", 0)
	do(t, s, scenario.Event{Set: scenariotest.Set("client1.algorithm=unreal")})
	advance(t, s, 2*time.Second, time.Second)
	near("by a pushed clock", -4)
	do(t, s, scenario.Event{Set: scenariotest.Set("client1.algorithm=timesync", "projectile.spawn=naive")})
	advance(t, s, 2*time.Second, time.Second)
	near("naive", -4)
}

// Each way to show projectiles has a price: per frame the host sends where all are, 60 times a second.
func TestEachWayToShowProjectilesHasItsBytes(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 2, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.delay=100ms")}, nil)
	rate := func(mode game.ShotMode, name string) float64 {
		do(t, s, scenario.Event{Set: scenariotest.Set("projectile.spawn=" + name)})
		advance(t, s, 15*time.Second, time.Second)
		sent := s.Facts(1).Screen.ShotsSent[mode]
		if least := 4 * time.Second; sent.Over < least {
			t.Fatalf("%s: over %v", name, sent.Over)
		}
		return float64(sent.Bytes) / sent.Over.Seconds()
	}
	stamped, framed := rate(game.TimestampedShots, "timestamped"), rate(game.FramedShots, "per-frame")
	t.Logf("timestamped %.0f B/s, per frame %.0f B/s", stamped, framed)
	if stamped <= 0 || framed < 3*stamped {
		t.Errorf("timestamped %v B/s, per frame %v B/s", stamped, framed)
	}
	var all uint64
	for _, sent := range s.Facts(1).Screen.ShotsSent {
		all += sent.Bytes
	}
	down := s.host.host.Outbox.Sent[1]
	if total := down[game.KindSpawn].Bytes + down[game.KindShots].Bytes; all == 0 || all > total {
		t.Errorf("%d bytes by their modes, %d in all", all, total)
	}
}
