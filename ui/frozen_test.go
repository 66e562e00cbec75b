package ui

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/config"
	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
)

// duelled returns the window in the Watch view after so long a duel.
func duelled(t *testing.T, at time.Duration) *App {
	t.Helper()
	s := scene{scenario: "arenas/duel", at: at, settings: config.Settings{View: config.WatchView}}
	a := s.app(t)
	s.passUntil(a, s.at)
	nextFrame(t, a)
	return a
}

// freezeAll has the stills be made.
func freezeAll(t *testing.T, a *App) *frozen {
	t.Helper()
	k := &a.watch.frozen
	for range 100 {
		if nextFrame(t, a); k.ready() {
			return k
		}
	}
	t.Fatalf("after 100 frames there are %d stills of %d hits", k.made, len(k.all))
	return nil
}

func TestStillsAreWhatEachMachineShowedAtItsInstant(t *testing.T) {
	a := duelled(t, 12*time.Second)
	a.watchAs(scenario.WatchFrozen)
	now := a.session.Now()
	for range 3 {
		k := freezeAll(t, a)
		in := k.of
		straight, err := session.New(a.session.Scenario(), session.Options{Carrier: netsim.NewDirect()})
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range []netsim.Time{in.Claimed, in.Judged, in.Told} {
			if err := straight.Advance(at.Sub(straight.Now())); err != nil {
				t.Fatal(err)
			}
			var want game.Scene
			machine := []int{in.Shooter, 0, in.Victim}[i]
			if machine == 0 {
				straight.HostScene(&want)
			} else {
				straight.ClientScene(machine, &want)
			}
			if got := k.stills[i].frame.machine(machine); !reflect.DeepEqual(*got, want) || len(want.Players) == 0 {
				t.Errorf("still %d of %+v differs:\n%+v\n%+v", i, in, *got, want)
			}
		}
		straight.Close()
		a.turnFrozen(-1)
		nextFrame(t, a)
	}
	if a.session.Now() != now || a.line.Now() != now {
		t.Errorf("time is %v, was %v", a.session.Now(), now)
	}
}

// A session that is copied for the stills is closed when they are there; and what they are of is kept while others come.
func TestStillsAreMadeOnceAndTheirSessionIsLetGo(t *testing.T) {
	a := duelled(t, 12*time.Second)
	a.watchAs(scenario.WatchFrozen)
	k := freezeAll(t, a)
	of, first := k.of, &k.stills[0].frame.scenes[0]
	a.paused = false
	for range 30 {
		nextFrame(t, a)
	}
	if k.going != nil || k.of != of || &k.stills[0].frame.scenes[0] != first {
		t.Errorf("going %v, of %+v, were of %+v", k.going, k.of, of)
	}
}

func TestTimeStandsWhileAPersonLooksAtStillsAndThenGoesOnAsBefore(t *testing.T) {
	for _, paused := range []bool{false, true} {
		a := duelled(t, 12*time.Second)
		a.paused = paused
		a.watchAs(scenario.WatchFrozen)
		freezeAll(t, a)
		if now := a.session.Now(); !a.paused || len(a.deck.panes) != 0 {
			t.Errorf("time goes on at %v", now)
		}
		a.watchAs(scenario.WatchSolo)
		nextFrame(t, a)
		if a.paused != paused || a.layout.watch.plan.kind != scenario.WatchSolo {
			t.Errorf("paused %v, want %v", a.paused, paused)
		}
	}
}

func TestAClickOnADisputedHitFreezesIt(t *testing.T) {
	a := duelled(t, 4*time.Second)
	a.watchAs(scenario.WatchPair)
	for range 1500 {
		nextFrame(t, a)
		k := &a.watch.frozen
		for i := range a.deck.panes {
			p := &a.deck.panes[i]
			s := a.frame.machine(p.machine)
			for _, hit := range s.Strikes {
				known := slices.IndexFunc(k.all, func(in session.Instants) bool { return int(in.Shot) == hit.Shot })
				if p.thumb || hit.On != game.StruckBody || known < 0 {
					continue
				}
				v := a.deck.view(p.machine)
				x, y := v.at(hit.Pos)
				if shot, ok := v.verdict(s, x, y); !ok || shot != hit.Shot || !p.contains(x, y) {
					continue
				}
				clickAt(a, x, y)
				nextFrame(t, a)
				if !a.frozenShown() || int(k.shown.Shot) != hit.Shot {
					t.Fatalf("it shows %v of %+v, clicked was %+v", a.layout.watch.plan.kind, k.shown, hit)
				}
				return
			}
		}
	}
	t.Fatal("there was no disputed hit to click on")
}

