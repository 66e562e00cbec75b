package timeline

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

func TestADatagramThatIsUnderWayCanBeCaughtInAnotherBranch(t *testing.T) {
	t.Parallel()
	tape := observe.NewTape(2)
	l := newLine(t, Options{Tape: tape})
	check(t, l.Advance(2*time.Second))
	check(t, l.Do(set(t, "link.delay", "100ms")))
	check(t, l.Advance(500*time.Millisecond))
	var caught observe.TapePacket
	for n, end := tape.Packets(l.Now(), l.Now()); n < end; n++ {
		if p := tape.At(n); p.Due > l.Now() && p.To == 1 && p.Kind == uint8(game.KindSnapshot) {
			caught = *p
			break
		}
	}
	check(t, l.Do(set(t, "client.skew", "50"))) // while it is under way
	before := stateText(l.Session())

	ev := scenario.Event{At: caught.Sent - 1, Lose: &scenario.Datagram{Client: 1, Way: scenario.Down, Kind: game.KindSnapshot, Number: uint64(caught.Number)}}
	check(t, l.Divert(ev, l.Now()))
	check(t, l.finish())
	if p := tape.Find(caught.ID); p == nil || p.Fate != netsim.Lost || p.Cause != netsim.ByHand || p.Number != caught.Number {
		t.Fatalf("it has become %+v, was %+v", p, caught)
	}
	if got := scriptText(l.Script()); strings.Count(got, ";") != 3 || !strings.Contains(got, "is lost") || l.Session().Value(1, "client.skew") == 0 {
		t.Errorf("what was done since is gone: %s", got)
	}
	if b := l.Branches(nil); len(b) != 2 || b[1].Event.Lose == nil {
		t.Errorf("branches %+v", b)
	}
	check(t, l.Adopt(l.branches[0].script, l.Now())) // as undoing does
	check(t, l.finish())
	if l.BranchCount() != 2 || l.Branch() != 0 || stateText(l.Session()) != before {
		t.Errorf("it does not go back to branch 0 of 2, but to %d of %d", l.Branch(), l.BranchCount())
	}
	bad := ev
	bad.Lose = &scenario.Datagram{Client: 9, Kind: game.KindSnapshot, Number: 1}
	if err := l.Divert(bad, l.Now()); err == nil || !strings.Contains(err.Error(), "lose.client: 9 is outside 1..2") || l.BranchCount() != 2 {
		t.Errorf("%v, and %d branches", err, l.BranchCount())
	}
}
