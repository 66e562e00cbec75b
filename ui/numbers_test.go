package ui

import (
	"image"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// numbersScenes are pictures of the table of numbers.
func numbersScenes() []scene {
	small := image.Pt(picture.MinimumWidth, picture.MinimumHeight)
	shown := config.Settings{View: config.WatchView, Numbers: config.NumbersOn}
	with := func(change func(*config.Settings)) config.Settings { s := shown; change(&s); return s }
	german := with(func(s *config.Settings) { s.Language, s.Theme = "de", "light" })
	return []scene{
		{name: "numbers", what: "The table of numbers (F6): ticks, offset and one-way delays of each machine, estimated and true.", at: 9 * time.Second, settings: shown, golden: true},
		{name: "numbers-small", what: "The same in German by day, in the smallest window.", at: 9 * time.Second, size: small, settings: german},
		{name: "numbers-pair", what: "The numbers of host and client.", at: 9 * time.Second, settings: shown, do: func(a *App) { a.watchAs(scenario.WatchPair) }},
		{name: "numbers-two", extra: true, what: "The numbers of two clients.", at: 9 * time.Second, size: small, settings: german, do: func(a *App) { a.watchAs(scenario.WatchTwo) }},
		{name: "numbers-ab", what: "The numbers of two worlds.", scenario: "arenas/yard", at: 5 * time.Second, more: 13 * time.Second, settings: shown, do: compareDelays},
		{name: "numbers-large", extra: true, what: "Text twice as large leaves the table no room.", at: 9 * time.Second, size: small, settings: with(func(s *config.Settings) { s.Scale = 200 })},
		{name: "numbers-150", extra: true, what: "Text one and a half times as large.", at: 9 * time.Second, size: small, settings: with(func(s *config.Settings) { s.Scale = 150 })},
		{name: "numbers-large-1600", extra: true, what: "Text twice as large in the standard window.", at: 9 * time.Second, settings: with(func(s *config.Settings) { s.Scale = 200 })},
		{name: "numbers-phone", what: "The numbers on a phone that is held upright, in small letters.", at: 11 * time.Second, size: portrait, settings: shown},
		{name: "numbers-phone-two", extra: true, what: "The same of two clients, in German by day, in a window of 360 × 640.", at: 11 * time.Second, size: image.Pt(360, 640), settings: german, do: func(a *App) { a.watchAs(scenario.WatchTwo) }},
		{name: "turn", what: "Your turn: the numbers have come by themselves.", at: 11 * time.Second, settings: config.Settings{View: config.WatchView}},
		{name: "turn-150", what: "The same in text one and a half times as large: the sliders stand beside the world and the caption.", at: 11 * time.Second, size: small, settings: config.Settings{View: config.WatchView, Scale: 150}},
		{name: "turn-200", extra: true, what: "In text twice as large the sliders are there, and the numbers are not.", at: 11 * time.Second, size: small, settings: config.Settings{View: config.WatchView, Scale: 200}},
	}
}

// numbersApp is a window of a scenario in the Watch view, at an instant.
func numbersApp(t *testing.T, name string, at time.Duration, s config.Settings) *App {
	t.Helper()
	s.View = config.WatchView
	sc := scene{scenario: name, at: at, settings: s}
	a := sc.app(t)
	sc.passUntil(a, at)
	nextFrames(t, a, 2)
	return a
}

// inTable returns what the table writes.
func inTable(t *testing.T, a *App) []string {
	t.Helper()
	if !a.NumbersShown() {
		return nil
	}
	return written(t, a, a.DrawStrips)
}

func TestTheTableSaysOfEachMachineInSightWhatIsKnown(t *testing.T) {
	a := numbersApp(t, "first", 9*time.Second, config.Settings{Numbers: config.NumbersOn})
	texts := inTable(t, a)
	for _, want := range []string{"Host", "Client 1", "Client 2", "Client 3", "host", "server", "Clock error", "Offset, s", "OWD ↑, ms", "OWD ↓, ms", "RTT, ms", "Jitter, ms"} {
		if count(texts, want) != 1 {
			t.Errorf("%q is there %d times in %q", want, count(texts, want), texts)
		}
	}
	if n := count(texts, "–"); n != 2 { // Unreal's clock knows of no one-way delay
		t.Errorf("%d dashes in %q", n, texts)
	}
	var p panel.Pen
	for _, m := range []int{1, 2, 3} {
		f := &a.Frame.Held[m-1]
		if want := string(p.Start(a.Words).Signed(f.Offset.Seconds(), 3).Buf); count(texts, want) == 0 {
			t.Errorf("client %d's true offset, %s, is not in %q", m, want, texts)
		}
	}
	a.watchAs(scenario.WatchPair)
	nextFrame(t, a)
	if texts := inTable(t, a); count(texts, "Client 3") == 0 || count(texts, "Client 1")+count(texts, "Client 2") > 0 {
		t.Errorf("of a pair it says %q", texts)
	}
}

func TestWhatTheTableSaysIsNotSaidAgainBesideIt(t *testing.T) {
	for _, state := range watchStates {
		a := numbersApp(t, "arenas/duel", 4*time.Second, config.Settings{Numbers: config.NumbersOn})
		state.do(a)
		after(t, a, time.Second, 2)
		table := inTable(t, a)
		if (len(table) == 0) != (state.name == "frozen") {
			t.Errorf("%s: the table has %q", state.name, table)
		}
		beside := written(t, a, func(c *draw.Canvas) { a.AB.DrawWorlds(&a.Picture, c) })
		for _, text := range table {
			if anError.MatchString(text) { // the table has that whole, since at some sizes it stands nowhere else
				continue
			}
			if aNumber.MatchString(text) && strings.Contains(text, " ") && !aName.MatchString(text) && slices.Contains(beside, text) {
				t.Errorf("%s: %q is in the table and beside it", state.name, text)
			}
		}
	}
}

// anError is by how much a clock is wrong.
var anError = regexp.MustCompile(`^[+−]?[0-9]+(\.[0-9])?( ms)?$`)

func TestByHowMuchEachClockIsWrongStandsInFiguresWhateverTheTextsSize(t *testing.T) {
	for _, language := range config.Languages() {
		for scale := 100; scale <= 200; scale += 25 {
			a := scene{at: 11 * time.Second, size: image.Pt(1280, 720), settings: config.Settings{View: config.WatchView, Scale: scale, Language: language}}.shown(t, 2)
			texts := written(t, a, a.DrawStrips)
			for m, f := range a.Frame.Held {
				want := string(new(panel.Pen).Start(a.Words).Signed(f.Error.Seconds()*1000, 1).Buf)
				if !slices.Contains(texts, want) && !slices.Contains(texts, want+" ms") {
					t.Errorf("%d %% in %s: client %d is wrong by %s, and there is %q", scale, language, m+1, want, texts)
				}
			}
			for _, fault := range crowded(writings(t, a, a.DrawStrips), a.Regions.Watch.Strip) {
				t.Errorf("%d %% in %s: %s", scale, language, fault)
			}
		}
	}
}

// The sliders moved by 12 pixels when the table came, under the hand that was about to take one.
func TestNothingMovesWhenTheNumbersCome(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1600, 900}, {960, 540}, {1000, 1000}} {
		for scale := 100; scale <= 200; scale += 25 {
			a := scene{at: 9 * time.Second, size: size, settings: config.Settings{View: config.WatchView, Scale: scale}}.shown(t, 2)
			before := a.Regions.Watch
			after(t, a, 1500*time.Millisecond, 1)
			if nextFrame(t, a); a.Regions.Watch.Controls != before.Controls {
				t.Errorf("%v at %d %%: the sliders were at %v and are at %v", size, scale, before.Controls, a.Regions.Watch.Controls)
			}
		}
	}
}

