package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/scenario/scenariotest"
)

// aligned runs the scenario of the elevator at a round trip of 200 ms; with the buffers of one and two
// ticks, server time and predicted time are 250 ms apart.
func aligned(t *testing.T, set ...string) *Session {
	t.Helper()
	sc, err := scenario.Load("alignment-rtt200")
	if err != nil {
		t.Fatal(err)
	}
	sc.Pin(scenariotest.Set(set...))
	_, s := play(t, sc, netsim.NewDirect(), time.Second)
	return s
}

func TestRidersAreMeasuredAsTheTextSays(t *testing.T) {
	const late = 250 * time.Millisecond
	riders := [RiderClasses]string{OwnPlayer: "own", NPC: "npc", HostPlayer: "host", OtherPlayer: "other"}
	for _, test := range []struct {
		platform string
		client   [RiderClasses]time.Duration
		host     [RiderClasses]time.Duration // of its own player, the character and the clients'
	}{
		{"server", [RiderClasses]time.Duration{OtherPlayer: late}, [RiderClasses]time.Duration{OtherPlayer: late}},
		{"predicted", [RiderClasses]time.Duration{NPC: late, HostPlayer: late, OtherPlayer: late}, [RiderClasses]time.Duration{}},
	} {
		s := aligned(t, "platform.time="+test.platform)
		for screen, got := range map[string][RiderClasses]Alignment{"client": s.Facts(1).Screen.Riding, "host": s.HostRiding()} {
			want := test.client
			if screen == "host" {
				want = test.host
			}
			for class := range RiderClasses {
				if screen == "host" && class == HostPlayer {
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
		for mode := range shotModes {
			if n := m.Shots[mode].Count; (n > 0) != (mode == want.mode) {
				t.Errorf("%s: %d looks in mode %s", name, n, game.ShotModeNames()[mode])
			}
		}
		if got := game.Length(m.Shots[want.mode].Bias()).Metres(); got < want.bias-0.01 || got > want.bias+0.01 {
			t.Errorf("%s: %v m, want %v", name, got, want.bias)
		}
	}
}

func TestDeadReckoningComesNearerThanInterpolationToWhereTheOthersAre(t *testing.T) {
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

func TestSpreadsTellBiasFromMean(t *testing.T) {
	var s Spread
	if s.Bias() != 0 || s.Mean() != 0 {
		t.Errorf("nothing is %+v", s)
	}
	for _, v := range []int64{-3, 1, -4} {
		s.add(v)
	}
	if s.Bias() != -2 || s.Mean() != 2 || s.Worst != 4 || s.Count != 3 {
		t.Errorf("got %+v", s)
	}
}
