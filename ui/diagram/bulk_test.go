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