func TestWatchSaysThatThereAreMoreClientsAndLeadsToThem(t *testing.T) {
	for _, clients := range []int{4, 8, 64} {
		for _, scale := range []int{100, 150, 200} {
			sc := scene{clients: clients, size: image.Pt(1280, 720), settings: config.Settings{View: config.WatchView, Scale: scale}}
			a := sc.app(t)
			sc.passUntil(a, 2*time.Second)
			nextFrames(t, a, 2)
			said := strconv.Itoa(clients) + " clients"
			if texts := written(t, a, func(c *draw.Canvas) { a.Deck.Draw(&a.View, c) }); !slices.Contains(texts, said) {
				t.Fatalf("%d clients at %d %%: it says %q", clients, scale, texts)
			}
			chips := &a.Deck.Chips
			last := len(chips.Rects) - 1
			click(a, chips.Rects[last])
			if want := chips.First[last]; a.Deck.Chosen != want || want <= picture.ClientsOnPage {
				t.Errorf("%d clients at %d %%: the chip leads to client %d, want %d", clients, scale, a.Deck.Chosen, want)
			}
		}
	}
	a := scene{at: 6 * time.Second, clients: 8, size: portrait, settings: config.Settings{View: config.WatchView}}.shown(t, 1)
	hint, _ := a.Caption()
	if texts := written(t, a, func(c *draw.Canvas) { a.AB.DrawWorlds(&a.Picture, c) }); !slices.Contains(texts, "of 8") || hint != english.T("phone.hint") {
		t.Errorf("on a phone it says %q and %q", hint, texts)
	}
	a = opening(t, time.Second)
	if nextFrame(t, a); a.Regions.Watch.Pages.H > 0 {
		t.Error("there are no more, and it leads to some")
	}
}

