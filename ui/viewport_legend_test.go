package ui

import (
	"image"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

func TestALegendWithoutRoomKeepsTheOutlineLongest(t *testing.T) {
	for _, c := range []struct {
		width int
		want  bool
	}{{1600, true}, {700, true}, {400, true}} {
		a := watched(t, "first", c.width, 900)
		a.Advance(3 * time.Second)
		nextFrame(t, a)
		a.Draw(screenOf(a.Width, a.Height))
		port := a.Deck.View(1)
		if !port.Legend.Now[stage.TruthSign] {
			t.Fatalf("%d wide: there is no outline", c.width)
		}
		port.Picture.W = 20 // where nothing has room nothing is written, and nothing panics
		port.DrawLegend(a.Canvas, a.Tips, 0, 0)
	}
}

func TestWhatIsWrittenBesideAMarkKeepsOffTheLegend(t *testing.T) {
	s := scene{scenario: "arenas/yard", size: image.Pt(picture.MinimumWidth, picture.MinimumHeight), settings: config.Settings{View: config.WatchView, Scale: 150}}
	a := s.app(t)
	s.passUntil(a, 5*time.Second)
	a.watchAs(scenario.WatchTwo)
	a.controls.set(2, "client.algorithm", "rtt2")
	s.passUntil(a, 6500*time.Millisecond)
	nextFrames(t, a, settling)
	labels := &a.Deck.View(2).Labels
	if len(a.Frame.Disputes) == 0 || labels.Placed == 0 {
		t.Fatalf("%d disputes, %d texts", len(a.Frame.Disputes), labels.Placed)
	}
	for i, text := range labels.Taken {
		for j, other := range labels.Taken {
			if labels.Text[i] && i != j && text.Overlaps(other) {
				t.Errorf("the text at %v overlaps what is at %v", text, other)
			}
		}
	}
}
