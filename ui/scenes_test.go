package ui

import (
	"fmt"
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/film"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// A scene is a state of the window that is worth to be looked at. The gallery has a picture of each; some
// are compared with golden pictures too.
type scene struct {
	name     string // of its picture
	what     string // the line in the gallery
	scenario string // "" is first
	at       time.Duration
	size     image.Point // zero is the standard size
	settings config.Settings
	clients  int      // 0: as many as the scenario has
	seed     uint64   // 0: the scenario's
	set      []string // settings from the start on, key and value in turn
	do       func(a *App)
	more     time.Duration // what goes by after do
	golden   bool
	extra    bool           // not in the gallery that is kept
	told     *lesson.Lesson // its key step, in the view Watch, in place of scenario, at and settings
}

// scenes lists all of them, the lessons last.
func scenes() []scene {
	small, full := image.Pt(picture.MinimumWidth, picture.MinimumHeight), image.Pt(1920, 1080)
	all := []scene{
		{name: "begin", what: "The first moment: nobody is in the game yet.", at: 100 * time.Millisecond},
		{name: "first-4s", what: "The first seconds: with 80 ms each way, the clock that only listens is one way down behind.", at: 3900 * time.Millisecond},
		{name: "first-9s", what: "The link has become asymmetric: all clocks that ask agree, and are wrong.", at: 9 * time.Second, golden: true},
		{name: "first-10s", extra: true, what: "After ten seconds the window points at the slider: your turn.", at: 10200 * time.Millisecond},
		{name: "tab-spacetime", what: "Space-time: each packet between the clocks of host and client.", at: 9 * time.Second, do: showTab("spacetime"), golden: true},
		{name: "tab-ticks", what: "Ticks: where host and client are, and what comes in time.", at: 9 * time.Second, do: showTab("ticks"), golden: true},
		{name: "tab-samples", what: "Samples: what the chosen client's clock makes of its own data.", at: 9 * time.Second, do: showTab("samples"), golden: true},
		{name: "samples-timesync", extra: true, what: "Samples of TimeSync: its two minima.", at: 9 * time.Second, do: func(a *App) { a.Choose(3); showTab("samples")(a) }},
		{name: "watch", what: "The view Watch (F2): the worlds alone. In the yard bots ride, fire at a bell and walk between.", scenario: "arenas/yard", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, golden: true},
		{name: "watch-duel", what: "The arena duel, with two columns to hide behind; the host has refused a hit.", scenario: "arenas/duel", at: 13 * time.Second, settings: config.Settings{View: config.WatchView}},
		{name: "watch-hit", extra: true, what: "A hit in the duel, by day: a body that is hurt, and who is behind a column.", scenario: "arenas/duel", at: 4200 * time.Millisecond, settings: config.Settings{View: config.WatchView, Theme: "light"}},
		{name: "watch-lift", what: "The arena lift, with its counterweight.", scenario: "arenas/lift", at: 9 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}},
		{name: "watch-relay", what: "The arena relay, with two ferries, in the smallest window.", scenario: "arenas/relay", at: 9 * time.Second, size: small, settings: config.Settings{View: config.WatchView}},
		{name: "watch-yard-light", what: "The yard by day, just after a projectile has rung the bell.", scenario: "arenas/yard", at: 3500 * time.Millisecond, settings: config.Settings{View: config.WatchView, Theme: "light"}},
		{name: "lanes", what: "A pair of worlds, and the link between them as two lanes: what is lost falls off.", at: 2600 * time.Millisecond, settings: config.Settings{View: config.WatchView},
			set: []string{"link.up.delay", "120ms", "link.down.delay", "40ms", "link.jitter", "10ms", "link.loss", "8%"}, do: func(a *App) { a.watchAs(scenario.WatchPair) }, more: 100 * time.Millisecond},
		{name: "watch-pair", what: "Host and client of the yard, with the link between them.", scenario: "arenas/yard", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: func(a *App) { a.watchAs(scenario.WatchPair) }},
		{name: "watch-pair-light", what: "The same by day.", scenario: "arenas/yard", at: 9 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}, do: func(a *App) { a.watchAs(scenario.WatchPair) }},
		{name: "watch-two", what: "Two clients beside each other.", scenario: "arenas/yard", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: func(a *App) { a.watchAs(scenario.WatchTwo) }},
		{name: "watch-two-light", what: "The same by day, in German.", scenario: "arenas/yard", at: 9 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light", Language: "de"}, do: func(a *App) { a.watchAs(scenario.WatchTwo) }},
		{name: "watch-frozen", what: "Three stills of one hit on which the machines differ, and what went between their clocks.", scenario: "arenas/duel", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: showFelt},
		{name: "watch-frozen-light", what: "The same by day, in German.", scenario: "arenas/duel", at: 9 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light", Language: "de"}, do: showFelt},
		{name: "watch-frozen-small", extra: true, what: "The same in a small window.", scenario: "arenas/duel", at: 9 * time.Second, size: image.Pt(960, 540), settings: config.Settings{View: config.WatchView}, do: showFelt},
		{name: "watch-ab", what: "Two worlds with the same luck: one caption says what differs, and one row how wrong both clocks are.", scenario: "arenas/yard", at: 5 * time.Second, more: 13 * time.Second, settings: config.Settings{View: config.WatchView}, do: compareDelays},
		{name: "watch-ab-light", what: "The same by day.", scenario: "arenas/yard", at: 5 * time.Second, more: 13 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}, do: compareDelays},
		{name: "watch-wipe", what: "The same with a line between A and B (K).", scenario: "arenas/yard", at: 5 * time.Second, more: 13 * time.Second, size: small, settings: config.Settings{View: config.WatchView}, do: func(a *App) { compareDelays(a); a.ToggleWipe() }},
		{name: "branches", what: "Branches as rails, each with its cause; the one that was left last as ghosts.", at: 9 * time.Second, more: 2 * time.Second, do: func(a *App) {
			a.Went(a.Line.Seek(netsim.Time(6 * time.Second)))
			a.controls.set(0, "link.up.delay", "33ms")
			a.Went(a.Line.Seek(netsim.Time(5 * time.Second)))
			a.controls.set(0, "link.up.delay", "300ms")
			a.scrub.menu.open = true
		}},
		{name: "watch-ball", what: "The ball in the yard: an outline where the host has it, and touches that it did not have.", scenario: "arenas/ball", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}},
		{name: "watch-ball-light", what: "The same by day, host and client.", scenario: "arenas/ball", at: 9 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}, do: func(a *App) { a.watchAs(scenario.WatchPair) }},
		{name: "watch-duel-light", what: "The duel by day.", scenario: "arenas/duel", at: 9 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}},
		{name: "watch-lift-dark", what: "The lift by night.", scenario: "arenas/lift", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}},
		{name: "watch-relay-light", what: "The relay by day: the camera follows client 1.", scenario: "arenas/relay", at: 7 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}},
		{name: "watch-classic", what: "The arena classic in the view Watch.", scenario: "lesson-09", at: 8 * time.Second, settings: config.Settings{View: config.WatchView}},
		{name: "diagram", what: "The view Diagram (F4): one diagram, large.", at: 9 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("spacetime")},
		{name: "waterfall", what: "Key to screen: what each key of client 1 waits for until client 2's screen shows it.", scenario: "arenas/yard", at: 20 * time.Second, settings: config.Settings{View: config.DiagramView},
			set: []string{"link.up.delay", "60ms", "link.down.delay", "40ms", "link.jitter", "4ms"}, do: showTab("waterfall")},
		{name: "waterfall-small", what: "The same by day, in German, in the smallest window.", scenario: "arenas/yard", at: 20 * time.Second, size: small, settings: config.Settings{View: config.DiagramView, Language: "de", Theme: "light"},
			set: []string{"link.up.delay", "120ms", "link.down.delay", "40ms", "link.loss", "8%"}, do: showTab("waterfall")},
		{name: "tab-waterfall", extra: true, what: "Key to screen in the Lab.", at: 20 * time.Second, size: small, settings: config.Settings{View: config.LabView}, do: showTab("waterfall")},
		{name: "population", what: "24 clients that have joined over a stream: a dot each, and a ring where Simpson's clock was first set.", scenario: "lesson-04", at: 20 * time.Second, clients: 24, settings: config.Settings{View: config.DiagramView},
			set: []string{"link.up.loss", "20%"}, do: func(a *App) { showTab("population")(a); pickClock(a, "simpson") }},
		{name: "population-two", what: "Two clocks' dots on 24 clients, by day, in the smallest window.", scenario: "lesson-06", at: 30 * time.Second, clients: 24, size: small, settings: config.Settings{View: config.DiagramView, Theme: "light"},
			do: func(a *App) { showTab("population")(a); pickClock(a, "timesync", "sntp") }},
		{name: "sorted", what: "Slot's round trips by age and sorted: only those under the gate may set the clock.", scenario: "lesson-05", at: 140 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("sorted")},
		{name: "cut", what: "Simpson's answers, and what is cut off, in German by day.", scenario: "lesson-04", at: 14 * time.Second, size: small, settings: config.Settings{View: config.DiagramView, Language: "de", Theme: "light"}, do: showTab("cut")},
		{name: "minima", what: "TimeSync's two minima.", scenario: "lesson-06", at: 20 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("minima")},
		{name: "clouds", what: "Two clouds of datagrams, and the clock between them.", scenario: "lesson-06", at: 30 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("clouds")},
		{name: "clouds-small", extra: true, what: "The same by day in the smallest window.", scenario: "lesson-07", at: 30 * time.Second, size: small, settings: config.Settings{View: config.DiagramView, Theme: "light", Language: "de"}, do: showTab("clouds")},
		{name: "dial", what: "TimeSync's stamps of 16 bits, just after they have begun anew.", scenario: "lesson-stamps", at: 34 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("dial")},
		{name: "punch", what: "Hole punching: by which clocks would two clients get through each other's NAT at one agreed time?", scenario: "punch/jitter", at: 30 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("punch")},
		{name: "punch-small", extra: true, what: "The same by day, in German, in the smallest window.", scenario: "punch/uneven-apart", at: 30 * time.Second, size: small, settings: config.Settings{View: config.DiagramView, Theme: "light", Language: "de"}, do: showTab("punch")},
		{name: "tab-punch", extra: true, what: "Hole punching in the Lab.", at: 9 * time.Second, settings: config.Settings{View: config.LabView}, do: showTab("punch")},
		{name: "tab-punch-large", extra: true, what: "The same with text twice as large.", at: 9 * time.Second, settings: config.Settings{View: config.LabView, Scale: 200, Language: "de"}, do: showTab("punch")},
		{name: "punch-large", extra: true, what: "Hole punching with text twice as large, in German.", scenario: "punch/uneven-apart", at: 30 * time.Second, settings: config.Settings{View: config.DiagramView, Scale: 200, Language: "de"}, do: showTab("punch")},
		{name: "tab-population", extra: true, what: "All clients in the Lab.", scenario: "lesson-04", at: 20 * time.Second, size: small, settings: config.Settings{View: config.LabView}, do: showTab("population")},
		{name: "diagram-error", extra: true, what: "The clock error, large.", at: 9 * time.Second, settings: config.Settings{View: config.DiagramView}, do: showTab("error")},
		{name: "diagram-ticks", extra: true, what: "Ticks, large.", at: 9 * time.Second, size: small, settings: config.Settings{View: config.DiagramView}, do: showTab("ticks")},
		{name: "diagram-samples", extra: true, what: "Samples, large.", at: 9 * time.Second, size: small, settings: config.Settings{View: config.DiagramView}, do: showTab("samples")},
		{name: "diagram-beats", extra: true, what: "Beats, large.", at: 9 * time.Second, settings: config.Settings{View: config.DiagramView, Language: "de"}, do: showTab("beats")},
		{name: "focus", what: "One world large (F), over the diagram.", at: 9 * time.Second, do: func(a *App) { a.Choose(1); a.Deck.Focus = 1 }},
		{name: "play", what: "A person plays client 1's player.", at: 5 * time.Second, do: func(a *App) { a.Take(1) }, more: time.Second},
		{name: "ab", what: "A/B: the same luck, one setting apart.", at: 5 * time.Second, more: 4 * time.Second, golden: true, do: func(a *App) {
			a.toggleAB()
			a.controls.set(0, "link.up.delay", "80ms", "link.down.delay", "80ms")
			a.Do(scenario.Event{Rejoin: scenario.AllClients})
		}},
		{name: "ab-spacetime", what: "A/B with both space-time diagrams on one time axis.", at: 5 * time.Second, more: 4 * time.Second, do: func(a *App) {
			a.toggleAB()
			a.controls.set(0, "link.up.delay", "40ms", "link.down.delay", "120ms")
			showTab("spacetime")(a)
		}},
		{name: "ab-small", extra: true, what: "A/B in the smallest window.", at: 5 * time.Second, more: 4 * time.Second, size: small, do: func(a *App) {
			a.toggleAB()
			a.controls.set(0, "link.up.delay", "80ms", "link.down.delay", "80ms")
		}},
		{name: "blind", what: "Blind mode before the guess: whatever tells the truth is covered.", at: 7 * time.Second, do: func(a *App) { a.blind.Toggle() }, more: 2 * time.Second},
		{name: "blind-revealed", what: "Blind mode after the guess.", at: 7 * time.Second, do: func(a *App) { a.blind.Toggle(); a.blind.Guess = 25; a.blind.Reveal() }, more: 500 * time.Millisecond},
		{name: "watch-blind", what: "Blind mode in the Watch view: one client's world, and what there is to guess.", scenario: "arenas/yard", at: 7 * time.Second, settings: config.Settings{View: config.WatchView}, do: func(a *App) { a.blind.Toggle() }, more: 2 * time.Second},
		{name: "watch-blind-small", extra: true, what: "The same by day, in German, in the smallest window.", scenario: "arenas/yard", at: 7 * time.Second, size: small, settings: config.Settings{View: config.WatchView, Theme: "light", Language: "de"}, do: func(a *App) { a.blind.Toggle() }, more: 2 * time.Second},
		{name: "lessons", what: "The list of lessons.", at: 9 * time.Second, do: func(a *App) { a.lessons.TogglePicker() }},
		{name: "lessons-watch", what: "The list of lessons over the view Watch.", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: func(a *App) { a.lessons.TogglePicker() }},
		{name: "help-watch", extra: true, what: "The help over the view Watch.", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: (*App).toggleHelp},
		{name: "finder-watch", extra: true, what: "Ctrl+K over the view Watch.", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: func(a *App) { a.finder.Toggle() }},
		{name: "view-watch", extra: true, what: "The menu for theme and text over the view Watch.", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: rested((*App).toggleView)},
		{name: "share-watch", extra: true, what: "The panel for sharing over the view Watch.", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: rested(func(a *App) { a.share.Toggle() })},
		{name: "film-watch", extra: true, what: "The panel for films over the view Watch.", at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: rested(func(a *App) { a.rec.Toggle() })},
		{name: "help", what: "The help (F1): all keys, shapes and abbreviations.", at: 9 * time.Second, do: (*App).toggleHelp, golden: true},
		{name: "help-german", extra: true, what: "The help in German, in the smallest window.", at: 9 * time.Second, size: small, settings: config.Settings{Language: "de"}, do: (*App).toggleHelp},
		{name: "finder", what: "What Ctrl+K finds: settings, commands, lessons, scenarios, clients.", at: 9 * time.Second, do: func(a *App) {
			a.finder.Toggle()
			a.finder.Write([]rune("jitter"))
		}},
		{name: "changed", what: "What a person has changed has a dot and is counted; Ctrl+K finds what takes it back.", at: 5 * time.Second, more: time.Second, settings: config.Settings{View: config.LabView}, do: func(a *App) {
			a.controls.set(0, "link.up.delay", "33ms")
			a.controls.set(0, "client.skew", "70")
		}},
		{name: "finder-small", extra: true, what: "The same in German by day, in the smallest window.", at: 9 * time.Second, size: small, settings: config.Settings{Language: "de", Theme: "light"}, do: func(a *App) {
			a.finder.Toggle()
			a.finder.Write([]rune("uhr"))
		}},
		{name: "view", what: "The menu for theme, language and text size.", at: 9 * time.Second, do: (*App).toggleView},
		{name: "branch", what: "Back in time, a setting changed: a branch; the old one stays to be chosen.", at: 9 * time.Second, more: 6 * time.Second, do: func(a *App) {
			a.Went(a.Line.Seek(netsim.Time(5 * time.Second)))
			a.controls.set(0, "link.up.delay", "60ms")
		}},
		{name: "rewound", extra: true, what: "Back in time: what lies ahead stays known.", at: 9 * time.Second, do: func(a *App) {
			a.Paused = true
			a.Went(a.Line.Seek(netsim.Time(6 * time.Second)))
		}},
		{name: "share", what: "The panel for sharing a session.", at: 9 * time.Second, do: func(a *App) { a.share.Toggle() }},
		{name: "film", what: "The panel for films, with captions to be edited.", at: 5 * time.Second, more: 4 * time.Second, do: func(a *App) {
			a.toggleAB()
			a.controls.set(0, "link.up.delay", "80ms", "link.down.delay", "80ms")
			a.rec.SetCaptions([]film.Cue{{To: 2 * time.Second, Text: "A: up delay 120 ms\nB: up delay 80 ms"}, {From: 2 * time.Second, To: 4 * time.Second, Text: "The same luck."}})
			a.rec.Toggle()
		}},
		{name: "film-small", what: "The panel for films in German, in the smallest window.", at: 9 * time.Second, size: small, settings: config.Settings{Language: "de", Theme: "light"}, do: func(a *App) { a.rec.Toggle() }},
		{name: "recording", what: "A recording runs, and a film of what was before is being made.", at: 5 * time.Second, more: 2 * time.Second, do: filmBoth},
		{name: "recording-small", what: "The same in German, in the smallest window.", at: 5 * time.Second, more: 2 * time.Second, size: small, settings: config.Settings{Language: "de"}, do: filmBoth},
		{name: "lesson-over", what: "A lesson that is over says what to try.", scenario: "lesson-metronome", at: 101 * time.Second},
		{name: "twins", what: "Lesson 15 with both worlds: all timestamps are equal.", scenario: "lesson-15", at: 20 * time.Second, do: func(a *App) { a.lessons.ToggleBeside() }, more: 20 * time.Second},
		{name: "error", what: "A value out of range is told in one line and changes nothing.", at: 9 * time.Second, do: func(a *App) { a.controls.set(0, "link.up.loss", "140%") }},
		{name: "bad-text", what: "What cannot be opened is told in one line.", at: 9 * time.Second, do: func(a *App) { a.share.OpenText("driftlab1:nonsense") }},
		{name: "all-left", what: "All clients have left.", at: 5 * time.Second, more: 2 * time.Second, do: func(a *App) { a.Do(scenario.Event{Leave: scenario.AllClients}) }},
		{name: "all-lost", what: "The link loses everything.", at: 5 * time.Second, more: 12 * time.Second, do: func(a *App) { a.controls.set(0, "link.loss", "100%") }},
		{name: "asleep", what: "Client 2's machine sleeps.", at: 5 * time.Second, more: 3 * time.Second, do: func(a *App) { a.controls.set(2, "client.sleep", "asleep") }},
		{name: "game-paused", what: "The game's time stands still on the host.", at: 5 * time.Second, more: 2 * time.Second, do: func(a *App) { a.controls.set(0, "host.dilation", "0") }},
		{name: "paused", what: "Virtual time stands still.", at: 9 * time.Second, do: func(a *App) { a.Paused = true }},
		{name: "clock-alone", what: "One clock alone, with an axis of its own: a click in the legend, or Y.", at: 9 * time.Second, settings: config.Settings{View: config.LabView}, do: func(a *App) {
			showTab("error")(a)
			a.pinClock(false)
			a.pinClock(false)
		}, more: 2 * time.Second},
		{name: "race-engines", extra: true, what: "The race with the clocks that engines ship, and one of them chosen.", scenario: "engines/jitter", at: 20 * time.Second, settings: config.Settings{View: config.LabView}, do: func(a *App) { a.Hover.Pin(panel.PlaceOf(a.Clocks(), "netfox"), false) }, more: time.Second},
		{name: "race-engines-german", extra: true, what: "The same by day, in German and in a small window.", scenario: "engines/jitter", at: 20 * time.Second, size: small, settings: config.Settings{View: config.LabView, Theme: "light", Language: "de"}, do: func(a *App) { a.Hover.Pin(panel.PlaceOf(a.Clocks(), "entities"), false) }, more: time.Second},
		{name: "no-world", extra: true, what: "Clocks alone, by day: there is no world.", scenario: "clocks-alone", at: 9 * time.Second, settings: config.Settings{View: config.LabView, Theme: "light"}},
		{name: "no-world-watch", extra: true, what: "The same in the view Watch: the link is what there is to see.", scenario: "clocks-alone", at: 5 * time.Second, settings: config.Settings{View: config.WatchView, Theme: "light"}},
		{name: "many-clients", what: "From nine clients on each has a dot: how wrong its clock is, and what half of them and 95 % are within.", at: 9 * time.Second, clients: 24, settings: config.Settings{View: config.LabView}},
		{name: "eight-clients", what: "Eight clients: pages of three.", at: 9 * time.Second, clients: 8},
		{name: "long-run", what: "Ten minutes with a skew of 100 ppm.", at: 10 * time.Minute, set: []string{"client.skew", "100"}},
		{name: "light", what: "The light theme.", at: 9 * time.Second, settings: config.Settings{Theme: "light"}, golden: true},
		{name: "light-spacetime", extra: true, what: "Space-time in the light theme.", at: 9 * time.Second, settings: config.Settings{Theme: "light"}, do: showTab("spacetime")},
		{name: "german", what: "The window in German.", at: 9 * time.Second, settings: config.Settings{Language: "de"}},
		{name: "german-lesson", what: "A lesson in German.", scenario: "lesson-09", at: 8 * time.Second, settings: config.Settings{Language: "de"}},
		{name: "german-samples", extra: true, what: "Samples in German.", at: 9 * time.Second, settings: config.Settings{Language: "de"}, do: showTab("samples")},
		{name: "small", what: "The smallest window, 1280 × 720.", at: 9 * time.Second, size: small},
		{name: "small-lesson", what: "A lesson in the smallest window.", scenario: "lesson-14", at: 12 * time.Second, size: small},
		{name: "small-german", extra: true, what: "The smallest window in German, space-time.", at: 9 * time.Second, size: small, settings: config.Settings{Language: "de"}, do: showTab("spacetime")},
		{name: "drawer", what: "The controls as a drawer, where text twice as large leaves no room for the column.", at: 9 * time.Second, settings: config.Settings{Scale: 200}, do: func(a *App) { a.controls.openDrawer(0) }},
		{name: "constants", extra: true, what: "The constants of the clock that drives, one of them changed.", at: 5 * time.Second, more: time.Second, size: small, do: func(a *App) {
			a.controls.set(0, "client.algorithm", "slot")
			a.controls.set(0, "slot.ring", "16")
			a.showControl("slot.ring")
		}},
		{name: "frames", extra: true, what: "Frame advantage: what a client goes by whose time is given by frames.", at: 9 * time.Second, set: []string{"time.provider", "frames"},
			do: func(a *App) { a.showControl("frames.trip") }},
		{name: "spotlight", what: "A spotlight about the pointer (U), and lines of the pen (J).", scenario: "arenas/lift", at: 9 * time.Second, settings: config.Settings{View: config.WatchView},
			do: func(a *App) {
				a.toggleSpotlight()
				for i := range 60 {
					x := float32(i) / 60
					a.aids.strokes = append(a.aids.strokes, ink{x: 0.2 + 0.2*x, y: 0.6 - 0.1*x + 0.02*float32(math.Sin(float64(9*x)))})
				}
			}},
		{name: "lessons-small", extra: true, what: "The list of lessons in the smallest window.", at: 9 * time.Second, size: small, do: func(a *App) { a.lessons.TogglePicker() }},
		{name: "full-hd", extra: true, what: "1920 × 1080.", at: 9 * time.Second, size: full},
		{name: "large-text", what: "Text and controls at 200 %.", at: 9 * time.Second, settings: config.Settings{Scale: 200}},
		{name: "large-text-full-hd", what: "Text and controls at 200 % in 1920 × 1080.", at: 9 * time.Second, size: full, settings: config.Settings{Scale: 200}},
		{name: "small-text", extra: true, what: "Text and controls at 80 %.", at: 9 * time.Second, settings: config.Settings{Scale: 80}},
	}
	all = append(append(append(all, numbersScenes()...), phoneScenes()...), symptomScenes()...)
	for _, l := range lesson.All() {
		name, what := fmt.Sprintf("lesson-%02d", l.Number), "Lesson: "+l.Title.In("en")+"."
		all = append(all, scene{name: name, what: what, told: l, golden: l.Name == "lesson-projectile"},
			scene{name: name + "-small", what: what + " In a small window.", told: l, size: small})
	}
	return all
}

