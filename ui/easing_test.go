package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
)

func TestAChangeIsEasedWhereAPersonAsksForIt(t *testing.T) {
	a := newTestApp(t, "accuracy-clean", 1600, 900, 1)
	a.showView(config.LabView)
	a.Advance(time.Second)
	a.controls.ease = 2 * time.Second
	a.controls.set(0, "link.up.delay", "180ms", "link.down.delay", "100ms")
	if got := a.Value(1, "link.up.delay"); got != 50e6 {
		t.Fatalf("at once it is %v", time.Duration(got))
	}
	check(t, a.resize(1500, 900, 1)) // the column is rebuilt
	a.Advance(time.Second)
	if up, down := a.Value(1, "link.up.delay"), a.Value(1, "link.down.delay"); up != 115e6 || down != 75e6 {
		t.Errorf("half-way it is %v up and %v down, want 115 ms and 75 ms", time.Duration(up), time.Duration(down))
	}
	a.Advance(time.Second)
	if got := a.Value(1, "link.up.delay"); got != 180e6 {
		t.Errorf("at the end it is %v, want 180 ms", time.Duration(got))
	}
	if log := a.Line.Log().Text(); !strings.Contains(log, `over = "2s"`) {
		t.Errorf("the log does not say over how long:\n%s", log)
	}
	a.controls.set(1, "client.sleep", "asleep")
	if got := a.ValueText(1, "client.sleep"); got != "asleep" {
		t.Errorf("a choice is %s at once, want asleep", got)
	}
	a.controls.set(0, "link.up.delay", "10ms")
	a.Paused = true
	a.showView(config.WatchView)
	nextFrame(t, a)
	a.controls.set(0, "link.up.delay", "20ms")
	if got := a.Value(1, "link.up.delay"); got != 20e6 {
		t.Errorf("in the Watch view, which has not the picker, it is %v at once, want 20 ms", time.Duration(got))
	}
}
