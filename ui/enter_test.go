package ui

import (
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/ui/panel"
)

func TestAGroupThatDoesNotRunEntersTheRaceByAClickAndWhatIsSetStays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 1000, 1)
	if after(t, a, 3*time.Second, 1); !a.controls.set(0, "link.delay", "77ms") {
		t.Fatal("the delay cannot be set")
	}
	nextFrame(t, a)
	pressOn(&a.pointer, a.Race.Groups.Chips[registry.Engines])
	a.Race.Update(&a.View, &a.pointer)
	a.pointer = panel.Pointer{}
	if nextFrame(t, a); panel.PlaceOf(a.World.Clocks(), "netfox") < 0 || a.Session.Now() > netsim.Time(time.Second) {
		t.Fatalf("after %v there are %d clocks", a.Session.Now(), len(a.World.Clocks()))
	}
	if got := a.Session.ValueText(1, "link.up.delay"); got != "77ms" {
		t.Errorf("the delay is %s", got)
	}
}

func TestTheRecommendedClockCanBePickedWhereItDoesNotRun(t *testing.T) {
	a := firstAt(t, time.Second, 1)
	a.Enter(registry.Recommended, "client1.algorithm", registry.Recommended)
	nextFrame(t, a)
	if got := a.Session.ValueText(1, "client.algorithm"); got != registry.Recommended || a.World.Driving(1) < 0 {
		t.Errorf("%s drives", got)
	}
}
