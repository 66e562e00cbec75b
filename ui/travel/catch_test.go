package travel

import (
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/ui/panel"
)

// withDelay is what goes through a session in which each datagram takes a tenth of a second.
func withDelay(t *testing.T) *Travel {
	t.Helper()
	a := newTravel(t, "first")
	a.set("link.delay=100ms")
	a.Advance(2 * time.Second)
	a.picture.Paused = true
	return a
}

func TestDatagramsCanBeCaughtByKeysAlone(t *testing.T) {
	a := withDelay(t)
	held := &a.picture.Hover.Held
	a.NextCaught(false)
	first := *held
	a.NextCaught(false)
	second := *held
	if a.NextCaught(true); first == 0 || second <= first || *held != first {
		t.Fatalf("%d, %d, %d", first, second, *held)
	}
	due := a.picture.Tape.Find(first).Due
	a.TouchChosen(panel.Catching{By: CatchStep})
	arrive(a)
	a.TouchChosen(panel.Catching{By: CatchStep})
	arrive(a)
	if got := a.picture.Tape.Find(first).Due; got != due.Add(2*CatchStep) {
		t.Errorf("it is due at %v, was %v", got, due)
	}
	a.TouchChosen(panel.Catching{Lose: true})
	if arrive(a); a.picture.Tape.Find(first).Fate != netsim.Lost {
		t.Error("it is not lost")
	}
	if a.TouchChosen(panel.Catching{Lose: true}); a.lines.Fault == "" {
		t.Error("what is lost is lost again")
	}
}

func TestADatagramThatHasComeIsCaughtWhereItWasSent(t *testing.T) {
	a := withDelay(t)
	id := uint64(0)
	for id == 0 || a.picture.Tape.Find(id).To == 0 { // on its way to a client
		a.NextCaught(false)
		id = a.picture.Hover.Held
	}
	sent := a.picture.Tape.Find(id).Sent
	a.Advance(time.Second)
	a.Catch(id, panel.Catching{Lose: true})
	if arrive(a); a.picture.Session.Now() != sent || a.picture.Tape.Find(id).Fate != netsim.Lost {
		t.Errorf("at %v, sent at %v: %v", a.picture.Session.Now(), sent, a.picture.Tape.Find(id).Fate)
	}
}