// click presses and lets go of the mouse in the middle of a place.
func click(a *App, at panel.Rect) {
	a.pointer = panel.Pointer{X: at.X + at.W/2, Y: at.Y + at.H/2, Pressed: true, Down: true}
	a.pointStrips()
	a.clickWorlds()
	a.pointer.Pressed, a.pointer.Down, a.pointer.Released = false, false, true
	a.clickWorlds()
}

func TestInLargeTextAClientIsChosenInTheLineOfThem(t *testing.T) {
	a := scene{at: 2 * time.Second, size: image.Pt(1280, 720), settings: config.Settings{View: config.WatchView, Scale: 200}}.shown(t, 2)
	for _, m := range []int{2, 3, 1} {
		for _, w := range writings(t, a, a.DrawStrips) {
			if w.text == strconv.Itoa(m) {
				click(a, w.at)
			}
		}
		if a.Deck.Chosen != m {
			t.Errorf("a click on its number chooses client %d, want %d", a.Deck.Chosen, m)
		}
	}
}

func TestTheTableIsCoveredUntilAQuestionIsAnswered(t *testing.T) {
	a := told(t, "lesson-push", 1600, 900)
	goTo(a, a.Taught.Lesson.Steps[0].Last())
	nextFrame(t, a)
	a.toggleNumbers()
	if nextFrames(t, a, 2); !a.lessons.Hides() || !a.NumbersShown() {
		t.Fatalf("nothing is asked, or there is no table: %+v", a.Regions.Watch.Plan)
	}
	for _, text := range inTable(t, a) {
		if strings.ContainsAny(text, "0123456789") {
			t.Errorf("it says %q", text)
		}
	}
}

func TestBlindModeHasNoTableAndSaysSo(t *testing.T) {
	a := numbersApp(t, "first", 9*time.Second, config.Settings{})
	a.blind.Toggle()
	a.toggleNumbers()
	nextFrames(t, a, 2)
	if texts := inTable(t, a); len(texts) > 0 || a.Notice != english.T("numbers.blind") {
		t.Errorf("the table says %q, and the window %q", texts, a.Notice)
	}
	a.blind.Toggle()
	if nextFrames(t, a, 2); !a.NumbersShown() {
		t.Error("with the truth it does not come back")
	}
}

