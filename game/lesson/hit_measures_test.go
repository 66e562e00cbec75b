package lesson

import (
	"testing"
	"time"
)

func TestARefusedHitWantsTwoWaysAndBothBuffers(t *testing.T) {
	t.Parallel()
	s := started(t, Named("lesson-hit").Worlds[0].Scenario)
	f := &Figure{Client: 1}
	if _, ok := wantedRewind(s, f); ok {
		t.Error("a hit is refused before the beginning")
	}
	advance(t, s, 8*time.Second)
	if v, ok := wantedRewind(s, f); !ok || v != 250 {
		t.Errorf("it wants %v ms (%v), want 250", v, ok)
	}
	if v, ok := measured(t, s, "hits-dodged"); !ok || v != 0 {
		t.Errorf("%v %% of the hits (%v) met somebody who had dodged, and the host takes nobody back", v, ok)
	}
}

func TestWhoIsHitInCoverIsHitBehindAColumn(t *testing.T) {
	t.Parallel()
	s := started(t, Named("lesson-hit").Worlds[1].Scenario)
	felt := 0.0
	for range 12 {
		advance(t, s, 10*time.Second)
		n, ok := hitInCover(s, &Figure{Client: 1})
		if !ok {
			t.Fatal("client 1 is not there")
		}
		felt += n
	}
	if felt == 0 {
		t.Error("with rewind nobody was hit behind a column")
	}
	if n, _ := hitInCover(s, &Figure{Client: 1, Span: Span{After: s.Now()}}); n != 0 {
		t.Errorf("%v hits are told of a time that is to come", n)
	}
}
