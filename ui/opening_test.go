package ui

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

// opening returns the window as the program opens it, at an instant of the first scenario.
func opening(t *testing.T, at time.Duration) *App {
	t.Helper()
	return scene{at: at, settings: config.Settings{View: config.Defaults().View}}.shown(t, 2)
}

func TestTheProgramOpensInWatch(t *testing.T) {
	a := opening(t, time.Second)
	if p := a.Regions.Watch.Plan; !a.Regions.Watching || p.Kind != scenario.WatchSolo || p.Main != 1 || p.Controls != 4 || !p.Strip {
		t.Errorf("it shows %+v", p)
	}
}

// heldBracket returns how far apart the bracket says that a shot and the host's are, 0 for none.
func heldBracket(a *App) (metres, ms float64) {
	v := &a.Deck.Views[a.Deck.Chosen]
	for i := range v.Errors {
		if d := &v.Errors[i]; d.Key >= stage.ShotKey {
			return d.Metres, d.Ms
		}
	}
	return 0, 0
}

func TestTheBracketStaysAfterTheFirstOfTwoShotsHasRungTheBell(t *testing.T) {
	for _, c := range []struct {
		at   time.Duration
		want float64
	}{{1380 * time.Millisecond, 1.64}, {1600 * time.Millisecond, 1.64}, {2100 * time.Millisecond, 1.64}, {1900 * time.Millisecond, 1.64},
		{6400 * time.Millisecond, -0.8}, {7000 * time.Millisecond, -0.8}} {
		a := opening(t, c.at)
		metres, ms := heldBracket(a)
		if math.Abs(metres-math.Abs(c.want)) > 0.08 || ms*c.want >= 0 {
			t.Errorf("at %v the bracket tells of %.2f m and %.0f ms, want %.2f m", c.at, metres, ms, c.want)
		}
	}
	a := opening(t, 2190*time.Millisecond)
	if v := &a.Deck.Views[1]; len(v.Errors) > 0 {
		bell := v.Level.Bells[0]
		x, _ := v.At(game.Point{X: bell.X})
		for i := range v.Errors {
			if d := &v.Errors[i]; d.Key >= stage.ShotKey && (math.Abs(float64(d.X0-x)) < 2 || math.Abs(float64(d.X1-x)) < 2) {
				t.Error("after 0.8 s the bracket at the bell is still there")
			}
		}
	}
}

// The first label was "corrected by 1.52 m", of the join itself.
func TestNoLabelIsThereBeforeSomethingHasHappened(t *testing.T) {
	for at := 500 * time.Millisecond; at < 1300*time.Millisecond; at += 200 * time.Millisecond {
		a := opening(t, at)
		for _, text := range written(t, a, func(c *draw.Canvas) { a.AB.DrawWorlds(&a.Picture, c) }) {
			if strings.HasPrefix(text, english.T("viewport.corrected")) {
				t.Errorf("at %v: %q", at, text)
			}
		}
	}
}

func TestTheFirstScenarioNeverEndsByItself(t *testing.T) {
	a := opening(t, 62*time.Second)
	if nextFrame(t, a); a.Paused || a.Session.Now() < 62*netsim.Time(time.Second) || !a.Regions.Watching || a.scrub.span < a.Session.Now() {
		t.Errorf("paused %v at %v, the line of time shows %v", a.Paused, a.Session.Now(), a.scrub.span)
	}
}

func TestTheTurnLastsUntilAPersonDoesSomething(t *testing.T) {
	if a := opening(t, 9*time.Second); a.turn() {
		t.Error("it is a person's turn before the story is told")
	}
	a := opening(t, 40*time.Second)
	asks := func() bool { text, _ := a.Caption(); return strings.HasPrefix(text, "Your turn") }
	if !a.turn() || !asks() {
		t.Fatal("nobody has done anything, and it is nobody's turn")
	}
	if a.Take(1); a.turn() || asks() {
		t.Error("it points at the keys of one who plays, or asks for what is done")
	}
	if a.Take(panel.Nobody); !a.controls.set(0, "link.loss", "1%") || a.turn() || asks() {
		t.Error("something has been done, and it points at sliders still")
	}
}

