package ui

import (
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/config"
	"driftlab/ui/uitest"
)

// A page that begins paused, for people who want less motion, once showed a client that waits for the host.
func TestAWindowThatBeginsPausedShowsAWorld(t *testing.T) {
	uitest.NeedLoop(t)
	names := []string{scenario.Opening, "arenas/lift", "accuracy-asymmetric", lesson.All()[8].Name, lesson.All()[23].Name}
	for _, name := range names {
		sc := scenariotest.Load(t, name)
		a := openTestApp(t, config.Window{Scenario: sc, Config: inLab(t, ""), Paused: true}, 1280, 720, 1)
		nextFrames(t, a, 2)
		at := time.Duration(a.Session.Now())
		if what, _ := a.Deck.View(1).State(english, &a.Frame); !a.Paused || at == 0 || at > sightLatest || what == english.T("viewport.joining") || what == english.T("viewport.waiting") {
			t.Errorf("%s: at %v, paused %v, it shows: %q", name, at, a.Paused, what)
		}
		if len(a.Line.Script()) > 0 {
			t.Errorf("%s: somebody has done %v", name, a.Line.Script())
		}
	}
}