func TestAStepHasTheNumbersOnlyIfItAsksForThem(t *testing.T) {
	_, file, src, err := assets.Named("lesson-push")
	check(t, err)
	l, err := lesson.Parse("lesson-push", file, strings.Replace(src, "[[step]]\n", "[[step]]\nnumbers = true\n", 1))
	check(t, err)
	cuts := l.Worlds[0].Scenario.Watch
	if !cuts[0].Numbers || cuts[1].Numbers {
		t.Errorf("the first two steps have %v and %v", cuts[0].Numbers, cuts[1].Numbers)
	}
	a := told(t, "lesson-push", 1600, 900)
	a.numbers.came = true
	if nextFrame(t, a); a.NumbersShown() {
		t.Error("a step that asks for none has the table")
	}
	a.toggleNumbers()
	if nextFrame(t, a); !a.NumbersShown() || a.opt.Config.Settings().Numbers != config.NumbersAsked {
		t.Errorf("the key was pressed in a step: %v, and kept is %q", a.NumbersShown(), a.opt.Config.Settings().Numbers)
	}
	goTo(a, a.Taught.Lesson.Steps[1].At)
	if nextFrames(t, a, 2); a.NumbersShown() {
		t.Error("the next step has the table too")
	}
}

func TestTheNumbersComeWithYourTurnAndStay(t *testing.T) {
	a := numbersApp(t, "first", 9*time.Second, config.Settings{})
	if a.NumbersShown() {
		t.Fatal("the table is there before")
	}
	after(t, a, 1500*time.Millisecond, 1)
	if nextFrame(t, a); !a.NumbersShown() {
		t.Fatal("it is not there at 10 s")
	}
	goTo(a, 0)
	if nextFrames(t, a, 2); !a.NumbersShown() {
		t.Error("it has gone at 0 s")
	}
	a.toggleNumbers()
	if nextFrame(t, a); a.NumbersShown() || a.opt.Config.Settings().Numbers != config.NumbersOff {
		t.Errorf("after the key it is shown: %v; kept is %q", a.NumbersShown(), a.opt.Config.Settings().Numbers)
	}
	a.toggleNumbers()
	if nextFrame(t, a); !a.NumbersShown() || a.opt.Config.Settings().Numbers != config.NumbersOn {
		t.Errorf("after the key again it is shown: %v; kept is %q", a.NumbersShown(), a.opt.Config.Settings().Numbers)
	}
}

// What the opening invites to do can be done: its sliders are there, and the numbers that they move, in large text too.
func TestTheSlidersStandBesideTheNumbersFromYourTurnOn(t *testing.T) {
	for _, c := range []struct {
		text    int
		numbers bool
	}{{100, true}, {125, true}, {150, true}, {175, false}, {200, false}} { // the last two have room for a line of it
		for _, language := range config.Languages() {
			a := scene{at: 11 * time.Second, size: image.Pt(1280, 720), settings: config.Settings{View: config.WatchView, Scale: c.text, Language: language}}.shown(t, 2)
			l := &a.Regions.Watch
			if a.NumbersShown() != c.numbers || l.Controls.H == 0 || l.Caption.H == 0 {
				t.Errorf("%d %% in %s: the numbers are shown: %v; the controls are at %v, and the caption at %v", c.text, language, a.NumbersShown(), l.Controls, l.Caption)
			}
			if !c.numbers {
				continue
			}
			texts := writings(t, a, a.DrawStrips)
			for _, fault := range crowded(texts, l.Strip) {
				t.Errorf("%d %% in %s: %s", c.text, language, fault)
			}
			for _, title := range []string{"numbers.offset", "numbers.up", "numbers.down", "numbers.server"} {
				if !slices.ContainsFunc(texts, func(w writing) bool { return slices.Contains(strings.Split(a.Words.T(title), "|"), w.text) }) {
					t.Errorf("%d %% in %s: nothing says %q", c.text, language, a.Words.T(title))
				}
			}
		}
	}
}

