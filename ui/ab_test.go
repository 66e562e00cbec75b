package ui

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// follow brings A to where B is, as updates do.
func (a *App) follow(t *testing.T) {
	t.Helper()
	a.UpdateAB()
	for a.AB.Behind() {
		a.UpdateAB()
	}
	if !a.AB.On {
		t.Fatal(a.Fault)
	}
}

func TestLeavingKeepsTheWorldThatIsChosen(t *testing.T) {
	for _, keepA := range []bool{false, true} {
		a := firstAt(t, time.Second, 0)
		a.toggleAB()
		a.controls.set(0, "link.up.delay", "10ms")
		a.Advance(time.Second)
		a.follow(t)
		nextFrame(t, a)
		want := int64(10e6)
		if keepA {
			a.keepA()
			a.arrived(t)
			want = 80e6
		} else {
			a.toggleAB()
		}
		if a.AB.On || a.Session.Value(1, "link.up.delay") != want || a.Fault != "" {
			t.Errorf("keep A %v: on %v, delay %d, %q", keepA, a.AB.On, a.Session.Value(1, "link.up.delay"), a.Fault)
		}
		after(t, a, time.Second, 1)
	}
}

func TestOtherClientsBesideEachOther(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := scenariotest.Load(t, "accuracy-clean")
	check(t, a.CompareWith(sc, 0))
	a.Choose(3)
	a.Advance(8 * time.Second)
	a.follow(t)
	nextFrame(t, a)
	if all := strings.Join(a.AB.Seen.Differences, "|"); !strings.Contains(all, "clients 1 → 3") || !strings.Contains(all, "seed 1 → 1280") {
		t.Errorf("differences %q", all)
	}
	if a.keepA(); a.Session.Clients() != 1 {
		t.Error("B was kept")
	}
	nextFrame(t, a)
}

// The strip looked for the first lesson's second world, which it has not.
func TestLessonsOfOneWorldAreComparedToo(t *testing.T) {
	a := newTestApp(t, "lesson-07", 1600, 900, 1)
	check(t, a.CompareWith(scenariotest.Load(t, "lesson-06"), 0))
	a.stale = true
	nextFrame(t, a)
	a.toggleAB()
	nextFrame(t, a)
}

func TestBothWorldsAreDrawnInFewCalls(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		a := newTestApp(t, "first", size[0], size[1], 1)
		a.Advance(3 * time.Second)
		a.toggleAB()
		a.controls.set(0, "link.up.delay", "200ms")
		after(t, a, 2*time.Second, 1)
		pix := frameOf(t, a)
		if a.Calls > maxCalls {
			t.Errorf("%d draw calls", a.Calls)
		}
		for name, r := range map[string]panel.Rect{"A": a.AB.Left.Worlds, "B": a.Regions.Worlds} {
			if n := bright(pix, a.pixels.X, r); n < 100 {
				t.Errorf("%v: %s: only %d bright pixels", size, name, n)
			}
		}
		if a.AB.Left.Worlds.Overlaps(a.Regions.Worlds) {
			t.Error("A and B overlap")
		}
	}
}

// What differs has room beside the race, and the table has both worlds' clients.
func TestTwoWorldsHaveOneLab(t *testing.T) {
	for _, clients := range []int{1, 2, 3} {
		a := newTestApp(t, "first", 1600, 900, 1)
		sc := *a.Session.Scenario()
		sc.Clients, sc.Set, sc.Events, sc.Watch = clients, nil, nil, nil
		check(t, a.Open(&sc, 0))
		a.Paused = true
		a.toggleAB()
		nextFrame(t, a)
		if l := &a.Regions; l.More.H < 130 || l.Race.H < picture.RaceLow || l.Clients.H < 46+24*3 || l.Worlds.Overlaps(a.AB.Left.Worlds) {
			t.Errorf("%d clients: what differs has %v, the race %v, the clients %v, worlds %v and %v", clients, l.More, l.Race, l.Clients, a.AB.Left.Worlds, l.Worlds)
		}
	}
}

func TestAnotherSeedIsThatOfBothWorlds(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.lessons.Start(9, 0)
	a.toggleAB()
	a.Advance(3 * time.Second)
	a.follow(t)
	a.newSeed()
	a.follow(t)
	if x, y := a.AB.A.Session.Scenario().Seed, a.Session.Scenario().Seed; x != y || x != 10 {
		t.Errorf("A has the seed %d, B %d", x, y)
	}
	a.lessons.End()
	a.toggleAB()
	if a.newSeed(); a.AB.On || !strings.Contains(a.Notice, "A is closed") {
		t.Errorf("on %v, notice %q", a.AB.On, a.Notice)
	}
}

