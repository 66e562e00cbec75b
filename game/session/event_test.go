package session

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestAPushIsCorrectedOnTheClientThatCouldNotForeseeIt(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Hour, Set: scenariotest.Set("link.delay=50ms")}, nil)
	for id := range 3 {
		do(t, s, scenario.Event{Play: &scenario.Play{Player: id}})
	}
	advance(t, s, 12*time.Second, time.Second)
	before := s.Facts(1)
	do(t, s, scenario.Event{Impulse: &scenario.Impulse{Player: 1, X: 6 * game.MetreASecond, Y: 8 * game.MetreASecond}})
	advance(t, s, 3*time.Second, time.Second)
	after := s.Facts(1)
	if after.Corrected == before.Corrected || after.Screen.Corrections.Worst < int64(game.Metre)/10 {
		t.Errorf("%d corrections, then %d, of up to %v µm", before.Corrected, after.Corrected, after.Screen.Corrections.Worst)
	}
	if other := s.Facts(2); other.Screen.Corrections.Count != 0 {
		t.Errorf("client 2 was corrected too: %+v", other.Screen.Corrections)
	}
}

func TestWhoLeavesIsGoneUntilItJoins(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Hour}, nil)
	advance(t, s, 5*time.Second, time.Second)
	players := func() int {
		var scene game.Scene
		s.Scene(0, &scene)
		return len(scene.Players)
	}
	if players() != 3 {
		t.Fatalf("there are %d players", players())
	}
	do(t, s, scenario.Event{Leave: 2})
	advance(t, s, time.Second, time.Second)
	if f := s.Facts(2); f.State != game.Away || players() != 2 {
		t.Errorf("client 2 is %v, and there are %d players", f.State, players())
	}
	advance(t, s, 20*time.Second, time.Second)
	if f := s.Facts(2); f.State != game.Away || f.Up != (game.SentTraffic{}) || f.Down != (game.SentTraffic{}) {
		t.Errorf("client 2 is %v, with traffic %+v and %+v", f.State, f.Up, f.Down)
	}
	do(t, s, scenario.Event{Join: scenario.AllClients})
	advance(t, s, 2*time.Second, time.Second)
	if f := s.Facts(2); f.State != game.Joined || players() != 3 || f.Up == (game.SentTraffic{}) {
		t.Errorf("client 2 is %v, and there are %d players", f.State, players())
	}
}

func TestAClientThatIsSilentForTooLongIsLetGoAndJoinsAgain(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("join.timeout=2s")}, nil)
	advance(t, s, 5*time.Second, time.Second)
	set(t, s, "link.loss", "100%")
	advance(t, s, 3*time.Second, time.Second)
	if f := s.Facts(1); f.State != game.TimedOut {
		t.Errorf("after 3 s of silence it is %v", f.State)
	}
	set(t, s, "link.loss", "0")
	advance(t, s, 3*time.Second, time.Second)
	if f := s.Facts(1); f.State != game.Joined {
		t.Errorf("then it is %v", f.State)
	}
}

func TestALineIsHeardByAllWithWhenItWasSaid(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Hour, Set: scenariotest.Set("link.delay=50ms")}, nil)
	do(t, s, scenario.Event{Say: &scenario.Say{Player: 1, Text: "too early"}}) // it does not know the time, and is not heard
	advance(t, s, 5*time.Second, time.Second)
	do(t, s, scenario.Event{Say: &scenario.Say{Player: 1, Text: `"ü" #1`}})
	do(t, s, scenario.Event{Say: &scenario.Say{Player: 0, Text: "here"}})
	advance(t, s, time.Second, time.Second)
	for name, lines := range map[string][]game.ChatLine{"host": s.Chat(0, nil), "client 1": s.Chat(1, nil), "client 2": s.Chat(2, nil)} {
		if len(lines) != 2 {
			t.Errorf("%s has heard %+v", name, lines)
			continue
		}
		for _, l := range lines {
			if l.From == 1 && (l.Text != `"ü" #1` || l.Said.World() < 5e9) {
				t.Errorf("%s has heard %+v", name, l)
			}
		}
	}
}

func TestRatesAndTheBudgetAreKept(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 4, Duration: time.Hour, Set: scenariotest.Set(
		"snapshot.rate=20", "input.rate=128", "client2.input.rate=30")}, nil)
	advance(t, s, 5500*time.Millisecond, time.Second)
	if n := s.Facts(1).Down[game.KindSnapshot].Datagrams; n != 20 {
		t.Errorf("%d snapshots a second", n)
	}
	for client, want := range map[int]uint64{1: 60, 2: 30} {
		if n := s.Facts(client).Up[game.KindInput].Datagrams; n < want-1 || n > want+1 {
			t.Errorf("client %d sends %d inputs a second, want %d", client, n, want)
		}
	}
	set(t, s, "snapshot.rate", "0")
	set(t, s, "snapshot.budget", "3kB/s")
	advance(t, s, 5*time.Second, time.Second)
	down := s.Facts(1).Down
	if total := down.Total(); total.OnTheLine() > 3300 || total.OnTheLine() < 1500 {
		t.Errorf("%d bytes a second under a budget of 3000", total.OnTheLine())
	}
}

