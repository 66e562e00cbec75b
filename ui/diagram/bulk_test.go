package diagram

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// TestUploadsAreDrawnAsTheyWaitAndAsFastAsTheyAre compares what the tab has put together with the tape.
func TestUploadsAreDrawnAsTheyWaitAndAsFastAsTheyAre(t *testing.T) {
	a := newRig(t, "bulk", 1280, 720, 1)
	b := openIn[*bulkView](t, a, "bulk")
	a.draw()
	a.advance(20 * time.Second)
	a.read()
	a.draw()
	for client, most := range map[int]float64{1: 2, 2: 400, 3: 45} {
		longest, bits := 0.0, 0.0
		for _, w := range b.waits[client-1] {
			longest = max(longest, w)
		}
		for _, x := range b.bits[client-1] {
			bits += max(x, 0)
		}
		longestOfTape, sent := 0.0, 0
		for n, end := a.Tape.Packets(0, a.Session.Now()); n < end; n++ {
			if p := a.Tape.At(n); int(p.From) == client {
				longestOfTape = max(longestOfTape, inMillis(p.Parts.Queue))
				if game.Kind(p.Kind) == game.KindBulk && p.Fate != netsim.Lost && p.Sent < a.Session.Now()/b.rateStep*b.rateStep {
					sent += (int(p.Size) + game.Overhead) * 8
				}
			}
		}
		if longest != longestOfTape || longest > most+10 || longest < most/2-1 {
			t.Errorf("client %d: datagrams wait for up to %.1f ms, and %.1f are drawn", client, longestOfTape, longest)
		}
		if drawn := bits * time.Duration(b.rateStep).Seconds() * 1e6; drawn < float64(sent)-1 || drawn > float64(sent)+1 || (client > 1) != (sent > 15_000_000) {
			t.Errorf("client %d: %.0f bits are drawn of %d", client, drawn, sent)
		}
	}
	a.Frame.Selected = 3
	a.draw()
	if target, uploads := b.target(a.Session); target != 25 || !uploads {
		t.Errorf("client 3 has a target of %.0f ms, and uploads: %v", target, uploads)
	}
}

// A minute of 64 clients is a hundred thousand datagrams.
func TestUploadsArePutTogetherAnewWhereAStepBeginsAndWhenNumbersAreRead(t *testing.T) {
	a := newRig(t, "bulk", 1280, 720, 1)
	b := openIn[*bulkView](t, a, "bulk")
	a.advance(20 * time.Second)
	a.read()
	a.draw()
	const mark = 12345
	b.waits[0][0] = mark
	for at := int64(a.Session.Now() / b.queueStep); int64((a.Session.Now()+netsim.Time(time.Second/60))/b.queueStep) == at; {
		a.advance(time.Second / 60)
		if a.draw(); b.waits[0][0] != mark {
			t.Fatalf("at %v they are put together anew, in the midst of a step of %v", time.Duration(a.Session.Now()), time.Duration(b.queueStep))
		}
	}
	a.advance(time.Duration(b.queueStep))
	if a.draw(); b.waits[0][0] == mark {
		t.Error("a step later they are as they were")
	}
	b.waits[0][0] = mark
	a.advance(time.Second)
	a.read()
	if a.draw(); b.waits[0][0] == mark {
		t.Error("the numbers have been read anew, and they have not")
	}
}