func TestANoticeMakesRoomForTheCaption(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	now := time.Unix(0, 0)
	a.Clock = func() time.Time { return now }
	a.ShowNotice("done")
	a.expire()
	now = now.Add(notice.For - 1)
	for range 1000 { // however many updates that are
		a.expire()
	}
	if a.Notice != "done" {
		t.Error("it is gone too early")
	}
	now = now.Add(1)
	if a.expire(); a.Notice != "" {
		t.Error("it stays")
	}
	a.ShowNotice("again")
	if a.expire(); a.Notice != "again" {
		t.Error("the next one is gone at once")
	}
}

func TestUndoingInAComparisonTakesBackWhatWasDoneInBoth(t *testing.T) {
	a := firstAt(t, time.Second, 0)
	a.toggleAB()
	a.NewGesture()
	a.controls.set(0, "link.up.delay", "33ms")
	a.NewGesture()
	a.Do(scenario.Event{Rejoin: 1})
	a.Undo()
	a.arrived(t)
	if n := len(a.AB.A.Line.Script()); n != 0 || len(a.Line.Script()) != 1 {
		t.Errorf("A has %d events, B %d", n, len(a.Line.Script()))
	}
	changed := a.Line.Log().Text()
	a.restart()
	a.Undo() // the restart, with all that it took the place of
	if a.arrived(t); a.Notice != english.T("undo.back") || a.Line.Log().Text() != changed {
		t.Errorf("%q, and it is\n%s", a.Notice, a.Line.Log().Text())
	}
}

func TestTwoWorldsShareTheMemoryOfCheckpoints(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	check(t, a.opt.Config.Override(func(s *config.Settings) { s.Memory = config.MinMemory }))
	a.restart()
	const bound = config.MinMemory * 1_000_000
	within := func(what string, least, most int) {
		t.Helper()
		bytes := a.Line.Bytes()
		if a.AB.On {
			if other := a.AB.A.Line.Bytes(); other > most || other < least {
				t.Errorf("%s: A's checkpoints take %d bytes, want %d to %d", what, other, least, most)
			}
		}
		if bytes > most || bytes < least {
			t.Errorf("%s: the checkpoints take %d bytes, want %d to %d", what, bytes, least, most)
		}
	}
	a.Advance(20 * time.Second)
	within("alone", bound/4, bound)
	a.toggleAB()
	within("side by side", bound/8, bound/2)
	for range 10 {
		a.Advance(time.Second)
		a.UpdateAB()
	}
	within("a while later", bound/8, bound/2)
	a.toggleAB()
	for range 30 {
		a.Advance(time.Second)
	}
	within("alone again", bound/4, bound)
	if a.Memory() != bound {
		t.Errorf("%d bytes are allowed, want %d", a.Memory(), bound)
	}
}

func TestControlsLieWhereTheirPanelIsWhenAComparisonBeginsAndEnds(t *testing.T) {
	for _, size := range []image.Point{{X: 1600, Y: 900}, {X: 1280, Y: 720}} {
		for _, view := range config.Views() {
			a := fitted(t, "first", size, config.Settings{View: view})
			for _, when := range []string{"with A and B", "with B alone again"} {
				a.toggleAB()
				a.arrived(t)
				nextFrame(t, a)
				_, now := placed(a)
				a.placeAll() // as a resize does
				nextFrame(t, a)
				if _, want := placed(a); !slices.Equal(now, want) {
					t.Errorf("%v, %s, %s: the widgets are at\n%v\nwant\n%v", size, view, when, now, want)
				}
			}
		}
	}
}

// On a phone and with text twice as large what differs between A and B was once cut in the middle of a line.
func TestTheCaptionOfTwoWorldsIsNeverCut(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		text int
	}{{portrait, 100}, {landscape, 100}, {smallest, 100}, {image.Pt(1280, 720), 100}, {image.Pt(1280, 720), 150}, {image.Pt(1280, 720), 200}, {image.Pt(1600, 900), 200}} {
		for _, language := range config.Languages() {
			a := fitted(t, "first", c.size, config.Settings{View: config.WatchView, Scale: c.text, Language: language})
			a.Advance(3 * time.Second)
			compareDelays(a)
			a.controls.set(0, "link.up.jitter", "20ms", "link.up.loss", "3%", "client.skew", "50")
			after(t, a, 3*time.Second, 2)
			place := a.Regions.Watch.Caption
			text, col := a.Caption()
			all := writings(t, a, func(canvas *draw.Canvas) { a.DrawWatchCaption(canvas, place, text, col) })
			for _, fault := range crowded(all, place) {
				t.Errorf("%v at %d %%, in %s: %s", c.size, c.text, language, fault)
			}
			if len(all) == 0 && place.H > picture.StripHeight {
				t.Errorf("%v at %d %%, in %s: nothing is said", c.size, c.text, language)
			}
		}
	}
}
