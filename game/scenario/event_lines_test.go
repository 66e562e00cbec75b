package scenario_test

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestLinesSayEverythingThatAnEventDoes(t *testing.T) {
	t.Parallel()
	ev := scenario.Event{Caption: "Now.", Set: scenariotest.Set("link.up.delay=90ms", "client2.skew=20"), Rejoin: scenario.AllClients, Rebind: 2,
		Play: &scenario.Play{Player: 1, Held: game.Right | game.Fire}}
	want := "Now.|link.up.delay=90ms|client2.skew=20|every client rejoins|client2 gets a new address|player 1 holds right fire"
	if got := strings.Join(ev.Lines(), "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ev = scenario.Event{Move: &scenario.Move{Datagram: scenario.Datagram{Client: 2, Way: scenario.Up, Kind: game.KindInput, Number: 41}, By: -5 * time.Millisecond},
		Lose: &scenario.Datagram{Client: 1, Way: scenario.Down, Clock: "slot", Number: 7, Second: true}}
	want = "input 41 up of client2 arrives 5ms earlier|second copy of datagram of slot 7 down of client1 is lost"
	if got := strings.Join(ev.Lines(), "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ev = scenario.Event{Set: scenariotest.Set("client2.skew=20"), Over: 1500 * time.Millisecond}
	if got := strings.Join(ev.Lines(), "|"); got != "client2.skew=20 over 1.5s" {
		t.Errorf("got %s", got)
	}
	ev = scenario.Event{Rejoin: 3, Play: &scenario.Play{Release: true}}
	if got := strings.Join(ev.Lines(), "|"); got != "client3 rejoins|player 0 goes back to its bot" {
		t.Errorf("got %s", got)
	}
	if got := (&scenario.Event{Play: &scenario.Play{Player: 2}}).Lines(); len(got) != 1 || got[0] != "player 2 holds nothing" {
		t.Errorf("got %q", got)
	}
	ev = scenario.Event{Bots: &scenario.Bots{Presses: []game.Press{{Player: 1, Tick: 345, Held: game.Left | game.Jump}, {Player: 0, Tick: 351}}}}
	if got := strings.Join(ev.Lines(), "|"); got != "bots press 1 345 left jump, 0 351" {
		t.Errorf("got %s", got)
	}
}
