package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/draw"
)

func TestWhatIsChangedIsCountedAndEachResetIsOneStep(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	foot := func() string {
		said, does := a.controls.foot.Says()
		return said + "|" + does
	}
	a.Advance(time.Second)
	a.NewGesture()
	a.controls.set(2, "link.loss", "5%")
	a.NewGesture()
	a.controls.set(0, "hits.rewind", "300ms")
	nextFrame(t, a)
	if len(a.changed.all) != 3 || foot() != english.F("controls.some-changed", 3)+"|"+english.T("controls.reset") {
		t.Fatalf("%v, %q", a.changed.all, foot())
	}
	steps, _ := a.Steps()
	a.NewGesture()
	a.seekFor("reset hits.rewind")
	got := a.Session.ValueText(0, "hits.rewind")
	if now, _ := a.Steps(); got != "200ms" || now != steps+1 {
		t.Errorf("rewind is %s after %d steps", got, now)
	}
	a.NewGesture()
	a.seekFor("reset all")
	nextFrame(t, a)
	if len(a.changed.all) != 0 || a.Session.Value(2, "link.up.loss") != 0 || foot() != english.T("controls.nothing-changed")+"|"+a.controls.find {
		t.Errorf("%v is left, %q", a.changed.all, foot())
	}
	a.Undo()
	a.arrived(t)
	if nextFrame(t, a); len(a.changed.all) != 2 {
		t.Errorf("undone, %v is changed", a.changed.all)
	}
	a.blind.Toggle()
	if nextFrame(t, a); len(a.changed.all) != 0 || len(a.Things()) == 0 {
		t.Errorf("blind mode tells %v", a.changed.all)
	}
}

func TestWhileTwoWorldsAreComparedTheSlidersAndTheRaceSayWhichIsTheirs(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	race := func() string {
		var said []string
		for _, w := range writings(t, a, func(c *draw.Canvas) { a.drawNumbers(c) }) {
			said = append(said, w.text)
		}
		_, after, _ := strings.Cut(strings.Join(said, "|"), english.T("race.title"))
		return after
	}
	label := func(part int) string { return a.controls.parts[part].Title() }
	if after(t, a, time.Second, 1); label(0) != "Network" || strings.Contains(race(), "|B|") {
		t.Errorf("of one world: %q, %.40q", label(0), race())
	}
	a.toggleAB()
	if nextFrame(t, a); label(0) != "Network in B" || label(1) != "Clocks in B" || label(3) != "World" || !strings.Contains(race(), "|B|") {
		t.Errorf("of two worlds: %q, %q, %q, %.40q", label(0), label(1), label(3), race())
	}
	a.controls.set(0, "link.loss", "5%")
	if nextFrame(t, a); label(0) != "Network in B" {
		t.Errorf("after a change: %q", label(0))
	}
	a.toggleAB()
	if nextFrame(t, a); strings.Contains(label(0), "in B") || strings.Contains(race(), "|B|") {
		t.Errorf("of one world again: %q, %.40q", label(0), race())
	}
}

func TestWhatTheScenarioItselfChangesIsNotAPersonsDoing(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	a.controls.set(0, "client.skew", "70")
	if after(t, a, 6*time.Second, 1); len(a.changed.all) != 1 || a.changed.all[0].Name != "client.skew" || a.changed.all[0].Client != 0 {
		t.Errorf("%+v, while the scenario's delay is %v", a.changed.all, a.Session.Base(1, scenario.Up))
	}
}