func TestAPhoneThatIsHeldUprightHasTheTableOfTheMachinesInSight(t *testing.T) {
	for _, c := range []struct {
		size  image.Point
		shown bool
	}{{portrait, true}, {image.Pt(360, 640), true}, {landscape, false}, {smallest, false}} {
		a := fitted(t, "arenas/duel", c.size, config.Settings{View: config.WatchView})
		a.Advance(3 * time.Second)
		a.toggleSheet()
		a.toggleNumbers()
		nextFrames(t, a, 2)
		if a.NumbersShown() != c.shown || a.Regions.Sheet.H > 0 || (a.Notice == english.T("numbers.no-room-phone")) == c.shown {
			t.Errorf("%v: shown %v, and the window says %q", c.size, a.NumbersShown(), a.Notice)
		}
		if !c.shown {
			continue
		}
		texts := inTable(t, a)
		for text, want := range map[string]int{"Host": 1, "Client 1": 1, "Client 2": 0, "Clock error": 1} {
			if got := count(texts, text); got != want {
				t.Errorf("%v: %q is there %d times, want %d: %q", c.size, text, got, want, texts)
			}
		}
		strip := a.Regions.Watch.Strip
		for _, fault := range crowded(writings(t, a, a.DrawStrips), strip) {
			t.Errorf("%v: %s", c.size, fault)
		}
		if world := a.Deck.Panes[0].Rect; world.H < 180 || world.Overlaps(strip) {
			t.Errorf("%v: the world is at %v, and the table at %v", c.size, world, strip)
		}
	}
}

func TestAFrameWithTheNumbersAllocatesLessThan100Times(t *testing.T) {
	a := watched(t, "arenas/duel", 1600, 900)
	a.Advance(8 * time.Second)
	a.toggleNumbers()
	n := allocated(t, a, 99, testkit.AllocsAtMost)
	if !a.NumbersShown() || n >= 100 {
		t.Errorf("%v allocations, shown: %v", n, a.NumbersShown())
	}
}

func TestWatchHasFourSlidersAndTheSpeedIsWithTheTransport(t *testing.T) {
	a := numbersApp(t, "arenas/duel", 2*time.Second, config.Settings{})
	if want := []string{"latency", "asymmetry", "host.dilation", "link.loss"}; !slices.Equal(a.controls.watched, want) {
		t.Errorf("it has %q, want %q", a.controls.watched, want)
	}
	speed := a.top.low.speed.GetWidget().Rect
	if !speed.In(a.Regions.Bottom.Pixels(a.scale)) || speed.Empty() {
		t.Errorf("the speed is at %v, and the bottom bar at %v", speed, a.Regions.Bottom)
	}
	a.setSpeed(1)
	if nextFrame(t, a); a.top.low.at != 2 {
		t.Errorf("the button shows %v×", a.top.low.at)
	}
}

func TestAScenarioThatTurnsToAnotherClientSaysSo(t *testing.T) {
	a := numbersApp(t, "first", 5900*time.Millisecond, config.Settings{})
	worlds := func() []string { return written(t, a, func(c *draw.Canvas) { a.AB.DrawWorlds(&a.Picture, c) }) }
	if slices.Contains(worlds(), english.T("watch.turned")) {
		t.Error("it says so before the cut")
	}
	if after(t, a, 300*time.Millisecond, 2); !slices.Contains(worlds(), english.T("watch.turned")) {
		t.Errorf("after the cut to client %d it says %q", a.Deck.Chosen, worlds())
	}
	after(t, a, 4*time.Second, 2)
	if at := worlds(); a.Deck.Chosen == 3 && slices.Contains(at, english.T("watch.turned")) {
		t.Errorf("4 s later it still says %q", at)
	}
}