func TestWithoutADisputedHitNothingIsFrozen(t *testing.T) {
	a := duelled(t, 300*time.Millisecond)
	a.watchAs(scenario.WatchFrozen)
	nextFrame(t, a)
	if a.paused || a.layout.watch.plan.kind != scenario.WatchSolo || a.top.watch.some {
		t.Errorf("it shows %+v", a.layout.watch.plan)
	}
	for range scenario.WatchLayouts() {
		a.nextLayout()
		nextFrame(t, a)
		if a.frozenShown() {
			t.Error("the key leads to it")
		}
	}
}

// Before the first disputed hit there is the layout solo, and the caption says why.
func TestWhereThereIsNothingToFreezeALineSaysSo(t *testing.T) {
	a := duelled(t, 12*time.Second)
	a.watchAs(scenario.WatchFrozen)
	a.seek(netsim.Time(200 * time.Millisecond))
	for range 100 {
		nextFrame(t, a)
	}
	if got, want := a.told(), a.words.T("watch.frozen-none"); a.frozenShown() || got != want {
		t.Errorf("at %v it says %q, want %q", a.session.Now(), got, want)
	}
}

func TestEscapeLeavesTheStillsAndTimeGoesOn(t *testing.T) {
	a := duelled(t, 12*time.Second)
	a.watchAs(scenario.WatchFrozen)
	nextFrame(t, a)
	if !a.frozenShown() {
		t.Fatal("there are no stills")
	}
	a.release()
	nextFrame(t, a)
	if a.frozenShown() || a.paused || a.watch.own {
		t.Errorf("it shows %v, paused %v", a.layout.watch.plan.kind, a.paused)
	}
}

// A cut shows the newest hit by then, and time goes on to the next cut.
func TestACutShowsTheNewestDisputedHitByThen(t *testing.T) {
	a := duelled(t, 12*time.Second)
	at := a.session.Now() + netsim.Time(100*time.Millisecond)
	a.session.Scenario().Watch = []scenario.Watch{{Layout: scenario.WatchSolo, Client: 1}, {At: at, Layout: scenario.WatchFrozen, Client: 1}}
	for range 10 {
		nextFrame(t, a)
	}
	k := freezeAll(t, a)
	all := k.all
	if a.paused || k.of.Told > at {
		t.Errorf("paused %v, of %+v", a.paused, k.of)
	}
	for _, in := range all {
		if in.Told <= at && in.Told > k.of.Told {
			t.Errorf("%+v is newer than %+v", in, k.of)
		}
	}
}

func TestAFrameWithStillsAllocatesLittle(t *testing.T) {
	a := duelled(t, 12*time.Second)
	a.watchAs(scenario.WatchFrozen)
	freezeAll(t, a)
	screen := ebiten.NewImage(a.width, a.height)
	a.Draw(screen)
	if a.calls > 4 {
		t.Errorf("%d draw calls", a.calls)
	}
}

func TestStillsThatTwoWorldsHaveNoRoomForAreSaidToBeMissing(t *testing.T) {
	a := duelled(t, 12*time.Second)
	ran := a.paused
	a.toggleAB()
	a.watchAs(scenario.WatchFrozen)
	want := a.words.T("watch.frozen-beside")
	if a.notice != want || a.paused != ran || a.watch.kind == scenario.WatchFrozen {
		t.Errorf("asked for beside A: notice %q, paused %v, layout %s", a.notice, a.paused, a.watch.kind)
	}
	a.watch.own, a.watch.kind = true, scenario.WatchFrozen // as a scenario's cut has it
	nextFrame(t, a)
	if told := a.told(); !strings.Contains(told, want) {
		t.Errorf("the caption of two worlds that were to be stills: %q", told)
	}
}