func TestLagCompensationTurnsRefusedHitsIntoAgreedOnes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	refused := func(compensation string) (refused, agreed uint64) {
		s := newSession(t, &scenario.Scenario{Seed: 5, Clients: 6, Duration: time.Hour, Set: scenariotest.Set("link.delay=90ms",
			"hits.rewind=1s", "hits.compensation="+compensation, "projectile.spawn=predicted")}, nil)
		advance(t, s, 2*time.Minute, time.Second)
		for id := range s.Clients() {
			h := s.Facts(id + 1).Hits
			refused, agreed = refused+h.Refused, agreed+h.Agreed
		}
		return refused, agreed
	}
	offRefused, offAgreed := refused("off")
	onRefused, onAgreed := refused("on")
	if onRefused*4 > offRefused || onAgreed < offAgreed {
		t.Errorf("without %d refused and %d agreed, with %d and %d", offRefused, offAgreed, onRefused, onAgreed)
	}
}

func TestAdaptiveBuffersReachTheirShareOfLateInputs(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 5, Clients: 1, Duration: time.Hour, Set: scenariotest.Set("link.jitter=15ms",
		"link.distribution=exponential", "buffer.mode=adaptive", "buffer.late=5%")}, nil)
	advance(t, s, 30*time.Second, time.Second)
	before := s.Facts(1)
	advance(t, s, 2*time.Minute, time.Second)
	after := s.Facts(1)
	missing := after.Inputs.Missing - before.Inputs.Missing
	if share := float64(missing) / (120 * game.DefaultRate); share < 0.01 || share > 0.1 || !after.Buffers.Adaptive {
		t.Errorf("%.3f of the inputs are missing; the buffers are %+v", share, after.Buffers)
	}
}

func TestNarrowKeysWinOverWideOnesWhateverTheirOrderInTheFile(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x", `format = 3
[set]
client2.link.up.delay = "3ms"
client2.link.delay = "2ms"
link.up.delay = "5ms"
link.delay = "1ms"
client3.skew = 7
client.skew = 1
`)
	s := newSession(t, sc, nil)
	ms := func(client int, key string) int64 { return s.Value(client, key) / int64(time.Millisecond) }
	got := []int64{ms(1, "link.up.delay"), ms(1, "link.down.delay"), ms(2, "link.up.delay"), ms(2, "link.down.delay"),
		s.Value(1, "client.skew"), s.Value(3, "client.skew")}
	if want := []int64{5, 1, 3, 2, 1000, 7000}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPinnedSettingsHoldThroughAllEvents(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x", `format = 3
[[event]]
at = "1s"
caption = "Before"
[[event]]
at = "2s"
caption = "It grows"
[event.set]
link.up.delay = "200ms"
client3.skew = 2
[[event]]
at = "3s"
caption = "After"
[event.set]
client.skew = 9
`)
	sc.Pin(scenariotest.Set("link.delay=7ms", "client2.skew=5"))
	s := newSession(t, sc, nil)
	for second, caption := range []string{"", "Before", "", ""} {
		if up, down := s.Value(1, "link.up.delay"), s.Value(1, "link.down.delay"); up != 7e6 || down != 7e6 {
			t.Errorf("after %d s the delay is %d and %d", second, up, down)
		}
		if skew := s.Value(2, "client.skew"); skew != 5000 {
			t.Errorf("after %d s the skew is %d", second, skew)
		}
		if second > 0 && second < 2 && s.Caption() != caption {
			t.Errorf("after %d s the caption is %q", second, s.Caption())
		}
		advance(t, s, time.Second, time.Second)
	}
	if s.Value(3, "client.skew") != 9000 || s.Caption() != "Before" {
		t.Errorf("client 3's skew is %d, the caption %q", s.Value(3, "client.skew"), s.Caption())
	}
}

func TestASessionTakesNoEventThatItsLogCouldNotHold(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Hour}, nil)
	s.log = make([]scenario.Event, scenario.MaxEvents-1)
	set(t, s, "client1.skew", "5")
	if err := s.Set("client1.skew", "6"); err == nil || !strings.Contains(err.Error(), "the log is full: events: 70001 is outside 0..70000") {
		t.Errorf("got %v", err)
	}
	if len(s.log) != scenario.MaxEvents {
		t.Errorf("the log has %d events", len(s.log))
	}
}