// showFelt shows the stills of a hit behind a column, where there is one.
func showFelt(a *App) {
	a.watchAs(scenario.WatchFrozen)
	k := &a.Watch.Frozen
	for i := range k.All {
		if k.All[i].Felt {
			k.Shown = k.All[i]
		}
	}
}

// showTab returns what opens the tab with a key.
func showTab(key string) func(a *App) {
	return func(a *App) {
		for i, tab := range a.Tabs.Tabs {
			if tab.Key == key {
				a.Tabs.Open = i
				return
			}
		}
		panic("there is no tab " + key)
	}
}

// pickClock has the tab of all clients show some clocks.
func pickClock(a *App, names ...string) {
	for _, t := range a.Tabs.Tabs {
		if p, ok := t.Tab.(*diagram.Population); ok {
			for i, clock := range a.Session.Algorithms() {
				if slices.Contains(names, clock.Name) {
					p.Picked = append(p.Picked, i)
				}
			}
		}
	}
}

// settling is how many frames go by until the picture.
const settling = 4

// picture makes the scene and returns its app and how it looks.
func (s *scene) picture(t testing.TB) (*App, *image.RGBA) {
	t.Helper()
	uitest.NeedLoop(t)
	a := s.app(t)
	if s.told != nil {
		toKeyStep(t, a)
	} else {
		s.passUntil(a, s.at)
	}
	if s.do != nil {
		s.do(a)
	}
	if s.more > 0 {
		s.passUntil(a, s.at+s.more)
	}
	// What was opened needs some frames to find its place; and time stands still while a world of a comparison catches up.
	// Only the last of them is looked at.
	noPointer := panel.Tips{Only: panel.Rect{W: 1, H: 1}}
	end := a.Session.Now() + (settling-1)*netsim.Time(time.Second)/ebiten.DefaultTPS
	for n := 1; n < settling || !a.Paused && a.Session.Now() < end-netsim.Time(time.Millisecond) && n < 100; n++ {
		*a.Tips = noPointer
		nextFrame(t, a)
	}
	*a.Tips = noPointer
	return a, &image.RGBA{Pix: frameOf(t, a), Stride: 4 * a.pixels.X, Rect: image.Rect(0, 0, a.pixels.X, a.pixels.Y)}
}

