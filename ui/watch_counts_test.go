package ui

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// What Watch shows at rest at most.
const mostNumbers = 6

var (
	// aNumber is a text that is a number with what it is of, and no sentence.
	aNumber = regexp.MustCompile(`^[^.]*[0-9]+([.,][0-9]+)?[^.]*$`)
	// aName is of what is called by a number, and measures nothing.
	aName = regexp.MustCompile(`^Client [0-9]+[^0-9]*$|^(stored at )?[0-9]+(\.[0-9]+ s)?$`)
	// anAppointment is when a clock hears of the time next.
	anAppointment = regexp.MustCompile(`^(asks again in|asks again within|host sends again in|asked once, at) `)
)

// liveNumbers returns the numbers that the Watch view writes in worlds, thumbnails and strip, and between the worlds. The
// caption is a sentence, and the strip's axis has labels.
func liveNumbers(t testing.TB, a *App) (all []string) {
	t.Helper()
	l := &a.Regions.Watch
	texts := written(t, a, func(c *draw.Canvas) {
		a.AB.DrawWorlds(&a.Picture, c)
		if a.FrozenShown() {
			a.DrawFrozen(c)
			return
		}
		a.Lanes.Draw(&a.View, c, l.Link)
		if l.Errors.H > 0 {
			a.DrawBothErrors(c, l.Errors)
		}
		for i := range a.Watch.Strips {
			a.Watch.Strips[i].Labels(&a.View, c)
		}
	})
	var axis []string
	if a.FrozenShown() {
		axis = written(t, a, func(c *draw.Canvas) { a.Watch.Frozen.Strip.Axis(c, l.Strip) })
	}
	for _, text := range texts {
		if slices.Contains(axis, text) || slices.Contains(a.AB.Seen.Names[:], text) {
			continue // what worlds are called stands still
		}
		if slices.ContainsFunc([]int{1, 2, 3, 4, 5, 6, 7}, func(n int) bool { return text == a.Words.F("ab.more", n) }) {
			continue // signs that have no room in a legend
		}
		if aNumber.MatchString(text) && !aName.MatchString(text) && !anAppointment.MatchString(text) {
			all = append(all, text)
		}
	}
	return all
}

// watchStates are the layouts, each as a person comes to it.
var watchStates = []struct {
	name string
	do   func(a *App)
}{
	{"solo", func(a *App) { a.watchAs(scenario.WatchSolo) }},
	{"pair", func(a *App) { a.watchAs(scenario.WatchPair) }},
	{"two", func(a *App) { a.watchAs(scenario.WatchTwo) }},
	{"frozen", func(a *App) { a.watchAs(scenario.WatchFrozen) }},
	{"A|B", compareDelays},
	{"wipe", func(a *App) { compareDelays(a); a.ToggleWipe() }},
}

// compareDelays begins a comparison with another way up.
func compareDelays(a *App) {
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "120ms", "link.down.delay", "40ms")
}

func TestWatchShowsAtMostSixLiveNumbersAndFiveControls(t *testing.T) {
	for _, name := range testkit.Some(t, []string{"first", "arenas/yard", "arenas/duel", "arenas/lift", "arenas/relay"}, 2) {
		for _, state := range watchStates {
			t.Run(name+", "+state.name, func(t *testing.T) { countsFew(t, name, state.do) })
		}
	}
}

// countsFew counts the numbers and controls of a window in a state for some seconds.
func countsFew(t *testing.T, name string, do func(*App)) {
	a := scene{scenario: name, at: 2 * time.Second, settings: config.Settings{View: config.WatchView}}.shown(t, 1)
	do(a)
	seen := 0
	for range 8 {
		after(t, a, time.Second, 2)
		all := liveNumbers(t, a)
		if len(all) > mostNumbers {
			t.Errorf("at %v: %d numbers: %q", time.Duration(a.Session.Now()), len(all), all)
		}
		seen = max(seen, len(all))
		if n := len(a.Watch.Cut.Controls); a.Regions.Watch.Controls.H > 0 && n > scenario.MaxWatchControls {
			t.Errorf("%d controls", n)
		}
	}
	if seen == 0 {
		t.Error("no number is found, so none is counted")
	}
}

func TestWatchWritesAClocksErrorOnce(t *testing.T) {
	for _, state := range watchStates {
		a := scene{at: 3 * time.Second, settings: config.Settings{View: config.WatchView}}.shown(t, 1)
		a.reconnect.choose(false) // a clock that has just joined has no error yet
		state.do(a)
		nextFrames(t, a, 2)
		all := liveNumbers(t, a)
		var p panel.Pen
		decimals := 0
		if a.Regions.Watch.Plan.Ab {
			decimals = 1
		}
		inWords := func(e time.Duration) string {
			return string(p.Start(a.Words).Signed(e.Seconds()*1000, decimals).Text(" ms").Buf)
		}
		errors := []time.Duration{a.Frame.Held[a.Deck.Chosen-1].Error}
		switch plan := &a.Regions.Watch.Plan; {
		case plan.Ab:
			of := a.AB.A.Frame.Held[a.Deck.Chosen-1].Error
			errors = append(errors, of, errors[0]-of)
		case plan.Kind == scenario.WatchTwo:
			errors = append(errors, a.Frame.Held[plan.With-1].Error)
		case plan.Kind == scenario.WatchSolo:
			for _, m := range plan.Others[:plan.Thumbs] {
				if m == 0 {
					continue
				}
				errors = append(errors, a.Frame.Held[m-1].Error)
			}
		}
		for _, of := range errors {
			text, want := inWords(of), 0
			for _, other := range errors {
				if inWords(other) == text {
					want++
				}
			}
			if n := count(all, text); n != want {
				t.Errorf("%s: %s is there %d times in %q, want %d", state.name, text, n, all, want)
			}
		}
	}
}

func count(all []string, one string) (n int) {
	for _, text := range all {
		if text == one {
			n++
		}
	}
	return n
}

// "+1200 ms" ran into "asked once".
func TestALargeErrorOnAClientsCardStandsApartFromWhatIsBesideIt(t *testing.T) {
	for _, language := range config.Languages() {
		a := numbersApp(t, "first", 9*time.Second, config.Settings{Language: language})
		for _, wrong := range []time.Duration{-41, 1200, -11501, 123456, -1234567} {
			for i := range a.Frame.Facts {
				a.Frame.Facts[i].Error = wrong * time.Millisecond
			}
			for _, pane := range a.Deck.Panes[1:] {
				for _, fault := range crowded(writings(t, a, func(c *draw.Canvas) { a.Deck.DrawPane(&a.View, c, &pane, pane.Rect) }), pane.Rect) {
					t.Errorf("%s, wrong by %d ms: %s", language, wrong, fault)
				}
			}
		}
	}
}
