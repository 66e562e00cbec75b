package ui

import (
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/draw"
)

// rejoins counts the events of the log in which all clients reconnect.
func rejoins(a *App) (n int) {
	for _, ev := range a.Session.Script()[:a.Session.Done()] {
		if ev.Rejoin == scenario.AllClients {
			n++
		}
	}
	return n
}

func TestAMovedDelayReconnectsAllInTheOpeningAndElsewhereOffersIt(t *testing.T) {
	for _, c := range []struct {
		name   string
		atOnce bool
	}{{"first", true}, {"arenas/yard", false}} {
		a := numbersApp(t, c.name, 3*time.Second, config.Settings{})
		a.controls.set(2, "client.algorithm", "rtt2")
		nextFrame(t, a)
		before := rejoins(a)
		a.controls.split(100, 20)
		nextFrame(t, a)
		after(t, a, 100*time.Millisecond, 1)
		if did := rejoins(a) > before; did != c.atOnce || a.reconnect.offered == did {
			t.Errorf("%s: reconnected: %v, offered: %v", c.name, did, a.reconnect.offered)
		}
		if c.atOnce {
			a.Undo()
			a.arrived(t)
			if up := a.controls.millis("link.up.delay"); up == 120 || rejoins(a) > before {
				t.Errorf("%s: taken back once the delay up is %v, and %d have reconnected", c.name, up, rejoins(a)-before)
			}
			nextFrame(t, a)
			a.reconnect.choose(false)
			a.controls.split(90, 20)
			if nextFrame(t, a); !a.reconnect.offered {
				t.Errorf("%s: a person has chosen otherwise, and it is not offered", c.name)
			}
			continue
		}
		nextFrame(t, a)
		if at := a.top.low.reconnect.GetWidget().Rect; at.Empty() || !at.In(a.Regions.Bottom.Pixels(a.scale)) {
			t.Errorf("the button is at %v", at)
		}
		a.reconnectAll()
		if after(t, a, 100*time.Millisecond, 1); rejoins(a) != before+1 || a.reconnect.offered {
			t.Errorf("%s: after the click %d have reconnected, and it is offered: %v", c.name, rejoins(a)-before, a.reconnect.offered)
		}
	}
}

func TestUplinkAndDownlinkCanBeTypedIntoTheLatency(t *testing.T) {
	a := numbersApp(t, "arenas/yard", time.Second, config.Settings{})
	for _, c := range []struct {
		text     string
		up, down float64
		ok       bool
	}{{"150/10", 150, 10, true}, {" 30 ms / 0.02 s", 30, 20, true}, {"150/", 30, 20, false}, {"1/2/3", 30, 20, false}, {"40", 45, 35, true}} {
		ok := a.controls.orWays(a.controls.typeMean)(c.text)
		if up, down := a.controls.millis("link.up.delay"), a.controls.millis("link.down.delay"); ok != c.ok || up != c.up || down != c.down {
			t.Errorf("%q: %v, up %v, down %v", c.text, ok, up, down)
		}
	}
}

func TestBesideEachClientStandsWhenItsClockHearsNext(t *testing.T) {
	a := numbersApp(t, "first", 3*time.Second, config.Settings{})
	texts := written(t, a, func(c *draw.Canvas) { a.AB.DrawWorlds(&a.Picture, c) })
	for _, want := range []string{"host sends again in 3 s", "asked once, at 0.3 s", "hears with every packet"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not in %q", want, texts)
		}
	}
	if !slices.Contains(texts, "Host") {
		t.Errorf("the host has no thumbnail: %q", texts)
	}
}
