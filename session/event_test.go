package session

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
)

func TestEventsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario(t)
		text := sc.Text()
		again, err := Parse("again", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got := again.Text(); got != text {
			t.Errorf("got\n%s\nwant\n%s", got, text)
		}
		if !reflect.DeepEqual(again.Keyframes, sc.Keyframes) {
			t.Errorf("keyframes %+v, want %+v", again.Keyframes, sc.Keyframes)
		}
		for i := range sc.Events {
			a, b := again.Events[i], sc.Events[i]
			if !reflect.DeepEqual(a.Impulse, b.Impulse) || !reflect.DeepEqual(a.Say, b.Say) || a.Join != b.Join || a.Leave != b.Leave {
				t.Errorf("event %d is read as %+v, written was %+v", i+1, a, b)
			}
		}
	})
}

func TestAPushIsCorrectedOnTheClientThatCouldNotForeseeIt(t *testing.T) {
	s := newSession(t, &Scenario{Seed: 3, Clients: 2, Duration: time.Hour, Set: assignments("link.delay=50ms")}, nil)
	for id := range 3 {
		do(t, s, Event{Play: &Play{Player: id}})
	}
	advance(t, s, 12*time.Second, time.Second)
	before := s.Facts(1)
	do(t, s, Event{Impulse: &Impulse{Player: 1, X: 6 * game.MetreASecond, Y: 8 * game.MetreASecond}})
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
	s := newSession(t, &Scenario{Seed: 3, Clients: 2, Duration: time.Hour}, nil)
	advance(t, s, 5*time.Second, time.Second)
	players := func() int {
		var scene game.Scene
		s.HostScene(&scene)
		return len(scene.Players)
	}
	if players() != 3 {
		t.Fatalf("there are %d players", players())
	}
	do(t, s, Event{Leave: 2})
	advance(t, s, time.Second, time.Second)
	if f := s.Facts(2); f.State != game.Away || players() != 2 {
		t.Errorf("client 2 is %v, and there are %d players", f.State, players())
	}
	advance(t, s, 20*time.Second, time.Second)
	if f := s.Facts(2); f.State != game.Away || f.Up != (game.SentTraffic{}) || f.Down != (game.SentTraffic{}) {
		t.Errorf("client 2 is %v, with traffic %+v and %+v", f.State, f.Up, f.Down)
	}
	do(t, s, Event{Join: AllClients})
	advance(t, s, 2*time.Second, time.Second)
	if f := s.Facts(2); f.State != game.Joined || players() != 3 || f.Up == (game.SentTraffic{}) {
		t.Errorf("client 2 is %v, and there are %d players", f.State, players())
	}
}

func TestAClientThatIsSilentForTooLongIsLetGoAndJoinsAgain(t *testing.T) {
	s := newSession(t, &Scenario{Seed: 3, Clients: 1, Duration: time.Hour, Set: assignments("join.timeout=2s")}, nil)
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
	s := newSession(t, &Scenario{Seed: 3, Clients: 2, Duration: time.Hour, Set: assignments("link.delay=50ms")}, nil)
	do(t, s, Event{Say: &Say{Player: 1, Text: "too early"}}) // it does not know the time, and is not heard
	advance(t, s, 5*time.Second, time.Second)
	do(t, s, Event{Say: &Say{Player: 1, Text: `"ü" #1`}})
	do(t, s, Event{Say: &Say{Player: 0, Text: "here"}})
	advance(t, s, time.Second, time.Second)
	for name, lines := range map[string][]game.ChatLine{"host": s.HostChat(nil), "client 1": s.ClientChat(1, nil), "client 2": s.ClientChat(2, nil)} {
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
	s := newSession(t, &Scenario{Seed: 3, Clients: 4, Duration: time.Hour, Set: assignments(
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
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	refused := func(compensation string) (refused, agreed uint64) {
		s := newSession(t, &Scenario{Seed: 5, Clients: 6, Duration: time.Hour, Set: assignments("link.delay=90ms",
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
	s := newSession(t, &Scenario{Seed: 5, Clients: 1, Duration: time.Hour, Set: assignments("link.jitter=15ms",
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

func do(t *testing.T, s *Session, ev Event) {
	t.Helper()
	if err := s.Do(ev); err != nil {
		t.Fatal(err)
	}
}

func set(t *testing.T, s *Session, key, value string) {
	t.Helper()
	if err := s.Set(key, value); err != nil {
		t.Fatal(err)
	}
}
