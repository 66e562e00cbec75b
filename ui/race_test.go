package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
)

func TestTheRaceIsSortedByTheColumnThatIsClicked(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(15 * time.Second)
	nextFrame(t, a)
	k := &a.race
	click := func(c raceColumn) {
		pressOn(&a.pointer, k.heads[c])
		k.update(&a.view, &a.pointer)
		a.pointer = pointer{}
		nextFrame(t, a)
	}
	for c := raceRMS; c < raceColumns; c++ {
		click(c)
		for i := range k.order[1:] {
			before, _ := k.value(k.order[i], c)
			after, _ := k.value(k.order[i+1], c)
			if before > after {
				t.Errorf("column %d: %v stands before %v", c, before, after)
			}
		}
		smallest := slices.Clone(k.order)
		click(c)
		first, _ := k.value(k.order[0], c)
		if most, _ := k.value(smallest[len(smallest)-1], c); first != most {
			t.Errorf("column %d: a second click has %v first, want %v", c, first, most)
		}
	}
	click(raceClock)
	if !slices.IsSorted(k.order) {
		t.Errorf("the list's order is %v", k.order)
	}
}

func TestTheRaceCanBeginAnew(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	nextFrame(t, a)
	pressOn(&a.pointer, a.race.restart)
	a.race.update(&a.view, &a.pointer)
	if got := a.session.RaceFrom(1); got != a.session.Now() {
		t.Errorf("it began at %v, want %v", got, a.session.Now())
	}
	if len(a.session.Log().Events) != len(a.session.Scenario().Events) {
		t.Error("it is in the log, but it is no event")
	}
}

func TestTheRaceSaysInOneSentenceHowFarAClockIsOffAndWhatToUse(t *testing.T) {
	a := newTestApp(t, "engines/jitter", 1600, 900, 1)
	a.advance(15 * time.Second)
	nextFrame(t, a)
	if want := "On this link TimeSync is "; !strings.HasPrefix(a.race.verdict.text, want) {
		t.Errorf("of the clock that drives it says %q", a.race.verdict.text)
	}
	k := &a.race
	place := slices.Index(k.order, placeOf(a.world.clocks(), "netfox"))
	height := k.lines.h / float32(len(k.order))
	pressOn(&a.pointer, rect{k.lines.x, k.lines.y + height*float32(place), k.lines.w, height})
	k.update(&a.view, &a.pointer)
	a.pointer = pointer{}
	if s := k.verdict.text; !strings.HasPrefix(s, "On this link netfox (Godot) is ") || !strings.Contains(s, "; use Midline instead, which is ") {
		t.Errorf("of netfox it says %q", s)
	}
}

func TestAGroupOfTheRaceIsHiddenByAClick(t *testing.T) {
	a := newTestApp(t, "engines/jitter", 1600, 900, 1)
	a.advance(3 * time.Second)
	nextFrame(t, a)
	press := func(g netsync.Group) {
		pressOn(&a.pointer, a.race.groups.chips[g])
		a.race.update(&a.view, &a.pointer)
		a.pointer = pointer{}
		nextFrame(t, a)
	}
	count := func(g netsync.Group) int { return len(netsync.OfGroup(g)) }
	press(netsync.Published)
	if got, want := len(a.race.order), count(netsync.Engines)+count(netsync.Ours); got != want {
		t.Errorf("without the published ones there are %d lines, want %d", got, want)
	}
	press(netsync.Engines)
	press(netsync.Ours)
	if got := len(a.race.order); got != len(a.race.rows) {
		t.Errorf("with all hidden there are %d lines of %d", got, len(a.race.rows))
	}
}

func TestAGroupThatDoesNotRunEntersTheRaceByAClickAndWhatIsSetStays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 1000, 1)
	a.advance(3 * time.Second)
	nextFrame(t, a)
	if !a.controls.set(0, "link.delay", "77ms") {
		t.Fatal("the delay cannot be set")
	}
	nextFrame(t, a)
	pressOn(&a.pointer, a.race.groups.chips[netsync.Engines])
	a.race.update(&a.view, &a.pointer)
	a.pointer = pointer{}
	nextFrame(t, a)
	if placeOf(a.world.clocks(), "netfox") < 0 || a.session.Now() > netsim.Time(time.Second) {
		t.Fatalf("after %v there are %d clocks", a.session.Now(), len(a.world.clocks()))
	}
	if got := a.session.ValueText(1, "link.up.delay"); got != "77ms" {
		t.Errorf("the delay is %s", got)
	}
}

func TestTheRecommendedClockCanBePickedWhereItDoesNotRun(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(time.Second)
	nextFrame(t, a)
	a.enter(netsync.Recommended, "client1.algorithm", netsync.Recommended)
	nextFrame(t, a)
	if got := a.session.ValueText(1, "client.algorithm"); got != netsync.Recommended || a.world.driving(1) < 0 {
		t.Errorf("%s drives", got)
	}
}

func TestALessonsRaceIsAboutItsOwnClocks(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.startLesson(10, 0)
	a.advance(time.Second)
	nextFrame(t, a)
	if a.offers() || a.race.verdict.text != "" {
		t.Errorf("the race of a lesson says %q", a.race.verdict.text)
	}
}

func TestThePointerOverAClockIsToldTheVerdictOnIt(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	nextFrame(t, a)
	k := &a.race
	a.tips.at(int(k.lines.x)+5, int(k.lines.y)+4)
	k.draw(&a.view, a.canvas, a.layout.race)
	if got := k.pointed.text; !strings.HasPrefix(got, "On this link Unreal push is ") {
		t.Errorf("it is told %q", got)
	}
}