// app returns the window's content at virtual time zero.
func (s *scene) app(t testing.TB) *App {
	t.Helper()
	uitest.NeedLoop(t)
	size := s.size
	if size == (image.Point{}) {
		size = image.Pt(picture.StandardWidth, picture.StandardHeight)
	}
	if s.told != nil {
		a := told(t, s.told.Name, size.X, size.Y)
		a.Clock = func() time.Time { return time.Time{} }
		return a
	}
	name := s.scenario
	if name == "" {
		name = "first"
	}
	sc := scenariotest.Load(t, name)
	if s.clients > 0 {
		sc.Resize(s.clients)
	}
	sc.Seed = orElse(s.seed, sc.Seed)
	for i := 0; i+1 < len(s.set); i += 2 {
		sc.Set = append(sc.Set, scenariotest.Set(s.set[i]+"="+s.set[i+1])...)
	}
	settings := config.Open(files.Disk{}, "")
	check(t, settings.Override(func(p *config.Settings) {
		p.Theme, p.Language, p.Scale = orElse(s.settings.Theme, p.Theme), orElse(s.settings.Language, p.Language), orElse(s.settings.Scale, p.Scale)
		p.View, p.Numbers = orElse(s.settings.View, config.LabView), orElse(s.settings.Numbers, p.Numbers)
		p.Memory = testMemory
	}))
	a, err := NewApp(config.Window{Scenario: sc, Log: t.TempDir() + "/session.toml", Config: settings,
		Screenshot: "for lessons to be measured whole at once",
		NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }})
	check(t, err)
	a.opt.Screenshot = ""
	a.Clock = func() time.Time { return time.Time{} } // ways take as many updates on a slow machine
	forget(t, a)
	check(t, a.resize(size.X, size.Y, 1))
	return a
}

// shown returns the window's content at the scene's instant, after some frames.
func (s scene) shown(t testing.TB, frames int) *App {
	t.Helper()
	a := s.app(t)
	s.passUntil(a, s.at)
	nextFrames(t, a, frames)
	return a
}

// passUntil lets virtual time continue to an instant, the last second frame by frame.
func (s *scene) passUntil(a *App, to time.Duration) {
	a.opt.After = to
	a.approach()
}

func orElse[T comparable](v, other T) T {
	var none T
	if v == none {
		return other
	}
	return v
}
