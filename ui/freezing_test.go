package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/stage"
)

// duelled returns the window in the Watch view after so long a duel, in a layout: "" for the one that it begins with.
func duelled(t *testing.T, at time.Duration, layout string) *App {
	t.Helper()
	a := scene{scenario: "arenas/duel", at: at, settings: config.Settings{View: config.WatchView}}.shown(t, 1)
	if layout != "" {
		a.watchAs(layout)
	}
	return a
}

// freezeAll has the stills be made.
func freezeAll(t *testing.T, a *App) *stage.Frozen {
	t.Helper()
	k := &a.Watch.Frozen
	for range 100 {
		if nextFrame(t, a); k.Ready() {
			return k
		}
	}
	t.Fatalf("after 100 frames there are %d stills of %d hits", k.Made, len(k.All))
	return nil
}

func TestStillsAreWhatEachMachineShowedAtItsInstant(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	now := a.Session.Now()
	for range 3 {
		k := freezeAll(t, a)
		in := k.Of
		straight, err := session.New(a.Session.Scenario(), session.Options{Carrier: netsim.NewDirect()})
		check(t, err)
		for i, at := range stage.Moments(&in) {
			check(t, straight.Advance(at.Sub(straight.Now())))
			var want game.Scene
			machine := []int{in.Shooter, 0, in.Victim}[i]
			if machine == 0 {
				straight.Scene(0, &want)
			} else {
				straight.Scene(machine, &want)
			}
			// Memory that is used again holds nothing where there is nothing.
			if got := k.Stills[i].Frame.Machine(machine); fmt.Sprint(*got) != fmt.Sprint(want) || len(want.Players) == 0 {
				t.Errorf("still %d of %+v differs:\n%+v\n%+v", i, in, *got, want)
			}
		}
		straight.Close()
		a.turnFrozen(-1)
		nextFrame(t, a)
	}
	if a.Session.Now() != now || a.Line.Now() != now {
		t.Errorf("time is %v, was %v", a.Session.Now(), now)
	}
}

// A session that is copied for the stills is closed when they are there; and what they are of is kept while others come.
func TestStillsAreMadeOnceAndTheirSessionIsLetGo(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	k := freezeAll(t, a)
	of, first := k.Of, &k.Stills[0].Frame.Scenes[0]
	a.Paused = false
	if nextFrames(t, a, 30); k.Going != nil || k.Of != of || &k.Stills[0].Frame.Scenes[0] != first {
		t.Errorf("going %v, of %+v, were of %+v", k.Going, k.Of, of)
	}
}

func TestTimeStandsWhileAPersonLooksAtStillsAndThenGoesOnAsBefore(t *testing.T) {
	for _, paused := range []bool{false, true} {
		a := duelled(t, 12*time.Second, "")
		a.Paused = paused
		a.watchAs(scenario.WatchFrozen)
		freezeAll(t, a)
		if now := a.Session.Now(); !a.Paused || len(a.Deck.Panes) != 0 {
			t.Errorf("time goes on at %v", now)
		}
		a.watchAs(scenario.WatchSolo)
		if nextFrame(t, a); a.Paused != paused || a.Regions.Watch.Plan.Kind != scenario.WatchSolo {
			t.Errorf("paused %v, want %v", a.Paused, paused)
		}
	}
}

func TestAClickOnADisputedHitFreezesIt(t *testing.T) {
	a := duelled(t, 4*time.Second, scenario.WatchPair)
	for range 1500 {
		nextFrame(t, a)
		k := &a.Watch.Frozen
		for i := range a.Deck.Panes {
			p := &a.Deck.Panes[i]
			s := a.Frame.Machine(p.Machine)
			for _, hit := range s.Strikes {
				known := slices.IndexFunc(k.All, func(in observe.Instants) bool { return int(in.Shot) == hit.Shot })
				if p.Thumb || hit.On != game.StruckBody || known < 0 {
					continue
				}
				v := a.Deck.View(p.Machine)
				x, y := v.At(hit.Pos)
				if shot, ok := v.Verdict(s, x, y); !ok || shot != hit.Shot || !p.Contains(x, y) {
					continue
				}
				clickAt(a, x, y)
				if nextFrame(t, a); !a.FrozenShown() || int(k.Shown.Shot) != hit.Shot {
					t.Fatalf("it shows %v of %+v, clicked was %+v", a.Regions.Watch.Plan.Kind, k.Shown, hit)
				}
				return
			}
		}
	}
	t.Fatal("there was no disputed hit to click on")
}

// With text at 150 % a lesson's three stills are as narrow as a phone's, and a name and a time once lay over each other.
func TestTheTitlesOfStillsHaveRoomHoweverNarrowTheyAre(t *testing.T) {
	a := told(t, "lesson-hit", 1280, 720)
	goTo(a, a.Taught.Lesson.Steps[2].At)
	freezeAll(t, a)
	for _, text := range []int{100, 150, 200} {
		resized(t, a, 1280, 720, text)
		arriveAt(a)
		titles := 0
		for _, still := range a.Regions.Watch.Stills {
			still.H = min(stage.WatchTitle, still.H)
			var all []writing
			for _, w := range writings(t, a, a.DrawFrozen) {
				if w.at.Overlaps(still) && w.at.Y < still.Y+still.H/2+w.at.H {
					all = append(all, w)
				}
			}
			titles += len(all)
			for _, fault := range crowded(all, still) {
				t.Errorf("%d %%: %s", text, fault)
			}
		}
		if titles < 6 {
			t.Errorf("%d %%: the three titles are %d texts", text, titles)
		}
	}
}

