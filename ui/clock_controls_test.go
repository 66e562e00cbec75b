package ui

import (
	"image"
	"slices"
	"testing"

	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// moreOf returns what is rarely used of a part, open.
func moreOf(t *testing.T, a *App, name string) *more {
	t.Helper()
	for _, m := range a.controls.mores {
		if m.name == name {
			m.SetOpen(true)
			nextFrame(t, a)
			return m
		}
	}
	t.Fatal("there is none")
	return nil
}

func TestTheColumnHasTheConstantsOfTheClockThatDrives(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	nextFrame(t, a)
	r := moreOf(t, a, "clocks")
	for _, algorithm := range a.Session.Algorithms() {
		if !a.controls.set(0, "client.algorithm", algorithm.Name) {
			t.Fatal(a.Fault)
		}
		if nextFrame(t, a); slices.Index(r.names, "client.temperature") != len(algorithm.Constants) || len(r.Rows()) < len(r.names) {
			t.Errorf("%s drives, and there are the rows %q", algorithm.Name, r.names)
		}
	}
	a.controls.set(0, "client.algorithm", "slot")
	nextFrame(t, a)
	ring := a.controls.homes["slot.ring"].child.(*widgets.Field)
	if ring.Text() != "32" {
		t.Errorf("the ring is %s", ring.Text())
	}
	a.controls.set(0, "slot.ring", "16")
	if nextFrame(t, a); ring.Text() != "16" || a.Session.Clock(1, 3).Status().Synchronised {
		t.Errorf("the ring is %s, the clock %+v", ring.Text(), a.Session.Clock(1, 3).Status())
	}
	if a.controls.set(0, "slot.poll", "1s") || a.Fault == "" {
		t.Error("a poll that is shorter than the ride is taken")
	}
}

func TestWatchCallsTheClockThatDrivesByItsName(t *testing.T) {
	a := newTestApp(t, "lesson-push", 1600, 900, 1)
	drives := a.controls.watchControl("client.algorithm").(*widgets.Dropdown)
	drives.Validate()
	for _, child := range drives.Children() {
		if combo, ok := child.(interface{ Label() string }); ok {
			if got, want := combo.Label(), panel.ClockTitle(a.Words, &a.Session.Algorithms()[drives.Selected()]); got != want {
				t.Errorf("it is called %q, want %q", got, want)
			}
			return
		}
	}
	t.Error("it has no text")
}

func TestAControlOfBothWaysShowsTheWayUpAndSetsBoth(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	f := a.controls.watchControl("link.rto").(*widgets.Field)
	if f.Text() != "1s" {
		t.Errorf("it shows %q", f.Text())
	}
	a.controls.watchControl("link.transport")
	a.controls.watchControl("link.up.loss")
}

func TestAClickOnAClocksNameOpensTheListOfClocks(t *testing.T) {
	for _, scale := range []int{100, 200} {
		a := fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.WatchView, Scale: scale})
		at, rows := a.LargeWorld().ClockName, len(a.controls.rows)
		a.pointer = panel.Pointer{X: at.X + 2, Y: at.Y + 2, Pressed: true}
		a.clickWorlds()
		nextFrame(t, a)
		menu := a.root.At(a.clocks)
		if !a.clocks.IsOpen() || menu.W == 0 || !menu.Within(panel.NewRect(0, 0, a.Width, a.Height)) || menu.Y < at.Y+at.H-1 {
			t.Errorf("at %d %%: the panel is at %v, the name at %v", scale, menu, at)
		}
		if len(a.controls.rows) != rows {
			t.Errorf("at %d %%: the column has %d rows, before %d", scale, len(a.controls.rows), rows)
		}
	}
}