func TestNoKeysAreShownWhereThereAreFingers(t *testing.T) {
	a := opening(t, 11*time.Second)
	for _, fingers := range []bool{false, true} {
		a.hand.Used = fingers
		a.askForKeys()
		if shown := a.Deck.View(a.Deck.Chosen).Plates.AskW > 0; shown == fingers {
			t.Errorf("fingers %v, and keys are shown: %v", fingers, shown)
		}
	}
}

func TestTheStripsAxisIsThatOfTheLineOfTimeUntilItIsZoomed(t *testing.T) {
	a := opening(t, 5*time.Second)
	axis, x := &a.Watch.Strips[0].Axis, func() float32 { return a.Watch.Strips[0].Axis.X(a.Session.Now()) }
	if want := a.scrub.x(a.Session.Now()); math.Abs(float64(x()-want)) > 1 || axis.To != a.scrub.span {
		t.Errorf("now is at %v in the strip and at %v in the line of time", x(), want)
	}
	axis.Zoom(0.5, x(), a.Session.Now())
	if nextFrame(t, a); axis.To == a.scrub.span {
		t.Error("it cannot be zoomed")
	}
}

func TestAWindowThatBeginsWithASessionOfAnEarlierFormatSaysThatItMeetsOtherLuck(t *testing.T) {
	const text = "name = \"old\"\nclients = 1\n"
	a := newTestApp(t, "first", 1600, 900, 1)
	opt := a.opt
	sc := scenariotest.Parse(t, "old.toml", "format = 1\n"+text)
	opt.Scenario = sc
	b, err := NewApp(opt)
	check(t, err)
	if !strings.Contains(b.Lines.Notice, "random delays and losses differ") {
		t.Errorf("begun with it, the window says %q", b.Lines.Notice)
	}
}

func TestTheKeysOfATurnStandOnTheEarthAndHideNobody(t *testing.T) {
	for _, scale := range []int{100, 150, 200} {
		a := scene{at: 11 * time.Second, size: image.Pt(picture.MinimumWidth, picture.MinimumHeight), settings: config.Settings{View: config.WatchView, Scale: scale}}.shown(t, 2)
		v := a.Deck.View(a.Deck.Chosen)
		if keys := v.Plates.Own; keys.W == 0 || keys.Y < v.Picture.Y+v.Picture.H-41 {
			t.Errorf("%d %%: the keys are at %v of %v", scale, keys, v.Picture)
		}
	}
}

// From "Your turn" on the legend stood above the keys, on the legs of the players on the ground.
func TestTheLegendOfATurnLiesOnNobodysLegs(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1600, 900}, {1920, 1080}} {
		for _, language := range config.Languages() {
			a := scene{at: 11 * time.Second, size: size, settings: config.Settings{View: config.WatchView, Language: language}}.shown(t, 2)
			v := a.Deck.View(a.Deck.Chosen)
			_, ground := v.At(game.Point{})
			if v.Plates.Own.W == 0 || len(v.Plates.All) < 2 {
				t.Fatalf("%v in %s: keys at %v, and plates at %v", size, language, v.Plates.Own, v.Plates.All)
			}
			for _, r := range v.Plates.All {
				if r.Y < ground && r.Y+r.H > ground-v.Metres(1) {
					t.Errorf("%v in %s: a plate at %v stands over the earth at %v", size, language, r, ground)
				}
			}
		}
	}
}

func TestTheRingAboutASliderLiesOverNoOpenList(t *testing.T) {
	a := opening(t, 11*time.Second)
	ring := func() bool {
		c := draw.NewCanvas(a.Canvas.Fonts(), a.Theme, a.Words)
		a.pulse(c)
		return c.Overlay.Flush(screenOf(64, 64)) > 0
	}
	if !ring() {
		t.Fatal("there is none")
	}
	if a.lessons.TogglePicker(); ring() {
		t.Error("it lies over the list of lessons")
	}
}