func TestWithoutADisputedHitNothingIsFrozen(t *testing.T) {
	a := duelled(t, 300*time.Millisecond, scenario.WatchFrozen)
	if nextFrame(t, a); a.Paused || a.Regions.Watch.Plan.Kind != scenario.WatchSolo || a.top.low.some {
		t.Errorf("it shows %+v", a.Regions.Watch.Plan)
	}
	for range scenario.WatchLayouts() {
		a.nextLayout()
		if nextFrame(t, a); a.FrozenShown() {
			t.Error("the key leads to it")
		}
	}
}

// Before the first disputed hit there is the layout solo, and the caption says why.
func TestWhereThereIsNothingToFreezeALineSaysSo(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	a.Seek(netsim.Time(200 * time.Millisecond))
	nextFrames(t, a, 100)
	if got, want := a.Told(), a.Words.T("watch.frozen-none"); a.FrozenShown() || got != want {
		t.Errorf("at %v it says %q, want %q", a.Session.Now(), got, want)
	}
}

func TestEscapeLeavesTheStillsAndTimeGoesOn(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	if nextFrame(t, a); !a.FrozenShown() {
		t.Fatal("there are no stills")
	}
	a.release()
	if nextFrame(t, a); a.FrozenShown() || a.Paused || a.Watch.Own {
		t.Errorf("it shows %v, paused %v", a.Regions.Watch.Plan.Kind, a.Paused)
	}
}

// A cut shows the newest hit by then, and time moves on to the next cut.
func TestACutShowsTheNewestDisputedHitByThen(t *testing.T) {
	a := duelled(t, 12*time.Second, "")
	at := a.Session.Now() + netsim.Time(100*time.Millisecond)
	a.Session.Scenario().Watch = []scenario.Watch{{Layout: scenario.WatchSolo, Client: 1}, {At: at, Layout: scenario.WatchFrozen, Client: 1}}
	nextFrames(t, a, 10)
	k := freezeAll(t, a)
	all := k.All
	if a.Paused || k.Of.Told > at {
		t.Errorf("paused %v, of %+v", a.Paused, k.Of)
	}
	for _, in := range all {
		if in.Told <= at && in.Told > k.Of.Told {
			t.Errorf("%+v is newer than %+v", in, k.Of)
		}
	}
}

func TestAFrameWithStillsAllocatesLittle(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	freezeAll(t, a)
	screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
	if a.Draw(screen); a.Calls > 4 {
		t.Errorf("%d draw calls", a.Calls)
	}
}

func TestStillsThatTwoWorldsHaveNoRoomForAreSaidToBeMissing(t *testing.T) {
	a := duelled(t, 12*time.Second, "")
	ran := a.Paused
	a.toggleAB()
	a.watchAs(scenario.WatchFrozen)
	want := a.Words.T("watch.frozen-beside")
	if a.Notice != want || a.Paused != ran || a.Watch.Kind == scenario.WatchFrozen {
		t.Errorf("asked for beside A: notice %q, paused %v, layout %s", a.Notice, a.Paused, a.Watch.Kind)
	}
	a.Watch.Own, a.Watch.Kind = true, scenario.WatchFrozen // as a scenario's cut has it
	nextFrame(t, a)
	if told := a.Told(); !strings.Contains(told, want) {
		t.Errorf("the caption of two worlds that were to be stills: %q", told)
	}
}

// The host judges shots at its own figure as it does all others, and its still as the target is that of its own screen.
func TestAHitOnTheHostsOwnFigureCanBeFrozen(t *testing.T) {
	a := duelled(t, 12*time.Second, "")
	k := &a.Watch.Frozen
	k.Read(a.Session)
	i := slices.IndexFunc(k.All, func(in observe.Instants) bool { return in.Victim == 0 })
	if i < 0 {
		t.Fatal("nobody has hit the host")
	}
	if !a.Freeze(int(k.All[i].Shot)) {
		t.Fatal("it is not frozen")
	}
	if freezeAll(t, a); k.Of.Victim != 0 || k.Stills[stage.Judge].View.Machine != 0 || k.Stills[2].View.Machine != 0 {
		t.Errorf("of %+v there are stills of %d and %d", k.Of, k.Stills[stage.Judge].View.Machine, k.Stills[2].View.Machine)
	}
	if got, want := a.Told(), a.Words.T("watch.frozen-host"); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	frameOf(t, a)
}

func TestWhileStillsAreMadeALineSaysSo(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	freezeAll(t, a).Made = 2 // as long as the last is not there
	a.Canvas.Reset()
	a.Canvas.Listen()
	a.DrawFrozen(a.Canvas)
	said := 0
	for _, text := range a.Canvas.Texts() {
		if text.Said == a.Words.T("watch.frozen-making") {
			said++
		}
	}
	if said < 3 {
		t.Errorf("%d of three places say what is waited for", said)
	}
}
